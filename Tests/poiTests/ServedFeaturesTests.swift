import Foundation
import NIOHTTP1
import PlaceFiles
import Places
import Positioning
import TestSupport
import Testing

@testable import Serving
@testable import poi

/// Answers to clients of OGC API – Features, without a socket.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ServedFeaturesTests {
  private static let items = "/collections/places/items"
  private let file = PlaceFileProvider(file: PlaceFile(path: Fixtures.path("places/helsinki.geojson")))

  private func response(
    to target: String, _ headers: HTTPHeaders = [:], from places: (any PlaceProviding)? = nil
  ) async throws -> Response {
    try await routedResponse(to: target, headers, from: places ?? file)
  }

  private func object(_ response: Response) throws -> [String: Any] {
    guard case .bytes(let bytes) = response.body else { return [:] }
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private func ids(_ page: [String: Any]) -> [String] {
    (page["features"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
  }

  @Test(
    "browsers get the page, and programs the landing page",
    arguments: [
      ("/", nil, "application/json"), ("/", "text/html,*/*;q=0.8", "text/html; charset=utf-8"),
      ("/", "text/html;q=0.1,application/json", "application/json"),
      ("/", "application/json, text/html", "text/html; charset=utf-8"),
      ("/?f=html", "*/*", "text/html; charset=utf-8"), ("/", "*/*", "application/json"),
      ("/", "text/html;q=0", "application/json"), ("/", "*/*, text/html; q=0", "application/json"),
      ("/", "application/json", "application/json"), ("/?f=json", "text/html", "application/json"),
    ])
  func negotiation(target: String, accept: String?, type: String) async throws {
    let answer = try await response(to: target, accept.map { ["Accept": $0] } ?? [:])
    #expect(answer.status == .ok)
    #expect(answer.headers.first(name: "Content-Type") == type)
    #expect(answer.headers["Vary"].contains("Accept"))
  }

  @Test("links lead from page to page, with the same question, to every place once")
  func pages() async throws {
    let query = "?category=cafe,restaurant&bbox=24.9,60.1,25.0,60.2"
    let all = ids(try object(try await response(to: "\(Self.items)\(query)&limit=5000")))
    #expect(all.count > 5)
    var (found, target): ([String], String?) = ([], "\(Self.items)\(query)&limit=2&%61fter=0")
    while let next = target {
      let page = try object(try await response(to: next))
      found += ids(page)
      #expect(page["numberReturned"] as? Int == ids(page).count)
      let links = try #require(page["links"] as? [[String: String]])
      target = links.first { $0["rel"] == "next" }?["href"]?.replacing("http://localhost:8947", with: "")
    }
    #expect(found == all)
  }

  @Test("every other path answers as its type")
  func paths() async throws {
    for (path, type) in [
      ("/conformance", "application/json"), ("/collections", "application/json"),
      ("/collections/places", "application/json"),
      ("/collections/places/schema", "application/schema+json"),
      ("/api", "application/vnd.oai.openapi+json;version=3.0"), (Self.items, "application/geo+json"),
      ("\(Self.items)/node%2F606996912", "application/geo+json"),
      ("\(Self.items)/node/606996912?f=json", "application/geo+json"),
    ] {
      let answer = try await response(to: path)
      #expect(answer.status == .ok, "\(path)")
      #expect(answer.headers.first(name: "Content-Type") == type, "\(path)")
      _ = try object(answer)
    }
    // Names of places do not fill the counts.
    for path in ["node/606996912", "any?limit=1"] {
      #expect(try await response(to: "\(Self.items)/\(path)").resource == "\(Self.items)/{featureId}")
    }
    #expect(try await response(to: "\(Self.items)/nobody").status == .notFound)
    #expect(try await response(to: "/collections/roads").status == .notFound)
  }

  @Test("links name the server as the client does, through a proxy with TLS and a folder too")
  func address() async throws {
    let page = try object(
      try await response(
        to: "/", ["Accept": "application/json", "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/poi/"]))
    let links = try #require(page["links"] as? [[String: String]])
    #expect(links.allSatisfy { $0["href"]?.hasPrefix("https://localhost:8947/poi/") == true })
  }

  @Test(
    "refuses what the description does not allow, with the parameter's name",
    arguments: [
      ("bbox=1,2,3", "bbox"), ("bbox=1,2,3,x", "bbox"), ("bbox=200,0,201,1", "bbox"),
      ("bbox=0,2,1,1", "bbox"),
      ("bbox=nan,0,1,1", "bbox"), ("bbox=0,0,x,1,1,2", "bbox"), ("bbox=0,0,3,1,1,2", "bbox"),
      ("bbox=", "bbox"),
      ("bbox=0,0,1,1&bbox=0,0,1,1", "bbox"), ("limit=0", "limit"), ("limit=-1", "limit"),
      ("limit=x", "limit"),
      ("after=-1", "after"), ("after=9223372036854775808", "after"), ("after=x", "after"), ("f=xml", "f"),
      ("datetime=soon", "datetime"), ("datetime=../..", "datetime"), ("datetime=..", "datetime"),
      ("datetime=2026-01-02T00:00:00Z/2026-01-01T00:00:00Z", "datetime"), ("datetime=//", "datetime"),
      ("category=watr", "category"), ("category=", "category"), ("offset=3", "offset"), ("name=x", "name"),
    ])
  func refusals(query: String, field: String) async throws {
    let answer = try await response(to: "\(Self.items)?\(query)")
    #expect(answer.status == .badRequest)
    #expect(try object(answer)["field"] as? String == field)
  }

  @Test(
    "takes times and heights, which places do not have, and more places than a page holds",
    arguments: [
      "datetime=2026-01-01T00:00:00Z", "datetime=2026-01-01T00:00:00Z/..",
      "datetime=/2026-01-01T00:00:00%2B02:00",
      "datetime=2025-01-01T00:00:00Z/2026-01-01T00:00:00Z", "limit=1000000", "bbox=24,60,-10,26,61,100",
    ])
  func acceptances(query: String) async throws {
    let answer = try await response(to: "\(Self.items)?\(query)")
    #expect(answer.status == .ok)
    #expect(!ids(try object(answer)).isEmpty)
  }

  @Test("a source that knows only what is around a position says so, and the page stays")
  func withoutList() async throws {
    let mock = MockPlaceProvider(.success([]))
    for path in ["/?f=json", "/collections", Self.items, "/api"] {
      let answer = try await response(to: path, from: mock)
      #expect(answer.status == .notImplemented, "\(path)")
      #expect((try object(answer)["error"] as? String)?.contains("own data or a file") == true)
    }
    #expect(try await response(to: "/", ["Accept": "text/html"], from: mock).status == .ok)
  }
}
