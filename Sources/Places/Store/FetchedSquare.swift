import Foundation
import GRDB
import Geography
import Input

/// A square of the grid that was fetched whole.
public struct FetchedSquare: Hashable, Sendable {
  let square: GridSquare
}

extension FetchedSquare {
  /// The outermost fetched squares, and when they were fetched.
  static func outermost(in database: Database) throws -> [(square: FetchedSquare, time: Date)] {
    var found: [(FetchedSquare, Date)] = []
    var seen: Set<GridSquare> = []
    try StoreStatement(
      "SELECT level, \"column\", row, time FROM fetched ORDER BY level DESC, row, \"column\"", in: database
    ).forEachRow { row in
      let square = GridSquare(
        level: Int(row.integer(0)), column: Int(row.integer(1)), row: Int(row.integer(2)))
      guard (0...GridSquare.topLevel).contains(square.level) else {
        throw StoreProblem.damaged("a fetched square")
      }
      let isWithinOther = (square.level...GridSquare.topLevel).contains {
        seen.contains(square.raised(to: $0))
      }
      if !isWithinOther {
        seen.insert(square)
        found.append(
          (
            FetchedSquare(square: square),
            row.text(3).flatMap(Timestamp.date(parsing:)) ?? .distantPast
          ))
      }
      return true
    }
    return found
  }

  /// Whether a position lies in a fetched square.
  static func isAround(_ position: Coordinate, in database: Database) throws -> Bool {
    guard try hasTable(in: database) else { return false }
    let innermost = GridSquare(around: position)
    let statement = try StoreStatement(
      "SELECT 1 FROM fetched WHERE level = ? AND \"column\" = ? AND row = ?", in: database)
    return try (0...GridSquare.topLevel).contains { level in
      let square = innermost.raised(to: level)
      return try statement.firstInteger(
        .integer(Int64(level)), .integer(Int64(square.column)), .integer(Int64(square.row))) != nil
    }
  }

  /// Whether the store is of a version that keeps fetched squares.
  fileprivate static func hasTable(in database: Database) throws -> Bool {
    try StoreStatement("PRAGMA user_version", in: database).firstInteger() ?? 0 >= 2
  }
}

extension PlaceStore {
  /// The outermost fetched squares, and when they were fetched.
  public func squaresFetched() throws(PlacesError) -> [(square: FetchedSquare, time: Date)] {
    try read { database, _ in
      try FetchedSquare.hasTable(in: database) ? FetchedSquare.outermost(in: database) : []
    }
  }
}
