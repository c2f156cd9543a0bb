import Foundation
import Geography
import NIOHTTP1
import Places
import TestSupport
import Testing

@testable import Serving
@testable import poi

/// Tiles of the ground, without a socket.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ServedGroundTests {
  private struct Ground: PlaceProviding, MapProviding {
    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      PlaceAnswer(places: [], source: PlaceSource(name: "ground"))
    }

    func ground(in box: BoundingBox, _ detail: MapDetail) throws(PlacesError) -> GroundMap {
      let middle = Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
      let corner = Coordinate(latitude: box.north, longitude: box.east)
      return GroundMap(features: [MapFeature(kind: .main, name: "High Street", parts: [[middle, corner]])])
    }
  }

  private func response(
    to target: String, _ headers: HTTPHeaders = [:], from places: any PlaceProviding = Ground()
  ) async throws -> Response {
    try await routedResponse(to: target, headers, from: places)
  }

  private func text(_ response: Response) -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a tile has a tag, and is not sent again to whom has it")
  func tag() async throws {
    let tile = try await response(to: "/ground/14/9327/4742")
    #expect(tile.status == .ok)
    #expect(tile.headers.first(name: "Content-Type") == "application/json")
    #expect(tile.resource == "/ground/{zoom}/{x}/{y}")
    #expect(text(tile).hasPrefix(#"{"features":[{"kind":"main","name":"High Street","lines":[["#))
    let tag = try #require(tile.headers.first(name: "ETag"))
    let again = try await response(to: "/ground/14/9327/4742", ["If-None-Match": tag])
    #expect(again.status == .notModified)
    #expect(again.headers.first(name: "ETag") == tag)
    #expect(text(again).isEmpty)
    #expect(try await response(to: "/ground/14/9327/4742", ["If-None-Match": "\"0\""]).status == .ok)
    // The bytes differ for who reads gzip, so it is weak.
    #expect(tag.hasPrefix("W/"))
    for known in ["*", String(tag.dropFirst(2)), "\"0\", \(tag)", "\"0\",\(tag.dropFirst(2))"] {
      let again = try await response(to: "/ground/14/9327/4742", ["If-None-Match": known])
      #expect(again.status == .notModified, "\(known)")
    }
  }

  @Test("there are tiles only of the zooms and numbers that exist")
  func paths() async throws {
    for path in [
      "/ground/7/0/0", "/ground/17/0/0", "/ground/8/256/0", "/ground/8/0", "/ground/", "/ground/8/0/x",
    ] {
      #expect(try await response(to: path).status == .notFound, "\(path)")
    }
  }

  @Test("without a store the ground is empty")
  func nothing() async throws {
    let tile = try await response(to: "/ground/14/9327/4742", from: GivenPlaces())
    #expect(tile.status == .ok)
    #expect(text(tile) == "{\"features\":[]}\n")
  }
}
