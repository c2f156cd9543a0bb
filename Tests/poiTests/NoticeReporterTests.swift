import ArgumentParser
import Foundation
import Geography
import Logging
import PlaceServers
import Places
import Synchronization
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct NoticeReporterTests {
  private static let unreachable = PlacesError.server(address: "here", .connection(.unreachable))

  private static var partlyWanted: PlaceRecords {
    let spot = Coordinate(latitude: 1, longitude: 2)
    var records = PlaceRecords(places: ["a", "b"].map { PointOfInterest(id: $0, coordinate: spot) })
    records.add(.noPosition, at: "element 3")
    records.keepPlaces { $0.id == "a" }
    return records
  }

  @Test(
    "asks the servers in the environment, or else the public one",
    arguments: [
      ([:], ["https://overpass-api.de/api/interpreter"]),
      (["POI_OVERPASS_URL": ""], ["https://overpass-api.de/api/interpreter"]),
      (["POI_OVERPASS_URL": "http://localhost/api"], ["http://localhost/api"]),
      (
        ["POI_OVERPASS_URL": "https://a.example/i, https://b.example/i,"],
        ["https://a.example/i", "https://b.example/i"]
      ),
    ])
  func servers(environment: [String: String], addresses: [String]) throws {
    let servers = try Settings(environment: environment).value(of: .overpassServers)
    #expect(servers.all.map(\.absoluteString) == addresses)
  }

  @Test(
    "refuses text that is not a URL",
    arguments: [
      ("localhost", "$POI_OVERPASS_URL: a server's URL begins with https:// or http://"),
      (
        "https://a.example/i,ftp://me:secret@b",
        "$POI_OVERPASS_URL: a server's URL begins with https:// or http://"
      ),
      (
        "https://me:secret@?token=secret",
        "$POI_OVERPASS_URL: what follows https:// is not an address"
      ),
      ("overpass", "$POI_OVERPASS_URL: a server's URL begins with https:// or http://"),
      (",", "$POI_OVERPASS_URL: no server given"),
    ])
  func noServers(value: String, message: String) {
    #expect(throws: CommandFailure(message, .usage)) {
      try Settings(environment: ["POI_OVERPASS_URL": value]).value(of: .overpassServers)
    }
  }

  @Test(
    "the environment limits the cache's size",
    arguments: [
      ([:], 100_000_000), (["POI_CACHE_SIZE": "5MB"], 5_000_000), (["POI_CACHE_SIZE": ""], 100_000_000),
    ])
  func cacheSize(environment: [String: String], limit: Int) throws {
    let home = ["XDG_CACHE_HOME": "/c"]
    let cache = try OnDiskCache.ofUser(in: Settings(environment: environment.merging(home) { $1 }))
    #expect(cache?.directory == "/c/poi")
    #expect(cache?.sizeLimit == limit)
    #expect(try OnDiskCache.ofUser(in: Settings(environment: environment))?.directory == nil)
  }

  @Test("refuses text that is not a size")
  func noCacheSize() {
    let message = "$POI_CACHE_SIZE: 'x' is not a size; use 500kB, 50MB, 1GB"
    #expect(throws: CommandFailure(message, .usage)) {
      try OnDiskCache.ofUser(in: Settings(environment: ["POI_CACHE_SIZE": "x"]))
    }
  }

  @Test(
    "reports notices beside an answer, once each",
    arguments: [
      (
        .searchedOnly(within: Distance(metres: 3000), unreachable),
        "here: no connection: the host refuses it or is unreachable; the search reached only 3.0 km"
      ),
      (
        .answeredFromCache(unreachable),
        "here: no connection: the host refuses it or is unreachable; the cache answers instead"
      ),
      (
        .cacheFailed(OnDiskCache.Problem(path: "/a", code: ENOSPC)),
        "the cache cannot be used: /a: No space left on device"
      ),
      (.read(partlyWanted), "overpass: skipped 1 of 3 records: element 3: no latitude and longitude"),
      (.skipped(elements: 3), "overpass: could not read 3 of the streets, addresses and areas"),
    ] as [(OnlineNotice, String)])
  func notices(notice: OnlineNotice, message: String) {
    let console = MockConsole()
    let teller = NoticeReporter(
      console: console, logger: Logger(console: console, isVerbose: false), source: "overpass")
    teller.tell(notice)
    teller.tell(notice)
    #expect(console.calls == [.tell(message)])
  }

  @Test("the options set the use of the cache")
  func cacheUse() throws {
    func use(_ arguments: String...) throws -> CacheUse {
      try SourceOptions.parse(["--source", "overpass"] + arguments).cacheUse(in: Settings(environment: [:]))
    }
    #expect(try use() == CacheUse(maxAge: 604_800, isOffline: false))
    #expect(try use("--offline", "--max-age", "1h") == CacheUse(maxAge: 3600, isOffline: true))
  }

  @Test("refuses a server in offline mode")
  func offlineServer() {
    let offline = Settings(environment: ["POI_OFFLINE": "1"])
    let refusal = CommandFailure("--source names a server, but --offline forbids using one", .usage)
    #expect(throws: refusal) {
      try SourceOptions.parse(["--source", "http://localhost/"]).choice(in: offline)
    }
    #expect(throws: Never.self) {
      try SourceOptions.parse(["--source", "http://localhost/", "--no-offline"]).choice(in: offline)
    }
  }

  @Test(
    "a source is a word, a URL or a path",
    arguments: [
      ("overpass", .overpass), ("./overpass", .file("./overpass")), ("Overpass", .file("Overpass")),
      ("places.csv", .file("places.csv")),
    ] as [(String, SourceOptions.Choice)])
  func choices(argument: String, choice: SourceOptions.Choice) throws {
    #expect(try SourceOptions.Choice(argument: argument) == choice)
  }

  @Test("tells each thing once, whatever its numbers")
  func once() {
    let told = Mutex<[String]>([])
    let tell = OnceTelling { message in told.withLock { $0.append(message) } }
    for message in ["reached 3.2 km", "reached 4 km", "busy", "reached 12.7 km", "busy"] { tell(message) }
    #expect(told.withLock { $0 } == ["reached 3.2 km", "busy"])
  }
}
