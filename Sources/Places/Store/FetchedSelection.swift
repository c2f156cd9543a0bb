import GRDB
import Geography
import Input

/// The selection that prefetched squares were fetched with: a store can rule out places only within it.
enum FetchedSelection {
  /// Distinguishes the current selection, every place, from those of other versions.
  static let current = Checksum.text(of: OSMSelection.expression.description.utf8)
}

extension PlaceStore {
  /// Whether the store has been fetched around a position only for the default selection, and the filter asks for more.
  func hasOnlyDefaultSelection(
    of filter: PlaceFilter, at position: Coordinate
  ) throws(PlacesError) -> Bool {
    guard !OverpassSelection.isWithinDefaultSelection(filter) else { return false }
    let selections = try fetchedSelections(at: position)
    return !selections.isEmpty && !selections.contains(FetchedSelection.current)
  }

  /// The selection of the squares around a position; empty for the default one.
  private func fetchedSelections(at position: Coordinate) throws(PlacesError) -> [String] {
    let square = GridSquare(around: position)
    return try read { database, _ in
      // A store of an earlier version is read as it is.
      let columns = try StoreStatement("SELECT name FROM pragma_table_info('fetched')", in: database)
        .map { $0.text(0) ?? "" }
      guard !columns.isEmpty else { return [] }
      let selection = columns.contains("selection") ? "coalesce(selection, '')" : "''"
      let statement = try StoreStatement(
        "SELECT \(selection) FROM fetched WHERE level = ? AND \"column\" = ? AND row = ?", in: database)
      return try (0...GridSquare.topLevel).flatMap { level in
        let around = square.raised(to: level)
        return try statement.map(
          .integer(Int64(level)), .integer(Int64(around.column)), .integer(Int64(around.row))
        ) { $0.text(0) ?? "" }
      }
    }
  }
}
