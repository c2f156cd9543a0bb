extension Extent {
  /// Whether a valid position lies within an odd number of the rings.
  ///
  /// Counts the edges that the meridian crosses on its way from the position to the north pole.
  public func contains(_ position: Coordinate) -> Bool {
    guard bounds.contains(position) else { return false }
    var isInside = bounds.ringsAroundNorthPole % 2 == 1
    for run in runs where parts[run.part].isRing {
      let box = run.bounds
      guard box.north >= position.latitude, box.isCrossed(byMeridianOf: position) else { continue }
      let corners = corners(of: run)
      // What lies wholly north is crossed as often as its ends are on both sides, give or take twice.
      if box.south > position.latitude, box.east - box.west < 180, let first = corners.first,
        let last = corners.last
      {
        if Self.isEast(first, of: position) != Self.isEast(last, of: position) { isInside.toggle() }
      } else if crosses(corners, northOf: position) {
        isInside.toggle()
      }
    }
    return isInside
  }

  private static func isEast(_ point: Point, of position: Coordinate) -> Bool {
    LocalPlane.turn(from: position.longitude, to: point.coordinate.longitude) > 0
  }

  /// Whether the edges between some corners cross a position's meridian north of it an odd number of times.
  private func crosses(_ corners: ArraySlice<Point>, northOf position: Coordinate) -> Bool {
    guard var from = corners.first?.coordinate else { return false }
    var isOdd = false
    var start = LocalPlane.turn(from: position.longitude, to: from.longitude)
    for corner in corners.dropFirst() {
      let to = corner.coordinate
      let end = LocalPlane.turn(from: position.longitude, to: to.longitude)
      // An edge of more than half a turn passes on the other side of the earth.
      if (start > 0) != (end > 0), abs(end - start) < 180,
        Self.isNorth(from, to, of: position, isEastward: end > start, turn: end - start)
      {
        isOdd.toggle()
      }
      (from, start) = (to, end)
    }
    return isOdd
  }

  /// Whether an edge crosses a position's meridian north of it.
  private static func isNorth(
    _ from: Coordinate, _ to: Coordinate, of position: Coordinate, isEastward: Bool, turn: Double
  ) -> Bool {
    // At a pole all meridians meet.
    if abs(position.latitude) == 90 { return position.latitude < 0 && max(from.latitude, to.latitude) > -90 }
    let bulge = bulge(overLongitudes: turn)
    if min(from.latitude, to.latitude) - bulge > position.latitude { return true }
    if max(from.latitude, to.latitude) + bulge < position.latitude { return false }
    let (start, way) = (WGS84.cartesian(from), WGS84.cartesian(to) - WGS84.cartesian(from))
    let point = WGS84.cartesian(position)
    let normal = SIMD3(
      start.y * way.z - start.z * way.y, start.z * way.x - start.x * way.z, start.x * way.y - start.y * way.x)
    let side = (normal * (point - start)).sum()
    guard side != 0 else { return min(from.latitude, to.latitude) >= position.latitude }
    return isEastward ? side < 0 : side > 0
  }

  /// By how much shapes have to overlap, since those that touch have been simplified by a metre.
  package static let leastOverlap = Distance(metres: 2)

  /// Whether lines touch another shape, or a corner of one of two areas lies well inside the other.
  package func overlaps(_ other: Extent) -> Bool {
    guard boundingBox.overlaps(other.boundingBox) else { return false }
    return isArea ? hasCorner(of: other) || other.hasCorner(of: self) : isWithin(.zero, of: other)
  }

  private func hasCorner(of other: Extent) -> Bool {
    other.parts.contains { part in
      part.points.contains {
        contains($0.coordinate) && distanceToEdge(from: $0.coordinate) > Self.leastOverlap
      }
    }
  }

  /// Whether any point of it is in a box, where edges are straight lines in degrees as GeoJSON (RFC 7946) has them.
  package func intersects(_ box: BoundingBox) -> Bool {
    guard boundingBox.overlaps(box) else { return false }
    let width = box.east - box.west + (box.west > box.east ? 360 : 0)
    let middle = box.west + width / 2
    let plane = PlaneBox(low: SIMD2(-width / 2, box.south), high: SIMD2(width / 2, box.north))
    for part in parts {
      var last: SIMD2<Double>?
      for point in part.points {
        let next = point.coordinate
        // Longitudes count from the middle of the box, and go on beyond 180°.
        let from = last.map { middle + $0.x } ?? middle
        let x = (last?.x ?? 0) + LocalPlane.turn(from: from.onGlobe, to: next.longitude)
        let end = SIMD2(x, next.latitude)
        for turn in [-360.0, 0, 360] {
          let shift = SIMD2(turn, 0)
          if plane.inside(from: (last ?? end) + shift, to: end + shift) != nil { return true }
        }
        last = end
      }
    }
    // No edge is in the box, so it is wholly inside an area or outside.
    return isArea && isWithin(Distance(metres: 0), of: Coordinate(latitude: box.south, longitude: box.west))
  }
}

extension Double {
  /// The same longitude from −180 to 180.
  fileprivate var onGlobe: Double { remainder(dividingBy: 360) }
}
