import Geography
import SQLite
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

/// Queries to the index of terms, and their results: never fewer than what passes.
@Suite struct IndexTermsTests {
  private let database: Connection
  private let places: [PointOfInterest]

  init() throws {
    var random = RandomPlaces(seed: 21)
    let spot = Coordinate(latitude: 60, longitude: 25)
    places = (0..<500).map { random.place(id: "\($0)", at: spot) }
    database = try Connection(path: nil)
    try StoreSchema.migrate(database, from: 0)
    let file = try database.statement("INSERT INTO term (rowid, words) VALUES (?, ?)")
    for (number, place) in places.enumerated() {
      try Self.terms(of: place).withUnsafeBytes { try file.run(.integer(Int64(number)), .text($0)) }
    }
  }

  @Test("finds the places of every category by their terms")
  func categories() throws {
    for category in Category.all {
      let filter = PlaceFilter(categories: [category.word])
      try expectToFind(filter)
      #expect(try Self.question(for: filter) != nil, "\(category.word)")
    }
  }

  @Test("finds what passes a filter, in any combination")
  func filters() throws {
    var random = RandomPlaces(seed: 22)
    for _ in 0..<600 { try expectToFind(random.filter(for: places)) }
  }

  @Test(
    "writes queries in the index's own language",
    arguments: [
      (PlaceFilter(), nil), (PlaceFilter(tags: [tag("name")]), nil),
      (PlaceFilter(name: "Saint-Malo café"), #""saint" * AND "malo" * AND "cafe" *"#),
      (PlaceFilter(name: "H&M Store"), #""h" AND "m" AND "store" *"#),
      (PlaceFilter(tags: [tag("wheelchair")]), #""=wheelchair=" *"#),
      (PlaceFilter(tags: [tag("wheelchair", "yes"), tag("a b", "c")]), #""=wheelchair=yes" AND "=a_b=c""#),
      (PlaceFilter(tags: [tag("note", "free text")]), #""=note=""#),
      (PlaceFilter(tags: [tag("name", "Rock-n-Roll")]), #""rock" AND "n" AND "roll""#),
      (PlaceFilter(tags: [tag("\" OR \"", "\" OR \"")]), #""=__OR__=""#),
    ] as [(PlaceFilter, String?)])
  func wording(filter: PlaceFilter, question: String?) throws {
    #expect(try Self.question(for: filter) == question)
  }

  @Test("removing places leaves nothing in the index")
  func removal() throws {
    for (number, place) in places.enumerated() {
      // As it was read from the store: the same tags in another order.
      let tags = [String: String](place.tags.shuffled(), uniquingKeysWith: { first, _ in first })
      let same = PointOfInterest(
        id: place.id, name: place.name, category: place.category, coordinate: place.coordinate, tags: tags)
      try Self.terms(of: same).withUnsafeBytes {
        try StoredPlace.removeTerms($0, of: Int64(number), from: database)
      }
    }
    #expect(try database.statement("SELECT count(*) FROM vocabulary").firstInteger() == 0)
  }

  private func expectToFind(_ filter: PlaceFilter) throws {
    guard let question = try Self.question(for: filter) else { return }
    let found = Set(
      try database.statement("SELECT rowid FROM term WHERE term MATCH ?").map(.string(question)) {
        Int($0.integer(0))
      })
    let matcher = try PlaceMatcher(filter) { _ in true }
    let missed = places.indices.filter { matcher.matches(places[$0]) && !found.contains($0) }
    #expect(missed.map { places[$0] } == [], "\(filter): \(question)")
  }

  private static func question(for filter: PlaceFilter) throws -> String? {
    IndexTerms.question(for: try PlaceMatcher(filter) { _ in true }) { (NameWords.filed($0), []) }
  }

  private static func terms(of place: PointOfInterest) -> [UInt8] {
    var bytes: [UInt8] = []
    IndexTerms.append(of: place, category: place.category.map(Category.normalised), to: &bytes)
    return bytes
  }

  private static func tag(_ key: String, _ value: String? = nil) -> PlaceFilter.Tag {
    PlaceFilter.Tag(key: key, value: value)
  }
}
