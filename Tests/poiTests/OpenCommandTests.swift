import PlaceFiles
import PlaceStore
import Places
import Presentation
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct OpenCommandTests {
  private let page = "https://www.openstreetmap.org/node/606996912"
  private let desktop = MockURLOpener()

  private func open(_ arguments: String...) async -> CommandRun {
    let places = PlaceFileProvider(file: PlaceFile(path: Fixtures.path("places/helsinki.geojson"))) { _ in }
    let run = await CommandRun(["open"] + arguments, in: .mock(places: places, urlOpener: desktop))
    desktop.verify()
    return run
  }

  @Test("the desktop opens the place's page, without output")
  func opens() async {
    desktop.expect(.canOpen(page), .open(page))
    let run = await open("node/606996912")
    #expect(run.status == .success)
    #expect(run.output == "")
    #expect(run.messages == [])
  }

  @Test("gives a map program the position")
  func geo() async {
    desktop.expect(.canOpen("geo:60.1685094,24.9476869"), .open("geo:60.1685094,24.9476869"))
    #expect(await open("karl fazer", "--geo").status == .success)
  }

  @Test("prints the URL without asking a desktop")
  func print() async {
    let run = await open("node/606996912", "--print")
    #expect(run.status == .success)
    #expect(run.output == "\(page)\n")
    #expect(run.messages == [])
  }

  @Test("without a desktop, prints the URL, with its own status")
  func noDesktop() async {
    desktop.hasHope = false
    desktop.expect(.canOpen(page))
    let run = await open("node/606996912")
    #expect(run.status == .unreachable)
    #expect(run.output == "\(page)\n")
    #expect(run.messages == ["there is no desktop to open it on"])
  }

  @Test("if the desktop fails, prints the URL and the reason")
  func fails() async {
    desktop.problem = .failed(program: "xdg-open", how: "exited with status 4")
    desktop.expect(.canOpen(page), .open(page))
    let run = await open("node/606996912")
    #expect(run.status == .unreachable)
    #expect(run.output == "\(page)\n")
    #expect(run.messages == ["xdg-open exited with status 4"])
  }

  @Test("opens none of several places with the same name")
  func ambiguous() async {
    let run = await open("fazer café")
    #expect(run.status == .usage)
    #expect(run.output == "")
    #expect(
      run.messages == [
        "node/6049453018 Fazer Café, cafe (60.1684825, 24.9419513)",
        "node/6139262619 Fazer Café, cafe (60.1691794, 24.9377774)",
        "2 places match 'fazer café'; pick one by its id, or add --at for the nearest",
      ])
  }

  @Test("for an id in several sources, gives advice that can be followed")
  func sameID() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "places.sqlite")
    for (source, position) in [("a", "1,2"), ("b", "1,3")] {
      let file = try folder.write("id,name,lat,lon\n1,\(source),\(position)\n", as: "\(source).csv")
      _ = await CommandRun(["import", file, "--store", path], in: .mock())
    }
    let store = try PlaceStore(path: path)
    let run = await CommandRun(["open", "1", "--print"], in: .mock(places: store))
    #expect(run.status == .usage)
    #expect(
      run.messages.last
        == "2 places have the id '1'; give a position with --at or --near to take the nearest, "
        + "or the file of one with --source")
    let nearest = await CommandRun(["open", "1", "--print", "--at", "1,2.9"], in: .mock(places: store))
    #expect(nearest.status == .success)
    #expect(nearest.messages.first?.hasPrefix("the nearest of 2: ") == true, "\(nearest)")
  }

  @Test("with a position, opens the nearest of them")
  func nearest() async {
    let run = await open("fazer café", "--at", "60.1692,24.9378", "--print")
    #expect(run.status == .success)
    #expect(run.output == "https://www.openstreetmap.org/node/6139262619\n")
    #expect(run.messages == ["the nearest of 2: 3 m ↙ SSW Fazer Café · cafe"])
  }

  @Test("an unknown name is nothing found")
  func nothing() async {
    let run = await open("nowhere")
    #expect(run.status == .nothingFound)
    #expect(run.output == "")
    #expect(run.messages == ["no place named 'nowhere'"])
  }

  @Test("does not ask a source without names for one")
  func noNames() async {
    let run = await CommandRun(["open", "fazer"], in: .mock(places: MockPlaceProvider(.success([]))))
    #expect(run.status == .usage)
    #expect(
      run.messages == [
        "this source has no search by name; pipe a place in: poi nearby ... --format jsonl | poi open -"
      ])
  }

  @Test("a failing source does not mean nothing found")
  func failingSource() async throws {
    let path = try TemporaryDirectory().path(of: "huts.csv")
    let places = PlaceFileProvider(file: PlaceFile(path: path)) { _ in }
    let run = await CommandRun(["open", "kiosk 7"], in: .mock(places: places))
    #expect(run.status == .noSuchInput)
    #expect(run.messages == ["\(path): No such file or directory"])
    #expect(run.output == "")
  }

  @Test("opens none of several places without a position", arguments: PositionFailure.allCases)
  func noPosition(failure: PositionFailure) async {
    let timers = MockTimerScheduler()
    let places = PlaceFileProvider(file: PlaceFile(path: Fixtures.path("places/helsinki.geojson"))) { _ in }
    let run = await CommandRun(
      ["open", "fazer café", "--gpsd", "localhost"],
      in: .mock(places: places, fetcher: failure.fetcher(timers), timers: timers))
    #expect(run.status == failure.status)
    #expect(run.messages == failure.messages)
    #expect(run.output == "")
  }
}
