import Foundation
import Geography
import Places

/// A database that answers the same queries as poi's store.
protocol Peer {
  var name: String { get }

  /// How many places it finds: the nearest 20, within a circle, of one category.
  func nearest(to position: Coordinate, within metres: Double, of category: String?) throws -> Int

  /// The same, anywhere; `nil` if it cannot answer that.
  func nearest(to position: Coordinate) throws -> Int?

  /// The nearest 20 with a word in their names that begins like this; `nil` if it cannot answer that.
  func nearest(to position: Coordinate, named beginning: String) throws -> Int?
}

extension Peer {
  func nearest(to position: Coordinate, named beginning: String) throws -> Int? { nil }
}

/// A peer that takes the queries of poi's own providers.
protocol QueriedPeer: Peer {
  /// How many places match.
  func count(of query: PlaceQuery, near position: Coordinate) throws -> Int
}

extension QueriedPeer {
  func nearest(to position: Coordinate, within metres: Double, of category: String?) throws -> Int {
    let filter = PlaceFilter(categories: category.map { [$0] } ?? [])
    return try count(
      of: PlaceQuery(filter: filter, radius: Distance(metres: metres), limit: limit), near: position)
  }

  func nearest(to position: Coordinate) throws -> Int? {
    try count(of: PlaceQuery(limit: limit), near: position)
  }

  func nearest(to position: Coordinate, named beginning: String) throws -> Int? {
    try count(of: PlaceQuery(filter: PlaceFilter(name: beginning), limit: limit), near: position)
  }
}

/// How many places to find.
let limit = 20

/// A circle on the earth taken for a sphere, and the boxes of latitude and longitude that hold it.
struct Circle {
  let centre: Coordinate
  let metres: Double

  private static let metresInDegree = 111_195.0
  /// Half of the way around the earth, which every point is within.
  static let largest = 20_100_000.0

  var latitudes: ClosedRange<Double> {
    let degrees = metres / Self.metresInDegree
    return max(-90, centre.latitude - degrees)...min(90, centre.latitude + degrees)
  }

  /// One range, or two where the circle crosses the date line.
  var longitudes: [ClosedRange<Double>] {
    let degrees = metres / Self.metresInDegree
    let farthest = max(abs(latitudes.lowerBound), abs(latitudes.upperBound))
    guard farthest < 89, degrees < 85 else { return [-180...180] }
    let half = asin(min(1, sin(degrees * .pi / 180) / cos(centre.latitude * .pi / 180))) * 180 / .pi
    let (west, east) = (centre.longitude - half, centre.longitude + half)
    if west < -180 { return [-180...east, (west + 360)...180] }
    if east > 180 { return [west...180, -180...(east - 360)] }
    return [west...east]
  }

  /// Metres from the centre.
  func distance(latitude: Double, longitude: Double) -> Double {
    let radians = Double.pi / 180
    let upward = sin((latitude - centre.latitude) * radians / 2)
    let sideward = sin((longitude - centre.longitude) * radians / 2)
    let half =
      upward * upward + cos(centre.latitude * radians) * cos(latitude * radians) * sideward * sideward
    return 2 * asin(min(1, half.squareRoot())) / radians * Self.metresInDegree
  }
}

/// The nearest of all places that are added, in order.
struct NearestPlaces {
  private(set) var places: [(distance: Double, id: String, name: String)] = []

  /// Whether a place at this distance is among them.
  func wants(_ distance: Double) -> Bool {
    places.count < limit || places.last.map { distance < $0.distance } ?? true
  }

  mutating func add(_ distance: Double, _ id: String, _ name: String) {
    if places.count == limit { places.removeLast() }
    let index = places.firstIndex { distance < $0.distance } ?? places.count
    places.insert((distance, id, name), at: index)
  }
}
