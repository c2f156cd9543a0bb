import Geography
import Nearby
import PlaceFiles
import PlaceStore
import Places
import Positioning
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct HereCommandTests {
  private let terrain = Terrain()
  private let here = ["here", "--at", "60.17,24.94", "--format", "plain"]

  @Test("exits with 0 at a place that is near enough")
  func yes() async {
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: 40, name: "Kiosk")]))
    let run = await CommandRun(here, in: .mock(places: places))
    #expect(run.status == .found)
    #expect(run.output == "40\tE\tKiosk\t\tnode/1\n")
    #expect(run.messages.isEmpty)
  }

  @Test("ignores a place beyond --within, unless its own proximity is larger")
  func proximity() async {
    let places = MockPlaceProvider(
      .success([
        terrain.place("node/1", east: 60), terrain.place("node/2", east: 70, proximity: 80),
        terrain.place("node/3", east: 30, proximity: 20),
      ]))
    let run = await CommandRun(here, in: .mock(places: places))
    #expect(run.output == "70\tE\t\t\tnode/2\n")
    let wider = await CommandRun(here + ["--within", "65m"], in: .mock(places: places))
    #expect(wider.output == "60\tE\t\t\tnode/1\n70\tE\t\t\tnode/2\n")
    #expect(wider.messages.isEmpty)
  }

  @Test("exits with 1 if there is no place")
  func no() async {
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: 51)]))
    let run = await CommandRun(here, in: .mock(places: places))
    #expect(run.status == .nothingFound)
    #expect(run.output == "")
    #expect(run.messages == ["nothing found within 50 m"])
  }

  @Test("answers each position of the standard input, with yes if it is at a place at any")
  func lines() async {
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: 40, name: "Kiosk")]))
    func here(_ options: [String], _ input: String...) async -> CommandRun {
      await CommandRun(["here", "--at", "-"] + options, in: .mock(places: places, input: input))
    }
    let both = await here([], "60.17,24.94", "61,25")
    #expect(both.status == .found)
    #expect(both.lines.count == 2)
    #expect(both.lines.first?.contains(#""id":"node/1""#) == true)
    #expect(both.lines.last?.contains(#""places":[]"#) == true)
    #expect(await here([], "61,25").status == .nothingFound)
    let rows = await here(["--format", "csv", "--fields", "name"], "61,25", "60.17,24.94", "x")
    #expect(rows.status == .malformedInput)
    #expect(rows.output == "line,name\r\n2,Kiosk\r\n")
    let table = await here(["--format", "table"])
    #expect(table.status == .usage)
  }

  @Test("does not say no where its data ends nearer than --within")
  func beyondTheData() async throws {
    let store = try TemporaryStore()
    let path = try store.directory.write(
      GridExtract.document(row: 12060, column: 16520, count: 7), as: "region.osm")
    _ = try PlaceImporter(storePath: store.path)
      .importPlaces(of: .extract(named: "region"), from: PlaceFile(path: path))
    func here(_ row: Int, _ options: String...) async throws -> CommandRun {
      let (latitude, longitude) = GridExtract.middle(row: 12060 + row, column: 16523)
      let arguments = ["here", "cafe", "--source", "store", "--at", "\(latitude),\(longitude)"] + options
      return await CommandRun(arguments, in: .mock(places: try store.open()))
    }
    #expect(try await here(3).status == .nothingFound)
    let outside = try await here(9)
    #expect(outside.status == .tryLater)
    #expect(outside.messages.first == "no cafe found")
    let advice = "the data does not cover this position; for more, run poi prefetch --around "
    #expect(outside.messages.last?.hasPrefix(advice) == true, "\(outside)")
    #expect(try await here(1).status == .nothingFound)
    let near = try await here(1, "--within", "700m")
    #expect(near.status == .tryLater)
    #expect(near.messages.last?.hasPrefix("the data is complete only to 60") == true, "\(near)")
    let (latitude, longitude) = GridExtract.middle(row: 12069, column: 16523)
    let lines = await CommandRun(
      ["here", "cafe", "--source", "store", "--at", "-"],
      in: .mock(places: try store.open(), input: ["\(latitude),\(longitude)"]))
    #expect(lines.status == .tryLater, "\(lines)")
  }

  /// A server that answered for a hundred metres, whatever was asked.
  private struct NearServer: PlaceProviding {
    func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      PlaceAnswer(
        places: [], source: PlaceSource(name: "http://van/locations", knownWithin: Distance(metres: 100)))
    }
  }

  @Test("does not say no where a server answered less far than --within, and says how far")
  func beyondTheAnswer() async {
    let near = await CommandRun(here, in: .mock(places: NearServer()))
    #expect(near.status == .nothingFound)
    let far = await CommandRun(here + ["--within", "1km"], in: .mock(places: NearServer()))
    #expect(far.status == .tryLater)
    #expect(far.messages.last == "nothing found within 100 m")
  }

  @Test("a failing source never means 'not there'", arguments: SourceFailure.all)
  func failingSource(failure: SourceFailure) async {
    await failure.expect(of: here)
  }

  @Test("without a position, does not claim that there is nothing", arguments: PositionFailure.allCases)
  func noPosition(failure: PositionFailure) async {
    await failure.expect(of: ["here"])
  }

  @Test(
    "says neither no nor yes by a position that is not accurate enough, and says so", arguments: [76.0, 0])
  func inaccurate(east: Double) async {
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: east, name: "Kiosk")]))
    let fetcher = MockLocationFetcher.answering {
      var fix = terrain.fix(east: 0, at: 0)
      fix.accuracy = 5000
      $0.deliver(fix)
      $0.finish(with: .complete(badLines: 0))
    }
    for position in [["--gps-log", "ride.nmea"], ["--at", "JN47"]] {
      let run = await CommandRun(["here"] + position, in: .mock(places: places, fetcher: fetcher))
      #expect(run.status == .tryLater)
      #expect(run.messages.first?.contains("position known only roughly: to within") == true, "\(run)")
    }
    let lines = await CommandRun(["here", "--at", "-"], in: .mock(places: places, input: ["JN47"]))
    #expect(lines.status == .tryLater)
  }

  @Test(
    "says no by such a position if no place is near enough anywhere in it",
    arguments: [(260.0, 200.0, true), (240, 200, false), (1100, 1001, false)])
  func surelyOutside(east: Double, accuracy: Double, isNo: Bool) async {
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: east)]))
    func fetcher() -> MockLocationFetcher {
      .answering {
        var fix = terrain.fix(east: 0, at: 0)
        fix.accuracy = accuracy
        $0.deliver(fix)
        $0.finish(with: .complete(badLines: 0))
      }
    }
    let run = await CommandRun(
      ["here", "--gps-log", "a.nmea"], in: .mock(places: places, fetcher: fetcher()))
    #expect(run.status == (isNo ? .nothingFound : .tryLater), "\(run)")
    let radius = CurrentLocationProvider.largestProximity.metres + (accuracy > 1000 ? 0 : accuracy)
    #expect(places.questions.map(\.query.radius?.metres) == [radius])
    let known = PlaceSource(name: "van", knownWithin: Distance(metres: 240))
    let less = await CommandRun(
      ["here", "--gps-log", "a.nmea"],
      in: .mock(places: MockPlaceProvider(.success([]), from: known), fetcher: fetcher()))
    #expect(less.status == .tryLater)
  }

  @Test("says yes by such a position if it is near enough wherever in it one is", arguments: [600.0, 500])
  func surelyInside(accuracy: Double) async {
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: 400, proximity: 950)]))
    let fetcher = MockLocationFetcher.answering {
      var fix = terrain.fix(east: 0, at: 0)
      fix.accuracy = accuracy
      $0.deliver(fix)
      $0.finish(with: .complete(badLines: 0))
    }
    let run = await CommandRun(["here", "--gps-log", "a.nmea"], in: .mock(places: places, fetcher: fetcher))
    #expect(run.status == (accuracy == 500 ? .found : .tryLater), "\(run)")
  }
}
