import Foundation
import Geography
import Places
import Positioning

extension Location {
  /// One line about a fix: where, from what, how accurate, how old.
  ///
  /// - Parameter now: what the age is counted from; nothing for a recorded fix, whose time is told instead.
  public func summary(from origin: String, now: Date?) -> String {
    var parts = ["\(Self.degrees(coordinate.latitude)), \(Self.degrees(coordinate.longitude)) from \(origin)"]
    parts.append(
      accuracy.map { "accurate to \(Units.metric.wording(of: Distance(metres: $0)))" } ?? "accuracy unknown")
    if let time {
      parts.append(now.map { Self.age(of: time, at: $0) } ?? "recorded \(Timestamp.text(of: time))")
    }
    return parts.joined(separator: ", ")
  }

  /// Five decimals are a metre.
  static func degrees(_ value: Double) -> String {
    let hundredThousandths = Int((abs(value) * 100_000).rounded())
    let decimals = String(hundredThousandths % 100_000)
    let sign = value < 0 && hundredThousandths > 0 ? "-" : ""
    return sign + String(hundredThousandths / 100_000) + "."
      + String(repeating: "0", count: 5 - decimals.count) + decimals
  }

  private static func age(of time: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(time)
    // A Raspberry Pi has no clock of its own: before it is set, the receiver's time lies ahead.
    guard seconds > -1 else { return "its time is ahead of this computer's clock" }
    switch max(0, seconds) {
    case let seconds where seconds < 120: return "\(Int(seconds.rounded())) s old"
    case let seconds where seconds < 7200: return "\(Int(seconds / 60)) min old"
    case let seconds where seconds < 172_800: return "\(Int(seconds / 3600)) h old"
    default: return "\(Int(seconds / 86400)) days old"
    }
  }
}

extension NearbyReport {
  /// One line about the places: how many, from where, and whom to name.
  public var sourceSummary: String {
    let count = places.isEmpty ? "nothing found" : places.count == 1 ? "1 place" : "\(places.count) places"
    let attribution = source.attribution.map { ", \(TerminalText.harmless($0))" } ?? ""
    return "\(count) in \(source.name)\(attribution)"
  }
}
