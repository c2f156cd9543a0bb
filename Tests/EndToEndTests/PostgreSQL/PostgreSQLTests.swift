import Foundation
import Geography
import Places
import TestSupport
import Testing

/// A database in the place of the store, by the side of a real PostgreSQL.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "needs PostgreSQL with PostGIS, and osm2pgsql"), .databases)
struct PostgreSQLTests {
  private var databases: Databases { get throws { try #require(Databases.current) } }

  /// As many in each database; together more than a thousand.
  private static let questionCount = 500

  @Test("a database answers as the store does, in the same order", arguments: ["osm", "own", "fleet"])
  func sameAsStore(database: String) async throws {
    let databases = try databases
    let provider = try databases.provider(of: database)
    // A foreign table is asked anew for each cell.
    let count = database == "fleet" ? 100 : Self.questionCount
    var questions = RandomQuestions(seed: 20, around: databases.places)
    var found = 0
    for _ in 0..<count {
      let (position, query) = questions.next()
      let expected = try await databases.store.places(near: position, matching: query)
      let answer = try await provider.places(near: position, matching: query)
      try #require(
        answer.places.map(\.place.id) == expected.places.map(\.place.id), "\(position) \(query)")
      #expect(
        zip(answer.places, expected.places).allSatisfy {
          abs(($0.distance.metres - $1.distance.metres)) < 1e-4
        })
      found += expected.places.count
    }
    #expect(found > 2 * count)
  }

  @Test("places come out of a database as they went in")
  func sameContent() async throws {
    let databases = try databases
    let everything = PlaceQuery(limit: .max)
    let position = Coordinate(latitude: 60.17, longitude: 24.94)
    let expected = try await databases.store.places(near: position, matching: everything)
    let answer = try await databases.provider(of: "own").places(near: position, matching: everything)
    #expect(answer.places == expected.places)
    #expect(answer.source.attribution == expected.source.attribution)
    #expect(answer.places.count > 500)
  }
}
