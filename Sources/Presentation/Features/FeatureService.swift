import CivilTime
import FoundationEssentials
import Geography
import Input
import Places

/// The documents of a server of places by OGC API – Features, part 1: Core (OGC 17-069r4), as JSON.
public struct FeatureService: Sendable {
  /// The address of the server, without a slash at the end; its paths follow.
  let root: String
  let version: String

  /// The highest limit of places on a page; a higher one counts as this one.
  public static let mostItems = 5000
  /// The limit of places on a page, if none is given.
  public static let usualItems = 100

  /// The media type of GeoJSON.
  public static let geoJSON = "application/geo+json"
  /// The media type of the description of the interface.
  public static let openAPI = "application/vnd.oai.openapi+json;version=3.0"
  /// The media type of a JSON schema.
  public static let schemaJSON = "application/schema+json"
  private static let json = "application/json"
  private static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
  private static let title = "Places"
  private static let subject = "Places that poi knows"

  /// The documents of a server at an address.
  ///
  /// - Parameter version: the program's own.
  public init(root: String, version: String) {
    self.root = root
    self.version = version
  }

  /// The landing page, which leads to everything else.
  public var landingPage: String {
    document([
      "title": .string(Self.title),
      "description": .string(Self.subject),
      "links": .array([
        link("self", "/?f=json", Self.json), link("service-desc", "/api", Self.openAPI),
        link("conformance", "/conformance", Self.json), link("data", "/collections", Self.json),
      ]),
    ])
  }

  /// What of the standard it supports.
  public var conformance: String {
    document([
      "conformsTo": .array(
        ["core", "oas30", "geojson"].map {
          .string("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/\($0)")
        })
    ])
  }

  /// The list of its collections, of which there is one.
  public func collections(_ overview: PlaceOverview) -> String {
    document([
      "links": .array([link("self", "/collections", Self.json)]),
      "collections": .array([description(of: overview)]),
    ])
  }

  public func collection(_ overview: PlaceOverview) -> String {
    description(of: overview).line + "\n"
  }

  private func description(of overview: PlaceOverview) -> JSONValue {
    var links = [
      link("self", "/collections/places", Self.json),
      link("items", "/collections/places/items", Self.geoJSON),
      link("describedBy", "/collections/places/schema", Self.schemaJSON),
    ]
    // Its page names the licence, too.
    if overview.attribution?.contains("OpenStreetMap") == true {
      links.append(Self.link("license", to: "https://www.openstreetmap.org/copyright", "text/html"))
    }
    return .known([
      "id": .string("places"),
      "title": .string(Self.title),
      "description": .string(Self.subject),
      "attribution": overview.attribution.map(JSONValue.string),
      "extent": overview.box.map { box in
        .known([
          "spatial": .known([
            "bbox": .array([.array([box.west, box.south, box.east, box.north].map(JSONValue.number))]),
            "crs": .string(Self.crs84),
          ])
        ])
      },
      "itemType": .string("feature"),
      "crs": .array([.string(Self.crs84)]),
      "links": .array(links),
    ])
  }

  /// What a place has, as JSON schema: without it, clients take the first few places for all there is.
  public var schema: String {
    func type(_ name: String) -> JSONValue { .known(["type": .string(name)]) }
    return document([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "type": .string("object"),
      "properties": .known([
        "properties": .known([
          "type": .string("object"),
          "properties": .known([
            // GDAL takes the id from the first place, and again from here.
            "name": type("string"), "category": type("string"),
            "latitude": type("number"), "longitude": type("number"), "proximity": type("number"),
            "tags": type("object"),
          ]),
        ])
      ]),
    ])
  }

  /// A page of places.
  ///
  /// - Parameters:
  ///   - query: the request's, as it was written.
  ///   - next: that of the next page; `nil` if there is none.
  public func items(
    _ places: [PointOfInterest], attribution: String?, query: String, next: String?, at time: Date
  ) -> String {
    func page(_ rel: String, _ query: String) -> JSONValue {
      link(rel, "/collections/places/items\(query.isEmpty ? "" : "?")\(query)", Self.geoJSON)
    }
    var links = [page("self", query)]
    if let next { links.append(page("next", next)) }
    links.append(link("collection", "/collections/places", Self.json))
    var writer = GeoJSONWriter(attribution: attribution)
    var text = writer.header
    for place in places { text += writer.text(of: ShownPlace(place, isExact: true)) }
    let rest = JSONValue.known([
      "numberReturned": .integer(places.count), "timeStamp": .string(Timestamp.text(of: time)),
      "links": .array(links),
    ])
    return text + "\n]," + rest.line.dropFirst() + "\n"
  }

  public func item(_ place: PointOfInterest) -> String {
    let path = "/collections/places/items/" + place.id.percentEncoded()
    return ShownPlace(place, isExact: true).feature.adding([
      "links": .array([
        link("self", path, Self.geoJSON), link("collection", "/collections/places", Self.json),
      ])
    ]).line + "\n"
  }

  private func document(_ members: KeyValuePairs<StaticString, JSONValue?>) -> String {
    JSONValue.known(members).line + "\n"
  }

  private func link(_ rel: String, _ path: String, _ type: String) -> JSONValue {
    Self.link(rel, to: root + path, type)
  }

  private static func link(_ rel: String, to address: String, _ type: String) -> JSONValue {
    .known(["href": .string(address), "rel": .string(rel), "type": .string(type)])
  }
}
