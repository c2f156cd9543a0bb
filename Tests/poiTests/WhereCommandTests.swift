import Positioning
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct WhereCommandTests {
  private let home = ["where", "--at", "60.17,24.94"]

  @Test(
    "prints a single notation by itself",
    arguments: [
      ("decimal", "60.170000, 24.940000"), ("maidenhead", "KP20le20"), ("geo", "geo:60.170000,24.940000"),
      ("utm", "35n 385700 6672127"), ("mgrs", "35VLG8570072126"),
    ])
  func one(format: String, text: String) async {
    let run = await CommandRun(home + ["--format", format], in: .mock())
    #expect(run.status == .found)
    #expect(run.output == "\(text)\n")
    #expect(run.messages == [])
  }

  @Test("puts names before several")
  func several() async {
    let run = await CommandRun(home + ["--format", "geo,decimal"], in: .mock())
    #expect(run.output == "geo\tgeo:60.170000,24.940000\ndecimal\t60.170000, 24.940000\n")
    let all = await CommandRun(home, in: .mock())
    #expect(
      all.lines.map { $0.prefix { $0 != "\t" } } == [
        "decimal", "dms", "maidenhead", "mgrs", "utm", "pluscode", "geo", "link",
      ])
  }

  @Test("prints the receiver's position with its source")
  func receiver() async {
    let fetcher = MockLocationFetcher.answering { $0.deliver(Terrain().fix(east: 0, at: 0, accuracy: 5)) }
    let run = await CommandRun(
      ["where", "--gps-log", "ride.nmea", "--format", "geo"], in: .mock(fetcher: fetcher))
    #expect(run.status == .found)
    #expect(run.output == "geo:60.170000,24.940000;u=5\n")
    #expect(
      run.messages == [
        "60.17000, 24.94000 from ride.nmea, accurate to 5 m, recorded 2026-05-28T23:26:40+03:00"
      ])
    fetcher.verify()
  }

  @Test("without a position, prints nothing", arguments: PositionFailure.allCases)
  func noPosition(failure: PositionFailure) async {
    await failure.expect(of: ["where"])
  }

  @Test("refuses an unknown notation, and lists the known ones")
  func unknown() async {
    let run = await CommandRun(home + ["--format", "morse"], in: .mock())
    #expect(run.status == .usage)
    #expect(
      run.messages.first?.contains(
        "no notation 'morse'; the notations are decimal, dms, maidenhead, mgrs, utm, pluscode, geo, link")
        == true,
      "\(run)")
    #expect(run.output == "")
  }
}
