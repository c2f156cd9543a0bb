import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct NameAlternativesTests {
  private static let vocabulary = ["fazer", "karl", "cafe", "hauptbahnhof", "bahnhofstrasse", "mcdonalds"]

  @Test(
    "a word that starts no name is read as part of one, or as a typo",
    arguments: [
      ("fazr", [" fazer"]), ("karl fazzer", [" karl fazer"]),
      ("hnhof", [" hauptbahnhof", " bahnhofstrasse"]),
      ("mcdonlads", [" mcdonalds"]), ("Fázr", [" fazer"]),
    ])
  func alternatives(text: String, expected: [String]) {
    #expect(NameAlternatives.alternatives(to: text, among: Self.vocabulary) == expected)
  }

  @Test(
    "known words have no alternative, and neither do words like no other",
    arguments: ["fazer", "karl caf", "xyzzyqwv", "karl xyzzyqwv", ""])
  func none(text: String) {
    #expect(NameAlternatives.alternatives(to: text, among: Self.vocabulary).isEmpty)
  }

  @Test("finds and marks places with a similar name if no name matches")
  func marked() async throws {
    let file = PlaceFile(path: Fixtures.path("places/helsinki.geojson"))
    let provider = PlaceFileProvider(file: file)
    let here = Coordinate(latitude: 60.17, longitude: 24.94)
    let exact = try await provider.placesOrNearMisses(
      near: here, matching: PlaceQuery(filter: PlaceFilter(name: "espresso"), limit: 2))
    let near = try await provider.placesOrNearMisses(
      near: here, matching: PlaceQuery(filter: PlaceFilter(name: "espreso"), limit: 2))
    #expect(!exact.isNearMiss)
    #expect(near.isNearMiss)
    #expect(near.places == exact.places)
  }

  @Test("a name that exists only beyond the radius is not read as another")
  func tooFar() async throws {
    let file = PlaceFile(path: Fixtures.path("places/helsinki.geojson"))
    let answer = try await PlaceFileProvider(file: file).placesOrNearMisses(
      near: Coordinate(latitude: 0, longitude: 0),
      matching: PlaceQuery(filter: PlaceFilter(name: "espresso"), radius: Distance(metres: 10)))
    #expect(answer.places.isEmpty)
    #expect(!answer.isNearMiss)
  }
}
