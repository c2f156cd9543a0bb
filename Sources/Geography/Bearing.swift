/// A direction over ground, in degrees clockwise from true north.
public struct Bearing: Hashable, Codable, Sendable {
  /// 0 ≤ degrees < 360.
  public let degrees: Double

  public static let north = Bearing(degrees: 0)

  /// Any finite angle, brought into 0..<360.
  public init(degrees: Double) {
    let remainder = degrees.truncatingRemainder(dividingBy: 360)
    let positive = remainder < 0 ? remainder + 360 : remainder
    // A tiny negative angle rounds up to the full circle, and −0 would print its sign.
    self.degrees = positive == 360 ? 0 : positive + 0
  }

  /// The nearest of the sixteen compass points: `N`, `NNE`, `NE` …
  public var compassPoint: String {
    Self.compassPoints[sector(of: Self.compassPoints.count)]
  }

  /// The nearest of eight arrows, north up: `↑`, `↗`, `→` …
  public var arrow: Character {
    Self.arrows[sector(of: Self.arrows.count)]
  }

  private static let compassPoints = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
  ]
  private static let arrows: [Character] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]

  /// Which of so many equal sectors it is in, the first around north.
  package func sector(of count: Int) -> Int {
    Int(clamping: (degrees * Double(count) / 360).rounded()) % count
  }
}
