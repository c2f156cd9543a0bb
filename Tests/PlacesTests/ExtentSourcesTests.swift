import Foundation
import Geography
import Input
import TestSupport
import Testing

@testable import Places

/// Shapes as they come in files, and what a search makes of them.
@Suite struct ExtentSourcesTests {
  private static let square = "[[[25,60],[25.01,60],[25.01,60.01],[25,60.01],[25,60]]]"

  private func place(_ json: String) throws -> PointOfInterest {
    var record = PlaceRecord()
    try JSONPlaceDecoder().read(Array(json.utf8).span, into: &record)
    return try record.place()
  }

  @Test("a feature keeps its shape, and the point on it that it says")
  func feature() throws {
    let polygon =
      #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":\#(Self.square)},"properties":"#
    let plain = try place(polygon + #"{"name":"Meadow"}}"#)
    #expect(plain.extent?.rings.first?.count == 5)
    #expect(plain.coordinate == Coordinate(latitude: 60.005, longitude: 25.005))
    let told = try place(polygon + #"{"latitude":60.001,"longitude":25.002}}"#)
    #expect(told.coordinate == Coordinate(latitude: 60.001, longitude: 25.002) && told.tags.isEmpty)
    // Somebody else's numbers are tags.
    let foreign = try place(polygon + #"{"latitude":10,"longitude":25.002}}"#)
    #expect(foreign.coordinate == plain.coordinate && foreign.tags["latitude"] == "10")
  }

  @Test("an object keeps the shape beside its position, whichever comes first")
  func object() throws {
    let geometry = #""geometry":{"type":"LineString","coordinates":[[25,60],[25,60.01]]}"#
    let both = try place(#"{\#(geometry),"latitude":60.004,"longitude":25}"#)
    #expect(both.coordinate == Coordinate(latitude: 60.004, longitude: 25) && both.extent?.isArea == false)
    let alone = try place("{\(geometry)}")
    #expect(alone.coordinate == Coordinate(latitude: 60.005, longitude: 25))
    // What other services write under that name is passed over.
    let other = try place(#"{"lat":60,"lon":25,"geometry":{"location":{"lat":1}}}"#)
    #expect(other.extent == nil)
  }

  @Test(
    "well-known text of any kind",
    arguments: [
      ("POLYGON((25 60,25.01 60,25.01 60.01,25 60.01,25 60))", 5),
      ("SRID=4326;polygon z ((25 60 1, 25.01 60 1, 25.01 60.01 1, 25 60 1))", 4),
      ("LINESTRING (25 60, 25.01 60)", 2), ("MULTIPOINT(25 60,25.01 60)", 2),
      ("MULTIPOINT((25 60),(25.01 60))", 2), ("MULTILINESTRING((25 60,25.01 60),(26 60,26.01 60))", 4),
      ("MULTIPOLYGON(((25 60,25.01 60,25.01 60.01,25 60)),((26 60,26.01 60,26.01 60.01,26 60)))", 8),
      ("GEOMETRYCOLLECTION(POINT(25 60),LINESTRING(25 60,25.01 60))", 3),
    ])
  func wellKnownText(text: String, count: Int) throws {
    let extent = try #require(WellKnownText.geometry(of: text)?.extent)
    #expect((extent.lines + extent.rings).reduce(0) { $0 + $1.count } == count)
  }

  @Test(
    "malformed text is an error, and any other text a tag",
    arguments: ["POLYGON((25 60,25.01", "LINESTRING(200 60,25 60)", "POINT", "SRID=3857;POINT(1 2)"])
  func malformedText(text: String) throws {
    var record = PlaceRecord()
    record.coordinate = Coordinate(latitude: 60, longitude: 25)
    record.set(text, for: "geometry", as: .geometry)
    #expect(throws: PlaceRecord.Problem.malformed("the geometry is not well-known text in degrees")) {
      try record.place()
    }
    var other = PlaceRecord()
    other.coordinate = Coordinate(latitude: 60, longitude: 25)
    other.set("0101000020E6", for: "geometry", as: .geometry)
    #expect(try other.place().tags["geometry"] == "0101000020E6")
  }

  @Test(
    "a way that comes back to its start is an area by its tags",
    arguments: [
      (["leisure": "park"], true), (["highway": "residential"], false), (["barrier": "fence"], false),
      (["barrier": "fence", "amenity": "school"], true), (["area": "no", "leisure": "park"], false),
      (["highway": "pedestrian", "area": "yes"], true), (["natural": "water"], true),
      (["natural": "cliff"], false), (["railway": "platform"], true), (["waterway": "river"], false),
      (["man_made": "pier"], false), (["tourism": "camp_site"], true), ([:], true),
    ])
  func areas(tags: [String: String], isArea: Bool) throws {
    let corners = [(25.0, 60.0), (25.01, 60), (25.01, 60.01), (25, 60)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let way = OSMGeometry(way: [.init(points: corners, isClosed: true)], tags: tags)
    #expect(way.extent?.isArea == isArea)
  }

  @Test("an index finds what a look at every place finds, inside of areas the smallest first")
  func index() throws {
    var random = RandomPlaces(seed: 66)
    let places = (0..<400).map { number in
      random.place(
        id: "hut \(number)",
        at: Coordinate(latitude: random.double(59.9...60.1), longitude: random.double(24.9...25.1)))
    }
    var insideCount = 0
    for use in [PlaceIndex.Use.once, .often, .veryOften] {
      let index = PlaceIndex(places, use: use)
      for _ in 0..<40 {
        let position = Coordinate(latitude: random.double(59.8...60.2), longitude: random.double(24.8...25.2))
        let all = places.map { NearbyPlace($0, from: position) }.enumerated()
          .sorted {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
          }
          .map(\.element)
        #expect(index.nearest(to: position, limit: 30) == Array(all.prefix(30)))
        insideCount += all.filter(\.isInside).count
      }
    }
    #expect(insideCount > 50)
  }
}
