import Foundation
import Geography
import Places
import TestSupport
import Testing

@Suite struct PlaceFindingTests {
  private let provider: PlaceFileProvider
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let path = try directory.write(
      """
      id,name,name:sv,lat,lon
      node/1,Fazer Café,,1,1
      node/2,Karl Fazer Café,,2,2
      node/3,fazer-cafe,,3,3
      Fazer,Kiosk,Kiosken,4,4
      """, as: "places.csv")
    provider = PlaceFileProvider(file: PlaceFile(path: path))
  }

  @Test(
    "an id goes before a name, and a whole name before a part of one",
    arguments: [
      ("node/2", ["node/2"]), ("Fazer", ["Fazer"]), ("fazer cafe", ["node/1", "node/3"]),
      ("fazer", ["node/1", "node/2", "node/3"]), ("kar faz", ["node/2"]), ("kiosken", ["Fazer"]),
      ("node/4", []), ("", []), ("-", []),
    ])
  func called(text: String, ids: [String]) async throws {
    #expect(try await provider.places(called: text).map(\.id) == ids)
  }

  @Test("a source that cannot be read does not say that there is nothing")
  func unreadable() async {
    let missing = PlaceFileProvider(file: PlaceFile(path: directory.url.path + "/missing"))
    await #expect(throws: PlacesError.self) { try await missing.places(called: "a") }
  }

  @Test(
    "a file that says nothing of its age is as old as when it was last written",
    arguments: [(-1.0, 0.0), (0, 0), (30, 30), (800, 800)])
  func age(days: Double, told: Double) async throws {
    let path = directory.path(of: "places.csv")
    let written = try #require(SourceFile(at: path)?.dated)
    let provider = PlaceFileProvider(
      file: PlaceFile(path: path), now: { written.addingTimeInterval(days * 86_400) })
    let answer = try await provider.places(
      near: Coordinate(latitude: 1, longitude: 1), matching: PlaceQuery(limit: 1))
    #expect(answer.source.age == told * 86_400)
  }
}
