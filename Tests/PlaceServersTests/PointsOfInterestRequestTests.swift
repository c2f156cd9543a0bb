import Foundation
import Geography
import HTTPTypes
import TestSupport
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct PointsOfInterestRequestTests {
  private static let station = Coordinate(latitude: 60.1719, longitude: 24.9414)

  @Test(
    "adds the position to the server's address",
    arguments: [
      ("https://example.org/locations", "https://example.org/locations?lat=60.1719&long=24.9414"),
      ("http://localhost:8080/", "http://localhost:8080/?lat=60.1719&long=24.9414"),
      ("https://example.org/l?key=a", "https://example.org/l?key=a&lat=60.1719&long=24.9414"),
      ("https://example.org/l?key=a%2Bb%26c", "https://example.org/l?key=a%2Bb%26c&lat=60.1719&long=24.9414"),
    ])
  func url(server: String, url: String) throws {
    let (request, body) = try Self.request(to: server).makeRequest(from: Self.station)
    #expect(request.url?.absoluteString == url)
    #expect(request.method == .get)
    #expect(body == nil)
  }

  @Test("uses the server's own parameter names")
  func dialect() throws {
    let dialect = LocationsDialect(
      latitude: "y&x", longitude: "lön g", headers: try RequestHeader.parse("X-Key: a\nUser-Agent: b"))
    let server = try #require(URL(string: "https://example.org/l?key=a"))
    let request = try PointsOfInterestRequest(server: server, dialect: dialect)
      .makeRequest(from: Self.station).head
    #expect(request.url?.query == "key=a&y%26x=60.1719&l%C3%B6n%20g=24.9414")
    #expect(request.headerFields[try #require(HTTPField.Name("X-Key"))] == "a")
    #expect(request.headerFields[.userAgent] == "b")
  }

  @Test("sends the address's name and password in a header, unless the user sets that header")
  func credentials() throws {
    let server = try #require(URL(string: "https://me:se%3Acret@example.org/l"))
    let request = try PointsOfInterestRequest(server: server).makeRequest(from: Self.station).head
    #expect(request.url?.absoluteString == "https://example.org/l?lat=60.1719&long=24.9414")
    #expect(request.headerFields[.authorization] == "Basic bWU6c2U6Y3JldA==")
    let dialect = LocationsDialect(headers: try RequestHeader.parse("Authorization: Bearer token"))
    let own = try PointsOfInterestRequest(server: server, dialect: dialect).makeRequest(from: Self.station)
      .head
    #expect(own.headerFields[.authorization] == "Bearer token")
  }

  @Test(
    "refuses an address that is not one of the web", arguments: ["/l", "file:///l", "https:l", "https://"])
  func notOfTheWeb(server: String) throws {
    #expect(throws: RequestError.connection(.badAddress)) {
      try Self.request(to: server).makeRequest(from: Self.station)
    }
  }

  @Test(
    "refuses a position that is not on earth",
    arguments: [(91, 0), (0, -180.5), (.nan, 0), (0, .infinity)] as [(Double, Double)])
  func invalidCoordinate(latitude: Double, longitude: Double) throws {
    let request = try Self.request(to: "https://example.org/locations")
    #expect(throws: RequestError.invalidCoordinate) {
      try request.makeRequest(from: Coordinate(latitude: latitude, longitude: longitude))
    }
  }

  @Test("tells the server the types it accepts, and that it would like shapes")
  func headers() throws {
    let request = try Self.request(to: "https://example.org/locations").makeRequest(from: Self.station).head
    #expect(request.headerFields[.accept] == "application/json")
    #expect(request.headerFields[try #require(HTTPField.Name("Prefer"))] == "geometry")
  }

  @Test(
    "reads every shape of answer",
    arguments: [
      ("array", 4, "node/606996912", "Karl Fazer Café"), ("wrapped", 3, "60131839", "Albert Edelfelt"),
      ("results", 5, "Aschan Cafe Jugend@60.167957,24.950444", "Aschan Cafe Jugend"),
      ("geojson", 4, "node/25389429", "Helsingin päärautatieasema, \"Steissi\""),
      ("long", 4, "node/5279796019", "Hei vaan"),
    ])
  func answers(name: String, count: Int, firstID: String, firstName: String) throws {
    let records = try Self.parse(try Fixtures.data("api/\(name).json"))
    #expect(records.places.count == count)
    #expect(records.places.first?.id == firstID)
    #expect(records.names.first == firstName)
    #expect(records.complaints == [])
  }

  @Test("an empty list is a valid answer", arguments: ["[]", #"{"locations":[]}"#])
  func empty(text: String) throws {
    #expect(try Self.parse(Data(text.utf8)).places.isEmpty)
  }

  @Test("skips a bad record among good ones")
  func badRecord() throws {
    let records = try Self.parse(Data(#"[{"lat":91,"lon":2},{"lat":1,"lon":2}]"#.utf8))
    #expect(records.places.count == 1)
    #expect(records.problemCount == 1)
  }

  @Test("takes a record once that is there twice, and others of the same id")
  func repeats() throws {
    let record = #"{"id":1,"name":"A","lat":1,"lon":2}"#
    let other = #"{"id":1,"name":"B","lat":1,"lon":2}"#
    let records = try Self.parse(Data("[\(record),\(record),\(other),\(record)]".utf8))
    #expect(records.names == ["A", "B"])
  }

  @Test(
    "a truncated answer, or one without anything usable, is an error",
    arguments: [
      ("", "line 1: no JSON object or array"),
      ("sorry", "line 1: no JSON object or array"),
      (#"{"error":"out of order"}"#, "record 1: no latitude and longitude"),
      (#"[{"lat":1,"lon":2},{"lat""#, "line 1: the data is cut short here"),
      (#"[{"lat":91,"lon":2}]"#, "record 1: 91.0, 2.0 is out of range (latitude -90…90, longitude -180…180)"),
    ])
  func malformed(text: String, how: String) {
    #expect(throws: RequestError.malformed(how)) { try Self.parse(Data(text.utf8)) }
  }

  @Test(
    "refuses more records than a server can mean, good or bad",
    arguments: [#"{"lat":1,"lon":2}"#, #"{"a":2}"#])
  func tooMany(record: String) throws {
    let request = PointsOfInterestRequest(
      server: try #require(URL(string: "https://example.org/")), recordLimit: 1000)
    let many = Data("[\(Array(repeating: record, count: 10_000).joined(separator: ","))]".utf8)
    #expect(throws: RequestError.tooManyPlaces(limit: 1000)) { try request.parseResponse(data: many) }
  }

  private static func request(to server: String) throws -> PointsOfInterestRequest {
    PointsOfInterestRequest(server: try #require(URL(string: server)))
  }

  private static func parse(_ data: Data) throws -> PlaceRecords {
    try request(to: "https://example.org/locations").parseResponse(data: data)
  }
}
