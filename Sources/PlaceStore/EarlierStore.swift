import PlaceFiles
import Places
import SQLite

/// A store of a poi before 2.0.0: it stays as it is, and only the places that people added by hand are read from it.
public struct EarlierStore: PlaceStreaming {
  public let name: String
  /// The names of its other sources, which are to be imported again.
  public let otherSources: [String]
  private let places: [PointOfInterest]

  /// Reads it; `nil` for any other file.
  public init?(path: String) throws(PlacesError) {
    guard StoreFileHead(path: path)?.isEarlier == true else { return nil }
    name = path
    // Such a store does not say where its sources came from, but they have always been called so.
    let own = "(\(StoreSchema.isOwnPlace) OR source.name = '\(SourceDescription.favourites.name)')"
    let connection = try StoreConnection.openForeign(path: path) { _ in }.connection
    do {
      (places, otherSources) = try connection.withConnection { database in
        try database.limit(to: PlaceStore.questionLimit) {
          let columns = StoredPlace.columnNames.dropLast(2).map { "place.\($0)" }.joined(separator: ", ")
          let places = try database.statement(
            """
            SELECT \(columns), NULL, NULL, kind.category FROM place JOIN source ON source.number = place.source
            JOIN kind ON kind.number = place.kind WHERE \(own) ORDER BY place.number
            """
          ).map { row in
            let category = row.text(11).flatMap { $0.isEmpty ? nil : $0 }
            return try StoredPlace(row) { _ in category }.place
          }
          let others = try database.statement(
            "SELECT name FROM source WHERE name <> ? ORDER BY name"
          ).map(.string(SourceDescription.favourites.name)) { $0.text(0) ?? "" }
          return (places, others)
        }
      }
    } catch {
      throw .store(path: path, StoreProblem(error))
    }
  }

  public func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    var records = PlaceRecords(places: places)
    _ = take(&records)
    return records
  }
}
