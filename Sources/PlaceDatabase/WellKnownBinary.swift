import Geography
import Places

/// A geometry in the binary form of OGC Simple Features, as PostGIS's `ST_AsBinary` writes it.
enum WellKnownBinary {
  /// No real collection is deeper.
  private static let deepest = 8

  /// - Parameter position: turns x and y into a position.
  /// - Returns: `nil` if it is malformed, has no points, or is an unknown kind of shape.
  static func geometry(
    in bytes: UnsafeRawBufferPointer, _ position: (SIMD2<Double>) -> Coordinate
  ) -> Geometry? {
    var reader = BinaryReader(bytes, isBigEndian: false)
    return geometry(&reader, depth: 0, position)
  }

  private static func geometry(
    _ reader: inout BinaryReader, depth: Int, _ position: (SIMD2<Double>) -> Coordinate
  ) -> Geometry? {
    guard depth < deepest, let order = reader.byte() else { return nil }
    reader.isBigEndian = order == 0
    guard let code = reader.integer(of: UInt32.self) else { return nil }
    // Thousands in the type stand for further dimensions.
    let dimensions = [0: 2, 1: 3, 2: 3, 3: 4][code / 1000] ?? 0
    guard dimensions > 0 else { return nil }
    switch code % 1000 {
    case 1: return points(&reader, 1, dimensions, position).map(Geometry.points)
    case 2: return line(&reader, dimensions, position).map { .lines([$0]) }
    case 3: return rings(&reader, dimensions, position).map { .polygons([$0]) }
    case 4, 5, 6, 7:
      guard let count = reader.integer(of: UInt32.self) else { return nil }
      return list(count) { geometry(&reader, depth: depth + 1, position) }.map { merged($0, code % 1000) }
    default: return nil
    }
  }

  private static func merged(_ parts: [Geometry], _ code: UInt32) -> Geometry {
    switch code {
    case 4: .points(parts.flatMap(\.ownPoints))
    case 5: .lines(parts.flatMap(\.ownLines))
    case 6: .polygons(parts.flatMap(\.ownPolygons))
    default: .collection(parts)
    }
  }

  private static func points(
    _ reader: inout BinaryReader, _ count: UInt32, _ dimensions: Int,
    _ position: (SIMD2<Double>) -> Coordinate
  ) -> [Coordinate]? {
    guard Int(count) <= reader.rest / (8 * dimensions) else { return nil }
    return list(count) {
      guard let x = reader.double(), let y = reader.double(), reader.skip(8 * (dimensions - 2)) else {
        return nil
      }
      return position(SIMD2(x, y))
    }
  }

  private static func line(
    _ reader: inout BinaryReader, _ dimensions: Int, _ position: (SIMD2<Double>) -> Coordinate
  ) -> [Coordinate]? {
    guard let count = reader.integer(of: UInt32.self) else { return nil }
    return points(&reader, count, dimensions, position)
  }

  private static func rings(
    _ reader: inout BinaryReader, _ dimensions: Int, _ position: (SIMD2<Double>) -> Coordinate
  ) -> [[Coordinate]]? {
    guard let count = reader.integer(of: UInt32.self), count <= reader.rest / 4 else { return nil }
    return list(count) { line(&reader, dimensions, position) }
  }

  /// As many items as the bytes announce; `nil` if one of them is malformed.
  private static func list<Item>(_ count: UInt32, _ item: () -> Item?) -> [Item]? {
    var items: [Item] = []
    for _ in 0..<count {
      guard let next = item() else { return nil }
      items.append(next)
    }
    return items
  }
}

extension Geometry {
  fileprivate var ownPoints: [Coordinate] { if case .points(let points) = self { points } else { [] } }
  fileprivate var ownLines: [[Coordinate]] { if case .lines(let lines) = self { lines } else { [] } }
  fileprivate var ownPolygons: [[[Coordinate]]] {
    if case .polygons(let polygons) = self { polygons } else { [] }
  }
}
