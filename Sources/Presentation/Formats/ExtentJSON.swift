import Geography

extension Extent {
  /// A GeoJSON geometry (RFC 7946).
  var jsonValue: JSONValue {
    let points = lines.filter { $0.count == 1 }.map { Self.json($0[0]) }
    let lines = lines.filter { $0.count > 1 }.map(Self.json)
    let polygons = polygons.map { JSONValue.array($0.map(Self.json)) }
    let geometries = [("Polygon", polygons), ("LineString", lines), ("Point", points)]
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

  private static func json(_ line: [Coordinate]) -> JSONValue { .array(line.map(json)) }

  private static func json(_ point: Coordinate) -> JSONValue {
    .array([.number(point.longitude), .number(point.latitude)])
  }
}
