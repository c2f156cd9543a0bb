import Geography
import Glibc
import SQLite

struct ExtentBoxes {
  /// The places whose extents reach far from the squares that their positions lie in.
  static let places = ExtentBoxes(table: "far", column: "place")
  static let areas = ExtentBoxes(table: "area_box", column: "area")

  private let table: String
  private let column: String

  func insert(_ number: Int64, _ extent: Extent, in database: Connection) throws {
    let box = extent.boundingBox
    // A box beyond 180° would be two.
    let isWhole = box.west <= box.east
    try database.statement("INSERT INTO \(table) VALUES (?, ?, ?, ?, ?)").run(
      .integer(number), .real(isWhole ? box.west : -180), .real(isWhole ? box.east : 180), .real(box.south),
      .real(box.north))
  }

  /// The numbers of those that can have a point within some metres of a valid position.
  func numbers(within metres: Double, of position: Coordinate, in database: Connection) throws -> [Int64] {
    // On the smallest of the earth's spheres every way is as long or shorter.
    let turn = metres / 6_335_000
    let latitudes = turn * 180 / .pi
    let (south, north) = (position.latitude - latitudes, position.latitude + latitudes)
    let sine = sin(min(turn, .pi / 2)) / max(1e-9, cos(position.latitude * .pi / 180))
    guard south > -90, north < 90, sine < 1 else {
      return try numbers(from: -180, to: 180, south, north, in: database)
    }
    let longitudes = asin(sine) * 180 / .pi
    let (west, east) = (position.longitude - longitudes, position.longitude + longitudes)
    var found = try numbers(from: west, to: east, south, north, in: database)
    if west < -180 { found += try numbers(from: west + 360, to: 180, south, north, in: database) }
    if east > 180 { found += try numbers(from: -180, to: east - 360, south, north, in: database) }
    return found
  }

  /// The numbers of those whose boxes reach across an edge of a box, or end at it.
  func numbers(crossing box: BoundingBox, in database: Connection) throws -> Set<Int64> {
    var found: Set<Int64> = []
    for part in box.withoutDateLine {
      for latitude in [part.south, part.north] {
        found.formUnion(try numbers(from: part.west, to: part.east, latitude, latitude, in: database))
      }
      for longitude in [part.west, part.east] {
        found.formUnion(try numbers(from: longitude, to: longitude, part.south, part.north, in: database))
      }
    }
    return found
  }

  /// The numbers of those whose boxes have their middle in a box that does not span the date line.
  func numbers(inMiddleOf box: BoundingBox, in database: Connection) throws -> [Int64] {
    try database.statement(
      """
      SELECT \(column) FROM \(table) WHERE west <= ?2 AND east >= ?1 AND south <= ?4 AND north >= ?3
        AND (west + east) / 2 BETWEEN ?1 AND ?2 AND (south + north) / 2 BETWEEN ?3 AND ?4
      """
    ).map(.real(box.west), .real(box.east), .real(box.south), .real(box.north)) { $0.integer(0) }
  }

  private func numbers(
    from west: Double, to east: Double, _ south: Double, _ north: Double, in database: Connection
  ) throws -> [Int64] {
    try database.statement(
      "SELECT \(column) FROM \(table) WHERE west <= ?2 AND east >= ?1 AND south <= ?4 AND north >= ?3"
    ).map(.real(west), .real(east), .real(south), .real(north)) { $0.integer(0) }
  }
}
