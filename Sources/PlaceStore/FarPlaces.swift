import Geography
import Glibc
import PlaceFiles
import SQLite

/// The places whose extents reach far from the squares that their positions lie in, by the boxes of the extents.
struct FarPlaces {
  private let statement: Statement

  init(in database: Connection) throws {
    statement = try database.statement(
      "SELECT place FROM far WHERE west <= ?2 AND east >= ?1 AND south <= ?4 AND north >= ?3")
  }

  /// The numbers of those that can have a point within some metres of a valid position.
  func numbers(within metres: Double, of position: Coordinate) throws -> [Int64] {
    // On the smallest of the earth's spheres every way is as long or shorter.
    let turn = metres / 6_335_000
    let latitudes = turn * 180 / .pi
    let (south, north) = (position.latitude - latitudes, position.latitude + latitudes)
    let sine = sin(min(turn, .pi / 2)) / max(1e-9, cos(position.latitude * .pi / 180))
    guard south > -90, north < 90, sine < 1 else { return try numbers(from: -180, to: 180, south, north) }
    let longitudes = asin(sine) * 180 / .pi
    let (west, east) = (position.longitude - longitudes, position.longitude + longitudes)
    var found = try numbers(from: west, to: east, south, north)
    if west < -180 { found += try numbers(from: west + 360, to: 180, south, north) }
    if east > 180 { found += try numbers(from: -180, to: east - 360, south, north) }
    return found
  }

  private func numbers(
    from west: Double, to east: Double, _ south: Double, _ north: Double
  ) throws -> [Int64] {
    try statement.map(.real(west), .real(east), .real(south), .real(north)) { $0.integer(0) }
  }
}
