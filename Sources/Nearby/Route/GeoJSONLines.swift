import Geography

/// The lines of a GeoJSON document (RFC 7946), in their order; points and areas are left aside.
struct GeoJSONLines: Decodable {
  var lines: [[RoutePoint]] = []

  private enum CodingKeys: CodingKey {
    case type, coordinates, geometry, geometries, features
  }

  /// Longitude, latitude, and perhaps the height.
  private struct Position: Decodable {
    let point: RoutePoint

    init(from decoder: any Decoder) throws {
      var numbers = try decoder.unkeyedContainer()
      let longitude = try numbers.decode(Double.self)
      let coordinate = Coordinate(latitude: try numbers.decode(Double.self), longitude: longitude)
      guard coordinate.isValid else {
        throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "out of range")
      }
      let height = numbers.isAtEnd ? nil : try? numbers.decode(Double.self)
      point = RoutePoint(coordinate: coordinate, altitude: height)
    }
  }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    switch try object.decode(String.self, forKey: .type) {
    case "LineString":
      lines = [try object.decode([Position].self, forKey: .coordinates).map(\.point)]
    case "MultiLineString":
      lines = try object.decode([[Position]].self, forKey: .coordinates).map { $0.map(\.point) }
    case "GeometryCollection":
      lines = try object.decode([GeoJSONLines].self, forKey: .geometries).flatMap(\.lines)
    case "Feature":
      lines = try object.decodeIfPresent(GeoJSONLines.self, forKey: .geometry)?.lines ?? []
    case "FeatureCollection":
      lines = try object.decode([GeoJSONLines].self, forKey: .features).flatMap(\.lines)
    default: break
    }
  }
}
