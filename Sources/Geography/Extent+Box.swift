extension Extent {
  /// Whether any point of it is in a box, where edges are straight lines in degrees as GeoJSON (RFC 7946) has them.
  package func intersects(_ box: BoundingBox) -> Bool {
    guard boundingBox.overlaps(box) else { return false }
    let width = box.east - box.west + (box.west > box.east ? 360 : 0)
    let middle = box.west + width / 2
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
          if Self.crosses(from: (last ?? end) + shift, to: end + shift, width / 2, box.south, box.north) {
            return true
          }
        }
        last = end
      }
    }
    // No edge is in the box, so it is wholly inside an area or outside.
    return isArea && isWithin(Distance(metres: 0), of: Coordinate(latitude: box.south, longitude: box.west))
  }

  /// Whether a line has a point in the box around longitude 0 (Liang and Barsky, 1984).
  private static func crosses(
    from start: SIMD2<Double>, to end: SIMD2<Double>, _ halfWidth: Double, _ south: Double, _ north: Double
  ) -> Bool {
    let way = end - start
    var (first, last) = (0.0, 1.0)
    for (along, inside) in [
      (-way.x, start.x + halfWidth), (way.x, halfWidth - start.x), (-way.y, start.y - south),
      (way.y, north - start.y),
    ] {
      if along == 0 {
        if inside < 0 { return false }
      } else if along < 0 {
        first = max(first, inside / along)
      } else {
        last = min(last, inside / along)
      }
    }
    return first <= last
  }
}

extension Double {
  /// The same longitude from −180 to 180.
  fileprivate var onGlobe: Double { remainder(dividingBy: 360) }
}
