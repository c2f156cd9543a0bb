/// The units that people see; computation and exchange use SI.
public enum Units: CaseIterable, Sendable {
  /// Metres and kilometres.
  case metric
  /// Yards and miles, as in Britain.
  case imperial
  /// Feet and miles, as in the United States.
  case customary
  /// Metres near by, and nautical miles.
  case nautical

  public struct Length: Hashable, Sendable {
    /// How it is written after a number.
    public let symbol: String
    public let metres: Double
  }

  /// The unit for what people can see.
  public var near: Length {
    switch self {
    case .metric, .nautical: Length(symbol: "m", metres: 1)
    case .imperial: Length(symbol: "yd", metres: Distance.metresInYard)
    case .customary: Length(symbol: "ft", metres: Distance.metresInFoot)
    }
  }

  /// The unit for distances to travel.
  public var far: Length {
    switch self {
    case .metric: Length(symbol: "km", metres: 1000)
    case .imperial, .customary: Length(symbol: "mi", metres: Distance.metresInMile)
    case .nautical: Length(symbol: "nmi", metres: Distance.metresInNauticalMile)
    }
  }

  /// The unit in which a person would say the distance.
  public func unit(for distance: Distance) -> Length {
    switch self {
    // People can still picture a thousand.
    case .metric, .imperial, .customary: distance.metres / near.metres < 999.5 ? near : far
    case .nautical: distance.metres / far.metres < 0.2 ? near : far
    }
  }

  /// The distance as a person would say it: `45 m`, `1.2 km`, `14 km`.
  public func wording(of distance: Distance) -> String {
    let unit = unit(for: distance)
    let number = distance.metres / unit.metres
    return "\(unit == near ? Self.whole(number) : Self.short(number)) \(unit.symbol)"
  }

  /// The distance as a rule counts it, to a tenth: `50 m`, `54.7 yd`; in the far unit if that is as exact: `30 km`.
  public func exactWording(of distance: Distance) -> String {
    let tenths = distance.metres / far.metres * 10
    if distance.metres / near.metres >= 1000, abs(tenths - tenths.rounded()) < 1e-6 {
      return "\(Self.exact(tenths / 10)) \(far.symbol)"
    }
    return "\(Self.exact(distance.metres / near.metres)) \(near.symbol)"
  }

  /// The speed, given in metres a second: `5 km/h`, `3 mph`, `6 kn`.
  public func wording(ofSpeed metresPerSecond: Double) -> String {
    let symbol =
      switch self {
      case .metric: "km/h"
      case .imperial, .customary: "mph"
      case .nautical: "kn"
      }
    return "\(Self.short(metresPerSecond * 3600 / far.metres)) \(symbol)"
  }

  /// A number to a tenth, without a needless decimal.
  public static func exact(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    guard let count = Int(exactly: tenths), count % 10 != 0 else { return whole(value) }
    return "\(count < 0 ? "-" : "")\(count.magnitude / 10).\(count.magnitude % 10)"
  }

  private static func whole(_ value: Double) -> String {
    // A stranger's log can claim any accuracy at all.
    String(Int(exactly: value.rounded()) ?? .max)
  }

  /// One decimal below ten, none above.
  private static func short(_ value: Double) -> String {
    guard value < 9.95 else { return whole(value) }
    let tenths = Int(clamping: (value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The systems of units that people name; what a name means can depend on the territory.
public enum UnitSystem: String, CaseIterable, Sendable {
  case metric, imperial, nautical

  /// The units that are meant.
  ///
  /// - Parameter territory: an ISO 3166 code, like `GB`; `nil` if it is not known.
  public func units(in territory: String?) -> Units {
    switch self {
    case .metric: .metric
    case .imperial: territory.map(Self.territoriesWithFeet.contains) == true ? .customary : .imperial
    case .nautical: .nautical
    }
  }

  public static func usual(in territory: String?) -> UnitSystem {
    guard let territory else { return .metric }
    return territory == "GB" || territoriesWithFeet.contains(territory) ? .imperial : .metric
  }

  /// Where Unicode's CLDR has the measurement system `US`.
  private static let territoriesWithFeet: Set = ["US", "LR", "MM"]
}
