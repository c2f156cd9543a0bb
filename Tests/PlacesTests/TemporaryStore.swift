import GRDB
import Geography
import TestSupport

@testable import Places

/// A store in a folder of its own, and what is in it.
struct TemporaryStore {
  let directory: TemporaryDirectory
  var path: String { directory.path(of: "places.sqlite") }

  init(_ places: [PointOfInterest] = []) throws {
    directory = try TemporaryDirectory()
    if !places.isEmpty { try take(places) }
  }

  /// Imports places as a source's.
  @discardableResult
  func take(
    _ places: [PointOfInterest], of source: String = "test", replacing: Bool = false
  ) throws -> ImportSummary.Counts {
    try PlaceImporter(storePath: path)
      .importPlaces(
        of: SourceDescription(name: source), replacing: replacing, from: PlaceList(places: places)
      ).counts
  }

  func open() throws -> PlaceStore { try PlaceStore(path: path) }

  /// Asks SQLite.
  func query<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try DatabaseQueue(path: path).inDatabase(body)
  }
}
