/// A length over ground.
public struct Distance: Hashable, Comparable, Codable, Sendable {
  public var metres: Double

  public init(metres: Double) {
    self.metres = metres
  }

  public static let zero = Distance(metres: 0)

  public static func < (left: Distance, right: Distance) -> Bool {
    left.metres < right.metres
  }
}

extension Distance: TypedValue {
  public static let notation = "a distance; use 800, 800m, 1.5km, 0.5mi or 2nmi"

  private static let metresInUnit: [Substring: Double] = [
    "": 1, "m": 1, "km": 1000, "mi": metresInMile, "nmi": metresInNauticalMile, "yd": metresInYard,
    "ft": metresInFoot,
  ]

  /// Reads `800`, `800m`, `1.5km`, `0.5mi`, `2nmi`, also `yd` and `ft`: a number ≥ 0, metres without a unit.
  public init(parsing text: String) throws(ParsingError) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[number.endIndex...].drop { $0 == " " }
    guard let value = Double(number), let factor = Self.metresInUnit[unit], (value * factor).isFinite else {
      throw ParsingError(text: text)
    }
    self.init(metres: value * factor)
  }

  static let metresInMile = 1609.344
  static let metresInNauticalMile = 1852.0
  static let metresInYard = 0.9144
  static let metresInFoot = 0.3048
}
