import Geography
import Nearby
import Places

/// How values read to the user: in which units, and with which signs.
public struct Wording: Hashable, Sendable {
  /// How to show the direction to a place.
  public enum Directions: Hashable, Sendable {
    /// As a compass point: `↗ NE`.
    case compass
    /// Relative to travel: `← left`.
    case relative
    /// The same as clock hours, with 12 ahead: `↖ 10 o'clock`.
    case clock
  }

  /// The units of distances, accuracies and speeds.
  public var units: Units
  /// Whether poi's own signs keep to ASCII; names are shown as they are.
  public var isASCII: Bool
  /// How to show the direction to a place.
  public var directions = Directions.compass
  public var language = Category.Language.english
  /// By which clocks to show times.
  public var clocks: PlaceClocks

  /// Metric, with all signs and in UTC by default.
  public init(units: Units = .metric, isASCII: Bool = false, clocks: PlaceClocks = .utc) {
    self.units = units
    self.isASCII = isASCII
    self.clocks = clocks
  }

  /// Stands for what is not known.
  var dash: String { isASCII ? "-" : "–" }
  /// Stands for what was cut off.
  package var ellipsis: String { isASCII ? "..." : "…" }
  /// Separates unrelated things.
  var separator: String { isASCII ? "|" : "·" }

  /// An arrow, a space, and the longest word.
  var directionWidth: Int {
    switch directions {
    case .compass: isASCII ? 3 : 5
    case .relative: 9
    case .clock: isASCII ? 10 : 12
    }
  }

  /// `±21 m`.
  func accuracy(_ metres: Double) -> String {
    "\(isASCII ? "+-" : "±")\(units.wording(of: Distance(metres: metres)))"
  }

  /// `↗ NE`, whose arrow has north up, as its letters do; only a sign if the direction is not known.
  func direction(_ bearing: Bearing?) -> String {
    guard let bearing else { return isASCII ? "." : "·" }
    return arrow(bearing) + bearing.compassPoint
  }

  /// The arrow before a word for the same direction; none in ASCII, where two directions would share one.
  private func arrow(_ bearing: Bearing) -> String { isASCII ? "" : "\(bearing.arrow) " }

  /// `↗ NE`, or `→ right` if directions are relative; only a sign if a direction is unknown.
  func direction(_ bearing: Bearing?, course: Bearing?) -> String {
    guard directions != .compass else { return direction(bearing) }
    guard let direction = RelativeDirection(of: bearing, onCourse: course) else {
      return bearing == nil ? self.direction(nil) : "? unknown"
    }
    let turn = Bearing(degrees: direction.degrees)
    let word =
      directions == .clock ? "\(direction.clockPosition) o'clock" : direction.quadrant.rawValue
    return arrow(turn) + word
  }
}
