import ArgumentParser
import Presentation

/// Reads amounts that people write with a unit.
enum Amounts {
  /// Seconds: `90`, `90s`, `30m`, `12h`, `7d`, `2w`.
  static func seconds(_ text: String) throws -> Double {
    guard let seconds = number(text, units: secondsInUnit) else {
      throw ValidationError("'\(text)' is not a time; use 30m, 12h, 7d, 2w")
    }
    return seconds
  }

  /// Bytes: `5000`, `500kB`, `50MB`, `1GB`.
  static func bytes(_ text: String) throws -> Int {
    guard let bytes = number(text, units: bytesInUnit).flatMap({ Int(exactly: $0.rounded()) }) else {
      throw ValidationError("'\(text)' is not a size; use 500kB, 50MB, 1GB")
    }
    return bytes
  }

  /// Seconds in the largest unit up to days that gives a whole number, as `seconds(_:)` reads them.
  static func text(ofSeconds seconds: Double) -> String {
    text(seconds, units: [("d", 86400), ("h", 3600), ("m", 60)])
      ?? "\(SettingsReport.Value.number(seconds).text)s"
  }

  /// Bytes in the largest unit that gives a whole number, as `bytes(_:)` reads them.
  static func text(ofBytes bytes: Int) -> String {
    text(Double(bytes), units: [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]) ?? "\(bytes)B"
  }

  private static func text(_ amount: Double, units: [(name: String, factor: Double)]) -> String? {
    for (name, factor) in units where amount >= factor {
      if let count = Int(exactly: amount / factor) { return "\(count)\(name)" }
    }
    return nil
  }

  private static func number(_ text: String, units: [String: Double]) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[number.endIndex...].drop { $0 == " " }.lowercased()
    guard let value = Double(number), let factor = units[unit], (value * factor).isFinite else { return nil }
    return value * factor
  }

  private static let secondsInUnit: [String: Double] = [
    "": 1, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604_800,
  ]

  private static let bytesInUnit: [String: Double] = [
    "": 1, "b": 1, "kb": 1e3, "k": 1e3, "mb": 1e6, "m": 1e6, "gb": 1e9, "g": 1e9,
  ]
}
