import Geography
import Places
import Positioning

/// The traveller came onto a street, or from one onto another.
public struct StreetEvent: Sendable {
  public let location: Location
  public let street: Surroundings.Near<Street>
  /// The street before; `nil` for the first.
  public let previous: String?
  /// How many fixes it fitted better.
  public let fixes: Int
}

/// Decides which street a traveller is on by the last dozen fixes; a value, so that a recording always gives the same
/// events.
///
/// Each fix is evidence for the streets that it is nearer to than to the one matched so far: the difference of the
/// squared distances, as if errors were normal. The sum fades, and never goes below zero (Page's CUSUM test); a street
/// that has enough of it is the next one, later if it does not meet the last one. Who keeps to one side of a street stays
/// on it, as that side's distance from its line does not count: the far pavement of an avenue crosses side streets
/// without being on them.
public struct StreetMonitor: Sendable {
  /// How far around a fix to look for streets.
  public static let reach = Distance(metres: 100)
  /// Metres from a street's line within which one is on it.
  private static let widthOfStreet = 15.0
  /// In metres, for fixes that do not say.
  private static let usualAccuracy = 10.0
  /// Metres of error on each axis: lines are drawn no better, and worse fixes show nothing.
  private static let noise = 2.0...30.0
  /// The radius that holds 95 % of fixes, in errors on each axis.
  private static let errorsInAccuracy = 2.45
  /// The evidence of so many fixes counts.
  private static let memory = 20.0
  /// The most that one fix is worth, so that none decides alone.
  private static let mostOfOneFix = 2.0
  /// The least that a fix must say to count as one that fits better.
  private static let leastGain = 0.1
  /// How much makes a street the next one.
  private static let enough = 2.0
  /// The same for a street that does not meet the last one.
  private static let enoughApart = 5.0
  /// The same for a roundabout, which a car leaves after two or three fixes.
  private static let enoughOfRoundabout = 1.0
  /// Metres from the last change, or the accuracy if that is more, up to which another is chance: who stands at a corner
  /// is not told of each street in turn.
  private static let leastStep = 5.0
  /// How many fixes show on which side of its line one keeps on a street.
  private static let fixesOfOffset = 20.0

  private let confirm: Int
  private var current: Street?
  /// Where it became that.
  private var changed: Coordinate?
  /// Where one usually is from its line, in metres to the east and north: noise cancels out, a pavement stays.
  private var offset = SIMD2(0.0, 0.0)
  private var rivals: [String: (evidence: Double, fixes: Int)] = [:]
  /// The street that the traveller is on, as seen from the last fix; `nil` if none is near, or which one is not known.
  public private(set) var street: Surroundings.Near<Street>?

  /// - Parameter confirm: how many fixes a change takes at least.
  public init(confirm: Int) {
    self.confirm = confirm
  }

  /// Takes the next fix that counts.
  ///
  /// - Parameter streets: those within `reach`, nearest first, each title once.
  public mutating func update(
    with location: Location, among streets: [Surroundings.Near<Street>]
  ) -> StreetEvent? {
    let accuracy = location.accuracy ?? Self.usualAccuracy
    let reach = Self.widthOfStreet + accuracy
    let own = streets.first { $0.thing.title == current?.title }
    weigh(streets, own, within: reach, accuracy)
    let hasMoved =
      changed.map {
        WGS84.inverse(from: $0, to: location.coordinate).distance.metres >= max(Self.leastStep, accuracy)
      } ?? true
    let next =
      hasMoved
      ? streets.filter { decides(for: $0.thing) }.max { evidence(for: $0) < evidence(for: $1) } : nil
    guard let next else {
      if let own {
        if own.thing.title == streets.first?.thing.title,
          let foot = LocalPlane(about: location.coordinate).foot(on: own.thing.line)
        {
          let part = min(1, Self.widthOfStreet / max(own.distance.metres, 1))
          offset += (-foot * part - offset) / Self.fixesOfOffset
        }
        current = own.thing
      }
      street = own.flatMap { $0.distance.metres <= 2 * reach ? $0 : nil }
      return nil
    }
    let event = StreetEvent(
      location: location, street: next, previous: current?.title,
      fixes: rivals[next.thing.title]?.fixes ?? confirm)
    (current, street, rivals, offset) = (next.thing, next, [:], .zero)
    changed = location.coordinate
    return event
  }

  private func evidence(for street: Surroundings.Near<Street>) -> Double {
    rivals[street.thing.title]?.evidence ?? 0
  }

  /// Adds what one fix says for each street but the current one.
  private mutating func weigh(
    _ streets: [Surroundings.Near<Street>], _ own: Surroundings.Near<Street>?, within reach: Double,
    _ accuracy: Double
  ) {
    let noise = min(max(accuracy / Self.errorsInAccuracy, Self.noise.lowerBound), Self.noise.upperBound)
    let ownMisfit = max(0, (own?.distance ?? Self.reach).metres - (offset * offset).sum().squareRoot())
    var weighed: [String: (evidence: Double, fixes: Int)] = [:]
    for (index, street) in streets.enumerated() where street.thing.title != current?.title {
      let metres = street.distance.metres
      guard metres <= reach else { break }
      // Before the first street is known, the best of the others is the rival.
      let second = index == 0 ? streets.dropFirst().first : streets.first
      let rival = current == nil ? (second?.distance ?? Self.reach).metres : ownMisfit
      let gain = (rival * rival - metres * metres) / (2 * noise * noise)
      let before = rivals[street.thing.title] ?? (0, 0)
      let evidence =
        before.evidence * (1 - 1 / Self.memory) + min(max(gain, -Self.mostOfOneFix), Self.mostOfOneFix)
      if evidence > 0 {
        weighed[street.thing.title] = (evidence, gain > Self.leastGain ? before.fixes + 1 : before.fixes)
      }
    }
    rivals = weighed
  }

  /// Whether there is enough evidence for a street.
  private func decides(for street: Street) -> Bool {
    guard let (evidence, fixes) = rivals[street.title] else { return false }
    if street.isRoundabout, current != nil { return evidence >= Self.enoughOfRoundabout }
    guard fixes >= confirm, evidence >= Self.enough else { return false }
    // Streets that share a point meet.
    return evidence >= Self.enoughApart || current.map { !Set($0.line).isDisjoint(with: street.line) } ?? true
  }
}
