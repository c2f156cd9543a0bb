import Foundation
import Geography
import Places
import TestSupport
import Testing

@testable import Presentation

/// What clients of OGC API – Features read.
@Suite struct FeatureServiceTests {
  private let service = FeatureService(root: "http://localhost:8947", version: "1.2.3")

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func links(_ document: [String: Any]) throws -> [String: String] {
    let links = try #require(document["links"] as? [[String: String]])
    return Dictionary(uniqueKeysWithValues: links.map { ($0["rel"] ?? "", $0["href"] ?? "") })
  }

  @Test("the landing page leads to all other documents")
  func landingPage() throws {
    let links = try links(try object(service.landingPage))
    #expect(
      links == [
        "self": "http://localhost:8947/?f=json", "service-desc": "http://localhost:8947/api",
        "conformance": "http://localhost:8947/conformance", "data": "http://localhost:8947/collections",
      ])
    let classes = try #require(try object(service.conformance)["conformsTo"] as? [String])
    #expect(classes.map { $0.split(separator: "/").last } == ["core", "oas30", "geojson"])
  }

  @Test("the collection says where its places lie, what to attribute, and the licence if it is known")
  func collection() throws {
    let box = try BoundingBox(parsing: "24.9,60.1,25,60.2")
    let collections = try object(
      service.collections(PlaceOverview(box: box, attribution: "© OpenStreetMap contributors")))
    let listed = try #require((collections["collections"] as? [[String: Any]])?.first)
    #expect(listed["attribution"] as? String == "© OpenStreetMap contributors")
    let spatial = try #require((listed["extent"] as? [String: Any])?["spatial"] as? [String: Any])
    #expect(spatial["bbox"] as? [[Double]] == [[24.9, 60.1, 25, 60.2]])
    #expect(try links(listed)["license"] == "https://www.openstreetmap.org/copyright")
    #expect(try links(listed)["items"] == "http://localhost:8947/collections/places/items")

    let empty = try object(service.collection(PlaceOverview(box: nil, attribution: nil)))
    #expect(empty["extent"] == nil && empty["attribution"] == nil)
    #expect(try links(empty)["license"] == nil)
  }

  @Test("a page has its places with their shapes, how many they are, and where it goes on")
  func items() throws {
    let corners = [(0.0, 0.0), (0, 1), (1, 1)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let park = PointOfInterest(
      id: "way/1", name: "Park \"A\"", coordinate: corners[0], extent: Extent(rings: [corners]),
      tags: ["leisure": "park"])
    let page = try object(
      service.items(
        [park], attribution: "somebody", query: "limit=1", next: "limit=1&after=7", at: Terrain.start))
    #expect(page["type"] as? String == "FeatureCollection")
    #expect(page["numberReturned"] as? Int == 1)
    #expect(page["attribution"] as? String == "somebody")
    #expect((page["timeStamp"] as? String)?.hasSuffix("Z") == true)
    #expect(try links(page)["next"] == "http://localhost:8947/collections/places/items?limit=1&after=7")
    let feature = try #require((page["features"] as? [[String: Any]])?.first)
    #expect(feature["id"] as? String == "way/1")
    #expect((feature["geometry"] as? [String: Any])?["type"] as? String == "Polygon")
    let last = try object(service.items([], attribution: nil, query: "", next: nil, at: Terrain.start))
    #expect(try links(last)["next"] == nil)
    #expect(try links(last)["self"] == "http://localhost:8947/collections/places/items")

    let item = try object(service.item(park))
    #expect(try links(item)["self"] == "http://localhost:8947/collections/places/items/way%2F1")
    #expect(item["type"] as? String == "Feature")
  }

  @Test("the description has every path and every parameter that it names")
  func description() throws {
    let document = try object(service.description)
    #expect(document["openapi"] as? String == "3.0.3")
    let known = try #require((document["components"] as? [String: Any])?["parameters"] as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    var named: Set<String> = []
    for (path, operations) in paths {
      let references = try #require(operations["get"]?["parameters"] as? [[String: String]], "\(path)")
      named.formUnion(references.compactMap { $0["$ref"]?.split(separator: "/").last.map(String.init) })
    }
    #expect(named == Set(known.keys))
    #expect(paths.count == 8)
    let schema = try object(service.schema)["properties"] as? [String: [String: Any]]
    let properties = try #require(schema?["properties"]?["properties"] as? [String: Any])
    #expect(properties.count == 6)
  }
}
