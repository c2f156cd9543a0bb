import Geography

extension Extent {
  /// A geometry as text: OGC Simple Features, section 7, which databases and GIS programs read from tables.
  var wellKnownText: String {
    func list(_ points: [Coordinate]) -> String {
      "(" + points.map { "\($0.longitude.decimal) \($0.latitude.decimal)" }.joined(separator: ",") + ")"
    }
    func geometry(_ word: String, _ parts: [String]) -> String? {
      switch parts.count {
      case 0: nil
      case 1: word + parts[0]
      default: "MULTI\(word)(\(parts.joined(separator: ",")))"
      }
    }
    let polygons = multipolygons.map { polygons in
      geometry("POLYGON", polygons.map { "(" + $0.map(list).joined(separator: ",") + ")" })
    }
    let rest = [
      geometry("LINESTRING", lines.filter { $0.count > 1 }.map(list)),
      geometry("POINT", lines.filter { $0.count == 1 }.map(list)),
    ]
    let texts = (polygons + rest).compactMap(\.self)
    return texts.count == 1 ? texts[0] : "GEOMETRYCOLLECTION(\(texts.joined(separator: ",")))"
  }
}
