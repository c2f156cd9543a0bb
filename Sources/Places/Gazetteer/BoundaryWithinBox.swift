import Geography
import Glibc

/// The part of an area within a box, by the lines of its boundary that pass through the box.
///
/// Servers give those lines alone, as all of a country's are megabytes long. Which side of them is inside, a single
/// point tells.
package enum BoundaryWithinBox {
  /// How far the part goes beyond the box, in halves of the box, so that there are no seams between neighbours.
  private static let margin = 0.001

  /// The part's outline.
  ///
  /// - Parameters:
  ///   - lines: the boundary's ways that touch the box, each whole.
  ///   - isInside: whether the area contains the middle of the box.
  /// - Returns: the outline, and whether it is all of the area; `nil` if no part of the area is in the box, or a line
  ///   ends within it, so that nobody knows.
  package static func outline(
    of lines: [[Coordinate]], in box: BoundingBox, isInside: Bool
  ) -> (outline: Extent, isWhole: Bool)? {
    let frame = Frame(box)
    let (closed, chains) = OSMGeometry.join(lines.filter { $0.count > 1 })
    var rings = closed.map { $0.map(frame.point) }
    let open = chains.map { $0.map(frame.point) }
    let ends = open.flatMap { [$0.first, $0.last].compactMap(\.self) }
    guard ends.allSatisfy({ Frame.radius(of: $0) > 1 }) else { return nil }
    // Around the box, an open line goes back to its start: whichever way, as only its sides within count.
    let beyond = 2 * max(2, ends.map(Frame.radius).max() ?? 0)
    for chain in open {
      guard let first = chain.first, let last = chain.last else { continue }
      rings.append(chain + Frame.way(from: last, to: first, at: beyond))
    }
    let view = PlaneBox(low: SIMD2(repeating: -1), high: SIMD2(repeating: 1))
    let isWithin = rings.allSatisfy { PlaneBox(around: $0).map(view.contains) ?? true }
    let isTurned = rings.reduce(false) { $0 != isOriginInside($1) } != isInside
    if isTurned { rings.append(Frame.corners.map { $0 * beyond }) }
    let grown = view.grown(by: margin)
    let parts = rings.map { grown.clipped(ring: $0) }.filter { $0.count > 2 }
    guard let outline = Extent(rings: parts.map { $0.map(frame.coordinate) })?.simplified, outline.isArea
    else { return nil }
    return (outline, isWithin && !isTurned)
  }

  /// The box as the square from −1 to 1.
  private struct Frame {
    private let middle: Coordinate
    private let half: SIMD2<Double>

    /// Counterclockwise.
    static let corners: [SIMD2<Double>] = [[1, 1], [-1, 1], [-1, -1], [1, -1]]

    init(_ box: BoundingBox) {
      let width = box.east - box.west + (box.east < box.west ? 360 : 0)
      half = pointwiseMax(SIMD2(width, box.north - box.south) / 2, SIMD2(repeating: 1e-7))
      middle = box.middle
    }

    func point(_ coordinate: Coordinate) -> SIMD2<Double> {
      SIMD2(
        remainder(coordinate.longitude - middle.longitude, 360), coordinate.latitude - middle.latitude)
        / half
    }

    func coordinate(_ point: SIMD2<Double>) -> Coordinate {
      let offset = point * half
      return Coordinate(
        latitude: min(90, max(-90, middle.latitude + offset.y)),
        longitude: remainder(middle.longitude + offset.x, 360))
    }

    /// Half the side of the square about the middle that a point is on.
    static func radius(of point: SIMD2<Double>) -> Double { max(abs(point.x), abs(point.y)) }

    /// From a point straight out to the square of a radius, round it, and in to another.
    static func way(
      from start: SIMD2<Double>, to end: SIMD2<Double>, at radius: Double
    ) -> [SIMD2<Double>] {
      let (out, back) = (start * (radius / Self.radius(of: start)), end * (radius / Self.radius(of: end)))
      let last = side(of: back)
      var way = [out]
      var side = side(of: out)
      while side != last {
        way.append(corners[side] * radius)
        side = (side + 1) % 4
      }
      return way + [back]
    }

    /// The side of the square that a point is on: the one that ends, counterclockwise, at the corner of this index.
    private static func side(of point: SIMD2<Double>) -> Int {
      if abs(point.x) >= abs(point.y) { return point.x > 0 ? 0 : 2 }
      return point.y > 0 ? 1 : 3
    }
  }
}
