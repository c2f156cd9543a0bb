import Foundation
import Geography
import Nearby
import Places
import Positioning
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DoctorCommandTests {
  private let folder: TemporaryDirectory
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryDirectory()
    environment = ["POI_STORE": folder.path(of: "places.sqlite"), "XDG_CACHE_HOME": folder.path(of: "cache")]
  }

  private let noStore = """
    store   absent   no data yet
                     poi import FILE, or poi prefetch --around here --radius 20km

    """
  private var emptyCache: String { "cache   ok       \(folder.path(of: "cache"))/poi holds 0 answers, 0 B\n" }

  /// Runs it with a receiver that gives nothing for the whole 30 s.
  private func runWithoutPosition(_ failure: PositionFailure) async -> CommandRun {
    let timers = MockTimerScheduler()
    let fetcher = failure.fetcher(timers)
    if failure == .denied {
      fetcher.handleRequestLocation = { fetcher in
        let error = PositioningError.gpsdUnreachable(GpsdAddress(), .refused)
        fetcher.change(to: .unreachable(error))
        fetcher.finish(with: .failed(error))
      }
    }
    let run = await CommandRun(
      ["doctor", "--offline"], in: .mock(environment: environment, fetcher: fetcher, timers: timers))
    fetcher.verify()
    #expect(run.messages == [])
    #expect(run.status == failure.status)
    #expect(run.output.hasSuffix(noStore + emptyCache))
    return run
  }

  @Test("gives a remedy for the first broken part, and does not check those after it")
  func receiver() async {
    let denied = await runWithoutPosition(.denied)
    #expect(
      denied.output.hasPrefix(
        """
        gpsd    broken   \(PositionFailure.denied.problem)
                         \(PositionFailure.denied.advice)
        device  unknown  not checked
        fix     unknown  not checked

        """), "\(denied)")
    let restricted = await runWithoutPosition(.restricted)
    #expect(
      restricted.output.hasPrefix(
        """
        gpsd    ok       gpsd at localhost:2947 answers
        device  broken   \(PositionFailure.restricted.problem)
                         \(PositionFailure.restricted.advice)
        fix     unknown  not checked

        """), "\(restricted)")
  }

  @Test("that there is neither gpsd nor GeoClue breaks nothing, as nobody need have a receiver")
  func noReceiver() async {
    let nowhere = PositioningError.nowhere(
      gpsd: .gpsdUnreachable(GpsdAddress(), .refused), geoclue: .geoclue(.notInstalled))
    let fetcher = MockLocationFetcher.answering { fetcher in
      fetcher.change(to: .unreachable(nowhere))
      fetcher.finish(with: .failed(nowhere))
    }
    let run = await CommandRun(
      ["doctor", "--offline"], in: .mock(environment: environment, fetcher: fetcher))
    #expect(run.output.contains("gpsd     absent   gpsd at localhost:2947 cannot be reached\n"), "\(run)")
    #expect(run.output.contains("geoclue  absent   "), "\(run)")
    #expect(!run.output.contains("broken") && run.status == .unreachable, "\(run)")
  }

  /// With a receiver that stays in a state until the time is over.
  private func run(withoutFixFrom state: ReceiverState) async -> CommandRun {
    let timers = MockTimerScheduler()
    let fetcher = MockLocationFetcher.answering { fetcher in
      fetcher.change(to: state)
      timers.fire(after: .seconds(30))
    }
    return await CommandRun(
      ["doctor", "--offline"], in: .mock(environment: environment, fetcher: fetcher, timers: timers))
  }

  @Test(
    "says whether what GeoClue reports is old or no position",
    arguments: [
      (
        Date(timeIntervalSince1970: 0),
        ": its last position, from 1970-01-01T00:00:00Z, is too old by this computer's clock"
      ),
      (nil, ": what it reports is not a position"),
    ])
  func noFixFromGeoClue(lastTime: Date?, reason: String) {
    let noFix = NoFix(state: .reportingNoFix(lastTime: lastTime), waited: .seconds(30))
    let failure = CommandFailure(.noFix(noFix), from: .geoclue)
    #expect(failure.problem == "no fix from GeoClue within 30 s" + reason)
    #expect(failure.status == .tryLater)
  }

  @Test("a receiver without a fix needs a view of the sky")
  func noFix() async {
    let run = await run(withoutFixFrom: .reporting)
    #expect(run.status == .tryLater)
    #expect(
      run.output.hasPrefix(
        """
        gpsd    ok       gpsd at localhost:2947 answers
        device  ok       a device is sending data
        fix     broken   \(PositionFailure.noFix.problem)
                         \(PositionFailure.noFix.advice)

        """), "\(run)")
  }

  @Test("a device that another client opened and that sends nothing is not sending data")
  func silentDevice() async {
    let run = await run(withoutFixFrom: .open)
    #expect(run.status == .tryLater)
    #expect(
      run.output.hasPrefix(
        """
        gpsd    ok       gpsd at localhost:2947 answers
        device  broken   no fix from gpsd at localhost:2947 within 30 s: its device has sent nothing
                         check its cable and its power; see what it sends with: gpspipe -r
        fix     unknown  not checked

        """), "\(run)")
  }

  @Test("a cache that cannot be written is broken")
  func unwritableCache() async throws {
    let lock = folder.path(of: "cache/poi/.lock")
    // Not even root can write into this.
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
    let run = await CommandRun(["doctor", "--offline", "--at", "1,2"], in: .mock(environment: environment))
    #expect(
      run.output.hasSuffix(
        """
        cache   broken   the cache cannot be used: \(lock): Is a directory
                         make it writable, or set XDG_CACHE_HOME to a folder of yours

        """), "\(run)")
    #expect(run.status == .noSuchInput)
  }

  @Test("accepts a current fix, and doubts one from another time")
  func fix() async {
    func run(_ time: Date) async -> CommandRun {
      let location = Location(coordinate: Coordinate(latitude: 60.17, longitude: 24.94), time: time)
      let fetcher = MockLocationFetcher.answering { fetcher in
        fetcher.change(to: .reporting)
        fetcher.deliver(location)
      }
      return await CommandRun(["doctor", "--offline"], in: .mock(environment: environment, fetcher: fetcher))
    }
    let now = await run(Date())
    #expect(now.status == .success)
    #expect(
      now.output.contains("fix     ok       60.17000, 24.94000 (gpsd at localhost:2947), "), "\(now)")
    let old = await run(Terrain.start.addingTimeInterval(-86_400 * 3650))
    #expect(old.status == .tryLater)
    #expect(
      old.output.contains("fix     old      60.17000, 24.94000 (gpsd at localhost:2947), "), "\(old)")
  }

  @Test("shows a log's fix with its time, and accepts any age")
  func log() async {
    let fetcher = MockLocationFetcher.answering { $0.deliver(Terrain().fix(east: 0, at: 0, accuracy: 5)) }
    let run = await CommandRun(
      ["doctor", "--offline", "--gps-log", "ride.nmea"], in: .mock(environment: environment, fetcher: fetcher)
    )
    #expect(run.status == .success)
    #expect(
      run.output.hasPrefix(
        """
        gpsd    unknown  not asked: the position is from ride.nmea
        device  unknown  not asked: the position is from ride.nmea
        fix     old      60.17000, 24.94000 (ride.nmea), accurate to 5 m, recorded 2026-05-28T23:26:40+03:00
                         leave --gps-log out to ask the receiver

        """), "\(run)")
  }

  @Test("a log without a fix is broken, and the remedy is another one")
  func logWithoutFix() async {
    let fetcher = MockLocationFetcher.answering { $0.finish(with: .complete(badLines: 0)) }
    let run = await CommandRun(
      ["doctor", "--offline", "--gps-log", "ride.nmea"], in: .mock(environment: environment, fetcher: fetcher)
    )
    #expect(run.status == .tryLater)
    #expect(
      run.output.contains(
        """
        fix     broken   no fix from ride.nmea
                         try another log, or leave it out to ask the receiver

        """), "\(run)")
  }

  @Test("with a position on the command line, does not ask the receiver")
  func given() async {
    let run = await CommandRun(
      ["doctor", "--offline", "--at", "60.17,24.94"], in: .mock(environment: environment))
    #expect(run.status == .success)
    #expect(
      run.output == """
        gpsd    unknown  not asked: the position is from the command line
        device  unknown  not asked: the position is from the command line
        fix     ok       60.17000, 24.94000 (the command line), accuracy unknown

        """ + noStore + emptyCache)
    #expect(run.messages == [])
  }

  @Test("checks the store for places around the fix")
  func store() async throws {
    let context = CommandContext.mock(environment: environment)
    let imported = await CommandRun(["import", Fixtures.path("places/helsinki.geojson")], in: context)
    try #require(imported.status == .success, "\(imported)")
    let path = folder.path(of: "places.sqlite")
    let here = await CommandRun(["doctor", "--offline", "--at", "60.17,24.94"], in: context)
    #expect(
      here.output.contains(
        "store   ok       \(path) has places of helsinki, around the fix too; it has no streets, addresses and areas "
          + "there: to get them, poi import FILE.osm.pbf or poi prefetch\n"), "\(here)")
    let elsewhere = await CommandRun(["doctor", "--offline", "--at", "10,20"], in: context)
    #expect(elsewhere.status == .success)
    #expect(
      elsewhere.output.contains(
        "store   absent   \(path) has places of helsinki, but none within 25 km of the fix\n"))
  }

  @Test("tells how far an extract goes around the fix, and places sources how large it is")
  func extract() async throws {
    let context = CommandContext.mock(environment: environment)
    let (latitude, longitude) = GridExtract.middle(row: 12063, column: 16523)
    let cafe = "<node id='1' lat='\(latitude)' lon='\(longitude)'><tag k='amenity' v='cafe'/></node>"
    let path = try folder.write(
      GridExtract.document(row: 12060, column: 16520, count: 7, nodes: cafe), as: "region.osm")
    let imported = await CommandRun(["import", path], in: context)
    try #require(imported.status == .success, "\(imported)")
    let here = await CommandRun(["doctor", "--offline", "--at", "\(latitude),\(longitude)"], in: context)
    #expect(
      here.output.contains(
        "has places of region, and every place within 2.2 km of the fix; "
          + "it has streets, addresses and areas there\n"), "\(here)")
    let beside = await CommandRun(["doctor", "--offline", "--at", "42.4,\(longitude)"], in: context)
    #expect(
      beside.output.contains("has places of region, but its data does not cover the fix\n"), "\(beside)")

    let sources = await CommandRun(["places", "sources"], in: context)
    #expect(sources.output.contains(" 27 km² "), "\(sources)")
    let areas = await CommandRun(["places", "sources", "--format", "geojson"], in: context)
    #expect(
      areas.output.contains("\"MultiPolygon\"") && areas.output.contains("\"name\":\"region\""), "\(areas)")
  }

  @Test("names the parts that an extract was imported without")
  func parts() async throws {
    let context = CommandContext.mock(environment: environment)
    let (latitude, longitude) = GridExtract.middle(row: 12063, column: 16523)
    let cafe = "<node id='1' lat='\(latitude)' lon='\(longitude)'><tag k='amenity' v='cafe'/></node>"
    let path = try folder.write(
      GridExtract.document(row: 12060, column: 16520, count: 7, nodes: cafe), as: "region.osm")
    let imported = await CommandRun(["import", path, "--without", "areas,map"], in: context)
    try #require(imported.status == .success, "\(imported)")
    let run = await CommandRun(["doctor", "--offline", "--at", "\(latitude),\(longitude)"], in: context)
    #expect(
      run.output.contains("; region lacks areas, map: import it again to have everything\n"), "\(run)")
  }

  @Test("a place of the user's own does not make the store enough")
  func ownPlace() async throws {
    let context = CommandContext.mock(environment: environment)
    _ = await CommandRun(["places", "add", "Home", "--at", "60.17,24.94"], in: context)
    let run = await CommandRun(["doctor", "--offline", "--at", "60.17,24.94"], in: context)
    let path = folder.path(of: "places.sqlite")
    #expect(
      run.output.contains(
        "store   absent   \(path) has places of favourites, but not enough around the fix\n"), "\(run)")
  }

  @Test("a file that is not a store is broken, with its own status")
  func foreignStore() async throws {
    let path = try folder.write(String(repeating: "hello, ", count: 200), as: "places.sqlite")
    let run = await CommandRun(
      ["doctor", "--offline", "--at", "1,2"], in: .mock(environment: environment))
    #expect(run.status == .malformedInput)
    #expect(
      run.output.contains(
        "store   broken   \(path): it is not a poi data file; name another with --store\n"), "\(run)")
  }

  @Test("asks the server around the fix, and names it")
  func server() async {
    let areas = MockAreaSource(.success([]), radius: Distance(metres: 100), time: MockClock())
    var environment = environment
    environment["POI_OVERPASS_URL"] = "https://a.example/api"
    let run = await CommandRun(
      ["doctor", "--at", "60.17,24.94"], in: .mock(environment: environment, areas: areas))
    #expect(run.status == .success)
    #expect(run.output.hasSuffix("server  ok       a.example answers\n"), "\(run)")
    #expect(areas.questions.map(\.position) == [Coordinate(latitude: 60.17, longitude: 24.94)])
  }

  @Test("asks the configured server, and no other")
  func configuredServer() async {
    let places = MockPlaceProvider(.success([]))
    var environment = environment
    environment["POI_SOURCE"] = "http://127.0.0.1:8947/locations"
    let run = await CommandRun(
      ["doctor", "--at", "60.17,24.94"], in: .mock(environment: environment, places: places))
    #expect(run.status == .success)
    #expect(run.output.hasSuffix("server  ok       http://127.0.0.1:8947/locations answers\n"), "\(run)")
    #expect(places.questions.map(\.position) == [Coordinate(latitude: 60.17, longitude: 24.94)])
    let failing = MockPlaceProvider(.failure(.server(address: "a", .timedOut(seconds: 5))))
    let broken = await CommandRun(
      ["doctor", "--at", "60.17,24.94"], in: .mock(environment: environment, places: failing))
    #expect(broken.status == .unreachable)
    #expect(broken.output.contains("name another server in $POI_SOURCE"), "\(broken)")
    environment["POI_SOURCE"] = "/p/huts.csv"
    let file = await CommandRun(["doctor", "--at", "60.17,24.94"], in: .mock(environment: environment))
    #expect(file.status == .success)
    #expect(
      file.output.hasSuffix("server  unknown  not asked: the places are from /p/huts.csv\n"), "\(file)")
  }

  @Test("a failing server is broken, and the status says how", arguments: SourceFailure.all)
  func failingServer(failure: SourceFailure) async {
    let areas = MockAreaSource(.failure(failure.error), radius: Distance(metres: 100), time: MockClock())
    let run = await CommandRun(
      ["doctor", "--at", "60.17,24.94"], in: .mock(environment: environment, areas: areas))
    #expect(run.status == failure.status)
    #expect(run.output.contains("server  broken   \(failure.message)\n"), "\(run)")
  }

  @Test("JSON has the state of each part")
  func json() async throws {
    struct Report: Decodable {
      struct Check: Decodable {
        let name: String
        let state: String
        let remedy: String?
      }
      let checks: [Check]
    }
    let timers = MockTimerScheduler()
    let run = await CommandRun(
      ["doctor", "--offline", "--json"],
      in: .mock(environment: environment, fetcher: PositionFailure.restricted.fetcher(timers), timers: timers)
    )
    #expect(run.status == .tryLater)
    let checks = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).checks
    #expect(checks.map(\.name) == ["gpsd", "device", "fix", "store", "cache"])
    #expect(checks.map(\.state) == ["ok", "broken", "unknown", "absent", "ok"])
    #expect(checks.map { $0.remedy != nil } == [false, true, false, true, false])
  }
}
