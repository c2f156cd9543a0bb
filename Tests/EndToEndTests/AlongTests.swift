import Foundation
import Geography
import TestSupport
import Testing

/// `poi along` as a person uses it.
@Suite(.timeLimit(.minutes(5))) struct AlongTests {
  private let app = PoiApp(workingDirectory: Fixtures.path(""))

  private func along(_ arguments: String..., input: String = "") async throws -> CommandRunner.Outcome {
    try await app.run(
      ["along"] + arguments + [
        "--source", "places/helsinki.geojson", "--category", "cafe", "--within", "60m",
      ],
      input: input)
  }

  /// Names and kilometres, to a tenth: some formats keep no more decimals.
  private func rows(_ outcome: CommandRunner.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      return "\(Int(((Double(cells[0]) ?? -1) / 100).rounded())) \(cells[4])"
    }
  }

  @Test(
    "formats that gpsbabel reads give the same passes",
    arguments: [("gtrnctr", "tcx"), ("kml", "kml"), ("garmin_fit", "fit")])
  func converted(format: String, suffix: String) async throws {
    let folder = try TemporaryDirectory()
    let file = folder.url.appendingPathComponent("walk.\(suffix)").path
    let made = try await CommandRunner.run(
      "/usr/bin/gpsbabel", ["-i", "gpx", "-f", Fixtures.path("gps/walk.gpx"), "-o", format, "-F", file])
    try #require(made.status == 0, "\(made)")
    let expected = try await along("gps/walk.gpx", "--format", "plain")
    let outcome = try await along(file, "--format", "plain")
    #expect(!rows(expected).isEmpty)
    #expect(rows(outcome) == rows(expected), "\(outcome)")
  }

  @Test("the outline of an area in KML is no part of the route")
  func areaInKML() async throws {
    let coordinates = "<coordinates>24.93,60.16 24.94,60.17 24.93,60.17 24.93,60.16</coordinates>"
    let line = "<Placemark><LineString>\(coordinates)</LineString></Placemark>"
    let area =
      "<Placemark><Polygon id=\"park\"><outerBoundaryIs><LinearRing>\(coordinates)</LinearRing></outerBoundaryIs></Polygon></Placemark>"
    let expected = try await along("-", input: "<kml>\(line)</kml>")
    #expect(expected.status == 0 && !expected.output.isEmpty, "\(expected)")
    #expect(try await along("-", input: "<kml>\(area)\(line)\(area)</kml>").output == expected.output)
    for other in [
      "<Polygon/>\(line)\(area)", "<!-- <Polygon> -->\(line)",
      "<description><![CDATA[<Polygon>]]></description>\(line)",
      area.replacing("</Polygon>", with: "</Polygon >") + line,
    ] {
      #expect(try await along("-", input: "<kml>\(other)</kml>").output == expected.output, "\(other)")
    }
    let only = try await along("-", input: "<kml>\(area)</kml>")
    #expect(only.status == 65 && only.messages.contains("there is no track or route in it"), "\(only)")
  }

  @Test("reads a route from standard input")
  func standardInput() async throws {
    let text = String(decoding: try Fixtures.data("gps/walk.gpx"), as: UTF8.self)
    let expected = try await along("gps/walk.gpx", "--format", "jsonl")
    let outcome = try await along("-", "--format", "jsonl", input: text)
    #expect(outcome.output == expected.output)
    #expect(outcome.status == 0)
  }

  @Test(
    "a walk's log passes the same places as its track",
    arguments: ["gps/walk.nmea", "gps/walk.json"])
  func logs(file: String) async throws {
    let expected = try await along("gps/walk.gpx", "--format", "plain")
    let outcome = try await along(file, "--format", "plain")
    #expect(rows(outcome) == rows(expected), "\(outcome)")
  }

  @Test(
    "a file without a route has its own message and status",
    arguments: [
      ("", "standard input is empty", 65), ("not a route", "standard input: neither GPX", 65),
      ("<gpx></gpx>", "standard input: there is no track or route in it", 65),
      ("<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>", "it has only one", 65),
      ("<gpx><trk>", "line 1: the XML is not well-formed", 65),
      ("{\"type\":", "the JSON is not well-formed", 65),
    ] as [(String, String, Int32)])
  func noRoute(input: String, message: String, status: Int32) async throws {
    let outcome = try await along("-", input: input)
    #expect(outcome.messages.contains(message), "\(outcome)")
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
  }

  /// A GPX track due east of 20 km, a point every 10 m, with extra elements for each point.
  private func track(_ inside: (Int) -> String) -> String {
    let points = (0...2000).map { number in
      let there = Terrain().coordinate(east: Double(10 * number))
      return "<trkpt lat=\"\(there.latitude)\" lon=\"\(there.longitude)\">\(inside(number))</trkpt>\n"
    }
    return "<gpx version=\"1.1\"><trk><trkseg>\n\(points.joined())</trkseg></trk></gpx>\n"
  }

  /// The rows along a track of two places, at its third and at its eighteenth kilometre.
  private func rows(
    along track: String, _ arguments: String...
  ) async throws -> (rows: [[String: Any]], outcome: CommandRunner.Outcome) {
    let folder = try TemporaryDirectory()
    let places = [(1, 3000.0), (2, 18_000)].map { id, east in
      let there = Terrain().coordinate(east: east, north: 40)
      return "\(id),Tap \(id),\(there.latitude),\(there.longitude)\n"
    }
    let outcome = try await app.run(
      [
        "along", "-", "--source", try folder.write("id,name,lat,lon\n" + places.joined(), as: "taps.csv"),
        "--within", "60m", "--format", "jsonl",
      ] + arguments, input: track)
    #expect(outcome.status == 0, "\(outcome)")
    let rows = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(rows.compactMap { $0["along"] as? Double }.map { ($0 / 10).rounded() } == [300, 1800])
    return (rows, outcome)
  }

  @Test("noisy heights cost no time")
  func noisyHeights() async throws {
    var random = SeededGenerator(seed: 5)
    let noisy = track { _ in "<ele>\(50 + Double.random(in: -8...8, using: &random))</ele>" }
    let found = try await rows(along: noisy, "--pace", "naismith", "--start", "2026-06-01T08:00Z")
    // An hour for 5 km.
    #expect(
      found.rows.compactMap { $0["eta"] as? String } == ["2026-06-01T08:36:00Z", "2026-06-01T11:36:00Z"])
  }

  @Test(
    "ignores heights above any mountain",
    arguments: ["1e308", "-1e308", "1e9", "nan", "inf", "high"])
  func absurdHeights(height: String) async throws {
    let track = track { "<ele>\($0 % 2 == 0 ? height : "50")</ele>" }
    let outcome = try await rows(along: track, "--pace", "naismith", "--start", "2026-06-01T08:00Z")
    #expect(
      outcome.rows.compactMap { $0["eta"] as? String } == ["2026-06-01T08:36:00Z", "2026-06-01T11:36:00Z"])
    let strip = try await app.run(
      ["along", "-", "--source", "places/helsinki.geojson", "--format", "strip"], input: track)
    #expect(strip.status == 0, "\(strip)")
    #expect(strip.output.hasPrefix("70 m\n\n50 m ▁▁▁"), "\(strip)")
  }

  @Test("times that go backwards give no arrival times, but a speed does")
  func backwardTimes() async throws {
    let backwards = track { number in
      let time = Terrain.start.addingTimeInterval(Double(number == 700 ? 0 : number * 2))
      return "<time>\(time.ISO8601Format())</time>"
    }
    let own = try await rows(along: backwards)
    #expect(own.rows.allSatisfy { $0["eta"] == nil })
    #expect(own.outcome.messages.contains("the route's times go backwards at km 7"), "\(own.outcome)")
    let paced = try await rows(along: backwards, "--speed", "18km/h", "--start", "2026-06-01T08:00Z")
    #expect(
      paced.rows.compactMap { $0["eta"] as? String } == ["2026-06-01T08:10:00Z", "2026-06-01T09:00:00Z"])
    #expect(!paced.outcome.messages.contains("backwards"), "\(paced.outcome)")
  }

  @Test("uses the track of a file that has a track and a route, whichever comes first")
  func trackAndRoute() async throws {
    let route = "<rte><rtept lat=\"60.17\" lon=\"24.94\"/><rtept lat=\"60.2\" lon=\"24.94\"/></rte>"
    let track = track { _ in "" }
    let alone = try await rows(along: track)
    #expect(!alone.outcome.messages.contains("has a track and a route"))
    for both in [
      track.replacing("<trk>", with: route + "<trk>"), track.replacing("</trk>", with: "</trk>" + route),
    ] {
      let found = try await rows(along: both)
      #expect(found.outcome.output == alone.outcome.output)
      #expect(found.outcome.messages.contains("has a track and a route: poi uses the track"))
    }
  }

  @Test("a missing file exits with its own status")
  func missing() async throws {
    #expect(try await along("nowhere.gpx").status == 66)
  }

  @Test("distances by road need the router's database")
  func router() async throws {
    let outcome = try await along("gps/walk.gpx", "--router", "routino", "--router-database", "/nowhere")
    #expect(outcome.status == 66)
    #expect(outcome.messages.contains("planetsplitter"))
  }

  /// A street, and a place beside its middle that only a road around leads to.
  private static let roads = """
    <osm version="0.6">
    <node id="1" version="1" lat="60.1700" lon="24.9400"/><node id="2" version="1" lat="60.1700" lon="24.9450"/>
    <node id="3" version="1" lat="60.1700" lon="24.9500"/><node id="4" version="1" lat="60.1709" lon="24.9400"/>
    <node id="5" version="1" lat="60.1709" lon="24.9450"/>
    <way id="1" version="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way>
    <way id="2" version="1"><nd ref="1"/><nd ref="4"/><nd ref="5"/><tag k="highway" v="residential"/></way>
    </osm>
    """

  @Test(
    "Routino gives the way there and back by road",
    .enabled(if: InstalledProgram.areThere("planetsplitter", "routino-router"), "needs routino"))
  func routed() async throws {
    let folder = try TemporaryDirectory()
    func write(_ text: String, to name: String) throws -> String {
      let file = folder.url.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let extract = try write(Self.roads, to: "roads.osm")
    let made = try await CommandRunner.run(
      "/usr/bin/planetsplitter", ["--dir=\(folder.url.path)", "--prefix=town", extract])
    try #require(made.status == 0, "\(made)")
    let route = try write(
      "{\"type\":\"LineString\",\"coordinates\":[[24.94,60.17],[24.95,60.17]]}", to: "route.geojson")
    let places = try write("id,name,lat,lon\n1,Hut,60.1709,24.945\n", to: "places.csv")
    let outcome = try await app.run([
      "along", route, "--source", places, "--format", "jsonl", "--router", "routino", "--router-database",
      folder.url.appendingPathComponent("town").path, "--profile", "foot",
    ])
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(outcome)")
    #expect(row["routed"] as? Bool == true)
    let detour = try #require(row["detour"] as? Double)
    // Twice 277.6 m along the street and the road, and 100.3 m between.
    #expect(abs(detour - 2 * (2 * 277.6 + 100.3)) < 20)
  }
}
