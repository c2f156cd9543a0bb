import Foundation
import Geography
import PlaceServers
import Places
import Synchronization
import TestSupport
import Testing

@Suite struct LocationsServerTests {
  private static let station = Coordinate(latitude: 60.1719, longitude: 24.9414)

  @Test("filters, sorts and limits the answer like any source")
  func query() async throws {
    let url = try MockURLProtocol.url(answering: .response(body: Fixtures.data("api/array.json")))
    let server = LocationsServer(url: url, session: MockURLProtocol.session)
    let answer = try await server.places(
      near: Self.station, matching: PlaceQuery(filter: PlaceFilter(categories: ["cafe"]), limit: 1))
    #expect(answer.places.map(\.place.name) == ["Karl Fazer Café"])
    #expect(answer.source.name == url.absoluteString)
  }

  @Test(
    "warns about a token that is sent unencrypted",
    arguments: [
      ("http://example.org/l", true), ("https://example.org/l", false), ("http://localhost:8080/l", false),
      ("http://127.0.0.1/l", false), ("http://[::1]/l", false),
    ])
  func overheard(address: String, isOverheard: Bool) throws {
    let url = try #require(URL(string: address))
    let headers = try RequestHeader.parse("Authorization: Bearer token")
    #expect(LocationsDialect(headers: headers).isOverheard(at: url) == isOverheard)
    #expect(!LocationsDialect().isOverheard(at: url))
  }

  @Test("reports how many records it skipped")
  func report() async throws {
    let url = try MockURLProtocol.url(
      answering: .response(body: Data(#"[{"lat":91,"lon":2},{"lat":1,"lon":2}]"#.utf8)))
    let counts = Mutex<[Int]>([])
    let server = LocationsServer(url: url, session: MockURLProtocol.session) { notice in
      guard case .read(let records) = notice else { return }
      counts.withLock { $0.append(records.problemCount) }
    }
    _ = try await server.places(near: Self.station, matching: PlaceQuery())
    #expect(counts.withLock { $0 } == [1])
  }

  @Test(
    "a server that knows nothing of a position does not say that nothing is there",
    arguments: [
      (#"{"reach":0,"locations":[]}"#, 0), (#"{"locations":[],"reach":0}"#, 0),
      (#"{"reach":-150,"locations":[]}"#, 0), (#"{"locations":[],"reach":"150"}"#, 0),
      (#"{"reach":150,"locations":[{"lat":60.1719,"lon":24.9414}]}"#, 150),
      (#"{"locations":[{"lat":60.1719,"lon":24.9414}],"reach":150}"#, 150),
    ])
  func reach(answer: String, metres: Double) async throws {
    let url = try MockURLProtocol.url(answering: .response(body: Data(answer.utf8)))
    let server = LocationsServer(url: url, session: MockURLProtocol.session)
    let source = try await server.places(near: Self.station, matching: PlaceQuery()).source
    #expect(source.knownWithin == Distance(metres: metres))
    #expect(source.coverage == (metres == 0 ? Coverage() : nil))
  }

  @Test("a typed name that resembles a category and is not in the list is no error")
  func doubtedName() async throws {
    let url = try MockURLProtocol.url(answering: .response(body: Data(#"[{"lat":1,"lon":2}]"#.utf8)))
    let server = LocationsServer(url: url, session: MockURLProtocol.session)
    var filter = PlaceFilter(categories: ["bp"])
    filter.isTyped = true
    #expect(try await server.places(near: Self.station, matching: PlaceQuery(filter: filter)).places.isEmpty)
  }

  @Test(
    "says why a server refuses the question, on one line of limited length",
    arguments: [
      (400, #"{"error":"lat is no number\nat line 5"}"#, "lat is no number"),
      (403, #"{"message":"no such key"}"#, "no such key"), (404, " no such list \r\nsecond", "no such list"),
      (422, String(repeating: "x", count: 1000), String(repeating: "x", count: 300)),
      (400, "<html><p>no</p></html>", nil), (400, #"{"code":5}"#, nil), (400, "", nil), (401, "no", nil),
      (503, "no", nil),
    ] as [(Int, String, String?)])
  func refusal(status: Int, body: String, words: String?) async throws {
    let url = try MockURLProtocol.url(answering: .response(status: status, body: Data(body.utf8)))
    let error = words.map { RequestError.refused(status, $0) } ?? .status(status, retryAfter: nil)
    let server = LocationsServer(url: url, session: MockURLProtocol.session)
    await #expect(throws: PlacesError.server(address: url.absoluteString, error)) {
      try await server.places(near: Self.station, matching: PlaceQuery())
    }
  }

  @Test("a failing server is an error with its address, never an empty answer")
  func failure() async throws {
    let url = try MockURLProtocol.url(answering: .failure(.cannotConnectToHost))
    let server = LocationsServer(url: url, session: MockURLProtocol.session)
    await #expect(
      throws: PlacesError.server(address: url.absoluteString, .connection(.unreachable))
    ) { try await server.places(near: Self.station, matching: PlaceQuery()) }
  }
}
