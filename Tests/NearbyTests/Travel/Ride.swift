import Foundation
import Geography
import Places
import Positioning
import TestSupport

@testable import Nearby

/// A ride along a route as a receiver records it, and its true positions.
struct Ride {
  struct Moment {
    /// Metres along the route.
    let along: Double
    let fix: Location
  }

  private(set) var moments: [Moment] = []
  private var random: SeededGenerator
  private let route: Route
  /// The standard deviation in metres to either side; the accuracy is 2.45 times as large.
  private let noise: Double
  private var seconds = 0.0

  static func accuracy(noise: Double) -> Double { 2.45 * noise }

  init(on route: Route, noise: Double, seed: UInt64) {
    self.route = route
    self.noise = noise
    random = SeededGenerator(seed: seed)
  }

  /// Rides at a speed in metres per second, with a fix every so many seconds.
  mutating func ride(from start: Double, to end: Double, speed: Double, every interval: Double) {
    for along in stride(from: start, to: end, by: speed * interval) { add(along, after: interval) }
  }

  /// Stands still.
  mutating func pause(for duration: Double) {
    guard let along = moments.last?.along else { return }
    for _ in stride(from: 0, to: duration, by: 1) { add(along, after: 1) }
  }

  private mutating func add(_ along: Double, after interval: Double) {
    seconds += interval
    // Box and Muller's normal deviates.
    let size =
      noise * (-2 * log(Double.random(in: Double.leastNormalMagnitude..<1, using: &random))).squareRoot()
    let coordinate = WGS84.destination(
      from: route.coordinate(at: along), bearing: Bearing(degrees: .random(in: 0..<360, using: &random)),
      distance: Distance(metres: size))
    moments.append(
      Moment(
        along: along,
        fix: Location(
          coordinate: coordinate, accuracy: Self.accuracy(noise: noise),
          time: Terrain.start.addingTimeInterval(seconds))))
  }
}

/// Routes that can mislead a follower.
enum Tours {
  static let terrain = Terrain()

  static let shapes: [[(east: Double, north: Double)]] = [
    // Out and back.
    [(0, 0), (4000, 300), (0, 0)],
    // Two laps, and a path out across them.
    [
      (0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 0), (1000, 0), (1000, 1000), (0, 1000), (0, 0),
      (2500, 2000),
    ],
    // Hairpins.
    [(0, 0), (900, 90), (0, 180), (900, 270), (0, 360), (900, 450), (900, 3000)],
    // A figure of eight.
    [(0, 0), (1500, 1500), (1500, 0), (0, 1500), (0, 0), (-2000, 0)],
  ]

  static func route(_ shape: Int) throws -> Route {
    try Route(
      segments: [
        shapes[shape].map { RoutePoint(coordinate: terrain.coordinate(east: $0.east, north: $0.north)) }
      ], isRecorded: false)
  }

  /// Places beside a route, and a few that are not.
  static func places(on route: Route, seed: UInt64) -> [PointOfInterest] {
    var random = SeededGenerator(seed: seed)
    return (0..<60).map { number in
      let near = route.coordinate(at: .random(in: 0...route.length.metres, using: &random))
      let coordinate = WGS84.destination(
        from: near, bearing: Bearing(degrees: .random(in: 0..<360, using: &random)),
        distance: Distance(metres: .random(in: 0...160, using: &random)))
      return PointOfInterest(
        id: "p\(number)", category: number % 3 == 0 ? "cafe" : "drinking_water", coordinate: coordinate,
        tags: number % 3 == 0 ? ["amenity": "cafe"] : ["amenity": "drinking_water"])
    }
  }

  static func passes(of places: [PointOfInterest], on route: Route) -> [RoutePass] {
    let corridor = RouteCorridor(route: route, within: Distance(metres: 100))
    return places.flatMap { place in
      let stretches = corridor.stretches(along: place.coordinate)
      return stretches.enumerated().map { index, stretch in
        RoutePass(place: place, stretch: stretch, number: index + 1, count: stretches.count)
      }
    }.sorted(by: RoutePass.precedes)
  }
}
