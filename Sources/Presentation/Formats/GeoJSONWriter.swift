import Geography
import Places

/// GeoJSON (RFC 7946): a FeatureCollection of points, or of shapes where these are wanted, one feature per line, with
/// the properties that JSON has.
public struct GeoJSONWriter: PlaceWriter {
  public let header: String
  public let footer = "\n]}\n"

  private var isFirst = true

  /// - Parameter attribution: the attribution that the licence requires.
  public init(attribution: String? = nil) {
    // Before the features, where a reader that does not keep them all can find it.
    let attribution = attribution.map { "\"attribution\":\(JSONValue.string($0).line)," } ?? ""
    header = "{\"type\":\"FeatureCollection\",\(attribution)\"features\":["
  }

  public mutating func text(of place: ShownPlace) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + place.feature.line
  }
}

extension ShownPlace {
  var feature: JSONValue {
    .known([
      "type": .string("Feature"),
      "id": .string(place.id),
      "geometry": geometry?.jsonValue
        ?? .known([
          "type": .string("Point"),
          "coordinates": .array([.number(coordinate.longitude), .number(coordinate.latitude)]),
        ]),
      "properties": jsonValue(hasPosition: false),
    ])
  }
}
