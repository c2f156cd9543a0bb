import Foundation
import GRDB
import Geography
import Synchronization
import TestSupport
import Testing

@testable import Places

@Suite struct AutomaticPlaceProviderTests {
  private static let here = Coordinate(latitude: 60.1719, longitude: 24.9414)
  private static let toilets = PlaceQuery(filter: PlaceFilter(categories: ["toilets"]))
  private static let failure = PlacesError.server(address: "here", .status(504, retryAfter: nil))

  private let directory: TemporaryDirectory
  private let choices = Choices()

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A store with a café that has toilets, in a square that was fetched.
  private func store() throws -> PlaceStore {
    let path = directory.path(of: "places.sqlite")
    let square = GridSquare(around: Self.here).raised(to: 4)
    try PlaceImporter(storePath: path).importSquare(
      square, [Self.place("stored", ["amenity": "cafe", "toilets": "yes"])], of: .overpass,
      at: MockClock().date)
    return try PlaceStore(path: path)
  }

  /// As if an earlier version had fetched the square.
  private func forgetSelection() throws {
    try DatabaseQueue(path: directory.path(of: "places.sqlite")).write { database in
      try database.execute(sql: "UPDATE fetched SET selection = NULL")
    }
  }

  private static func place(_ id: String, _ tags: [String: String]) -> PointOfInterest {
    PointOfInterest(id: id, coordinate: here, tags: tags)
  }

  private func ids(
    _ query: PlaceQuery, _ store: PlaceStore?, _ online: Result<[PointOfInterest], PlacesError>
  ) async throws -> [String] {
    let provider = AutomaticPlaceProvider(store: store, online: MockPlaceProvider(online)) {
      [choices] choice in
      let word = "\(choice)".prefix { $0 != "(" }
      choices.words.withLock { $0.append(String(word)) }
    }
    return try await provider.places(near: Self.here, matching: query).places.map(\.place.id)
  }

  private let online = Result<[PointOfInterest], PlacesError>.success([
    place("online", ["amenity": "toilets"])
  ])

  @Test("takes the online source's area radius, which may be smaller")
  func areaRadius() throws {
    let online = OverpassProvider(server: try #require(URL(string: "http://localhost/")))
    #expect(AutomaticPlaceProvider(store: nil, online: online).areaRadius == online.areaRadius)
    #expect(online.areaRadius < MockPlaceProvider(.success([])).areaRadius)
  }

  @Test("a square fetched without a category answers for any category")
  func everyPlace() async throws {
    #expect(try await ids(Self.toilets, store(), online) == ["stored"])
    #expect(choices.words.withLock(\.self) == ["store"])
  }

  @Test("a square fetched with a narrower selection does not answer for more")
  func lessFetched() async throws {
    let store = try store()
    try forgetSelection()
    #expect(try await ids(Self.toilets, store, online) == ["online"])
    #expect(try await ids(PlaceQuery(filter: PlaceFilter(categories: ["cafe"])), store, online) == ["stored"])
    #expect(try await ids(PlaceQuery(), store, online) == ["stored"])
    #expect(choices.words.withLock(\.self) == ["onlineForMore", "store", "store"])
  }

  @Test("if the online source fails, answers from the square, and says that there may be more")
  func onlineFails() async throws {
    let store = try store()
    try forgetSelection()
    #expect(try await ids(Self.toilets, store, .failure(Self.failure)) == ["stored"])
    #expect(choices.words.withLock(\.self) == ["storeWithoutMore"])
    // The store's lack of one proves nothing.
    await #expect(throws: Self.failure) {
      try await ids(PlaceQuery(filter: PlaceFilter(categories: ["ford"])), store, .failure(Self.failure))
    }
  }

  @Test("asks a store of an earlier format as it is")
  func earlierFormat() async throws {
    let path = directory.path(of: "places.sqlite")
    _ = try store()
    let tables = try await DatabaseQueue().write { database in
      for migration in StoreSchema.migrations.prefix(2) { try migration(database) }
      return try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL")
        .map { (name: $0["name"] as String, sql: $0["sql"] as String) }
    }
    try await DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          DROP TABLE file; DROP TABLE overlap;
          ALTER TABLE fetched DROP COLUMN dated; ALTER TABLE fetched DROP COLUMN selection;
          ALTER TABLE source DROP COLUMN ids; ALTER TABLE source DROP COLUMN origin;
          ALTER TABLE source DROP COLUMN dated;
          PRAGMA user_version = 2; PRAGMA writable_schema = ON
          """)
      // SQLite leaves a comment where a column was.
      for table in tables {
        try database.execute(
          sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [table.sql, table.name])
      }
    }
    #expect(try await ids(Self.toilets, PlaceStore(path: path), online) == ["online"])
  }
}

/// What was heard, in order.
private final class Choices: Sendable {
  let words = Mutex<[String]>([])
}
