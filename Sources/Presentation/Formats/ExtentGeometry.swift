import Geography

extension Extent {
  /// A GeoJSON geometry (RFC 7946).
  var jsonValue: JSONValue {
    func json(_ point: Coordinate) -> JSONValue {
      .array([.number(point.longitude), .number(point.latitude)])
    }
    func json(_ line: [Coordinate]) -> JSONValue { .array(line.map(json)) }
    func geometry(_ type: String, _ coordinates: JSONValue) -> JSONValue {
      .known(["type": .string(type), "coordinates": coordinates])
    }
    let geometries = geometries(
      point: json, line: json, polygon: { .array($0.map(json)) }, one: geometry,
      several: { geometry("Multi\($0)", .array($1)) })
    guard geometries.count != 1 else { return geometries[0] }
    return .known(["type": .string("GeometryCollection"), "geometries": .array(geometries)])
  }

  /// A geometry as text: OGC Simple Features, section 7, which databases and GIS programs read from tables.
  var wellKnownText: String {
    func list(_ points: [Coordinate]) -> String {
      "(" + points.map { "\($0.longitude.decimal) \($0.latitude.decimal)" }.joined(separator: ",") + ")"
    }
    let texts = geometries(
      point: { list([$0]) }, line: list, polygon: { "(" + $0.map(list).joined(separator: ",") + ")" },
      one: { $0.uppercased() + $1 },
      several: { "MULTI\($0.uppercased())(\($1.joined(separator: ",")))" })
    return texts.count == 1 ? texts[0] : "GEOMETRYCOLLECTION(\(texts.joined(separator: ",")))"
  }

  /// Its geometries in some notation, by the notation of their parts: polygons first, then lines, then points.
  private func geometries<Text>(
    point: (Coordinate) -> Text, line: ([Coordinate]) -> Text, polygon: ([[Coordinate]]) -> Text,
    one: (String, Text) -> Text, several: (String, [Text]) -> Text
  ) -> [Text] {
    let parts =
      multipolygons.map { ("Polygon", $0.map(polygon)) } + [
        ("LineString", lines.filter { $0.count > 1 }.map(line)),
        ("Point", lines.filter { $0.count == 1 }.map { point($0[0]) }),
      ]
    return parts.filter { !$0.1.isEmpty }.map { $0.1.count == 1 ? one($0.0, $0.1[0]) : several($0.0, $0.1) }
  }

  /// Its polygons, as far as they may be one geometry: in a valid one no two have an edge in common, as houses of a row
  /// do.
  private var multipolygons: [[[[Coordinate]]]] {
    let polygons = polygons
    guard polygons.count > 1 else { return [polygons] }
    var edges: Set<Set<Coordinate>> = []
    let isApart = polygons.joined().allSatisfy { ring in
      zip(ring, ring.dropFirst()).allSatisfy { edges.insert([$0, $1]).inserted }
    }
    return isApart ? [polygons] : polygons.map { [$0] }
  }
}
