import FoundationEssentials
import Geography
import Positioning

/// Where a chosen place lies for whoever walks there.
public struct BeaconEvent: Hashable, Sendable {
  /// What the user calls it.
  public let name: String
  public let coordinate: Coordinate
  public let location: Location
  public let distance: Distance
  /// `nil` if the traveller is exactly there.
  public let bearing: Bearing?
  /// As seen by the traveller; `nil` before they move.
  public let direction: RelativeDirection?
  public let hasArrived: Bool
}

/// Decides when to tell where a chosen place lies: a value, so that a recording always gives the same events.
///
/// At the first fix, then after every 50 m nearer or farther and after each turn by 45°, and on arrival.
public struct BeaconMonitor: Sendable {
  public let name: String
  public let coordinate: Coordinate

  /// Where it lies from the last fix, told or not.
  public private(set) var latest: BeaconEvent?
  private var told: BeaconEvent?
  private var moment = 0.0

  /// Metres nearer or farther that are worth telling.
  private static let step = 50.0
  /// Degrees of a turn that is.
  private static let turn = 45.0
  /// Metres at which one is there; a position is hardly better.
  private static let arrival = 15.0
  /// Metres at which one has left again.
  private static let left = 50.0
  /// The least seconds between two events.
  private static let leastSeconds = 8.0

  public init(to coordinate: Coordinate, called name: String) {
    (self.coordinate, self.name) = (coordinate, name)
  }

  /// Takes the next fix that counts.
  ///
  /// - Parameter course: the direction of travel, if known.
  mutating func update(with location: Location, course: Bearing?) -> BeaconEvent? {
    moment = location.time?.timeIntervalSinceReferenceDate ?? moment + 1
    let way = WGS84.inverse(from: location.coordinate, to: coordinate)
    let isThere = way.distance.metres <= Self.arrival
    let event = BeaconEvent(
      name: name, coordinate: coordinate, location: location, distance: way.distance, bearing: way.bearing,
      direction: RelativeDirection(of: way.bearing, onCourse: course), hasArrived: isThere)
    latest = event
    guard isWorthTelling(event) else { return nil }
    told = event
    return event
  }

  private func isWorthTelling(_ event: BeaconEvent) -> Bool {
    guard let told else { return true }
    // Who is there, looks around.
    if told.hasArrived { return event.distance.metres > Self.left }
    if event.hasArrived { return true }
    let last = told.location.time?.timeIntervalSinceReferenceDate
    if let last, moment >= last, moment - last < Self.leastSeconds { return false }
    if abs(event.distance.metres - told.distance.metres) >= Self.step { return true }
    guard let direction = event.direction else { return false }
    guard let before = told.direction else { return true }
    let turn = abs(direction.degrees - before.degrees)
    return min(turn, 360 - turn) >= Self.turn
  }
}
