/// The units that people are shown; what is computed and what is exchanged stays SI.
public enum Units: String, CaseIterable, Sendable {
  /// Metres and kilometres.
  case metric
  /// Yards and miles.
  case imperial
  /// Metres near by, and nautical miles.
  case nautical

  /// The distance as a person would say it: `45 m`, `1.2 km`, `14 km`.
  public func wording(of distance: Distance) -> String {
    let metres = distance.metres
    switch self {
    case .metric:
      return metres < 999.5 ? "\(Self.whole(metres)) m" : "\(Self.short(metres / 1000)) km"
    case .imperial:
      // A thousand yards is what a person still pictures as yards.
      let yards = metres / Distance.metresInYard
      return yards < 999.5 ? "\(Self.whole(yards)) yd" : "\(Self.short(metres / Distance.metresInMile)) mi"
    case .nautical:
      let miles = metres / Distance.metresInNauticalMile
      return miles < 0.2 ? "\(Self.whole(metres)) m" : "\(Self.short(miles)) nmi"
    }
  }

  /// The speed, given in metres a second: `5 km/h`, `3 mph`, `6 kn`.
  public func wording(ofSpeed metresPerSecond: Double) -> String {
    switch self {
    case .metric: "\(Self.short(metresPerSecond * 3.6)) km/h"
    case .imperial: "\(Self.short(metresPerSecond * 3600 / Distance.metresInMile)) mph"
    case .nautical: "\(Self.short(metresPerSecond * 3600 / Distance.metresInNauticalMile)) kn"
    }
  }

  private static func whole(_ value: Double) -> String {
    // A stranger's log can claim any accuracy at all.
    String(Int(exactly: value.rounded()) ?? .max)
  }

  /// One decimal below ten, none above.
  private static func short(_ value: Double) -> String {
    guard value < 9.95 else { return whole(value) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
