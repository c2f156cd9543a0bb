import Foundation
import Geography
import HTTPTypes
import TestSupport
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct OverpassRequestTests {
  private static func interpreter() throws -> OverpassRequest {
    OverpassRequest(server: try #require(URL(string: "https://overpass.example/api/interpreter")))
  }

  private static func question(
    latitude: Double = 60.1719, longitude: Double = 24.9414, metres: Double = 1000
  ) throws -> OverpassRequest.Question {
    OverpassRequest.Question(
      selection: try OverpassFilter(PlaceFilter(categories: ["fountain"])),
      centre: Coordinate(latitude: latitude, longitude: longitude), radius: Distance(metres: metres),
      seconds: 25)
  }

  private static func parse(_ text: String) throws -> OverpassAnswer {
    try interpreter().parseResponse(data: Data(text.utf8))
  }

  /// An answer with these elements, as text, and further members of the document.
  private static func document(_ elements: String..., more: String = "") -> String {
    """
    {"version": 0.6, "osm3s": {"timestamp_osm_base": "2026-01-01T10:00:00Z", "copyright": "OSM, ODbL."},
    "elements": [\(elements.joined(separator: ","))]\(more)}
    """
  }

  private static let fountain = #"{"type":"node","id":1,"lat":60,"lon":25,"tags":{"amenity":"fountain"}}"#

  // MARK: Asking

  @Test("posts the query as a form")
  func request() throws {
    let (request, posted) = try Self.interpreter().makeRequest(from: Self.question())
    #expect(request.url?.absoluteString == "https://overpass.example/api/interpreter")
    #expect(request.method == .post)
    #expect(request.headerFields[.contentType] == "application/x-www-form-urlencoded")
    let body = String(decoding: try #require(posted), as: UTF8.self)
    let form = try #require(body.hasPrefix("data=") ? body.dropFirst(5) : nil)
    #expect(form.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~%".contains($0)) })
    #expect(String(form).removingPercentEncoding == OverpassRequest.query(for: try Self.question()))
  }

  @Test(
    "limits the server's time, memory and answer, and the circle fits the server's sphere")
  func query() throws {
    let excluded =
      #"["access"!~"^(private|no)$"]["disused"!~"^([^n]|n$|n[^o]|no.)"]["abandoned"!~"^([^n]|n$|n[^o]|no.)"];"#
    #expect(
      OverpassRequest.query(for: try Self.question())
        == "[out:json][timeout:25][maxsize:134217728];"
        + #"(nwr(around:1007,60.1719000,24.9414000)["amenity"~"(^|;) *(fountain) *(;|$)"]"#
        + excluded + #"nwr(around:1007,60.1719000,24.9414000)["artwork_type"~"(^|;) *(fountain) *(;|$)"]"#
        + excluded + ");out body geom 20001;"
    )
  }

  @Test(
    "writes numbers without exponents",
    arguments: [(0.00001, -0.00001), (-90, 180), (1e-9, -1e-300), (-0.0, 0)])
  func numbers(latitude: Double, longitude: Double) throws {
    let query = try OverpassQuery(
      OverpassRequest.query(for: Self.question(latitude: latitude, longitude: longitude, metres: 1e-5)))
    let numbers = try #require(query.around.first).compactMap(Double.init)
    #expect(numbers.count == 3)
    #expect(numbers[0] == 2)
    #expect(abs(numbers[1] - latitude) < 1e-7 && abs(numbers[2] - longitude) < 1e-7)
  }

  @Test("refuses a position that is not on earth", arguments: [91, .nan, .infinity])
  func invalidCoordinate(latitude: Double) throws {
    #expect(throws: RequestError.invalidCoordinate) {
      try Self.interpreter().makeRequest(from: Self.question(latitude: latitude))
    }
  }

  // MARK: Answers

  @Test("nodes and the centres of ways become places with their tags")
  func fixture() throws {
    let answer = try Self.interpreter().parseResponse(data: try Fixtures.data("api/overpass.json"))
    #expect(answer.records.places.count == 36)
    #expect(answer.records.complaints == [])
    let node = try #require(answer.records.places.first)
    #expect(node.id == "node/60068035")
    #expect(node.name == "Cafe Java")
    #expect(node.category == "cafe")
    #expect(node.coordinate == Coordinate(latitude: 60.169967, longitude: 24.937518))
    #expect(node.tags["wheelchair"] == "limited")
    #expect(node.tags["name"] == nil)
    #expect(answer.records.places.last?.id.hasPrefix("way/") == true)
    #expect(answer.records.attribution?.hasSuffix("The data is made available under ODbL.") == true)
    #expect(answer.dataTime == Date(timeIntervalSince1970: 1_767_261_600))
  }

  @Test(
    "puts a way where an extract would: half-way along a line, or inside an area",
    arguments: [
      ([(0, 0), (0, 1), (0, 3)], 0, 1.5), ([(0, 0), (0, 4), (4, 4), (4, 0), (0, 0)], 2, 2),
      // An angle whose middle is outside it.
      ([(0, 0), (0, 9), (1, 9), (1, 1), (9, 1), (9, 0), (0, 0)], 2.6, 0.5), ([(7, 8)], 7, 8),
    ] as [([(Double, Double)], Double, Double)])
  func way(points: [(Double, Double)], latitude: Double, longitude: Double) throws {
    let element =
      #"{"type":"way","id":1,"nodes":[1],"geometry":\#(Self.points(points)),\#(Self.fountainTags)}"#
    let place = try #require(try Self.parse(Self.document(element)).records.places.first)
    #expect(abs(place.coordinate.latitude - latitude) < 0.2, "\(place.coordinate)")
    #expect(abs(place.coordinate.longitude - longitude) < 0.2, "\(place.coordinate)")
  }

  @Test("assembles a multipolygon from ways in any direction, and leaves out its holes")
  func multipolygon() throws {
    let members =
      [
        ("outer", [(0, 0), (0, 10), (10, 10)]), ("outer", [(0, 0), (10, 0), (10, 10)]),
        ("inner", [(1, 1), (1, 9), (9, 9)]), ("inner", [(1, 1), (9, 1), (9, 9)]),
        ("outer", [(20, 20), (20, 21), (21, 21), (20, 20)]),
      ] as [(String, [(Double, Double)])]
    let place = try #require(try Self.relation(of: members, "multipolygon"))
    // In the frame around the hole, which is all there is at its middle's latitude.
    #expect(place.id == "relation/1")
    #expect(abs(place.coordinate.latitude - 5) < 0.5, "\(place.coordinate)")
    #expect(place.coordinate.longitude < 1 || place.coordinate.longitude > 9, "\(place.coordinate)")
  }

  @Test("an open outline has its point on its longest piece")
  func openOutline() throws {
    let place = try #require(try Self.relation(of: [("outer", [(0, 0), (0, 2)])], "multipolygon"))
    #expect(place.coordinate == Coordinate(latitude: 0, longitude: 1))
  }

  @Test(
    "a relation is a place by its tags, or by its name if it is a thing rather than a list or an idea",
    arguments: [
      ("multipolygon", "amenity", true), ("boundary", "amenity", true), ("site", "amenity", true),
      ("multipolygon", "name", true), ("boundary", "name", false), ("site", "name", false),
      ("public_transport", "name", false), ("treaty", "name", false), ("election", "name", false),
      ("was:route", "name", false), ("land_area", "name", false), ("building", "name", true),
    ])
  func relations(type: String, key: String, isPlace: Bool) throws {
    let ring = [("outer", [(0, 0), (0, 2), (2, 2), (0, 0)])] as [(String, [(Double, Double)])]
    #expect((try Self.relation(of: ring, type, key: key) != nil) == isPlace)
  }

  private static let fountainTags = #""tags":{"amenity":"fountain"}"#

  private static func points(_ points: [(Double, Double)]) -> String {
    "[\(points.map { #"{"lat":\#($0.0),"lon":\#($0.1)}"# }.joined(separator: ","))]"
  }

  private static func relation(
    of members: [(String, [(Double, Double)])], _ type: String, key: String = "amenity"
  ) throws -> PointOfInterest? {
    let members = members.map { role, points in
      #"{"type":"way","ref":1,"role":"\#(role)","geometry":\#(Self.points(points))}"#
    }
    let element =
      #"{"type":"relation","id":1,"members":[\#(members.joined(separator: ","))],"#
      + #""tags":{"\#(key)":"fountain","type":"\#(type)"}}"#
    return try parse(document(element)).records.places.first
  }

  @Test("an object without the tag of a category is no place, nor is one that was there before")
  func noPlaces() throws {
    let road = #"{"type":"node","id":3,"lat":1,"lon":1,"tags":{"highway":"residential","name":"Road"}}"#
    let answer = try Self.parse(Self.document(Self.fountain, road, Self.fountain))
    #expect(answer.records.places.map(\.id) == ["node/1"])
    #expect(answer.records.unwantedCount == 2)
  }

  @Test("an answer without elements is valid")
  func empty() throws {
    let answer = try Self.parse(Self.document())
    #expect(answer.records.places == [])
    #expect(answer.records.attribution == "OSM, ODbL.")
  }

  @Test("names OpenStreetMap if the server gives no attribution", arguments: ["", #""osm3s":{},"#])
  func attribution(base: String) throws {
    let answer = try Self.parse("{\(base)\"elements\":[\(Self.fountain)]}")
    #expect(answer.records.attribution == "© OpenStreetMap contributors, ODbL")
    #expect(answer.dataTime == nil)
  }

  @Test(
    "skips an element that is not a place",
    arguments: [
      (#"{"type":"relation","id":2,"tags":{}}"#, "element 2: no latitude and longitude"),
      (#"{"type":"way","id":2,"center":{"lat":91,"lon":0}}"#, "element 2: 91.0, 0.0 is out of range"),
      (#"{"type":"area","id":2}"#, "element 2: not an element of OpenStreetMap"),
      (#"{"type":"node","id":1e99,"lat":1,"lon":1}"#, "element 2: not an element of OpenStreetMap"),
      (#"{"type":"node","id":2,"lat":1,"lon":1,"tags":{"a":[]}}"#, "element 2: not an element"),
    ])
  func badElements(element: String, complaint: String) throws {
    let answer = try Self.parse(Self.document(Self.fountain, element))
    #expect(answer.records.places.map(\.id) == ["node/1"])
    #expect(answer.records.complaints.first?.hasPrefix(complaint) == true)
  }

  // MARK: No answers

  @Test(
    "a server that gave up is an error, whatever it found before",
    arguments: [document(more: remarkMember), document(fountain, more: remarkMember)])
  func remark(text: String) {
    #expect(throws: RequestError.gaveUp("runtime error: Query timed out in \"query\" at line 1.")) {
      try Self.parse(text)
    }
  }

  private static let remarkMember = #", "remark": "runtime error: Query timed out in \"query\" at line 1.""#

  @Test("a harmless remark does not spoil an answer, but explains an empty one")
  func harmlessRemark() throws {
    #expect(
      try Self.parse(Self.document(Self.fountain, more: #","remark":"hello""#)).records.places.count == 1)
    #expect(throws: RequestError.gaveUp("hello")) {
      try Self.parse(Self.document(more: #","remark":"hello""#))
    }
  }

  @Test(
    "another document is not an answer",
    arguments: [
      ("", "no JSON object"), ("sorry", "no JSON object"),
      ("{}", "it does not look like an answer of the Overpass API"),
      ("[\(fountain)]", "it does not look like an answer of the Overpass API"),
      (#"{"elements":{}}"#, "it does not look like an answer of the Overpass API"),
      (#"{"elements":[1]}"#, "it does not look like an answer of the Overpass API"),
      (#"{"a":[{}],"elements":[]}"#, "element 1: not an element of OpenStreetMap"),
      (#"{"elements":[{"type":"node","id":1,"#, "it breaks off"),
      ("{\"elements\":[\(fountain)]", "it breaks off"), ("{\"elements\":[\(fountain)", "it breaks off"),
      (document("{}"), "element 1: not an element of OpenStreetMap"),
      (document(fountain, more: ",\"remark\":"), "it does not look like an answer of the Overpass API"),
      (document(fountain, more: ",]"), "it does not look like an answer of the Overpass API"),
    ])
  func malformed(text: String, how: String) {
    #expect(throws: RequestError.malformed(how)) { try Self.parse(text) }
  }

  @Test("an answer in invalid UTF-8 is malformed")
  func notUTF8() throws {
    let data =
      Data(#"{"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"a":""#.utf8) + [0xE9]
      + Data("\"}}]}".utf8)
    #expect(throws: RequestError.malformed("element 1: not an element of OpenStreetMap")) {
      try Self.interpreter().parseResponse(data: data)
    }
  }

  @Test("refuses more places than it asked for")
  func tooMany() throws {
    let elements = Array(repeating: Self.fountain, count: OverpassRequest.placeLimit + 1).joined(
      separator: ",")
    #expect(throws: RequestError.tooManyPlaces(limit: OverpassRequest.placeLimit)) {
      try Self.parse(Self.document(elements))
    }
  }
}
