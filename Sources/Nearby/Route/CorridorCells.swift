import Geography

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
