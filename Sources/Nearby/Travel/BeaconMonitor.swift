import FoundationEssentials
import Geography
import Places
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
/// At the first fix, then after every 50 m nearer or farther, after each turn by 45°, when the word told for its
/// direction has been wrong for some seconds, and on arrival.
public struct BeaconMonitor: Sendable {
  public let name: String
  private let place: PointOfInterest
  /// How many words there are for its direction.
  private let words: Int

  /// Where it lies from the last fix, told or not.
  public private(set) var latest: BeaconEvent?
  private var told: BeaconEvent?
  private var moment = 0.0
  /// Since when another word than the told one fits.
  private var wrongSince: Double?

  /// Metres nearer or farther that are worth telling.
  private static let step = 50.0
  /// Degrees of a turn that is.
  private static let turn = 45.0
  /// Degrees beyond what a word stands for at which it is wrong; less is noise.
  private static let margin = 12.0
  /// Seconds for which it must stay wrong.
  private static let wrongSeconds = 3.0
  /// Metres at which one is there; a position is hardly better.
  private static let arrival = 15.0
  /// Metres at which one has left again.
  private static let left = 50.0
  /// The least seconds between two events.
  private static let leastSeconds = 8.0

  public init(to place: PointOfInterest, called name: String, words: Int = 4) {
    (self.place, self.name, self.words) = (place, name, words)
  }

  /// Takes the next fix that counts.
  ///
  /// - Parameter course: the direction of travel, if known.
  mutating func update(with location: Location, course: Bearing?) -> BeaconEvent? {
    moment = location.time?.timeIntervalSinceReferenceDate ?? moment + 1
    let way = NearbyPlace(place, from: location.coordinate)
    let isThere = way.distance.metres <= Self.arrival || cameThere(with: location)
    let event = BeaconEvent(
      name: name, coordinate: place.coordinate, location: location, distance: way.distance,
      bearing: way.bearing, direction: RelativeDirection(of: way.bearing, onCourse: course),
      hasArrived: isThere)
    latest = event
    guard isWorthTelling(event) else { return nil }
    told = event
    return event
  }

  /// Whether one was there between the last fix and this one.
  private func cameThere(with location: Location) -> Bool {
    guard let last = latest?.location, let start = last.time, let end = location.time,
      (0...ProximityRules.longestPass).contains(end.timeIntervalSince(start))
    else { return false }
    return place.approach(
      from: last.coordinate, to: location.coordinate, within: Distance(metres: Self.arrival)) != nil
  }

  private mutating func isWorthTelling(_ event: BeaconEvent) -> Bool {
    guard let told else { return true }
    let isWrong = told.direction.flatMap { before in
      event.direction?.isOutside(sectorOf: before, among: words, by: Self.margin)
    }
    wrongSince = isWrong == true ? min(wrongSince ?? moment, moment) : nil
    // Who is there, looks around.
    if told.hasArrived { return event.distance.metres > Self.left }
    if event.hasArrived { return true }
    let last = told.location.time?.timeIntervalSinceReferenceDate
    if let last, moment >= last, moment - last < Self.leastSeconds { return false }
    if abs(event.distance.metres - told.distance.metres) >= Self.step { return true }
    guard let direction = event.direction else { return false }
    guard let before = told.direction else { return true }
    if let wrongSince, moment - wrongSince >= Self.wrongSeconds { return true }
    let turn = abs(direction.degrees - before.degrees)
    return min(turn, 360 - turn) >= Self.turn
  }
}
