import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct OverpassGazetteerTests {
  private static let request = URL(string: "https://overpass.example/api/interpreter").map {
    OverpassGazetteerRequest(server: $0)
  }
  private let box = BoundingBox(west: 24.9, south: 60.1, east: 25, north: 60.2)

  private func entries(_ elements: [String], base: String = "") throws -> GazetteerEntries {
    let text = #"{"osm3s":{\#(base)},"elements":[\#(elements.joined(separator: ","))]}"#
    let answer = try #require(Self.request).parseResponse(data: Data(text.utf8))
    return answer.entries(in: try #require(box))
  }

  @Test("asks for all of a box at once, within limits")
  func question() throws {
    let query = OverpassGazetteerRequest.query(for: .init(box: try #require(box), seconds: 25))
    let edges = "60.1000000,24.9000000,60.2000000,25.0000000"
    // 100 m more.
    let around = "60.0990909,24.8981707,60.2009091,25.0018293"
    let area = #"["boundary"="administrative"]["admin_level"]["name"]"#
    #expect(query.hasPrefix("[out:json][timeout:25][maxsize:134217728];"))
    for part in [
      #";way(\#(around))["highway"~"^(motorway|"#, #"|steps|raceway)$"];out tags geom 100001;"#,
      #";(node(\#(around))["addr:housenumber"];way(\#(around))["addr:housenumber"];);out tags geom 100001;"#,
      #"rel(\#(around))["addr:housenumber"];out geom 100001;"#,
      #"rel(\#(edges))\#(area)["type"~"^(boundary|multipolygon)$"]->.b;"#,
      "foreach.b->.r(.r out tags;way(r.r)(\(edges));out ids geom;);.b map_to_area;out ids;",
      "is_in(60.1500000,24.9500000)->.m;area.m\(area);out tags;",
    ] { #expect(query.contains(part), "\(part)") }
  }

  private static let line = #""geometry":[{"lat":60.11,"lon":24.91},null,{"lat":60.12,"lon":24.92}]"#
  private static let town = #"{"boundary":"administrative","admin_level":"8","name":"Thorpe"}"#

  @Test("reads streets, addresses and areas, and passes over what it cannot use")
  func answer() throws {
    let street =
      #"{"type":"way","id":1,"tags":{"highway":"residential","name":"Street","addr:housenumber":"1"},\#(Self.line)}"#
    let found = try entries([
      street, street,
      #"{"type":"node","id":2,"lat":60.15,"lon":24.95,"tags":{"addr:housenumber":"7","addr:street":"Lane"}}"#,
      #"{"type":"relation","id":3,"center":{"lat":60.16,"lon":24.96},"tags":{"addr:housenumber":"9"}}"#,
      #"{"type":"node","id":21,"lat":60.11,"lon":24.92,"tags":{"addr:housenumber":"1","addr:street":"Row"}}"#,
      #"{"type":"node","id":22,"lat":60.112,"lon":24.92,"tags":{"addr:housenumber":"5","addr:street":"Row"}}"#,
      #"{"type":"way","id":20,"tags":{"addr:interpolation":"odd"},"geometry":[{"lat":60.11,"lon":24.92},{"lat":60.112,"lon":24.92}]}"#,
      #"{"type":"way","id":4,"tags":{"highway":"bus_stop"},\#(Self.line)}"#,
      #"{"type":"node","id":5,"lat":95,"lon":24.95,"tags":{"addr:housenumber":"8"}}"#, "{}",
      #"{"type":"relation","id":10,"tags":\#(Self.town)}"#,
      #"{"type":"way","id":6,"geometry":[{"lat":60.0,"lon":24.97},{"lat":60.3,"lon":24.97}]}"#,
      #"{"type":"area","id":3600000010}"#, #"{"type":"area","id":3600000010,"tags":\#(Self.town)}"#,
      #"{"type":"area","id":2400000010,"tags":\#(Self.town)}"#,
      #"{"type":"area","id":3600000011,"tags":{"boundary":"administrative","admin_level":"2","name":"Arcadia"}}"#,
    ])
    #expect(found.interpolations.map(\.id) == [20])
    let third = found.surroundings(
      of: Coordinate(latitude: 60.111, longitude: 24.92), streetsWithin: .zero,
      addressWithin: Distance(metres: 20))
    #expect(third.address?.thing.housenumber == "3")
    #expect(found.streets.map(\.title) == ["Street"])
    #expect(found.streets.first?.line.count == 2)
    #expect(found.addresses.map(\.housenumber).sorted() == ["1", "1", "5", "7", "9"])
    #expect(found.areas.map(\.area.id) == ["relation/10", "relation/11"])
    #expect(found.areas.allSatisfy { $0.area.size == .infinity })
    func names(_ longitude: Double) -> [String?] {
      found.surroundings(
        of: Coordinate(latitude: 60.19, longitude: longitude), streetsWithin: .zero, addressWithin: .zero
      ).areas.map { $0.names["name"] }
    }
    #expect(names(24.91) == ["Thorpe", "Arcadia"])
    #expect(names(24.99) == ["Arcadia"])
  }

  @Test("without areas on the server, boundaries mean nothing; no areas around the middle are another matter")
  func noAreas() throws {
    let boundary = [
      #"{"type":"relation","id":10,"tags":\#(Self.town)}"#,
      #"{"type":"way","id":6,"geometry":[{"lat":60.0,"lon":24.97},{"lat":60.3,"lon":24.97}]}"#,
    ]
    #expect(try entries(boundary).areas.isEmpty)
    let base = #""timestamp_areas_base":"2026-01-01T09:59:00Z""#
    // Of a neighbour the server may have only the part along the border.
    #expect(try entries(boundary, base: base).areas.isEmpty)
    let known = try entries(boundary + [#"{"type":"area","id":3600000010}"#], base: base)
    let area = try #require(known.areas.first)
    #expect(area.outline.contains(Coordinate(latitude: 60.15, longitude: 24.99)))
    #expect(!area.outline.contains(Coordinate(latitude: 60.15, longitude: 24.91)))
  }

  @Test("counts what it cannot read, and takes nothing else for no answer")
  func unreadable() throws {
    let request = try #require(Self.request)
    func answer(_ elements: String) throws -> OverpassGazetteerRequest.Answer {
      try request.parseResponse(data: Data(#"{"elements":[\#(elements)]}"#.utf8))
    }
    let node = #"{"type":"node","id":2,"lat":60.15,"lon":24.95,"tags":{"addr:housenumber":"7"}}"#
    #expect(try answer("\(node),{},{\"type\":7}").unreadable == 2)
    #expect(try answer("").unreadable == 0)
    #expect(throws: RequestError.malformed("none of its elements can be read")) { try answer("{}") }
  }

  @Test("a server that gave up is an error, whatever it found before")
  func gaveUp() throws {
    let request = try #require(Self.request)
    let node = #"{"type":"node","id":2,"lat":60.15,"lon":24.95,"tags":{"addr:housenumber":"7"}}"#
    let text = #"{"elements":[\#(node)],"remark":"runtime error: open64: No such file areas.bin"}"#
    #expect(throws: RequestError.gaveUp("runtime error: open64: No such file areas.bin")) {
      try request.parseResponse(data: Data(text.utf8))
    }
  }
}
