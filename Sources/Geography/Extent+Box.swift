extension Extent {
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
