import GRDB
import Geography

/// Places of whole regions in one SQLite file, which answers in microseconds however many there are.
public final class PlaceStore: PlaceProviding, Sendable {
  /// What reports call a store, wherever it is.
  static let sourceName = "store"

  /// Where the file is.
  public let path: String

  private let database: DatabaseQueue
  private let reader = StoreReader()

  /// Opens a store that is there.
  ///
  /// - Throws: `PlacesError.store`, or `unreadable`; the file is not changed.
  public init(path: String) throws(PlacesError) {
    self.path = path
    database = try StoreConnection.open(path: path)
  }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    try answer(near: position, matching: query)
  }

  /// The same at once: an answer takes microseconds, and what another process writes holds up nobody.
  public func answer(
    near position: Coordinate, matching query: PlaceQuery
  ) throws(PlacesError) -> PlaceAnswer {
    guard position.isValid, query.limit > 0 else {
      return PlaceAnswer(places: [], source: PlaceSource(name: Self.sourceName))
    }
    return try read { database, reader in
      let found = try reader.nearest(to: position, matching: query, in: database)
      return PlaceAnswer(
        places: found.map(\.nearby), source: try reader.source(of: found.map(\.source), in: database))
    }
  }

  /// Reads in one transaction, so that all parts of an answer are of one state of the store.
  private func read<Result>(
    _ body: (Database, StoreReader) throws -> Result
  ) throws(PlacesError) -> Result {
    do {
      return try database.inDatabase { database in
        try database.beginTransaction(.deferred)
        defer { try? database.commit() }
        return try body(database, reader)
      }
    } catch let error as PlacesError {
      throw error
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }
}
