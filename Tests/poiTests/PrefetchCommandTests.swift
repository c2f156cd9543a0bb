import Foundation
import Geography
import PlaceServers
import Places
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PrefetchCommandTests {
  private let folder: TemporaryDirectory
  /// One square.
  private let box = ["prefetch", "--bbox", "24.9,60.1,24.91,60.11"]
  private let tap = PointOfInterest(
    id: "node/1", category: "drinking_water", coordinate: Coordinate(latitude: 60.105, longitude: 24.905),
    tags: ["amenity": "drinking_water"])

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func source(_ places: Result<[PointOfInterest], PlacesError>) -> MockAreaSource {
    MockAreaSource(places, radius: Distance(metres: 20_000), time: SystemClock())
  }

  private func context(_ areas: MockAreaSource?) -> CommandContext {
    .mock(environment: ["POI_STORE": folder.path(of: "places.sqlite")], areas: areas)
  }

  private var hasStore: Bool { FileManager.default.fileExists(atPath: folder.path(of: "places.sqlite")) }

  @Test("stores what it fetches, and does not fetch it again")
  func fetches() async {
    let areas = source(.success([tap]))
    let run = await CommandRun(box, in: context(areas))
    #expect(run.status == .success, "\(run)")
    #expect(run.output == "")
    #expect(
      run.messages == ["1 square, 0 fetched before; 1 request", "1 of 1 squares, 1 places fetched"])
    #expect(areas.questions.count == 1)
    let again = await CommandRun(box, in: context(areas))
    #expect(again.status == .success)
    #expect(again.messages == ["1 square, 1 fetched before; 0 requests", "there was nothing to fetch"])
    #expect(areas.questions.count == 1)
    let shown = await CommandRun(["places", "show", "node/1"], in: context(nil))
    #expect(shown.status == .found)
  }

  @Test("says that a server keeps back the streets, and asks for them again next time")
  func withoutStreets() async {
    let refusal = PlacesError.server(address: "test", .gaveUp("runtime error"))
    func areas(failing: Bool) -> MockAreaSource {
      MockAreaSource(
        .success([tap]), radius: Distance(metres: 20_000), time: SystemClock()
      ) { _ throws(PlacesError) in
        if failing { throw refusal }
        return GazetteerEntries()
      }
    }
    let run = await CommandRun(box, in: context(areas(failing: true)))
    #expect(run.status == .tryLater, "\(run)")
    #expect(run.messages.contains { $0.hasPrefix("\(refusal): the rest has no streets") }, "\(run)")
    let again = await CommandRun(box, in: context(areas(failing: false)))
    #expect(again.status == .success)
    #expect(again.messages.first == "1 square, 0 fetched before; 1 request")
  }

  @Test("accepts areas west of Greenwich and south of the equator")
  func negative() async {
    for arguments in [["--bbox", "-0.5,-33.1,-0.49,-33.09"], ["--around", "-33.1,-0.5", "--radius", "1m"]] {
      let areas = source(.success([]))
      let run = await CommandRun(["prefetch"] + arguments, in: context(areas))
      #expect(run.status == .success, "\(run)")
      #expect(areas.questions.allSatisfy { $0.position.latitude < 0 && $0.position.longitude < 0 })
    }
  }

  @Test("also fetches an empty area")
  func empty() async {
    let run = await CommandRun(box, in: context(source(.success([]))))
    #expect(run.status == .success)
    #expect(run.messages.last == "1 of 1 squares, 0 places fetched")
  }

  @Test(
    "a failing source leaves no empty store, and does not count as 'nothing to fetch'",
    arguments: SourceFailure.all)
  func failingSource(failure: SourceFailure) async {
    let run = await CommandRun(box, in: context(source(.failure(failure.error))))
    #expect(run.status == failure.status)
    #expect(
      run.messages == ["1 square, 0 fetched before; 1 request", "no square was fetched", failure.message])
    #expect(run.output == "")
    #expect(!hasStore)
  }

  @Test("does not start with more requests than allowed")
  func tooManyRequests() async {
    let run = await CommandRun(
      ["prefetch", "--bbox", "24.8,60.1,25.1,60.3", "--max-requests", "15"], in: context(nil))
    #expect(run.status == .usage)
    #expect(
      run.messages == [
        "16 squares, 0 fetched before; 16 requests",
        "that is more than --max-requests 15; consider importing an extract",
      ])
    #expect(!hasStore)
  }

  @Test("refuses half the world")
  func tooLarge() async {
    let run = await CommandRun(["prefetch", "--bbox", "-180,-80,0,80"], in: context(nil))
    #expect(run.status == .usage)
    #expect(run.messages == ["the area is too large to fetch; import an extract of OpenStreetMap"])
    #expect(!hasStore)
  }

  @Test("'here' needs a position", arguments: PositionFailure.allCases)
  func noPosition(failure: PositionFailure) async {
    await failure.expect(
      of: ["prefetch", "--around", "here", "--radius", "1km"],
      environment: ["POI_STORE": folder.path(of: "places.sqlite")])
    #expect(!hasStore)
  }

  @Test("'here' is the receiver's position")
  func aroundHere() async throws {
    let areas = source(.success([]))
    var context = context(areas)
    let fetcher = MockLocationFetcher.answering { $0.deliver(Terrain().fix(east: 0, at: 0, accuracy: 5)) }
    context.makeLocationFetcher = { _, _ in fetcher }
    let run = await CommandRun(
      ["prefetch", "--around", "here", "--radius", "10m", "--gps-log", "ride.nmea"], in: context)
    #expect(run.status == .success, "\(run)")
    let question = try #require(areas.questions.first)
    let distance = WGS84.inverse(from: question.position, to: Terrain().coordinate(east: 0)).distance
    #expect(distance.metres < 20_000)
    fetcher.verify()
  }

  @Test(
    "refuses invalid areas",
    arguments: [
      ([], "give one of --around, --bbox and --along"),
      (["--around", "1,2"], "--around also needs --radius, like --radius 5km"),
      (["--along", "x.gpx"], "--along also needs --radius, like --radius 5km"),
      (["--bbox", "1,2,3"], "--bbox: '1,2,3' is not a box"),
      (["--around", "nowhere", "--radius", "1km"], "--around: 'nowhere' is not a position"),
    ])
  func refused(arguments: [String], message: String) async {
    let run = await CommandRun(["prefetch"] + arguments, in: context(nil))
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix(message) == true, "\(run)")
    #expect(!hasStore)
  }
}
