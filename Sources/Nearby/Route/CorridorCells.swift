import Geography
import Glibc

/// The cells of the earth that a corridor touches, in order of the route, each once.
struct CorridorCells: Sendable {
  /// Cells, and from where on the route they are touched.
  struct Step: Sendable {
    /// Metres along the route; nothing in the cells is passed before.
    let along: Double
    /// What to ask for: every place of the cells lies in one of these circles.
    let circles: [EarthGrid.Circle]
  }

  private let line: RouteLine
  private let range: ClosedRange<Double>
  private let reach: Double
  private let stretch: Double
  private let grid: EarthGrid
  private var leg: Int
  private var touched: Set<EarthGrid.Cell> = []

  /// - Parameters:
  ///   - range: the part of the route, in metres along it.
  ///   - reach: the corridor's width to either side, in metres.
  ///   - cellSize: metres.
  init(of route: Route, in range: ClosedRange<Double>, within reach: Double, cellSize: Double) {
    line = route.line
    self.range = range
    // The ground is a little longer than the straight line.
    self.reach = reach * 1.001 + 1
    stretch = cellSize / 2
    grid = EarthGrid(size: cellSize)
    leg = route.line.leg(at: range.lowerBound)
  }

  /// The cells that the next piece of the route touches and none before did; `nil` at its end.
  mutating func next() -> Step? {
    while leg < line.legCount, line.along[leg] <= range.upperBound {
      guard line.isLeg(leg) else {
        leg += 1
        continue
      }
      let first = leg
      let start = line.along[first]
      repeat { leg += 1 } while line.isLeg(leg) && line.along[leg] < start + stretch
      let circles = untouched(by: first..<leg).map(grid.circle(around:))
      if !circles.isEmpty { return Step(along: start, circles: circles) }
    }
    return nil
  }

  /// From where on the next piece of the route may touch more cells, in metres.
  var frontier: Double {
    leg < line.legCount ? line.along[leg] : .infinity
  }

  private mutating func untouched(by legs: Range<Int>) -> [EarthGrid.Cell] {
    let start = line.points[legs.lowerBound]
    let end = line.points[legs.upperBound]
    let middle = start + (end - start) * 0.5
    let radius = (legs.lowerBound...legs.upperBound).map { (line.points[$0] - middle).length }.max() ?? 0
    let around = WGS84.coordinate(of: middle)
    return grid.cells(within: radius * 1.001 + reach, of: around).filter { cell in
      guard !touched.contains(cell) else { return false }
      let circle = grid.circle(around: cell)
      let centre = WGS84.cartesian(circle.centre)
      let isTouched = legs.contains {
        line.foot(on: $0, of: centre).distance <= reach + circle.radius.metres
      }
      if isTouched { touched.insert(cell) }
      return isTouched
    }
  }
}

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
