import Geography

/// Which rule made something an event, or kept it from being one.
public enum ProximityReason: Hashable, Codable, Sendable {
  // Why something is an event.
  case withinAtFirstFix(radius: Distance)
  case entered(fixes: Int, radius: Distance, dwell: Double)
  case left(fixes: Int, radius: Distance)
  /// `fixes` is how many of them were within.
  case cameWithin(radius: Distance, fixes: Int)

  // Why a fix does not count.
  case inaccurate(Distance, limit: Distance)
  /// `limit` is in metres a second; `seconds` is `nil` if the times do not tell.
  case tooFast(Distance, seconds: Double?, limit: Double)
  case placesUnknown

  // Why something is not an event yet, or not at all.
  case tooFewWithin(fixes: Int, of: Int, radius: Distance)
  case tooFewBeyond(fixes: Int, of: Int, radius: Distance)
  case timesUnknown
  case stayed(seconds: Double, of: Double)
  case leftRecently(seconds: Double, cooldown: Double)
  case outsideAgain(fixes: Int)
}

extension ProximityReason: CustomStringConvertible {
  /// The reason in SI units.
  public var description: String { wording(in: .metric) }

  /// The reason with its lengths in the user's units, to a tenth.
  public func wording(in units: Units) -> String {
    switch self {
    case .withinAtFirstFix(let radius):
      return "within \(units.exactWording(of: radius)) at the first fix"
    case .entered(let fixes, let radius, let dwell):
      let stay = dwell > 0 ? " for \(Units.exact(dwell)) s" : ""
      return "\(Self.count(fixes)) within \(units.exactWording(of: radius))\(stay)"
    case .left(let fixes, let radius):
      return "\(Self.count(fixes)) beyond \(units.exactWording(of: radius))"
    case .cameWithin(let radius, let fixes):
      let span = fixes == 0 ? "between two fixes" : "for \(Self.count(fixes))"
      return "came within \(units.exactWording(of: radius)) \(span)"
    case .inaccurate(let accuracy, let limit):
      return
        "accurate only to \(units.exactWording(of: accuracy)), not to \(units.exactWording(of: limit))"
    case .tooFast(let distance, nil, _):
      return "\(units.exactWording(of: distance)) from the last fix, after an unknown time"
    case .tooFast(let distance, let seconds?, let limit):
      return
        "\(units.exactWording(of: distance)) in \(Units.exact(seconds)) s is faster than \(Units.exact(limit)) m/s"
    case .placesUnknown:
      return "the places around here are not known yet"
    case .tooFewWithin(let fixes, let wanted, let radius):
      return "\(fixes) of \(wanted) fixes within \(units.exactWording(of: radius))"
    case .tooFewBeyond(let fixes, let wanted, let radius):
      return "\(fixes) of \(wanted) fixes beyond \(units.exactWording(of: radius))"
    case .timesUnknown:
      return "the fixes have no times, so the stay cannot be measured"
    case .stayed(let seconds, let wanted):
      return "stayed \(Units.exact(seconds)) of \(Units.exact(wanted)) s"
    case .leftRecently(let seconds, let cooldown):
      return "left \(Units.exact(seconds)) s ago, within the cooldown of \(Units.exact(cooldown)) s"
    case .outsideAgain(let fixes):
      return "outside again after \(Self.count(fixes))"
    }
  }

  private static func count(_ fixes: Int) -> String {
    fixes == 1 ? "1 fix" : "\(fixes) fixes"
  }
}
