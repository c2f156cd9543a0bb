import Geography
import Glibc

/// The earth in cells of about one size: rows of equal height, each cut into as many cells as fit round it.
struct EarthGrid: Hashable, Sendable {
  struct Cell: Hashable, Sendable {
    /// From 0 at the south pole.
    let row: Int
    /// From 0 at 180° W.
    let column: Int
  }

  /// A circle over the ground.
  struct Circle: Hashable, Sendable {
    let centre: Coordinate
    let radius: Distance
  }

  private let rows: Int
  private var degrees: Double { 180 / Double(rows) }

  /// Metres in a degree of latitude, at the least and at the most.
  private static let leastMetresInDegree = 110_574.0
  private static let mostMetresInDegree = 111_694.0

  /// A grid of cells about this many metres high and wide.
  init(size: Double) {
    rows = Int(clamping: min(500_000, max(4, 180 * Self.leastMetresInDegree / max(size, 1))))
  }

  /// How many cells a row has; as many as fit its longer edge.
  private func columns(inRow row: Int) -> Int {
    let (south, north) = latitudes(ofRow: row)
    let widest = south <= 0 && north >= 0 ? 1 : max(cos(south * .pi / 180), cos(north * .pi / 180))
    return max(1, Int(clamping: (2 * Double(rows) * widest).rounded(.up)))
  }

  private func latitudes(ofRow row: Int) -> (south: Double, north: Double) {
    (Double(row) * degrees - 90, Double(row + 1) * degrees - 90)
  }

  /// A circle around a cell: every point of the cell lies in it.
  func circle(around cell: Cell) -> Circle {
    let (south, north) = latitudes(ofRow: cell.row)
    let columns = columns(inRow: cell.row)
    let width = 360 / Double(columns)
    guard columns > 2 else {
      // A cap around a pole, or a half of it.
      let pole = Coordinate(latitude: south < 0 ? -90 : 90, longitude: 0)
      return Circle(centre: pole, radius: Distance(metres: degrees * Self.mostMetresInDegree + 1))
    }
    let west = Double(cell.column) * width - 180
    let centre = Coordinate(latitude: (south + north) / 2, longitude: west + width / 2)
    let corners = [(south, west), (north, west), ((south + north) / 2, west)].map { latitude, longitude in
      WGS84.inverse(from: centre, to: Coordinate(latitude: latitude, longitude: longitude)).distance.metres
    }
    // An edge that bulges does so by less than this, for a cell that is small against the earth.
    return Circle(centre: centre, radius: Distance(metres: (corners.max() ?? 0) * 1.01 + 1))
  }

  /// The cells that a circle may touch, west to east in rows from the south.
  func cells(within radius: Double, of centre: Coordinate) -> [Cell] {
    let reach = radius / Self.leastMetresInDegree * 1.001 + 1e-9
    let southernmost = max(-90, centre.latitude - reach)
    let northernmost = min(90, centre.latitude + reach)
    let longitudes = Self.degreesOfLongitude(within: reach, at: centre.latitude)
    let first = min(rows - 1, Int(clamping: (southernmost + 90) / degrees))
    let last = min(rows - 1, Int(clamping: (northernmost + 90) / degrees))
    return (first...last).flatMap { row in
      let columns = columns(inRow: row)
      let width = 360 / Double(columns)
      let west = Int(clamping: ((centre.longitude - longitudes + 180) / width).rounded(.down))
      let east = Int(clamping: ((centre.longitude + longitudes + 180) / width).rounded(.down))
      let range = east - west + 1 >= columns ? 0...columns - 1 : west...east
      return range.map { Cell(row: row, column: ($0 % columns + columns) % columns) }
    }
  }

  /// How far to either side a circle on the sphere reaches, in degrees of longitude.
  private static func degreesOfLongitude(within reach: Double, at latitude: Double) -> Double {
    guard abs(latitude) + reach < 90 else { return 180 }
    let sine = sin(reach * .pi / 180) / cos(latitude * .pi / 180)
    return sine < 1 ? asin(sine) * 180 / .pi * 1.001 + 1e-9 : 180
  }
}
