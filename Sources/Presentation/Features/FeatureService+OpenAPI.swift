import Input

extension FeatureService {
  /// The description of the interface in OpenAPI 3.0; the standard allows no parameter that it does not have.
  public var description: String {
    """
    {"openapi":"3.0.3",
    "info":{"title":"poi","version":\(JSONText.quoted(version)),
      "description":"Places by OGC API - Features, part 1: Core","license":{"name":"Apache-2.0"}},
    "servers":[{"url":\(JSONText.quoted(root))}],
    "paths":{
    "/":{"get":\(Self.operation("landingPage", "The landing page", ["f"]))},
    "/conformance":{"get":\(Self.operation("conformance", "The parts of the standard it supports", ["f"]))},
    "/api":{"get":\(Self.operation("api", "This description", ["f"], Self.openAPI))},
    "/collections":{"get":\(Self.operation("collections", "The collections", ["f"]))},
    "/collections/places":{"get":\(Self.operation("collection", "The collection of places", ["f"]))},
    "/collections/places/schema":{"get":\(Self.operation("schema", "The properties of a place", ["f"], Self.schemaJSON))},
    "/collections/places/items":{"get":\(Self.operation(
      "items", "Places", ["bbox", "limit", "datetime", "category", "after", "f"], Self.geoJSON))},
    "/collections/places/items/{featureId}":{"get":\(Self.operation(
      "item", "One place", ["featureId", "f"], Self.geoJSON))}
    },
    "components":{"parameters":{
    "f":{"name":"f","in":"query","description":"The format",
      "schema":{"type":"string","enum":["json"]}},
    "bbox":{"name":"bbox","in":"query","style":"form","explode":false,
      "description":"Only places with a point in the box of west, south, east and north in degrees (CRS84); west is \
    greater than east if it spans the date line. With heights, which count for nothing, six numbers.",
      "schema":{"type":"array","minItems":4,"maxItems":6,"items":{"type":"number"}}},
    "limit":{"name":"limit","in":"query","style":"form","explode":false,
      "description":"The largest number of places to return",
      "schema":{"type":"integer","minimum":1,"maximum":\(Self.mostItems),"default":\(Self.usualItems)}},
    "datetime":{"name":"datetime","in":"query","style":"form","explode":false,
      "description":"A time or an interval by RFC 3339; places have no time, so all of them match",
      "schema":{"type":"string"}},
    "category":{"name":"category","in":"query","style":"form","explode":true,
      "description":"Only places of these categories, in the words of poi categories",
      "schema":{"type":"array","items":{"type":"string"}}},
    "after":{"name":"after","in":"query","style":"form","explode":false,
      "description":"Where the page begins, from the next link of the page before",
      "schema":{"type":"integer","format":"int64","minimum":0}},
    "featureId":{"name":"featureId","in":"path","required":true,
      "description":"The id of a place, like node/123, encoded with percent signs","schema":{"type":"string"}}}}}

    """
  }

  private static func operation(
    _ id: String, _ summary: String, _ parameters: [String], _ type: String = "application/json"
  ) -> String {
    let references = parameters.map { "{\"$ref\":\"#/components/parameters/\($0)\"}" }.joined(separator: ",")
    return """
      {"operationId":"\(id)","summary":"\(summary)","parameters":[\(references)],
        "responses":{"200":{"description":"\(summary)","content":{"\(type)":{"schema":{"type":"object"}}}},
        "default":{"description":"Why there is no answer","content":{"application/json":{"schema":{"type":"object"}}}}}}
      """
  }
}
