import Geography

/// How values read to the user: in which units, and with which signs.
public struct Wording: Hashable, Sendable {
  /// The units of distances, accuracies and speeds.
  public var units: Units
  /// Whether poi's own signs keep to ASCII; names are shown as they are.
  public var isASCII: Bool

  /// Metric and with all signs by default.
  public init(units: Units = .metric, isASCII: Bool = false) {
    self.units = units
    self.isASCII = isASCII
  }

  /// Stands for what is not known.
  var dash: String { isASCII ? "-" : "–" }
  /// Stands for what was cut off.
  package var ellipsis: String { isASCII ? "..." : "…" }
  /// Stands between things that have nothing to do with each other.
  var separator: String { isASCII ? "|" : "·" }

  /// An arrow, a space, and three letters.
  static let directionWidth = 5

  /// `±21 m`.
  func accuracy(_ metres: Double) -> String {
    "\(isASCII ? "+-" : "±")\(units.wording(of: Distance(metres: metres)))"
  }

  /// `↗ NE`; only the sign where the direction is not known.
  ///
  /// - Parameter up: the direction to which the arrow for straight ahead points.
  func direction(_ bearing: Bearing?, up: Bearing = .north) -> String {
    guard let bearing else { return isASCII ? "." : "·" }
    let relative = Bearing(degrees: bearing.degrees - up.degrees)
    return "\(isASCII ? relative.asciiArrow : relative.arrow) \(bearing.compassPoint)"
  }
}
