import Geography
import Places
import Positioning

/// The traveller came onto a street, or from one onto another.
public struct StreetEvent: Sendable {
  public let location: Location
  public let street: Surroundings.Near<Street>
  /// The street before; `nil` for the first.
  public let previous: String?
  /// For how many fixes in a row it was nearer than any other.
  public let fixes: Int
}

/// A street that may be the traveller's next, and why it is not yet.
public struct StreetSuppression: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case tooFew(fixes: Int, of: Int)
    /// It is this much nearer than another one, or than all that are known.
    case hardlyNearer(Distance, than: String?, accuracy: Distance)
    /// It is too far away to be on it.
    case beside(Distance)
    /// The way leads across it.
    case crossing
  }

  public let location: Location
  public let street: String
  public let reason: Reason
}

/// Decides which street a traveller is on; a value, so that a recording always gives the same events.
///
/// A change takes as many fixes in a row as an event of fences, each nearer to one other street by more than it is
/// accurate, and not just crossing it. A roundabout is left too soon for that: one fix that is nearer to it by half as
/// much is enough.
public struct StreetMonitor: Sendable {
  /// How far around a fix to look for streets.
  public static let reach = Distance(metres: 100)
  /// Metres from a street's line within which one is on it.
  private static let widthOfStreet = 15.0
  /// In metres, for fixes that do not say.
  private static let usualAccuracy = 10.0
  /// Metres of movement that have a direction.
  private static let leastStep = 1.0

  private let confirm: Int
  private var current: String?
  private var candidate: (name: String, fixes: Int)?
  private var last: Coordinate?

  /// - Parameter confirm: how many fixes in a row a change takes.
  public init(confirm: Int) {
    self.confirm = confirm
  }

  /// Takes the next fix that counts.
  ///
  /// - Parameter streets: those within `reach`, nearest first.
  public mutating func update(
    with location: Location, among streets: [Surroundings.Near<Street>]
  ) -> (event: StreetEvent?, suppression: StreetSuppression?) {
    defer { last = location.coordinate }
    guard let nearest = streets.first, nearest.thing.title != current else {
      candidate = nil
      return (nil, nil)
    }
    let name = nearest.thing.title
    let fixes = candidate?.name == name ? (candidate?.fixes ?? 0) + 1 : 1
    if let reason = objection(to: nearest, among: streets, at: location) {
      candidate = nil
      return (nil, StreetSuppression(location: location, street: name, reason: reason))
    }
    candidate = (name, fixes)
    guard fixes >= confirm || nearest.thing.isRoundabout && current != nil else {
      return (
        nil,
        StreetSuppression(location: location, street: name, reason: .tooFew(fixes: fixes, of: confirm))
      )
    }
    let event = StreetEvent(location: location, street: nearest, previous: current, fixes: fixes)
    current = name
    candidate = nil
    return (event, nil)
  }

  private func objection(
    to nearest: Surroundings.Near<Street>, among streets: [Surroundings.Near<Street>], at location: Location
  ) -> StreetSuppression.Reason? {
    let accuracy = location.accuracy ?? Self.usualAccuracy
    guard nearest.distance.metres <= Self.widthOfStreet + accuracy else { return .beside(nearest.distance) }
    // Before the first street is known, the second best is the rival.
    let rival = current.map { name in streets.first { $0.thing.title == name } } ?? streets.dropFirst().first
    let margin = (rival?.distance ?? Self.reach).metres - nearest.distance.metres
    let isRoundabout = nearest.thing.isRoundabout && current != nil
    guard margin > (isRoundabout ? accuracy / 2 : accuracy) else {
      return .hardlyNearer(
        Distance(metres: margin), than: rival?.thing.title, accuracy: Distance(metres: accuracy))
    }
    // Who walks along the far pavement of a wide street is nearer to each side street for a few steps.
    return current != nil && rival != nil && !isRoundabout && isCrossing(nearest.thing, at: location)
      ? .crossing : nil
  }

  /// Whether the last step led across a street rather than along it.
  private func isCrossing(_ street: Street, at location: Location) -> Bool {
    guard let last else { return false }
    let step = WGS84.inverse(from: last, to: location.coordinate)
    guard step.distance.metres >= Self.leastStep, let course = step.bearing,
      let direction = Self.direction(of: street, at: location.coordinate)
    else { return false }
    let angle = abs(course.degrees - direction.degrees).truncatingRemainder(dividingBy: 180)
    return min(angle, 180 - angle) > 45
  }

  /// Where the part of a street leads that is nearest to a position.
  private static func direction(of street: Street, at position: Coordinate) -> Bearing? {
    let plane = LocalPlane(about: position)
    func distance(_ part: (Coordinate, Coordinate)) -> Double {
      plane.distance(to: [part.0, part.1]) ?? .infinity
    }
    let nearest = zip(street.line, street.line.dropFirst()).min { distance($0) < distance($1) }
    return nearest.flatMap { WGS84.inverse(from: $0.0, to: $0.1).bearing }
  }
}
