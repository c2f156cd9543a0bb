import Geography
import PlaceStore
import Places
import Positioning
import TestSupport
import Testing

@testable import poi

/// Positions given by a place: `--at ID` and `--near NAME`.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NamedPositionTests {
  private let folder: TemporaryDirectory
  private let terrain = Terrain()
  private let environment: [String: String]
  private let kiosk: MockPlaceProvider

  init() throws {
    folder = try TemporaryDirectory()
    let path = folder.path(of: "places.sqlite")
    environment = ["POI_STORE": path]
    let places = [
      terrain.place("node/1", east: 0, name: "Rathaus"),
      terrain.place("node/2", east: 500, name: "Marktplatz"),
      terrain.place("node/3", east: 5000, name: "Marktplatz"),
    ]
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "test"), from: PlaceList(places: places))
    kiosk = MockPlaceProvider(.success([]))
  }

  private func run(_ arguments: [String], fetcher: MockLocationFetcher? = nil) async -> CommandRun {
    await CommandRun(
      ["nearby"] + arguments, in: .mock(environment: environment, places: kiosk, fetcher: fetcher))
  }

  @Test("accepts the id of a place as a position")
  func id() async throws {
    _ = await run(["--at", "node/2"])
    let asked = try #require(kiosk.questions.first?.position)
    #expect(abs(asked.longitude - terrain.place("x", east: 500).coordinate.longitude) < 1e-6)
  }

  @Test("accepts the beginning of an own place's id, and refuses that of several")
  func shortID() async throws {
    let path = try #require(environment["POI_STORE"])
    let own = ["favourite/22225555", "favourite/22235555"].map { terrain.place($0, east: 100, name: $0) }
    _ = try PlaceImporter(storePath: path).importPlaces(of: .favourites, from: PlaceList(places: own))
    _ = await run(["--at", "favourite/2223"])
    #expect(kiosk.questions.count == 1)
    let several = await run(["--at", "favourite/222"])
    #expect(several.status == .usage)
    #expect(
      several.messages.last == "2 places have an id that begins with 'favourite/222': write more of it")
    #expect(await run(["--at", "favourite/9"]).status == .nothingFound)
  }

  @Test("refuses an id that is not in the store")
  func unknownID() async {
    let unknown = await run(["--at", "node/99"])
    #expect(unknown.status == .nothingFound)
    #expect(
      unknown.messages == ["no place in the store has the id 'node/99'; poi places search finds names"])
    let nonsense = await run(["--at", "nonsense"])
    #expect(nonsense.status == .usage)
  }

  @Test("accepts an id on each line, and reports and skips a bad one")
  func lines() async {
    let run = await CommandRun(
      ["nearby", "--at", "-", "--json"],
      in: .mock(environment: environment, places: kiosk, input: ["node/1", "node/99", "60,25"]))
    #expect(run.status == .malformedInput)
    #expect(kiosk.questions.count == 2)
    #expect(
      run.messages.contains { $0.hasPrefix("standard input, line 2: no place in the store has the id") })
  }

  @Test("looks around the only place of a name")
  func name() async {
    let run = await run(["--near", "rathaus"])
    #expect(run.messages.first?.hasPrefix("near Rathaus, ") == true, "\(run)")
    #expect(kiosk.questions.count == 1)
  }

  @Test("takes the nearest of several if the position is known")
  func nearest() async throws {
    let run = await run(["--near", "Marktplatz", "--at", "60.17,24.94"])
    #expect(run.messages.first?.hasPrefix("near the nearest of 2: Marktplatz, ") == true, "\(run)")
    #expect(run.messages.first?.contains("node/2") == true, "\(run)")
    let receiver = MockLocationFetcher.answering { [terrain] in
      $0.deliver(terrain.fix(east: 4900, at: 0, accuracy: 5))
    }
    let other = await self.run(["--near", "Marktplatz"], fetcher: receiver)
    #expect(other.messages.contains { $0.contains("node/3") }, "\(other)")
  }

  @Test("lists several without taking one if the position is unknown")
  func several() async {
    let receiver = MockLocationFetcher.answering {
      $0.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
    }
    let run = await run(["--near", "Marktplatz"], fetcher: receiver)
    #expect(run.status == .usage)
    #expect(run.messages.count == 3)
    #expect(
      run.messages.last
        == "2 places are called 'Marktplatz': give one's id with --at, or a position to take the nearest")
    #expect(kiosk.questions.isEmpty)
  }

  @Test("refuses a similar name as a position")
  func misspelled() async {
    let run = await run(["--near", "Marktplatx"])
    #expect(run.status == .nothingFound)
    #expect(run.messages == ["no place is called 'Marktplatx'; similar names: Marktplatz"])
  }
}
