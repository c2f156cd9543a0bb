import CivilTime
import FoundationEssentials
import Geography
import Places
import SQLite

/// A square of the grid that was fetched.
public struct FetchedSquare: Hashable, Sendable {
  package let square: GridSquare

  /// When it was fetched.
  public let time: Date
  /// Whether streets, addresses and administrative areas were, too.
  public let hasGazetteer: Bool

  /// The level of the squares to fetch, which are 0.09° wide: in the country, one answer holds all of it.
  package static let usualLevel = 4

  /// The outermost fetched squares.
  static func outermost(in database: Connection) throws -> [FetchedSquare] {
    var found: [FetchedSquare] = []
    var seen: Set<GridSquare> = []
    let hasGazetteer = try StoreSchema.has(.gazetteer, database) ? FetchedSelection.hasGazetteer : "FALSE"
    try database.statement(
      "SELECT level, \"column\", row, time, \(hasGazetteer) FROM fetched ORDER BY level DESC, row, \"column\""
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
        let time = row.text(3).flatMap(Timestamp.date(parsing:)) ?? .distantPast
        found.append(FetchedSquare(square: square, time: time, hasGazetteer: row.integer(4) != 0))
      }
      return true
    }
    return found
  }

  /// All squares that were fetched for every place, in no order.
  static func ofEveryPlace(in database: Connection) throws -> [GridSquare] {
    try database.statement("SELECT level, \"column\", row FROM fetched WHERE \(FetchedSelection.hasPlaces)")
      .map(make: GridSquare.init)
  }

  /// All squares that were fetched with streets, addresses and administrative areas, in no order.
  ///
  /// - Parameter condition: what else must have been fetched, of `FetchedSelection`.
  static func withGazetteer(
    _ condition: String = FetchedSelection.hasGazetteer, in database: Connection
  ) throws -> [GridSquare] {
    guard try StoreSchema.has(.gazetteer, database) else { return [] }
    return try database.statement("SELECT level, \"column\", row FROM fetched WHERE \(condition)")
      .map(make: GridSquare.init)
  }
}

extension PlaceStore {
  /// The outermost fetched squares.
  public func squaresFetched() throws(PlacesError) -> [FetchedSquare] {
    try read { database, _ in try FetchedSquare.outermost(in: database) }
  }

  /// How many of the outermost fetched squares lack streets, addresses and administrative areas, and how many there are.
  public func squaresWithoutGazetteer() throws(PlacesError) -> (count: Int, total: Int) {
    let all = try squaresFetched()
    return (all.count { !$0.hasGazetteer }, all.count)
  }
}

extension GridSquare {
  /// A row of level, column and row.
  fileprivate init(_ row: borrowing Row) throws {
    guard let square = GridSquare(level: row.integer(0), column: row.integer(1), row: row.integer(2)) else {
      throw StoreProblem.damaged("a fetched square")
    }
    self = square
  }

  /// Metres around a fetched square within which its places are kept, too: the nearest to a position in the square may
  /// lie beyond its edge.
  package static let margin = 200.0

  package var boundingBoxWithMargin: BoundingBox { boundingBox.grown(by: Self.margin) }

  /// Whether any part of a place is in the square or its margin.
  package func isNear(_ place: PointOfInterest) -> Bool {
    let box = boundingBoxWithMargin
    return box.contains(place.coordinate) || place.extent?.intersects(box) == true
  }

  /// Whether a question about all of it and its margin lists a place that is still there: one with an edge near it. That
  /// of an area may be far away.
  func lists(_ place: PointOfInterest) -> Bool {
    let (centre, radius) = circle
    let edges = place.extent.flatMap { $0.isArea ? Extent(lines: $0.polygons.flatMap(\.self)) : $0 }
    let distance = edges?.nearest(to: centre).distance ?? place.distance(from: centre)
    return distance.metres <= radius.metres + Self.margin
  }

  /// Whether it is part of a fetched square.
  ///
  /// - Parameter condition: what must have been fetched, of `FetchedSelection`; by default anything.
  func isFetched(_ condition: String = "TRUE", in database: Connection) throws -> Bool {
    let fetched = try database.statement(
      "SELECT 1 FROM fetched WHERE level = ? AND \"column\" = ? AND row = ? AND \(condition)")
    return try (level...Self.topLevel).contains { level in
      let square = raised(to: level)
      return try fetched.firstInteger(
        .integer(Int64(level)), .integer(Int64(square.column)), .integer(Int64(square.row))) != nil
    }
  }
}
