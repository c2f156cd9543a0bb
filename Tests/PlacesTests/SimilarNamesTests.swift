import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

@Suite struct SimilarNamesTests {
  private static let vocabulary = ["fazer", "karl", "cafe", "hauptbahnhof", "bahnhofstrasse", "mcdonalds"]

  @Test(
    "a word that starts no name is read as part of one, or as a typo",
    arguments: [
      ("fazr", [" fazer"]), ("karl fazzer", [" karl fazer"]),
      ("hnhof", [" hauptbahnhof", " bahnhofstrasse"]),
      ("mcdonlads", [" mcdonalds"]), ("Fázr", [" fazer"]),
    ])
  func alternatives(text: String, expected: [String]) throws {
    #expect(try SimilarNames.alternatives(to: text, among: Self.vocabulary) == expected)
  }

  @Test(
    "known words have no alternative, and neither do words like no other",
    arguments: ["fazer", "karl caf", "xyzzyqwv", "karl xyzzyqwv", ""])
  func none(text: String) throws {
    #expect(try SimilarNames.alternatives(to: text, among: Self.vocabulary).isEmpty)
  }

  @Test("a word that only begins others is read as a typo, too, where that is asked for")
  func beginnings() throws {
    let words = ["market", "markt", "halle", "helle"]
    #expect(try SimilarNames.alternatives(to: "marke halle", among: words).isEmpty)
    #expect(
      try SimilarNames.alternatives(to: "marke halle", among: words, doubtingBeginnings: true)
        == [" marke halle", " markt halle"])
    #expect(try SimilarNames.alternatives(to: "market halle", among: words, doubtingBeginnings: true).isEmpty)
  }

  @Test(
    "a text means the only name that it can be a typo of, which begins with the same letter",
    arguments: [
      ("andora la vela", [["andorra la vella"]], [0], true), ("hesburger", [["hamburger"]], [0], true),
      ("Andora la Vela", [["andorra la vella"]], [0], true), ("Hesburger", [["hamburger"]], [], false),
      ("berlin", [["merlin"]], [], false),
      ("ostwalt", [["ostwald"], ["ostwalk"]], [0, 1], false), ("schan", [["vaduz", "schaan"]], [0], true),
      ("spital", [["landesspital"]], [], false),
    ])
  func meant(text: String, names: [[String]], things: [Int], isClear: Bool) {
    let (found, isSure) = SimilarNames.meant(by: text, among: names)
    #expect(found == things)
    #expect(isSure == isClear)
  }

  @Test("a typo behind an elided article is one of the word there, which makes no other word known")
  func elided() throws {
    let words = ["lermita", "sushi"]
    #expect(try SimilarNames.alternatives(to: "Ermitta", among: words).first == " ermita")
    let known = words + ["ermita"]
    #expect(try SimilarNames.alternatives(to: "ermitta", among: known) == [" ermita", " lermita"])
    #expect(try SimilarNames.alternatives(to: "ushi", among: words) == [" sushi"])
  }

  @Test("a number that is not known is no typo")
  func number() throws {
    #expect(try SimilarNames.alternatives(to: "fazer 27", among: ["fazer", "26"]).isEmpty)
  }

  @Test("without time to look for similar names, the answer says so")
  func unfinished() async throws {
    let provider = PlaceFileProvider(file: PlaceFile(path: Fixtures.path("places/helsinki.geojson")))
    let query = PlaceQuery(filter: PlaceFilter(name: "espreso"), limit: 2)
    let answer = try await QuestionBudget.$current.withValue(QuestionBudget(similarNames: 0)) {
      try await provider.placesOrNearMisses(
        near: Coordinate(latitude: 60.17, longitude: 24.94), matching: query)
    }
    #expect(answer.places.isEmpty)
    #expect(answer.lacksNearMisses)
  }

  @Test("a question to a file ends with its budget")
  func tooMuchWork() async throws {
    let provider = PlaceFileProvider(file: PlaceFile(path: Fixtures.path("places/helsinki.geojson")))
    let here = Coordinate(latitude: 60.17, longitude: 24.94)
    let query = PlaceQuery(filter: PlaceFilter(name: "espresso"))
    await #expect(throws: PlacesError.tookTooLong(seconds: 0)) {
      try await QuestionBudget.$current.withValue(QuestionBudget(seconds: 0)) {
        try await provider.places(near: here, matching: query)
      }
    }
    #expect(try await !provider.places(near: here, matching: query).places.isEmpty)
  }

  @Test("names to search for have a bound", arguments: [(16, 64, true), (17, 1, false), (1, 65, false)])
  func bound(words: Int, letters: Int, isAllowed: Bool) throws {
    let name = Array(repeating: String(repeating: "ä", count: letters), count: words).joined(separator: " ")
    if isAllowed {
      _ = try NamePattern(checking: name)
    } else {
      #expect(throws: PlacesError.nameTooLong) { try NamePattern(checking: name) }
    }
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

  /// A server without any places.
  private struct EmptyServer: PlaceProviding {
    var isServer = true

    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      var source = PlaceSource(name: "overpass")
      source.isServer = isServer
      return PlaceAnswer(places: [], source: source)
    }
  }

  @Test("a server that knows no such name is said to match names exactly")
  func exactly() async throws {
    let here = Coordinate(latitude: 60.17, longitude: 24.94)
    let named = PlaceQuery(filter: PlaceFilter(name: "espreso"))
    let answer = try await EmptyServer().placesOrNearMisses(near: here, matching: named)
    #expect(answer.matchesNamesExactly)
    let file = try await EmptyServer(isServer: false).placesOrNearMisses(near: here, matching: named)
    #expect(!file.matchesNamesExactly)
    #expect(
      try await !EmptyServer().placesOrNearMisses(near: here, matching: PlaceQuery()).matchesNamesExactly)
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
