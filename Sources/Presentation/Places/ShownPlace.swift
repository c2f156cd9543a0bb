import Geography
import Nearby
import Places

/// A place as it is shown: by itself, or as seen from a position.
public struct ShownPlace: Hashable, Sendable {
  /// The place.
  public let place: PointOfInterest
  /// Its position as it is written.
  public let coordinate: Coordinate
  /// How far it is over the ground, where it is seen from somewhere.
  public let distance: Distance?
  /// The direction to it, where it is seen from somewhere else than its own position.
  public let bearing: Bearing?
  /// Its direction relative to travel, if wanted and known.
  public let direction: RelativeDirection?
  /// What to know of it that makes it less sure to be what was asked for.
  public let caveat: String?
  /// What tells whether it is open.
  let openings: Openings?

  /// A place by itself.
  ///
  /// - Parameters:
  ///   - isExact: whether its position keeps all decimals, for output that will be read back.
  ///   - openings: determines whether it is open.
  ///   - caveat: why it may not be what the user wants.
  public init(
    _ place: PointOfInterest, isExact: Bool = false, openings: Openings? = nil, caveat: String? = nil
  ) {
    self.place = place
    coordinate = isExact ? place.coordinate : place.coordinate.withoutNoise
    distance = nil
    bearing = nil
    direction = nil
    self.caveat = caveat
    self.openings = openings
  }

  /// A place as seen from a position.
  ///
  /// - Parameter course: the direction of travel, if the user wants directions relative to it.
  public init(_ nearby: NearbyPlace, openings: Openings? = nil, course: Bearing? = nil) {
    place = nearby.place
    coordinate = nearby.place.coordinate.withoutNoise
    distance = nearby.distance
    bearing = nearby.bearing
    direction = RelativeDirection(of: nearby.bearing, onCourse: course)
    caveat = nearby.caveat
    self.openings = openings
  }

  /// Whether it is open, evaluated each time; `nil` if it has no hours and the user did not ask for open
  /// places.
  public var opening: ShownOpening? { openings?.opening(of: place) }
}

extension Coordinate {
  /// The same position with no more decimals than mean anything.
  fileprivate var withoutNoise: Coordinate {
    Coordinate(latitude: latitude.withoutNoise, longitude: longitude.withoutNoise)
  }
}

extension ShownPlace {
  /// All that is known; SI units, and what is unknown is absent.
  var jsonValue: JSONValue { jsonValue(hasPosition: true) }

  /// What comes before the distance and after the bearing, and whether it includes the opening state.
  var jsonAroundDistance: (head: [UInt8], tail: [UInt8], hasOpening: Bool) {
    let (before, after, hasOpening) = jsonParts(hasPosition: true)
    // Both are objects; the second continues where the first ends.
    return (
      Array(JSONValue.object(before).line.utf8.dropLast()),
      [UInt8(ascii: ",")] + JSONValue.object(after).line.utf8.dropFirst(), hasOpening
    )
  }

  /// - Parameter hasPosition: `false` if the position stands elsewhere, as in GeoJSON.
  func jsonValue(hasPosition: Bool) -> JSONValue {
    let (before, after, _) = jsonParts(hasPosition: hasPosition)
    let seen = JSONValue.known([
      "distance": distance.map { .rounded($0.metres) },
      "bearing": bearing.map { .rounded($0) },
      "direction": direction.map { .string($0.quadrant.rawValue) },
      "relative": direction.map { .rounded($0.degrees) },
    ])
    guard case .object(let view) = seen else { return seen }
    return .object(before + view + after)
  }

  private typealias Members = [(key: StaticString, value: JSONValue)]

  private func jsonParts(hasPosition: Bool) -> (before: Members, after: Members, hasOpening: Bool) {
    let before = JSONValue.known([
      "id": .string(place.id),
      "name": place.name.map(JSONValue.string),
      "category": place.category.map(JSONValue.string),
      "caveat": caveat.map(JSONValue.string),
      "latitude": hasPosition ? .number(coordinate.latitude) : nil,
      "longitude": hasPosition ? .number(coordinate.longitude) : nil,
    ])
    let opening = opening
    let after = JSONValue.known([
      "proximity": place.proximity.map { .rounded($0.metres) },
      "opening": opening?.opening.map { .known($0.jsonMembers) },
      "tags": .dictionary(place.tags.sorted { $0.key < $1.key }),
    ])
    guard case .object(let members) = before, case .object(let others) = after else { return ([], [], false) }
    return (members, others, opening != nil)
  }
}
