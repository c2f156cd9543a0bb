import ArgumentParser
import CivilTime
import Foundation
import Geography
import Input
import OpeningHours
import PlaceFiles
import PlaceStore
import Places
import TestSupport
import Testing

@testable import Nearby
@testable import poi

@Suite(.timeLimit(.minutes(5))) struct AlongCommandTests {
  private func parse(_ arguments: [String]) throws -> AlongCommand {
    try AlongCommand.parse(["tour.gpx"] + arguments)
  }

  @Test(
    "distances along the route are kilometres, unless they have a unit",
    arguments: [("40", 40_000.0), ("1.5", 1500), ("500m", 500), ("25mi", 40_233.6), ("2nmi", 3704)])
  func kilometres(text: String, metres: Double) throws {
    #expect(abs(try Kilometres(argument: text).metres - metres) < 0.001)
  }

  @Test(
    "speeds have a unit", arguments: [("18km/h", 5.0), ("3.6 km/h", 1), ("10kn", 5.144_444), ("5m/s", 5)])
  func speeds(text: String, metresPerSecond: Double) throws {
    #expect(abs(try Pace.speed(argument: text) - metresPerSecond) < 1e-5)
  }

  @Test(
    "a pace is a time per distance",
    arguments: [("12min/km", 0.72), ("5:30/km", 0.33), ("20min/mi", 0.745_645), ("naismith", 0.72)])
  func paces(text: String, secondsPerMetre: Double) throws {
    #expect(abs(try Pace.pace(argument: text) - secondsPerMetre) < 1e-5)
  }

  @Test(
    "a start without an offset is on the clocks where the route starts",
    arguments: [
      ("2026-06-02T08:00", "2026-06-02T05:00:00Z"), ("2026-01-02 08:00", "2026-01-02T06:00:00Z"),
      ("2026-06-02T07:00:00+02:00", "2026-06-02T05:00:00Z"), ("08:00", "2026-06-02T05:00:00Z"),
      ("Wed 08:00", "2026-06-03T05:00:00Z"),
    ])
  func starts(text: String, expected: String) throws {
    let schedule = try ScheduleOptions.parse(["--start", text])
    let helsinki = Localities().locality(latitude: 60.17, longitude: 24.94)
    let now = try #require(Timestamp.date(parsing: "2026-06-01T22:30:00Z"))
    #expect(try schedule.departure(in: helsinki, now: now) == Timestamp.date(parsing: expected))
  }

  @Test(
    "a route that the store covers takes no more requests to a server where its surroundings reach beyond it",
    arguments: [(24.002, true), (24.02, false)])
  func alongTheEdge(longitude: Double, goesBeyond: Bool) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "places.sqlite")
    let importer = try PlaceImporter(storePath: path)
    for row in 0..<20 {
      let square = GridSquare(around: Coordinate(latitude: 60 + Double(row) * 0.087, longitude: 24.03))
      try importer.importSquare(square.raised(to: 4), [], of: .overpass, at: Date())
    }
    let ends = [60.1, 61.6].map { latitude in
      RoutePoint(coordinate: Coordinate(latitude: latitude, longitude: longitude))
    }
    let corridor = RouteCorridor(
      route: try Route(segments: [ends], isRecorded: false), within: Distance(metres: 300))
    let search = try RoutePlaces(
      of: try SourceOptions.parse(["--store", path]), in: Settings(environment: [:])
    ).search(corridor, matching: PlaceFilter(categories: ["cafe"]))
    let questions = search.questionCount(upTo: 1000) { _, _ in true }
    #expect(goesBeyond ? questions < 100 : questions > 300, "\(questions)")
  }

  @Test("a start needs an offset where the time zone is unknown")
  func startNowhere() throws {
    let now = Date(timeIntervalSince1970: 0)
    let schedule = try ScheduleOptions.parse(["--start", "08:00"])
    #expect(throws: CommandFailure.self) { try schedule.departure(in: Localities.nowhere, now: now) }
    #expect(try ScheduleOptions.parse([]).departure(in: Localities.nowhere, now: now) == nil)
  }

  @Test(
    "refuses invalid amounts",
    arguments: [
      (
        ["--within", "0"], "--within: '0' is not a distance above 0"
      ),
      (
        ["--limit", "0"], "--limit: '0' is not a whole number of 1 or more"
      ),
      (
        ["--from", "north"],
        "--from: 'north' is not a distance along the route; use 40, 40km or 25mi"
      ),
      (["--from", "-1"], "--from: '-1' is not a distance along the route; use 40, 40km or 25mi"),
      (["--to", "-1km"], "--to: '-1km' is not a distance along the route; use 40, 40km or 25mi"),
      (["--speed", "-5kn"], "--speed: '-5kn' is not a speed; use 18km/h, 12mph, 5kn or 5m/s"),
      (
        ["--speed", "18"],
        "--speed: '18' is not a speed; use 18km/h, 12mph, 5kn or 5m/s"
      ),
      (
        ["--speed", "0km/h"],
        "--speed: '0km/h' is not a speed; use 18km/h, 12mph, 5kn or 5m/s"
      ),
      (
        ["--speed", "nankm/h"],
        "--speed: 'nankm/h' is not a speed; use 18km/h, 12mph, 5kn or 5m/s"
      ),
      (
        ["--pace", "fast"],
        "--pace: 'fast' is not a pace; use 12min/km, 5:30/km, 20min/mi or naismith"
      ),
      (
        ["--pace", "0min/km"],
        "--pace: '0min/km' is not a pace; use 12min/km, 5:30/km, 20min/mi or naismith"
      ),
      (
        ["--pace", "5:70/km"],
        "--pace: '5:70/km' is not a pace; use 12min/km, 5:30/km, 20min/mi or naismith"
      ),
      (["--speed", "18km/h", "--pace", "naismith"], "--speed and --pace contradict each other"),
      (
        ["--start", "25:00"],
        "--start: '25:00' is not a time like 18:30, Sunday 8pm, tomorrow 9:00, 24.12. 20:00, in 2 hours or "
          + "2026-12-24 10:00"
      ),
      (
        ["--start", "soon"],
        "--start: 'soon' is not a time like 18:30, Sunday 8pm, tomorrow 9:00, 24.12. 20:00, in 2 hours or "
          + "2026-12-24 10:00"
      ),
      (
        ["--format", "radar"],
        "--format: 'radar' is not one of table, plain, json, jsonl, geojson, csv, gpx, strip, map, svg"
      ), (["--json", "--format", "csv"], "--json and --format csv contradict each other"),
      (["--router", "routino"], "--router and --router-database must be given together"),
      (["--profile", "foot"], "--profile works only with --router"),
      (
        ["--router", "osrm", "--router-database", "/nowhere"],
        "--router: 'osrm' is not one of routino"
      ),
    ])
  func refused(arguments: [String], message: String) {
    #expect(usageProblem { try parse(arguments) } == message)
  }

  @Test("Routino's text gives the way there and back, plus the way between the road and the place")
  func routino() throws {
    let text = """
      # Creator : Routino - http://www.routino.org/
      #Latitude\tLongitude\tSection \tSection \tTotal   \tTotal   \tPoint\tTurn\tBearing\tHighway
       60.000000\t  24.000000\t 0.000 km\t 0.0 min\t  0.0 km\t   0 min\tWaypt#1\t\t +1\t(null)
       60.001000\t  24.000000\t 0.150 km\t 0.2 min\t  0.1 km\t   0 min\tJunct\t +0\t +1\t(null)
       60.002000\t  24.000000\t 0.100 km\t 0.2 min\t  0.2 km\t   0 min\tWaypt#2\t +0\t +1\t(null)
       60.000000\t  24.000000\t 0.250 km\t 0.2 min\t  0.5 km\t   0 min\tWaypt#3\t\t\t

      """
    let start = Coordinate(latitude: 60, longitude: 24)
    let place = Coordinate(latitude: 60.0025, longitude: 24)
    let metres = try #require(Routino.metres(in: text, by: [start, place, start]))
    // Half a thousandth of a degree from the road to the place, and back.
    #expect(abs(metres - (500 + 2 * 55.71)) < 0.1)
    #expect(Routino.metres(in: "", by: [start, place, start]) == nil)
    #expect(Routino.metres(in: "garbage\n", by: [start, place, start]) == nil)
  }

  @Test("without a database, there is no router")
  func noDatabase() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: CommandFailure.self) { try Routino(database: folder.url.path, profile: .foot) }
  }

  // MARK: Run

  private let terrain = Terrain()

  /// A route of 6 km east and back, as a file.
  private func outAndBack(in folder: TemporaryDirectory) throws -> String {
    let points = [0.0, 6000, 0].map { terrain.coordinate(east: $0) }
    let text = points.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
    return try folder.write("{\"type\":\"LineString\",\"coordinates\":[\(text)]}", as: "tour.geojson")
  }

  private var places: MockPlaceProvider {
    MockPlaceProvider(
      .success([
        terrain.place("far", east: 1000, north: 900),
        terrain.place("tap", east: 2000, north: -60, name: "Tap"),
        terrain.place("turn", east: 6050, north: 0, name: "Turn"),
      ]))
  }

  @MainActor
  private func along(_ arguments: String..., places: MockPlaceProvider? = nil) async throws -> CommandRun {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let route = try outAndBack(in: folder)
    return await CommandRun(
      ["along", route, "--source", "x.csv"] + arguments, in: .mock(places: places ?? self.places))
  }

  @Test("prints a row per pass, in order of the route, in metres for programs")
  @MainActor
  func passes() async throws {
    let run = try await along("--format", "plain", "--speed", "18km/h", "--start", "2026-06-01T08:00Z")
    #expect(run.status == .found)
    let rows = run.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows.map { $0[4] } == ["Tap", "Turn", "Tap"])
    #expect(rows[0][2] == "right")
    #expect(rows[2][2] == "left")
    for (row, expected) in zip(rows, [2000.0, 6000, 10_000]) {
      #expect(abs(try #require(Double(row[0])) - expected) < 1)
    }
    // The shortest line east runs 1.1 m north of the parallel there.
    #expect(abs(try #require(Double(rows[0][1])) - 61.1) < 0.1)
    #expect(rows.map { $0[3] } == ["2026-06-01T08:06:40Z", "2026-06-01T08:20:00Z", "2026-06-01T08:33:20Z"])
    #expect(rows.map { "\($0[6])/\($0[7])" } == ["1/2", "1/1", "2/2"])
    #expect(run.messages == ["the route's points are up to 6.0 km apart, joined by straight lines"])
  }

  @Test(
    "says in every format why a place may not be what was asked for, and no symbol vouches for it",
    arguments: ["table", "plain", "json", "jsonl", "geojson", "csv", "gpx"])
  @MainActor
  func caveat(format: String) async throws {
    let spring = PointOfInterest(
      id: "node/1", coordinate: terrain.coordinate(east: 2000), tags: ["natural": "spring"])
    let run = try await along(
      "--category", "drinking_water", "--format", format, places: MockPlaceProvider(.success([spring])))
    #expect(run.output.contains("potability unknown"))
    #expect(!run.output.contains("<sym>"))
  }

  @Test("takes a part of the route, reverses it, and limits its passes")
  @MainActor
  func part() async throws {
    let part = try await along("--format", "plain", "--fields", "name,along", "--from", "3", "--to", "11")
    #expect(part.lines.map { $0.prefix { $0 != "\t" } } == ["Turn", "Tap"])
    let first = try await along("--format", "plain", "--fields", "name", "--limit", "1", "--reverse")
    #expect(first.output == "Tap\n")
    let empty = try await along("--from", "12", "--to", "11")
    #expect(empty.status == .usage)
  }

  @Test("on a terminal, ends with how far was searched, and whether the places are the first only")
  @MainActor
  func firstPlaces() async throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    for (limit, found) in [
      ("1", "1 place of several from"), ("2", "the first 2 places from"), ("9", "2 places from"),
    ] {
      let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
      let run = await CommandRun(
        ["along", try outAndBack(in: folder), "--source", "x.csv", "--limit", limit],
        in: .mock(places: places), on: console)
      #expect(run.status == .found)
      let footer = console.drawings.joined().replacing("\n", with: " ")
      #expect(footer.contains(found) && footer.contains("within 500 m of the 12.0 km route"), "\(footer)")
    }
  }

  @Test("gaps run from pass to pass, including the ends, and the longest has its line")
  @MainActor
  func gaps() async throws {
    let run = try await along("--gaps")
    try #require(run.lines.count == 6)
    #expect(run.lines[..<4].map { $0.prefix(6) } == ["2.0 km", "2.0 km", "4.0 km", "4.0 km"])
    #expect(run.lines[4].hasPrefix("longest stretch without a place: 4.0 km (km "))
    #expect(
      run.lines[5] == "stretch without a place from one lap into the next: 4.0 km (km 10.0–2.0)")
  }

  @Test("of a part of a loop, too, a gap is longer than --within")
  @MainActor
  func gapsOfPart() async throws {
    let run = try await along("--gaps", "--from", "1.9", "--format", "jsonl")
    let lengths = run.output.matches(of: /"length":([0-9.]+),"certainty"/).compactMap {
      Double($0.output.1)
    }
    #expect(lengths.count > 1 && lengths.allSatisfy { $0 > 500 }, "\(run)")
  }

  @Test(
    "a house, or a shore, is in one of two parts of the route, and a wood in each that leads through",
    arguments: [(2990.0, 3080.0, 20.0, 1), (100, 5900, 50, 1), (100, 5900, -50, 2), (2999, 3000.5, -50, 2)])
  @MainActor
  func shapeBetweenParts(west: Double, east: Double, south: Double, count: Int) async throws {
    let folder = try TemporaryDirectory()
    let points = [0.0, 6000].map { terrain.coordinate(east: $0) }
    let route = try folder.write(
      "{\"type\":\"LineString\",\"coordinates\":\(points.map { [$0.longitude, $0.latitude] })}",
      as: "route.geojson")
    let ring = [(west, south), (east, south), (east, 90), (west, 90), (west, south)].map {
      let corner = terrain.coordinate(east: $0, north: $1)
      return [corner.longitude, corner.latitude]
    }
    let file = try folder.write(
      """
      {"type":"Feature","id":"w","properties":{"name":"W","natural":"wood"},
      "geometry":{"type":"Polygon","coordinates":[\(ring)]}}
      """, as: "wood.geojson")
    var found: [String] = []
    for part in [("--to", "3"), ("--from", "3")] {
      found += await CommandRun(
        [
          "along", route, "--source", file, "--within", "200m", part.0, part.1, "--format", "plain",
          "--fields", "along",
        ], in: .mock(places: PlaceFileProvider(file: PlaceFile(path: file)))
      ).lines.map(String.init)
    }
    #expect(found.count == count, "\(found)")
  }

  @Test("a part of the route inside a park is not without one")
  @MainActor
  func partInsideArea() async throws {
    let folder = try TemporaryDirectory()
    let route = try outAndBack(in: folder)
    let ring = [(1000.0, -100.0), (1500, -100), (1500, 300), (1000, 300), (1000, -100)].map {
      let corner = terrain.coordinate(east: $0, north: $1)
      return "[\(corner.longitude),\(corner.latitude)]"
    }
    let file = try folder.write(
      """
      {"type":"Feature","id":"p","properties":{"name":"P","leisure":"park"},
      "geometry":{"type":"Polygon","coordinates":[[\(ring.joined(separator: ","))]]}}
      """, as: "park.geojson")
    let run = await CommandRun(
      [
        "along", route, "park", "--source", file, "--within", "200m", "--from", "1.2", "--to", "1.4",
        "--format",
        "plain",
      ],
      in: .mock(places: PlaceFileProvider(file: PlaceFile(path: file))))
    #expect(run.status == .found && run.lines.count == 1, "\(run)")
    let gaps = await CommandRun(
      [
        "along", route, "park", "--source", file, "--within", "200m", "--from", "1.2", "--to", "1.4",
        "--gaps",
      ],
      in: .mock(places: PlaceFileProvider(file: PlaceFile(path: file))))
    #expect(gaps.status == .found && !gaps.output.contains("none at all"), "\(gaps)")
  }

  @Test("a pass that is nearest before a part of the route is not in it, though another comes soon after")
  @MainActor
  func partOfLongPass() async throws {
    let folder = try TemporaryDirectory()
    let points = (0...60).map { terrain.coordinate(east: 100 * Double($0)) }
    let route = try folder.write(
      "{\"type\":\"LineString\",\"coordinates\":\(points.map { [$0.longitude, $0.latitude] })}",
      as: "route.geojson")
    let line = [
      (1000.0, 10.0), (5000, 150), (5200, 600), (5500, 600), (5500, 190), (5600, 190), (5600, 600),
    ].map {
      let corner = terrain.coordinate(east: $0, north: $1)
      return [corner.longitude, corner.latitude]
    }
    let file = try folder.write(
      """
      {"type":"Feature","id":"r","properties":{"name":"R","waterway":"river"},
      "geometry":{"type":"LineString","coordinates":\(line)}}
      """, as: "river.geojson")
    for (from, to, passes) in [("0", "6", ["1", "2"]), ("4.5", "5", []), ("5.3", "6", ["2"])] {
      let run = await CommandRun(
        [
          "along", route, "--source", file, "--within", "200m", "--from", from, "--to", to,
          "--format", "plain", "--fields", "pass",
        ], in: .mock(places: PlaceFileProvider(file: PlaceFile(path: file))))
      #expect(run.lines.map { String($0.prefix(1)) } == passes, "\(run)")
    }
  }

  @Test(
    "a river stands for its pieces, whichever comes first, also for one that only a later part of the route meets",
    arguments: [
      [[(3000.0, -500.0), (3000, 500)], [(3000, 500), (3000, 900)]],
      [
        [(0, 100), (500, 100)], [(500, 100), (500, 3000), (5000, 3000), (5000, 100)],
        [(5000, 100), (5500, 100)],
      ],
    ])
  @MainActor
  func river(lines: [[(Double, Double)]]) async throws {
    let folder = try TemporaryDirectory()
    let route = try outAndBack(in: folder)
    let pieces = lines.enumerated().map { ("way/\($0)", [$1]) }
    let features = (pieces.dropLast() + [("relation/2", lines)] + pieces.suffix(1)).map { id, lines in
      let corners = lines.map { line in
        line.map { east, north in
          let corner = terrain.coordinate(east: east, north: north)
          return [corner.longitude, corner.latitude]
        }
      }
      return """
        {"type":"Feature","id":"\(id)","properties":{"name":"Valira","waterway":"river"},
        "geometry":{"type":"MultiLineString","coordinates":\(corners)}}
        """
    }
    let file = try folder.write("[\(features.joined(separator: ","))]", as: "river.geojson")
    let run = await CommandRun(
      ["along", route, "--source", file, "--format", "plain", "--fields", "id"],
      in: .mock(places: PlaceFileProvider(file: PlaceFile(path: file))))
    #expect(!run.lines.isEmpty && Set(run.lines) == ["relation/2"], "\(run)")
  }

  @Test("a route without places is nothing found, and one gap")
  @MainActor
  func nothing() async throws {
    let run = try await along("--gaps", places: MockPlaceProvider(.success([])))
    #expect(run.status == .nothingFound)
    #expect(run.lines.last == "longest stretch without a place: 12.0 km (km 0.0–12.0), none at all")
  }

  @Test("a failing source is not an empty route")
  @MainActor
  func failure() async throws {
    let run = try await along(places: MockPlaceProvider(.failure(.server(address: "a", .noLibrary))))
    #expect(run.status == .unreachable)
    #expect(run.output == "")
  }

  @Test(
    "refuses conflicting options before reading anything",
    arguments: [
      ["--gaps", "--format", "gpx"], ["--at-route"], ["--fields", "name", "--json"],
      ["--fields", "name", "--gaps"],
      ["--open-on-arrival"], ["--start", "08:00"],
    ])
  @MainActor
  func contradictions(arguments: [String]) async throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let run = await CommandRun(
      ["along", try outAndBack(in: folder), "--source", "x.csv"] + arguments, in: .mock())
    #expect(run.status == .usage)
    #expect(run.output == "")
  }

  @MainActor
  @Test("a gap that goes beyond the data is not sure, and that is said once")
  func beyondTheData() async throws {
    let directory = try TemporaryDirectory()
    let region = try directory.write(
      GridExtract.document(row: 12060, column: 16520, count: 7), as: "region.osm")
    func gaps(to row: Int) async throws -> CommandRun {
      let points = [12062, row].map { row in
        let (latitude, longitude) = GridExtract.middle(row: row, column: 16523)
        return "<trkpt lat='\(latitude)' lon='\(longitude)'/>"
      }
      let route = try directory.write(
        "<gpx version='1.1'><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", as: "route.gpx")
      return await CommandRun(
        ["along", route, "cafe", "--source", region, "--gaps", "--json"],
        in: .mock(places: PlaceFileProvider(file: PlaceFile(path: region))))
    }
    let inside = try await gaps(to: 12064)
    #expect(inside.output.contains("\"certainty\": \"none\""), "\(inside)")
    #expect(!inside.messages.contains { $0.hasPrefix("no complete data") })
    let outside = try await gaps(to: 12070)
    #expect(outside.output.contains("\"certainty\": \"unknown inside\""), "\(outside)")
    #expect(outside.messages.count { $0.hasPrefix("the data is incomplete for km ") } == 1)
  }
}
