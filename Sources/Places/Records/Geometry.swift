import Geography
import Glibc

/// A GeoJSON geometry (RFC 7946, section 3.1).
package enum Geometry {
  case points([Coordinate])
  case lines([[Coordinate]])
  /// Each polygon is an outer ring, and then its holes.
  case polygons([[[Coordinate]]])
  case collection([Geometry])

  /// A point on it or inside of it, to measure distances to; `nil` if it has no points.
  ///
  /// An area's is inside the largest part: its centroid, or, where that lies outside or in a hole, the middle
  /// of the widest stretch at the centroid's latitude. A line's is half-way along the longest part.
  package var representativePoint: Coordinate? {
    switch self {
    case .points(let points): points.first
    case .lines(let lines):
      lines.map { Self.unwrapped($0) }.max { Self.length($0) < Self.length($1) }
        .flatMap(Self.middle(of:))?.onGlobe
    case .polygons(let polygons):
      polygons.map(Self.unwrapped).max { Self.area($0.first ?? []) < Self.area($1.first ?? []) }
        .flatMap { Self.pointInside($0) }?.onGlobe
    case .collection(let parts):
      // Areas say more about a place than lines, and lines more than points.
      parts.max { $0.dimension < $1.dimension }.flatMap(\.representativePoint)
    }
  }

  /// Its lines and areas, simplified; `nil` if it is a point.
  package var extent: Extent? {
    var (lines, rings): ([[Coordinate]], [[Coordinate]]) = ([], [])
    appendParts(to: &lines, &rings)
    return Extent(lines: lines, rings: rings)?.simplified
  }

  private func appendParts(to lines: inout [[Coordinate]], _ rings: inout [[Coordinate]]) {
    switch self {
    case .points(let points): lines += points.map { [$0] }
    case .lines(let parts): lines += parts
    case .polygons(let polygons): rings += polygons.flatMap(\.self)
    case .collection(let parts):
      for part in parts { part.appendParts(to: &lines, &rings) }
    }
  }

  private var dimension: Int {
    switch self {
    case .points: 0
    case .lines: 1
    case .polygons: 2
    case .collection(let parts): parts.map(\.dimension).max() ?? -1
    }
  }

  /// The rings of one area with longitudes that go on beyond 180°, all on the same turn.
  private static func unwrapped(_ rings: [[Coordinate]]) -> [[Coordinate]] {
    let start = rings.first?.first?.longitude
    return rings.map { unwrapped($0, near: start) }
  }

  /// A line or ring that continues beyond 180° where its longitudes jump from one edge of the map to the other.
  ///
  /// - Parameter start: a longitude that the first one is to be within 180° of.
  private static func unwrapped(_ line: [Coordinate], near start: Double? = nil) -> [Coordinate] {
    guard let start = start ?? line.first?.longitude else { return line }
    // A step of a whole turn runs along the edge of the map, and stays.
    func turn(from previous: Double, to next: Double) -> Double {
      let step = next - previous
      return abs(step) > 180 && abs(step) < 360 ? (step > 0 ? -360 : 360) : 0
    }
    let before = [start] + line.map(\.longitude)
    guard zip(before, line).contains(where: { turn(from: $0, to: $1.longitude) != 0 }) else { return line }
    var turned = 0.0
    return zip(before, line).map { previous, point in
      turned += turn(from: previous, to: point.longitude)
      return Coordinate(latitude: point.latitude, longitude: point.longitude + turned)
    }
  }

  private static func middle(of line: [Coordinate]) -> Coordinate? {
    var remaining = length(line) / 2
    for (start, end) in zip(line, line.dropFirst()) {
      let step = length([start, end])
      if step > 0, remaining <= step {
        let part = remaining / step
        return Coordinate(
          latitude: start.latitude + (end.latitude - start.latitude) * part,
          longitude: start.longitude + (end.longitude - start.longitude) * part)
      }
      remaining -= step
    }
    return line.first
  }

  /// In degrees of latitude, good enough to compare parts of one place.
  private static func length(_ line: [Coordinate]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { sum, step in
      let shrinking = cos(step.0.latitude * .pi / 180)
      return sum + hypot(step.1.latitude - step.0.latitude, (step.1.longitude - step.0.longitude) * shrinking)
    }
  }

  /// In square degrees; the sign of the ring's direction is dropped.
  private static func area(_ ring: [Coordinate]) -> Double {
    abs(moments(of: ring).doubledArea) / 2
  }

  /// A point inside the largest part of the area that lies within an odd number of the rings.
  package static func pointInside(evenOddRings rings: [[Coordinate]]) -> Coordinate? {
    let rings = unwrapped(rings)
    // No hole is as large as what it is a hole of.
    return rings.max { area($0) < area($1) }.flatMap { pointInside(outer: $0, rings: rings) }?.onGlobe
  }

  private static func pointInside(_ polygon: [[Coordinate]]) -> Coordinate? {
    polygon.first.flatMap { pointInside(outer: $0, rings: polygon) }
  }

  /// - Parameter rings: the outer ring and all holes; others may be among them.
  private static func pointInside(outer: [Coordinate], rings: [[Coordinate]]) -> Coordinate? {
    guard let vertex = outer.first else { return nil }
    let (doubledArea, moment) = moments(of: outer)
    guard doubledArea != 0 else { return middle(of: outer) }
    let centroid = Coordinate(
      latitude: vertex.latitude + moment.y / (3 * doubledArea),
      longitude: vertex.longitude + moment.x / (3 * doubledArea))
    var stretches = stretches(of: rings, atLatitude: centroid.latitude)
    if rings.count > 1 {
      stretches = Self.stretches(
        stretches, within: Self.stretches(of: [outer], atLatitude: centroid.latitude))
    }
    if stretches.contains(where: { $0.start < centroid.longitude && centroid.longitude < $0.end }) {
      return centroid
    }
    guard let widest = stretches.max(by: { $0.width < $1.width }), widest.width > 0 else { return vertex }
    return Coordinate(latitude: centroid.latitude, longitude: widest.middle)
  }

  /// A part of a parallel, from one degree of longitude to another.
  struct Stretch: Equatable {
    let start: Double
    let end: Double

    var width: Double { end - start }
    var middle: Double { (start + end) / 2 }

    func contains(_ longitude: Double) -> Bool { start <= longitude && longitude <= end }
  }

  /// The parts of a parallel that lie inside: between an odd crossing and the next even one.
  private static func stretches(of rings: [[Coordinate]], atLatitude latitude: Double) -> [Stretch] {
    let crossings = crossings(of: rings, atLatitude: latitude)
    return stride(from: 0, to: crossings.count - 1, by: 2).map {
      Stretch(start: crossings[$0], end: crossings[$0 + 1])
    }
  }

  /// The stretches whose middle lies in one of others. Both must be in order; each is looked at once.
  static func stretches(_ stretches: some Sequence<Stretch>, within others: some Sequence<Stretch>)
    -> [Stretch]
  {
    var rest = others.makeIterator()
    var other = rest.next()
    return stretches.filter { stretch in
      while let passed = other, passed.end < stretch.middle { other = rest.next() }
      return other?.contains(stretch.middle) ?? false
    }
  }

  /// The ring's area and first moments, about its first vertex to lose no digits; the shoelace formula.
  private static func moments(of ring: [Coordinate]) -> (doubledArea: Double, moment: SIMD2<Double>) {
    guard let origin = ring.first else { return (0, .zero) }
    var doubledArea = 0.0
    var moment = SIMD2<Double>.zero
    for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let from = SIMD2(start.longitude - origin.longitude, start.latitude - origin.latitude)
      let to = SIMD2(end.longitude - origin.longitude, end.latitude - origin.latitude)
      let cross = from.x * to.y - to.x * from.y
      doubledArea += cross
      moment += (from + to) * cross
    }
    return (doubledArea, moment)
  }

  /// The longitudes at which the rings cross a parallel, in order; an even number for closed rings.
  private static func crossings(of rings: [[Coordinate]], atLatitude latitude: Double) -> [Double] {
    rings.flatMap { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).compactMap { start, end in
        guard (start.latitude > latitude) != (end.latitude > latitude) else { return nil }
        let part = (latitude - start.latitude) / (end.latitude - start.latitude)
        return start.longitude + (end.longitude - start.longitude) * part
      }
    }
    .sorted()
  }
}

extension Coordinate {
  /// A computed position, its longitude within ±180°.
  fileprivate var onGlobe: Coordinate {
    let turn = longitude > 180 ? -360.0 : longitude < -180 ? 360 : 0
    return Coordinate(latitude: latitude, longitude: longitude + turn).toCentimetre
  }
}
