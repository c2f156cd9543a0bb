import Geography
import Nearby
import Places

/// A place as it is shown: by itself, or as seen from a position.
public struct ShownPlace: Hashable, Sendable {
  public let place: PointOfInterest
  /// Its position as it is written.
  public let coordinate: Coordinate
  /// How far it is over the ground, as seen from a position.
  public private(set) var distance: Distance?
  /// The direction to it, as seen from another position.
  public private(set) var bearing: Bearing?
  /// The nearest point of its extent, as seen from a position outside.
  public private(set) var nearest: Coordinate?
  /// Whether the position that it is seen from is inside its area.
  public private(set) var isInside = false
  /// Its direction relative to travel, if wanted and known.
  public private(set) var direction: RelativeDirection?
  /// The requested word that it was found by, if it is another than its main category.
  public let matched: String?
  /// What tells whether it is open.
  let openings: Openings?
  /// Its id as people read it, if that is shorter.
  public var shortID: String?
  /// Whether its shape is written, too.
  public var hasGeometry: Bool
  /// Whether it lies beyond what its source surely knows, so that nearer ones may be missing.
  var isBeyondKnown = false

  /// A place by itself.
  ///
  /// - Parameters:
  ///   - isExact: whether its position keeps all decimals and it keeps its shape, for output that will be read back.
  ///   - openings: determines whether it is open.
  ///   - matched: the requested word that it was found by, if it is another than its main category.
  public init(
    _ place: PointOfInterest, isExact: Bool = false, openings: Openings? = nil,
    matched: String? = nil
  ) {
    self.place = place
    coordinate = isExact ? place.coordinate : place.coordinate.withoutNoise
    hasGeometry = isExact
    self.matched = matched
    self.openings = openings
  }

  /// A place as seen from a position.
  ///
  /// - Parameters:
  ///   - course: the direction of travel, if the user wants directions relative to it.
  ///   - hasGeometry: whether its shape is written, too.
  public init(
    _ nearby: NearbyPlace, openings: Openings? = nil, course: Bearing? = nil, hasGeometry: Bool = false
  ) {
    self.init(nearby.place, openings: openings, matched: nearby.matched)
    distance = nearby.distance
    bearing = nearby.bearing
    nearest = nearby.nearest?.withoutNoise
    isInside = nearby.isInside
    self.hasGeometry = hasGeometry
    direction = RelativeDirection(of: nearby.bearing, onCourse: course)
  }

  /// Whether it is open, evaluated each time; `nil` if it has no hours and the user did not ask for open
  /// places.
  public var opening: ShownOpening? { openings?.opening(of: place) }

  /// Whether it has no name, and is called by its category.
  func isTitledByCategory(_ words: Phrases) -> Bool {
    place.isTitledByCategory && place.kind(askedAs: matched, words) == place.kind(askedAs: nil, words)
  }

  /// Its shape, if that is written.
  var geometry: Extent? { hasGeometry ? place.extent : nil }

  /// Whether the position is inside its area: `yes` or `no`; `nil` if it is not seen from a position.
  var insideWord: String? { distance == nil ? nil : isInside ? "yes" : "no" }

  /// Whether nearer ones may be missing: `yes` or `no`; `nil` if it is not seen from a position.
  var beyondWord: String? { distance == nil ? nil : isBeyondKnown ? "yes" : "no" }

  /// Everything known; SI units, and unknown values are absent.
  var jsonValue: JSONValue { jsonValue(hasPosition: true) }

  /// What comes before the distance and after the bearing, and whether it includes the opening state.
  var jsonAroundDistance: (head: [UInt8], tail: [UInt8], hasOpening: Bool) {
    var (before, after): (Members, Members) = ([], [])
    appendIdentity(hasPosition: true, to: &before)
    let hasOpening = appendDetails(to: &after)
    // Both are objects; the second continues where the first ends.
    var (head, tail): ([UInt8], [UInt8]) = ([], [])
    JSONValue.object(before).append(to: &head)
    head.removeLast()
    JSONValue.object(after).append(to: &tail)
    tail[0] = UInt8(ascii: ",")
    return (head, tail, hasOpening)
  }

  /// - Parameter hasPosition: `false` if the position stands elsewhere, as in GeoJSON.
  func jsonValue(hasPosition: Bool) -> JSONValue {
    var members: Members = []
    members.reserveCapacity(14)
    appendIdentity(hasPosition: hasPosition, to: &members)
    if let distance { members.append(("distance", .rounded(distance.metres))) }
    if let bearing { members.append(("bearing", .rounded(bearing))) }
    if let jsonOfNearest { members.append(("nearest", jsonOfNearest)) }
    if isInside { members.append(("inside", .boolean(true))) }
    if let direction {
      members.append(("direction", .string(direction.quadrant.rawValue)))
      members.append(("relative", .rounded(direction.degrees)))
    }
    appendDetails(to: &members)
    return .object(members)
  }

  /// The nearest point, and how far off it may be if the shape is coarse; `nil` without one.
  var jsonOfNearest: JSONValue? {
    nearest.map { nearest in
      .known([
        "latitude": .number(nearest.latitude), "longitude": .number(nearest.longitude),
        "accuracy": place.extent.flatMap { $0.accuracy > 0 ? .rounded($0.accuracy) : nil },
      ])
    }
  }

  private typealias Members = [(key: StaticString, value: JSONValue)]

  private func appendIdentity(hasPosition: Bool, to members: inout Members) {
    members.append(("id", .string(place.id)))
    if let name = place.name { members.append(("name", .string(name))) }
    if let category = place.mainCategory { members.append(("category", .string(category))) }
    if let matched { members.append(("matched", .string(matched))) }
    if let caveat = place.caveat { members.append(("caveat", .string(caveat))) }
    guard hasPosition || geometry != nil else { return }
    members.append(("latitude", .number(coordinate.latitude)))
    members.append(("longitude", .number(coordinate.longitude)))
    if hasPosition, let geometry { members.append(("geometry", geometry.jsonValue)) }
  }

  /// - Returns: whether there is an opening state.
  @discardableResult
  private func appendDetails(to members: inout Members) -> Bool {
    if let proximity = place.proximity { members.append(("proximity", .rounded(proximity.metres))) }
    let opening = opening
    if let state = opening?.opening { members.append(("opening", .known(state.jsonMembers))) }
    members.append(("tags", .dictionary(place.tags.sorted { $0.key < $1.key })))
    return opening != nil
  }
}
