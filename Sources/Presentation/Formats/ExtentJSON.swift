import Geography

extension Extent {
  /// A GeoJSON geometry (RFC 7946).
  var jsonValue: JSONValue {
    let points = lines.filter { $0.count == 1 }.map { Self.json($0[0]) }
    let lines = lines.filter { $0.count > 1 }.map(Self.json)
    let polygons = multipolygons.map { ("Polygon", $0.map { JSONValue.array($0.map(Self.json)) }) }
    let geometries = (polygons + [("LineString", lines), ("Point", points)])
      .filter { !$0.1.isEmpty }
      .map { type, parts -> JSONValue in
        .known([
          "type": .string(parts.count == 1 ? type : "Multi\(type)"),
          "coordinates": parts.count == 1 ? parts[0] : .array(parts),
        ])
      }
    guard geometries.count != 1 else { return geometries[0] }
    return .known(["type": .string("GeometryCollection"), "geometries": .array(geometries)])
  }

  /// Its polygons, as far as they may be one geometry: in a valid one no two have an edge in common, as houses of a row
  /// do.
  var multipolygons: [[[[Coordinate]]]] {
    let polygons = polygons
    guard polygons.count > 1 else { return [polygons] }
    var edges: Set<Set<Coordinate>> = []
    let isApart = polygons.joined().allSatisfy { ring in
      zip(ring, ring.dropFirst()).allSatisfy { edges.insert([$0, $1]).inserted }
    }
    return isApart ? [polygons] : polygons.map { [$0] }
  }

  private static func json(_ line: [Coordinate]) -> JSONValue { .array(line.map(json)) }

  private static func json(_ point: Coordinate) -> JSONValue {
    .array([.number(point.longitude), .number(point.latitude)])
  }
}
