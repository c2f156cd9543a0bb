import Foundation
import TestSupport
import Testing

/// The commands around the store of places, one after the other as a person runs them.
@Suite struct StoreCommandsTests {
  private let folder: TemporaryDirectory
  private let app: PoiApp

  init() throws {
    folder = try TemporaryDirectory()
    app = PoiApp(environment: [
      "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8", "POI_STORE": folder.path(of: "places.sqlite"),
      "XDG_CACHE_HOME": folder.path(of: "cache"),
    ])
  }

  @Test("what a file says, the store says when it has been imported")
  func sameAsFile() async throws {
    let file = Fixtures.path("places/helsinki.geojson")
    try await expect(["import", file], messages: "465 places read, 465 added")
    for query in [
      [], ["--category", "water"], ["--name", "fazer"], ["--tag", "wheelchair=yes"], ["--radius", "90"],
    ] {
      let arguments = ["nearby", "--at", "60.1699,24.9384", "--format", "jsonl"] + query
      let fromStore = try await app.run(arguments + ["--source", "store"])
      let fromFile = try await app.run(arguments + ["--source", file])
      #expect(fromStore.output == fromFile.output, "\(query)")
      #expect(fromStore.status == fromFile.status, "\(query)")
    }
    try await expect(["import", file], messages: "0 added, 0 updated, 465 unchanged")
  }

  @Test(
    "of an extract of OpenStreetMap, what is worth finding is taken, areas by a point inside, and twins shown once"
  )
  func extract() async throws {
    try await expect(["import", Fixtures.path("places/square.osm")], messages: "4 places read, 4 added")
    let outcome = try await app.run([
      "nearby", "--at", "10.002,20.002", "--fields", "id", "--format", "plain",
    ])
    #expect(outcome.output == "node/6\nrelation/10\nnode/1\n", "\(outcome)")
    #expect(outcome.messages.contains("© OpenStreetMap contributors"), "\(outcome)")
    let shown = try await app.run(["places", "show", "way/8"])
    #expect(shown.output.contains("position: 10.00200, 20.00200\n"), "\(shown)")
  }

  @Test("an empty file is no store yet, and what is asked for is asked for elsewhere")
  func emptyStore() async throws {
    _ = try folder.write("", as: "places.sqlite")
    let outcome = try await app.run(["nearby", "--at", "1,2", "--offline"])
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.contains("the cache has nothing for this area"), "\(outcome)")
  }

  @Test("a place of one's own is added, found, and taken out")
  func favourite() async throws {
    let added = try await app.run(["places", "add", "Secret spring", "--category", "spring", "--at", "1,2"])
    #expect(added.output == "favourite/1\n", "\(added)")
    let found = try await app.run(["places", "search", "secret", "--format", "plain"])
    #expect(found.output == "Secret spring\tspring\tfavourite/1\n", "\(found)")
    try await expect(["places", "remove", "favourite/1"], messages: "1 place removed")
    #expect(try await app.run(["places", "show", "favourite/1"]).status == 1)
  }

  @Test("an export is read back as it was")
  func export() async throws {
    try await expect(["import", Fixtures.path("places/helsinki.geojson")], messages: "465 added")
    let exported = try await app.run(["places", "export"])
    let file = try folder.write(exported.output, as: "helsinki.geojson")
    try await expect(["import", file], messages: "0 added, 0 updated, 465 unchanged")
  }

  @Test("an area is fetched square by square, and then needs no server")
  func prefetch() async throws {
    let server = try RunningServer { _ in .json(try Fixtures.data("api/overpass.json")) }
    var app = app
    app.environment["POI_OVERPASS_URL"] = server.address
    let fetched = try await app.run(["prefetch", "--bbox", "24.93,60.16,24.95,60.17"])
    #expect(fetched.status == 0, "\(fetched)")
    #expect(fetched.messages.contains("squares, "), "\(fetched)")
    server.stop()
    let again = try await app.run(["prefetch", "--bbox", "24.93,60.16,24.95,60.17"])
    #expect(again.messages.contains("nothing had to be fetched"), "\(again)")
    let nearby = try await app.run(["nearby", "--at", "60.17,24.94"])
    #expect(nearby.status == 0, "\(nearby)")
    #expect(nearby.messages.contains(" in store"), "\(nearby)")
  }

  @Test("a fetch that fails says so, and leaves no empty store")
  func failedPrefetch() async throws {
    let server = try RunningServer { _ in .init(status: 500) }
    var app = app
    app.environment["POI_OVERPASS_URL"] = server.address
    let outcome = try await app.run(["prefetch", "--bbox", "24.93,60.16,24.95,60.17"])
    server.stop()
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.contains("no square was fetched\n"), "\(outcome)")
    #expect(!outcome.messages.contains("nothing had to be fetched"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "places.sqlite")))
  }

  @Test("a first import that fails leaves no store, and makes no folder of a mistyped path")
  func failedImport() async throws {
    let missing = try await app.run(["import", folder.path(of: "none.gpx")])
    #expect(missing.status == 66, "\(missing)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "places.sqlite")))
    let file = Fixtures.path("places/helsinki.geojson")
    let mistyped = try await app.run(["import", "--store", folder.path(of: "a/b/places.sqlite"), file])
    #expect(mistyped.status == 66, "\(mistyped)")
    #expect(mistyped.messages.contains("there is no folder"), "\(mistyped)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "a")))
    try await expect(["import", file], messages: "465 added")
    _ = try await app.run(["import", folder.path(of: "none.gpx")])
    #expect(FileManager.default.fileExists(atPath: folder.path(of: "places.sqlite")))
  }

  @Test("a search says when nothing has the name, or something nearly so, and finds the parts of compounds")
  func search() async throws {
    let lines = [
      #"{"id":"1","name":"Landesspital","lat":1,"lon":2}"#, #"{"id":"2","name":"Spital","lat":1,"lon":2.1}"#,
      #"{"id":"3","name":"Sücka","lat":1,"lon":2.2}"#, #"{"id":"4","name":"Hospital","lat":1,"lon":2.3}"#,
    ]
    let file = try folder.write(lines.map { $0 + "\n" }.joined(), as: "places.jsonl")
    try await expect(["import", file], messages: "4 places read")
    func search(_ text: String) async throws -> CommandRunner.Outcome {
      try await app.run(["places", "search", text, "--format", "plain", "--fields", "name"])
    }
    #expect(try await search("spital").output == "Spital\nLandesspital\n")
    #expect(try await search("suecka").output == "Sücka\n")
    let nearly = try await search("landesspitl")
    #expect(nearly.output == "Landesspital\n", "\(nearly)")
    #expect(nearly.messages == "poi: no place has that name; similar names:\n", "\(nearly)")
    let nothing = try await search("xyzzyxyzzy")
    #expect(nothing.status == 1, "\(nothing)")
    #expect(nothing.messages.contains("no place is called 'xyzzyxyzzy'"), "\(nothing)")
    let noName = try await search("😀")
    #expect(noName.status == 64, "\(noName)")
    for name in ["spital", "suecka"] {
      let nearby = try await app.run(["nearby", "--at", "1,2", "--name", name, "--format", "jsonl"])
      #expect(nearby.output.split(separator: "\n").count == (name == "spital" ? 2 : 1), "\(nearby)")
    }
  }

  @Test("counts are told in JSON, and all categories only where they are asked for")
  func count() async throws {
    try await expect(["import", Fixtures.path("places/helsinki.geojson")], messages: "465 added")
    let usual = try await app.run(["places", "count"])
    #expect(usual.output.split(separator: "\n").count == 23, "\(usual)")
    #expect(usual.output.contains("\nothers\t"), "\(usual)")
    let all = try await app.run(["places", "count", "--all"])
    #expect(all.output.split(separator: "\n").count > 23, "\(all)")
    #expect(all.output.hasSuffix("all\t465\n"), "\(all)")
    struct Counts: Decodable {
      struct Count: Decodable { let count: Int }
      let total: Int
      let sources: [Count]
      let categories: [Count]
    }
    let json = try await app.run(["places", "count", "--json"])
    let counts = try JSONDecoder().decode(Counts.self, from: Data(json.output.utf8))
    #expect(counts.total == 465)
    #expect(counts.categories.map(\.count).reduce(0, +) == 465)
    #expect(counts.sources.map(\.count) == [465])
  }

  @Test("a place is shown as JSON with its source, its licence and the date")
  func showJSON() async throws {
    try await expect(["import", Fixtures.path("places/square.osm")], messages: "4 places read")
    struct Shown: Decodable {
      struct Source: Decodable {
        let name: String
        let licence: String
        let imported: String
      }
      let id: String
      let source: Source
    }
    let outcome = try await app.run(["places", "show", "--json", "way/8"])
    let shown = try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
    #expect(shown.source.name == "OpenStreetMap")
    #expect(shown.source.licence == "ODbL 1.0")
    #expect(shown.source.imported.hasSuffix("Z"))
  }

  @Test(
    "no limit is 0", arguments: [["places", "list"], ["places", "search", "a"], ["nearby", "--at", "1,2"]])
  func limit(command: [String]) async throws {
    let outcome = try await app.run(command + ["--limit", "0"])
    #expect(outcome.status == 64, "\(outcome)")
  }

  @Test("a tag that something is not to have is no key")
  func negatedTag() async throws {
    let outcome = try await app.run(["nearby", "--at", "1,2", "--tag", "amenity!=bench"])
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.messages.contains("no comparison '!='"), "\(outcome)")
  }

  @Test("a line of --at - that is no position is told in its place, and at the end")
  func badPosition() async throws {
    let arguments = [
      "nearby", "--source", Fixtures.path("places/helsinki.geojson"), "--at", "-", "--limit", "1",
    ]
    let input = "60.17,24.94\nnowhere\n60.16,24.95\n"
    let outcome = try await app.run(arguments + ["--json"], input: input)
    #expect(outcome.status == 65, "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix(#"{"schema":1,"line":2,"error":""#), "\(outcome)")
    #expect(try await app.run(arguments + ["--format", "jsonl"], input: input).output == outcome.output)
  }

  @Test("doctor tells each part, and ends by the first that is broken")
  func doctor() async throws {
    let walk = Fixtures.path("gps/walk.nmea")
    let well = try await app.run(["doctor", "--offline", "--gps-log", walk])
    #expect(well.status == 0, "\(well)")
    #expect(well.output.contains("store   absent   no store yet\n"), "\(well)")
    #expect(well.output.contains("gpsd    unknown  not asked: the position is from "), "\(well)")
    #expect(well.output.contains("fix     old      "), "\(well)")
    let given = try await app.run(["doctor", "--offline", "--at", "60.17,24.94"])
    #expect(
      given.output.contains("gpsd    unknown  not asked: the position is from the command line\n"), "\(given)"
    )
    #expect(given.output.contains("fix     ok  "), "\(given)")
    try await expect(["import", Fixtures.path("places/helsinki.geojson")], messages: "465 added")
    let here = try await app.run(["doctor", "--offline", "--at", "60.17,24.94"])
    #expect(here.output.contains("has places of helsinki, around the fix too\n"), "\(here)")
    let elsewhere = try await app.run(["doctor", "--offline", "--at", "10,20"])
    #expect(elsewhere.status == 0, "\(elsewhere)")
    #expect(
      elsewhere.output.contains("has places of helsinki, but none within 25 km of the fix\n"), "\(elsewhere)")
    let port = try FakeReceiver().port
    let ill = try await app.run(["doctor", "--offline", "--json", "--gpsd", "127.0.0.1:\(port)"])
    #expect(ill.status == 69, "\(ill)")
    let report = try JSONDecoder().decode(Report.self, from: Data(ill.output.utf8))
    #expect(report.checks.map(\.state) == ["broken", "unknown", "unknown", "ok", "ok"])
  }

  private struct Report: Decodable {
    struct Check: Decodable {
      let name: String
      let state: String
    }

    let checks: [Check]
  }

  private func expect(_ arguments: [String], messages: String) async throws {
    let outcome = try await app.run(arguments)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.messages.contains(messages), "\(outcome)")
  }
}
