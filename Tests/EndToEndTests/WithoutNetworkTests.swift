import Foundation
import TestSupport
import Testing

/// What poi answers from imported data when it asks no server, and when no server can be reached.
@Suite(.timeLimit(.minutes(5))) struct WithoutNetworkTests {
  private let folder: TemporaryDirectory
  private let app: PoiApp
  private let region: String

  /// The middle of the extract, with a café; its outermost squares are in doubt, so that 2.2 km around are known.
  private static let inside = position(row: 3)
  /// Beyond the extract, 5 km from its last café.
  private static let beside = position(row: 10)
  private static let elsewhere = "40.1,20.1"
  private static let noServer = "no server could be asked (the server cannot be reached)"

  private static func position(row: Int) -> String {
    let middle = GridExtract.middle(row: 12060 + row, column: 16523)
    return "\(middle.latitude),\(middle.longitude)"
  }

  init() async throws {
    folder = try TemporaryDirectory()
    let nodes = [3, 6].map { row in
      let middle = GridExtract.middle(row: 12060 + row, column: 16523)
      return
        "<node id='\(row)' lat='\(middle.latitude)' lon='\(middle.longitude)'><tag k='amenity' v='cafe'/></node>"
    }
    region = try folder.write(
      GridExtract.document(row: 12060, column: 16520, count: 7, nodes: nodes.joined()), as: "region.osm")
    app = PoiApp(environment: [
      "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8", "POI_STORE": folder.path(of: "places.sqlite"),
      "XDG_CACHE_HOME": folder.path(of: "cache"), "POI_OVERPASS_URL": "http://127.0.0.1:1/",
    ])
    let imported = try await app.run(["import", region])
    try #require(imported.status == 0, "\(imported)")
  }

  @Test("a file of --store that is not there is named", arguments: ["nearby", "here"])
  func mistypedStore(command: String) async throws {
    let path = folder.path(of: "typo.sqlite")
    let outcome = try await app.run([command, "--at", Self.inside, "--offline", "--store", path])
    #expect(outcome.status == 75, "\(outcome)")
    #expect(outcome.messages.hasPrefix("poi: \(path): no such file\n"), "\(outcome)")
    let usual = try await app.run([command, "--at", Self.inside, "--offline"])
    #expect(!usual.messages.contains("no such file"), "\(usual)")
  }

  @Test(
    "nearby says what it found, and of nothing how far that is sure",
    arguments: [
      (["cafe", "--at", inside, "--offline"], 0, "drop --offline to ask a server"),
      (["cafe", "--at", inside], 0, "the server cannot be reached"),
      (["cafe", "--at", beside, "--offline"], 0, "the data does not cover this position"),
      (["cafe", "--at", beside], 0, "the data does not cover this position"),
      (
        ["water", "--at", inside, "--offline"], 1,
        "no water found within 2.2 km\npoi: the data is complete only to 2.2 km: places may be missing; drop --offline"
      ),
      (
        ["water", "--at", inside], 75,
        "the data is complete only to 2.2 km: places may be missing; no server could be asked (the server cannot be"
      ),
      (["water", "--at", inside, "--radius", "1km"], 1, "no water found within 1.0 km"),
      (["water", "--at", beside, "--offline"], 75, "the data does not cover this position"),
      (["water", "--at", beside], 69, noServer),
      (["cafe", "--at", elsewhere, "--offline"], 75, "nearest cafe in your data: 1575 km away"),
      (["cafe", "--at", elsewhere], 69, "nearest cafe in your data: 1575 km away"),
      (["cafe", "--at", elsewhere, "--source", "store"], 75, "nearest cafe in your data: 1575 km away"),
      (["cafe", "--at", elsewhere, "--radius", "2000km", "--offline"], 0, ""),
    ] as [([String], Int32, String)])
  func nearby(arguments: [String], status: Int32, message: String) async throws {
    let outcome = try await app.run(["nearby"] + arguments)
    #expect(outcome.status == status, "\(outcome)")
    #expect(message.isEmpty || outcome.messages.contains(message), "\(outcome)")
    #expect(outcome.output.isEmpty == (status != 0), "\(outcome)")
  }

  @Test("part of an extract is no list, however few places are asked for", arguments: ["1", "5"])
  func selectedRegion(limit: String) async throws {
    let store = ["--store", folder.path(of: "cafes.sqlite")]
    _ = try await app.run(["import", "--category", "cafe", region] + store)
    let elsewhere = try await app.run(
      ["nearby", "cafe", "--at", Self.elsewhere, "--offline", "--limit", limit] + store)
    #expect(elsewhere.status == 75 && elsewhere.output.isEmpty, "\(elsewhere)")
    #expect(elsewhere.messages.contains("nearest cafe in your data: 1575 km away"), "\(elsewhere)")
  }

  @Test("a file is asked alone, and an extract's places in another region are no answer, either")
  func file() async throws {
    let here = try await app.run(["nearby", "cafe", "--source", region, "--at", Self.inside])
    #expect(here.status == 0 && here.output.split(separator: "\n").count == 2, "\(here)")
    let elsewhere = try await app.run(["nearby", "cafe", "--source", region, "--at", Self.elsewhere])
    #expect(elsewhere.status == 75, "\(elsewhere)")
    #expect(elsewhere.messages.contains("nearest cafe in your data: 1575 km away"), "\(elsewhere)")
  }

  @Test(
    "JSON says how far every place is known, and each line of --at - is answered", arguments: [true, false])
  func json(isOffline: Bool) async throws {
    let offline = isOffline ? ["--offline"] : []
    let document = try await app.run(["nearby", "water", "--at", Self.inside, "--json"] + offline)
    #expect(document.output.contains("\"known_within\": 22"), "\(document)")
    let lines = try await app.run(
      ["nearby", "water", "--at", "-"] + offline, input: "\(Self.inside)\n\(Self.elsewhere)\n")
    #expect(lines.output.split(separator: "\n").count == 2, "\(lines)")
    #expect(lines.output.contains("\"known_within\":0.0"), "\(lines)")
    #expect(lines.status == (isOffline ? 75 : 69), "\(lines)")
    #expect(lines.messages.contains("places may be missing past the end of the data"), "\(lines)")
  }

  @Test(
    "here is not known where the data ends within the distance", arguments: [["--offline"], []])
  func here(options: [String]) async throws {
    for (position, within, status) in [
      (Self.inside, "50m", 0), (Self.position(row: 4), "50m", 1), (Self.position(row: 4), "5km", 0),
      (Self.position(row: 1), "1km", 75), (Self.beside, "50m", 75), (Self.elsewhere, "50m", 75),
    ] as [(String, String, Int32)] {
      let outcome = try await app.run(
        ["here", "cafe", "--at", position, "--within", within] + options)
      #expect(outcome.status == status, "\(position) \(within): \(outcome)")
    }
  }

  @Test(
    "along lists passes from the store, and says where places may be missing", arguments: [["--offline"], []])
  func along(options: [String]) async throws {
    func track(_ rows: ClosedRange<Int>) throws -> String {
      let points = rows.map { row in
        let middle = GridExtract.middle(row: 12060 + row, column: 16523)
        return "<trkpt lat='\(middle.latitude)' lon='\(middle.longitude)'/>"
      }
      return try folder.write(
        "<gpx xmlns='http://www.topografix.com/GPX/1/1'><trk><trkseg>\(points.joined())</trkseg></trk></gpx>",
        as: "track.gpx")
    }
    let tour = try track(2...12)
    let found = try await app.run(["along", tour, "cafe", "--gaps"] + options)
    #expect(found.status == 0, "\(found)")
    #expect(found.output.contains("uncertain"), "\(found)")
    #expect(found.messages.contains("the data is incomplete for km "), "\(found)")
    let nothing = try await app.run(["along", tour, "water"] + options)
    #expect(nothing.status == 75, "\(nothing)")
    let beside = try await app.run(["along", try track(20...24), "cafe"] + options)
    #expect(beside.status == (options.isEmpty ? 69 : 75), "\(beside)")
  }

  @Test(
    "watch reports what the store has, and says once what it does not know", arguments: [["--offline"], []])
  func watch(options: [String]) async throws {
    let fixes = (0...30).map { step in
      let middle = GridExtract.middle(row: 12060 + 3, column: 16523)
      return "<trkpt lat='\(middle.latitude + Double(step) * 0.0054)' lon='\(middle.longitude)'>"
        + "<time>2026-01-01T10:\(String(format: "%02d", step)):00Z</time></trkpt>"
    }
    let log = try folder.write(
      "<gpx xmlns='http://www.topografix.com/GPX/1/1'><trk><trkseg>\(fixes.joined())</trkseg></trk></gpx>",
      as: "log.gpx")
    let outcome = try await app.run(["watch", "--gps-log", log, "--category", "cafe"] + options)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("  at "), "\(outcome)")
    #expect(outcome.messages.components(separatedBy: "the data ends here").count == 2, "\(outcome)")
    #expect(!outcome.messages.contains("poi import"), "\(outcome)")
    let nothing = try await app.run(["watch", "--gps-log", log, "--category", "water"] + options)
    #expect(nothing.status == (options.isEmpty ? 75 : 1), "\(nothing)")
  }

  @Test("the server answers from the store, and fails only where that knows nothing")
  func served() async throws {
    try await RunningPoi.serving(["--at", Self.inside], environment: app.environment) { running in
      let nothing = await running.get("/nearby?category=water&shown=1")
      #expect(nothing.status == 200, "\(nothing)")
      #expect(
        nothing.body.contains("the data is complete only to 2.2 km: places may be missing"), "\(nothing)")
      let beside = await running.get("/nearby?category=cafe&at=\(Self.beside)")
      #expect(beside.status == 200 && beside.body.contains("\"known_within\": 0"), "\(beside)")
      let elsewhere = await running.get("/nearby?category=cafe&at=\(Self.elsewhere)")
      #expect(elsewhere.status == 502, "\(elsewhere)")
    }
  }
}
