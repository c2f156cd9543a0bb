import FoundationEssentials
import Geography
import Positioning

extension Location {
  /// One line about a fix: where, from what, how accurate, how old.
  ///
  /// - Parameter now: what the age is counted from; `nil` for a recorded fix, which shows its time instead.
  public func summary(from origin: String, now: Date?, _ wording: Wording) -> String {
    var parts = ["\(Self.degrees(coordinate.latitude)), \(Self.degrees(coordinate.longitude)) from \(origin)"]
    parts.append(accuracy.map { Self.wording(ofAccuracy: $0, wording.units) } ?? "accuracy unknown")
    if let time {
      parts.append(
        now.map { Self.age(of: time, at: $0) } ?? "recorded \(wording.clocks.text(of: time, at: coordinate))")
    }
    return parts.joined(separator: ", ")
  }

  /// `accurate to 21 m`.
  static func wording(ofAccuracy metres: Double, _ units: Units) -> String {
    let radius = units.wording(of: Distance(metres: metres))
    return switch metres {
    case 5000...: "only the region is known: within \(radius)"
    case 1000...: "accurate only to \(radius)"
    default: "accurate to \(radius)"
    }
  }

  /// Five decimals are a metre.
  static func degrees(_ value: Double) -> String {
    let hundredThousandths = Int(clamping: (abs(value) * 100_000).rounded())
    let decimals = String(hundredThousandths % 100_000)
    let sign = value < 0 && hundredThousandths > 0 ? "-" : ""
    return sign + String(hundredThousandths / 100_000) + "."
      + String(repeating: "0", count: 5 - decimals.count) + decimals
  }

  private static func age(of time: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(time)
    // A Raspberry Pi has no clock of its own: before it is set, the receiver's time lies ahead.
    guard seconds > -1 else { return "its time is ahead of this computer's clock" }
    return "\(Age.wording(seconds: seconds)) old"
  }

  /// `60.17060, 24.94139, ±21 m`.
  func summary(_ wording: Wording) -> String {
    let accuracy = accuracy.map { ", \(wording.accuracy($0))" } ?? ""
    return Self.degrees(coordinate.latitude) + ", " + Self.degrees(coordinate.longitude) + accuracy
  }
}
