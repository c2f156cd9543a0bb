import Geography
import Places

extension RouteCorridor {
  /// The stretches of the route within the distance of a place, or of its extent, in route order; each ends only where
  /// the route is farther away than `leavingDistance`.
  public func stretches(along place: PointOfInterest) -> [RouteStretch] {
    guard let extent = place.extent else { return stretches(along: place.coordinate) }
    let reach = leaving.metres + extent.reach(from: place.coordinate)
    var passing = PassingOfExtent(line: line, extent: extent, within: within, leaving: leaving)
    line.visitLegs(within: reach, of: WGS84.cartesian(place.coordinate), by: &passing)
    passing.close()
    return passing.stretches.map { stretch in
      let point = line.point(on: stretch.leg, at: stretch.fraction)
      let foot = WGS84.coordinate(of: point)
      let nearest = extent.nearest(to: foot)
      // Rounding may leave the point where the route comes in just outside.
      let offset = stretch.until == nil ? nearest.distance : .zero
      return RouteStretch(
        along: line.along(on: stretch.leg, at: stretch.fraction), offset: offset,
        side: offset.metres < Self.leastSideOffset
          ? .on
          : side(
            of: WGS84.cartesian(nearest.point) - point, at: stretch.leg, stretch.fraction,
            up: Self.up(at: foot)),
        point: foot, until: stretch.until)
    }
  }

  /// Beyond this distance a pass has ended.
  private var leaving: Distance { Distance(metres: Self.leavingDistance(within.metres)) }

  /// Follows the route past an extent, and finds the nearest point of each stretch: the first, where it leads inside.
  private struct PassingOfExtent: BoxTree.Visitor {
    let line: RouteLine
    let extent: Extent
    let within: Distance
    let leaving: Distance

    struct Stretch {
      var leg: Int
      var fraction: Double
      var distance: Distance
      /// Metres along the route where it has last been inside.
      var until: Double?
    }

    /// Those that have ended.
    private(set) var stretches: [Stretch] = []

    private var current: Stretch?
    /// The leg that the stretch may go on with.
    private var expected = -1

    init(line: RouteLine, extent: Extent, within: Distance, leaving: Distance) {
      (self.line, self.extent, self.within, self.leaving) = (line, extent, within, leaving)
    }

    mutating func close() {
      if let current { stretches.append(current) }
      current = nil
    }

    mutating func settles(_ legs: Range<Int>, in box: BoxTree.Box, at distance: Double) -> Bool { false }

    mutating func take(_ leg: Int) {
      guard line.isLeg(leg) else {
        // At a break the way goes on elsewhere; whether that is still near by, its first leg tells.
        if leg == expected { expected += 1 }
        return
      }
      let start = WGS84.coordinate(of: line.points[leg])
      let end = WGS84.coordinate(of: line.points[leg + 1])
      if leg != expected || !extent.isWithin(leaving, of: start) { close() }
      guard let approach = extent.approach(from: start, to: end, within: leaving) else { return close() }
      take(approach, on: leg, from: start, to: end)
      if extent.isWithin(leaving, of: end) { expected = leg + 1 } else { close() }
    }

    private mutating func take(
      _ approach: ClosestApproach, on leg: Int, from start: Coordinate, to end: Coordinate
    ) {
      let (distance, hasEntered) = (approach.distance, current?.distance == .zero)
      if !hasEntered {
        guard distance <= within, current.map({ distance < $0.distance }) ?? true else { return }
        current = Stretch(leg: leg, fraction: approach.fraction, distance: distance, until: nil)
      }
      guard distance == .zero, extent.isArea else { return }
      // The last point of the leg that is inside, as it leads through or is back from the edge.
      let back = extent.approach(from: end, to: start, within: within)
      current?.until = line.along(on: leg, at: 1 - (back?.fraction ?? 1))
    }
  }
}
