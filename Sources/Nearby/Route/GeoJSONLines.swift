import Geography
import Input

/// The lines of a GeoJSON document (RFC 7946), in their order; points and areas are left aside.
struct GeoJSONLines {
  private(set) var lines: [[RoutePoint]] = []
  /// What the first feature with a name calls itself.
  private(set) var name: String?

  /// - Throws: `JSONProblem.malformed` if it is not GeoJSON, or a position on a line is out of range.
  init(_ document: ParsedJSON) throws(JSONProblem) {
    try add(document)
  }

  private mutating func add(_ object: ParsedJSON) throws(JSONProblem) {
    switch try object.text("type") {
    case "LineString": try addLine(object["coordinates"])
    case "MultiLineString":
      for line in try Self.elements(of: object, "coordinates") { try addLine(line) }
    case "GeometryCollection":
      for geometry in try Self.elements(of: object, "geometries") { try add(geometry) }
    case "Feature":
      name = name ?? (try? object["properties"]?.text("name"))
      if let geometry = object["geometry"], !geometry.isNull { try add(geometry) }
    case "FeatureCollection":
      for feature in try Self.elements(of: object, "features") { try add(feature) }
    case nil: throw .malformed
    default: break
    }
  }

  private static func elements(
    of object: ParsedJSON, _ name: StaticString
  ) throws(JSONProblem) -> ParsedJSON.Elements {
    guard let elements = try object.elements(name) else { throw .malformed }
    return elements
  }

  private mutating func addLine(_ coordinates: ParsedJSON?) throws(JSONProblem) {
    guard let elements = coordinates?.elements else { throw .malformed }
    var line: [RoutePoint] = []
    for element in elements { line.append(try Self.point(element)) }
    lines.append(line)
  }

  /// Longitude, latitude, and perhaps the height.
  private static func point(_ position: ParsedJSON) throws(JSONProblem) -> RoutePoint {
    guard var numbers = position.elements, let longitude = numbers.next()?.number,
      let latitude = numbers.next()?.number
    else { throw .malformed }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { throw .malformed }
    return RoutePoint(coordinate: coordinate, altitude: numbers.next()?.number)
  }
}
