import Glibc

extension Extent {
  /// How near a straight way comes to it, and first where; `nil` if that is farther than some metres, or not known as
  /// the way is too long.
  ///
  /// In the plane about the middle of the way, which is right within a centimetre for ways of up to 10 km.
  public func approach(from start: Coordinate, to end: Coordinate, within reach: Distance) -> ClosestApproach?
  {
    let middle = Coordinate(
      latitude: (start.latitude + end.latitude) / 2,
      longitude: remainder(
        start.longitude + LocalPlane.turn(from: start.longitude, to: end.longitude) / 2, 360))
    let surroundings = Surroundings(of: reach, ofWayFrom: start, to: end, around: middle)
    guard surroundings.meet(bounds) else { return nil }
    if contains(start) { return ClosestApproach(distance: .zero, fraction: 0) }
    let plane = LocalPlane(about: middle)
    let (from, to) = (plane.point(of: start), plane.point(of: end))
    var best = (squared: Double.infinity, fraction: 0.0)
    for run in runs where surroundings.meet(run.bounds) {
      let corners = corners(of: run)
      guard let first = corners.first else { continue }
      var corner = plane.point(of: first.coordinate)
      for point in corners.count == 1 ? corners : corners.dropFirst() {
        let next = plane.point(of: point.coordinate)
        let found = Self.approach(of: corner, next, to: from, to)
        // Where a way begins on an edge, rounding decides on which side of it.
        let squared = found.squared < Self.squaredRounding ? 0 : found.squared
        if (squared, found.fraction) < best { best = (squared, found.fraction) }
        corner = next
      }
    }
    let distance = Distance(metres: best.squared.squareRoot())
    return distance <= reach ? ClosestApproach(distance: distance, fraction: best.fraction) : nil
  }

  /// Square metres: a millimetre.
  private static let squaredRounding = 1e-6

  package func isWithin(_ reach: Distance, of position: Coordinate) -> Bool {
    mayBeWithin(reach, of: position) && nearest(to: position).distance <= reach
  }

  /// Whether any of another is no farther away than that.
  package func isWithin(_ reach: Distance, of other: Extent) -> Bool {
    guard other.boundingBox.grown(by: reach.metres).overlaps(boundingBox) else { return false }
    return parts.contains { other.contains($0.points[0].coordinate) }
      || other.parts.contains { part in
        // A single point is an edge, too.
        zip(part.points, part.points.dropFirst() + part.points.suffix(1)).contains {
          approach(from: $0.coordinate, to: $1.coordinate, within: reach) != nil
        }
      }
  }

  /// Whether its box is no farther than that from a position.
  package func mayBeWithin(_ reach: Distance, of position: Coordinate) -> Bool {
    Surroundings(of: reach, ofWayFrom: position, to: position, around: position).meet(bounds)
  }

  /// The box of a way and of what lies within some metres of it.
  private struct Surroundings {
    private let middle: Coordinate
    private let latitudes: Double
    private let longitudes: Double

    init(of reach: Distance, ofWayFrom start: Coordinate, to end: Coordinate, around middle: Coordinate) {
      self.middle = middle
      let margin = reach.metres / Extent.leastMetresInDegree
      let turn = LocalPlane.turn(from: start.longitude, to: end.longitude)
      latitudes =
        abs(end.latitude - start.latitude) / 2 + Extent.bulge(overLongitudes: turn) + margin
      let shrinking = cos(min(90, abs(middle.latitude) + latitudes) * .pi / 180)
      longitudes = abs(turn) / 2 + margin / max(shrinking, 1e-9)
    }

    func meet(_ bounds: Bounds) -> Bool {
      bounds.isWithin(latitudes: latitudes, longitudes: longitudes, of: middle)
    }
  }

  /// The square of the least distance between an edge and a way, and where on the way it is first.
  private static func approach(
    of edgeStart: SIMD2<Double>, _ edgeEnd: SIMD2<Double>, to start: SIMD2<Double>, _ end: SIMD2<Double>
  ) -> (squared: Double, fraction: Double) {
    let (way, edge, between) = (end - start, edgeEnd - edgeStart, edgeStart - start)
    let cross = way.x * edge.y - way.y * edge.x
    if cross != 0 {
      let alongWay = (between.x * edge.y - between.y * edge.x) / cross
      let alongEdge = (between.x * way.y - between.y * way.x) / cross
      if (0...1).contains(alongWay), (0...1).contains(alongEdge) { return (0, alongWay) }
    }
    func toEdge(_ point: SIMD2<Double>, fraction: Double) -> (squared: Double, fraction: Double) {
      let offset = point - edgeStart - edge * along(edge, of: point - edgeStart)
      return ((offset * offset).sum(), fraction)
    }
    func toWay(_ point: SIMD2<Double>) -> (squared: Double, fraction: Double) {
      let fraction = along(way, of: point - start)
      let offset = point - start - way * fraction
      return ((offset * offset).sum(), fraction)
    }
    let found = [toEdge(start, fraction: 0), toEdge(end, fraction: 1), toWay(edgeStart), toWay(edgeEnd)]
    return found.min { $0 < $1 } ?? (.infinity, 0)
  }

  private static func along(_ way: SIMD2<Double>, of point: SIMD2<Double>) -> Double {
    let squaredLength = (way * way).sum()
    return squaredLength > 0 ? min(1, max(0, (point * way).sum() / squaredLength)) : 0
  }
}
