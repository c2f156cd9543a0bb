import CivilTime
import Foundation
import Geography
import Input
import TestSupport
import Testing

/// `poi watch` along a route, and with `--ahead`, on rides whose true positions are known.
@Suite(.timeLimit(.minutes(5))) struct RouteWatchTests {
  private let app = PoiApp(workingDirectory: Fixtures.path(""))
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// One line of JSON.
  private typealias Event = [String: Any]

  private func events(_ outcome: CommandRunner.Outcome) throws -> [Event] {
    try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Event)
    }
  }

  /// Seconds since the ride began.
  private func second(of event: Event) throws -> Int {
    let time = try #require((event["time"] as? String).flatMap { Timestamp.date(parsing: $0) })
    return Int(time.timeIntervalSince(Terrain.start))
  }

  private func id(of pass: Event) throws -> String {
    try #require((pass["place"] as? Event)?["id"] as? String)
  }

  // MARK: Replays

  private static let allEvents = "initial,enter,leave,pass,approach,passed,next,route,location,signal"

  private func walk(_ log: String) -> [String] {
    [
      "watch", "--source", "places/helsinki.geojson", "--gps-log", log, "--route", "gps/walk.gpx",
      "--category", "cafe,toilets", "--corridor", "100m", "--approach", "200m", "--format", "jsonl",
      "--events", Self.allEvents,
    ]
  }

  private func ride(_ tour: PlannedTour, _ log: String) throws -> [String] {
    let route = try folder.write(tour.gpx, as: "tour.gpx")
    let places = try folder.write(tour.csv, as: "places.csv")
    return [
      "watch", "--source", places, "--gps-log", log, "--route", route, "--category", "cafe,drinking water",
      "--corridor", "100m", "--approach", "500m", "--format", "jsonl", "--events", Self.allEvents,
    ]
  }

  /// Runs the same with the log in pieces of some bytes.
  private func piped(_ log: String, _ arguments: [String], bytes: Int) async throws -> CommandRunner.Outcome {
    try await CommandRunner.run(
      "/bin/sh",
      ["-c", "dd bs=\(bytes) status=none if=\"$1\" | { shift; \"$0\" \"$@\"; }", PoiApp.path, log]
        + arguments,
      environment: app.environment, workingDirectory: app.workingDirectory)
  }

  /// Expects the same, byte for byte, however the log is read.
  private func expectOneAnswer(
    from log: String, kinds: Set<String>, _ arguments: (String) throws -> [String]
  ) async throws {
    let first = try await app.run(try arguments(log))
    #expect(Set(try events(first).compactMap { $0["event"] as? String }).isSuperset(of: kinds))
    #expect(try await app.run(try arguments(log)).output == first.output)
    // In a paced replay, and on a pipe, which may lead to a receiver, a busy machine can also cause a silence.
    func lines(_ outcome: CommandRunner.Outcome) -> [Substring] {
      outcome.output.split(separator: "\n").filter { !$0.contains("\"event\":\"signal\"") }
    }
    let paced = try await app.run(try arguments(log) + ["--replay-speed", "1e5"])
    #expect(lines(paced) == lines(first))
    for bytes in [7, 5000] {
      #expect(lines(try await piped(log, try arguments("-"), bytes: bytes)) == lines(first))
    }
  }

  @Test("a walk along a route gives the same events each time, however its log is read")
  func walkAgain() async throws {
    try await expectOneAnswer(
      from: "gps/walk.nmea", kinds: ["approach", "passed", "next", "route", "location"], walk)
  }

  @Test("so does a tour that leaves its route, pauses, and comes back")
  func tourAgain() async throws {
    let tour = PlannedTour(.laps, seed: 3)
    var recorded = RecordedRide(of: tour, noise: 4, seed: 3)
    recorded.ride(from: 0, to: 900)
    recorded.stand(for: 90)
    recorded.ride(from: 900, to: 2000, aside: 300)
    recorded.ride(from: 2000, to: 4500)
    try await expectOneAnswer(
      from: try recorded.write(to: folder),
      kinds: ["approach", "passed", "next", "route", "enter", "leave"]
    ) { try ride(tour, $0) }
  }

  // MARK: What lies ahead

  @Test(
    "on half a tour, nothing passed for good is ahead, and no distance grows by more than the accuracy",
    arguments: PlannedTour.Shape.allCases, [1] as [UInt64])
  func halfTour(shape: PlannedTour.Shape, seed: UInt64) async throws {
    let tour = PlannedTour(shape, seed: seed)
    var recorded = RecordedRide(of: tour, noise: 4, seed: seed)
    recorded.ride(from: 0, to: tour.length / 2)
    let outcome = try await app.run(try ride(tour, try recorded.write(to: folder)))
    #expect(outcome.status == 0, "\(outcome.messages)")
    let passes = tour.passes(within: 100)
    let accuracy = RecordedRide.accuracy(noise: 4)
    var counts: [String: Int] = [:]
    var distances: [String: Double] = [:]
    for event in try events(outcome) {
      let kind = try #require(event["event"] as? String)
      counts[kind, default: 0] += 1
      let truth = recorded.along[try second(of: event)]
      /// Whether the place is passed again, and whether the reported pass is one of its own.
      func check(_ pass: Event) throws {
        let id = try id(of: pass)
        let along = try #require(pass["along"] as? Double)
        let own = try #require(passes[id], "\(id) is not on the route")
        #expect((own.last ?? 0) > truth - 2 * accuracy, "\(kind) of \(id) at \(truth)")
        #expect(own.contains { abs($0 - along) < 5 }, "\(kind) of \(id) at \(along), not \(own)")
        #expect(along > truth - 2 * accuracy, "\(kind) of \(id) at \(truth)")
      }
      switch kind {
      case "approach": try check(event)
      case "next":
        var now: [String: Double] = [:]
        for pass in try #require(event["passes"] as? [Event]) {
          try check(pass)
          let distance = try #require(pass["distance"] as? Double)
          let name = "\(try id(of: pass)) \(pass["pass"] ?? 1)"
          if let before = distances[name] {
            #expect(distance <= before + accuracy, "\(name) at \(truth)")
          }
          now[name] = distance
        }
        distances = now
      default: break
      }
    }
    // There was enough that could have gone wrong.
    #expect(counts["approach", default: 0] > 10)
    #expect(counts["next", default: 0] > 10)
    #expect(passes.values.filter { ($0.last ?? 0) < tour.length / 2 - 2 * accuracy }.count > 3)
  }

  @Test("noise during a pause gives no direction", arguments: 1...3 as ClosedRange<UInt64>)
  func pausedRide(seed: UInt64) async throws {
    let tour = PlannedTour(.straight, seed: seed)
    var recorded = RecordedRide(of: tour, noise: 4, seed: seed)
    recorded.ride(from: 0, to: 1500)
    let pause = recorded.along.count
    recorded.stand(for: 900)
    let places = try folder.write(tour.csv, as: "places.csv")
    let outcome = try await app.run([
      "watch", "--source", places, "--gps-log", try recorded.write(to: folder), "--ahead", "--approach",
      "300m", "--within", "20m", "--format", "jsonl", "--events",
      "initial,enter,leave,pass,approach,passed,location",
    ])
    var directions = 0
    for event in try events(outcome) {
      let second = try second(of: event)
      let kind = try #require(event["event"] as? String)
      let position = try #require(event["position"] as? Event)
      #expect(position["course"] == nil, "the log has none")
      guard let course = event["course"] as? Double else { continue }
      directions += 1
      #expect(abs(course - 90) < 45, "\(kind) at \(second)")
      // A course holds for a minute, counted from a way of 20 s.
      #expect(second <= pause + 60 + 20, "\(kind) at \(second)")
    }
    #expect(directions > 5)
    #expect(outcome.messages.contains("the direction of travel is unknown"), "\(outcome.messages)")
  }

  @Test("while standing, nothing is ahead", arguments: 1...3 as ClosedRange<UInt64>)
  func standing(seed: UInt64) async throws {
    let tour = PlannedTour(.straight, seed: seed)
    var recorded = RecordedRide(of: tour, noise: 4, seed: seed)
    recorded.ride(from: 1000, to: 1001)
    recorded.stand(for: 1200)
    let places = try folder.write(tour.csv, as: "places.csv")
    let log = try recorded.write(to: folder)
    let watched = try await app.run([
      "watch", "--source", places, "--gps-log", log, "--ahead", "--approach", "300m", "--within", "30m",
    ])
    #expect(watched.output == "", "\(watched)")
    #expect(watched.status == 1)
    let nearby = try await app.run(["nearby", "--source", places, "--gps-log", log, "--ahead"])
    #expect(nearby.output == "", "\(nearby)")
    #expect(nearby.messages.contains("direction of travel"), "\(nearby)")
    // They are there.
    #expect(try await app.run(["nearby", "--source", places, "--gps-log", log]).status == 0)
  }

  // MARK: Bad routes

  @Test(
    "a file without a route ends a watch before it begins",
    arguments: [
      ("", "is empty"), ("<gpx></gpx>", "there is no track or route in it"),
      ("<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>", "it has only one"),
      ("<gpx><trk>", "line 1: the XML is not well-formed"),
    ])
  func noRoute(content: String, message: String) async throws {
    let route = try folder.write(content, as: "route.gpx")
    let outcome = try await app.run([
      "watch", "--source", "places/helsinki.geojson", "--gps-log", "gps/walk.nmea", "--route", route,
    ])
    #expect(outcome.messages.contains("route.gpx"), "\(outcome)")
    #expect(outcome.messages.contains(message), "\(outcome)")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
  }
}

/// A route of straight legs with places beside it, by metres to the east and north of a point.
struct PlannedTour {
  enum Shape: CaseIterable {
    case straight, laps, hairpins, eight
  }

  private struct Place {
    let id: String
    let category: String
    let point: SIMD2<Double>
  }

  let length: Double

  private let terrain = Terrain()
  private let corners: [SIMD2<Double>]
  private let places: [Place]

  init(_ shape: Shape, seed: UInt64) {
    let corners = Self.corners(of: shape).map { SIMD2($0.east, $0.north) }
    self.corners = corners
    length = zip(corners, corners.dropFirst()).map { Self.length($1 - $0) }.reduce(0, +)
    var random = SeededGenerator(seed: seed)
    var places: [Place] = []
    for number in 0..<60 {
      let foot = Self.point(at: .random(in: 0...length, using: &random), of: corners)
      let aside = SIMD2(
        Double.random(in: -110...110, using: &random), .random(in: -110...110, using: &random))
      places.append(
        Place(
          id: "p\(number)", category: number % 3 == 0 ? "cafe" : "drinking_water", point: foot + aside))
    }
    self.places = places
  }

  private static func corners(of shape: Shape) -> [(east: Double, north: Double)] {
    let lap: [(east: Double, north: Double)] = [(0, 0), (1000, 0), (1000, 1000), (0, 1000)]
    return switch shape {
    case .straight: [(0, 0), (4000, 0)]
    case .laps: lap + lap + [(0, 0), (2000, 1500)]
    case .hairpins: [(0, 0), (900, 90), (0, 180), (900, 270), (0, 360), (900, 450), (900, 3000)]
    case .eight: [(0, 0), (1500, 1500), (1500, 0), (0, 1500), (0, 0), (-2000, 0)]
    }
  }

  /// A planned route.
  var gpx: String {
    let points = corners.map { corner in
      let there = terrain.coordinate(east: corner.x, north: corner.y)
      return "<rtept lat=\"\(there.latitude)\" lon=\"\(there.longitude)\"/>"
    }
    return "<gpx version=\"1.1\"><rte>\(points.joined())</rte></gpx>"
  }

  var csv: String {
    "id,name,category,lat,lon\n"
      + places.map { place in
        let there = terrain.coordinate(east: place.point.x, north: place.point.y)
        return "\(place.id),\(place.id),\(place.category),\(there.latitude),\(there.longitude)\n"
      }.joined()
  }

  /// By place, the metres along the route at which it is passed, found by walking the route step by step.
  func passes(within reach: Double) -> [String: [Double]] {
    var passes: [String: [Double]] = [:]
    for place in places {
      var nearest: (along: Double, distance: Double)?
      for along in stride(from: 0.0, through: length, by: 0.5) {
        let distance = Self.length(Self.point(at: along, of: corners) - place.point)
        if distance > reach + max(0.1 * reach, 20) {
          if let nearest { passes[place.id, default: []].append(nearest.along) }
          nearest = nil
        } else if distance < nearest?.distance ?? reach {
          nearest = (along, distance)
        }
      }
      if let nearest { passes[place.id, default: []].append(nearest.along) }
    }
    return passes
  }

  /// The point some metres along the route, and some metres to the left of it.
  func coordinate(at along: Double, aside: Double, off: SIMD2<Double>) -> Coordinate {
    let ahead = Self.point(at: min(length, along + 1), of: corners) - Self.point(at: along, of: corners)
    let point = Self.point(at: along, of: corners) + off + SIMD2(-ahead.y, ahead.x) * aside
    return terrain.coordinate(east: point.x, north: point.y)
  }

  private static func point(at along: Double, of corners: [SIMD2<Double>]) -> SIMD2<Double> {
    var rest = along
    for (start, end) in zip(corners, corners.dropFirst()) {
      let way = length(end - start)
      if rest <= way { return start + (end - start) * (rest / way) }
      rest -= way
    }
    return corners.last ?? .zero
  }

  private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }
}

/// A tour as a receiver records it, a fix a second, and where it truly was.
struct RecordedRide {
  /// Metres along the route, by the second.
  private(set) var along: [Double] = []

  private var lines: [String] = []
  private var random: SeededGenerator
  private let tour: PlannedTour
  private let noise: Double

  private static let speed = 5.0

  /// - Parameter noise: metres, the standard deviation to the east and to the north.
  init(of tour: PlannedTour, noise: Double, seed: UInt64) {
    self.tour = tour
    self.noise = noise
    random = SeededGenerator(seed: seed)
  }

  /// The radius that contains 95 of 100 fixes.
  static func accuracy(noise: Double) -> Double { 2.45 * noise }

  /// Rides, perhaps some metres beside the route.
  mutating func ride(from start: Double, to end: Double, aside: Double = 0) {
    for along in stride(from: start, to: end, by: Self.speed) { add(along, aside: aside) }
  }

  mutating func stand(for seconds: Int) {
    guard let along = along.last else { return }
    for _ in 0..<seconds { add(along, aside: 0) }
  }

  /// Writes it as gpsd reports it, and returns the path.
  func write(to folder: TemporaryDirectory) throws -> String {
    try folder.write(lines.joined(), as: "ride.json")
  }

  private mutating func add(_ along: Double, aside: Double) {
    let off = SIMD2(deviate(), deviate()) * noise
    let there = tour.coordinate(at: along, aside: aside, off: off)
    let time = Terrain.start.addingTimeInterval(Double(self.along.count)).ISO8601Format()
    lines.append(
      "{\"class\":\"TPV\",\"device\":\"/dev/gps\",\"mode\":2,\"time\":\"\(time)\",\"lat\":\(there.latitude),"
        + "\"lon\":\(there.longitude),\"eph\":\(Self.accuracy(noise: noise))}\n")
    self.along.append(along)
  }

  /// Box and Muller's normal deviate.
  private mutating func deviate() -> Double {
    let size = (-2 * log(Double.random(in: Double.leastNormalMagnitude..<1, using: &random))).squareRoot()
    return size * cos(.random(in: 0..<2 * .pi, using: &random))
  }
}
