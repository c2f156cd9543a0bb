import COpeningHoursTables

/// The time zones of the world by cells of some 5 km, each with every zone that reaches into it.
///
/// Cells lie along a Z-shaped curve in tiles; a tile lists its sets of zones, then how many cells in a row have which.
/// The table is made by .ci/opening-hours-tables from the borders of timezone-boundary-builder.
struct ZoneTable: Sendable {
  /// A zone by its name of the time zone database, with the country that zone.tab gives it.
  struct Zone: Hashable, Sendable {
    let name: String
    let country: String?
  }

  let zones: [Zone]
  private let sets: [[UInt16]]
  private let columns: Int
  private let tile: Int
  /// Where the offsets of the tiles begin, and the tiles.
  private let index: Int
  private let data: Int

  static let shared = ZoneTable()

  private init() {
    columns = Self.integer(at: 0)
    tile = Self.integer(at: 4)
    let textSize = Self.integer(at: 8)
    let setCount = Self.integer(at: 12)
    let bytes = UnsafeBufferPointer(start: Self.bytes + 16, count: textSize)
    zones = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ")
      return Zone(name: String(parts[0]), country: parts.count > 1 ? String(parts[1]) : nil)
    }
    var position = 16 + textSize
    sets = (0..<setCount).map { _ in
      let count = Self.varint(&position)
      return (0..<count).map { _ in UInt16(Self.varint(&position)) }
    }
    index = position
    data = position + (columns / tile) * (columns / tile / 2) * 4
  }

  /// The zones of a set, none for the open sea.
  func zones(ofSet set: Int) -> [Zone] {
    sets[set].map { zones[Int($0)] }
  }

  /// The country of a zone, `nil` if it has none or there is no such zone.
  func country(of zone: String) -> String? {
    zones.first { $0.name == zone }?.country
  }

  /// The number of the set of zones that reach into the cell of a position; 0 for none.
  func set(latitude: Double, longitude: Double) -> Int {
    guard abs(latitude) <= 90, abs(longitude) <= 180,
      let east = Int(exactly: ((longitude + 180) / 360 * Double(columns)).rounded(.down)),
      let north = Int(exactly: ((latitude + 90) / 360 * Double(columns)).rounded(.down))
    else { return 0 }
    let column = min(east, columns - 1)
    let row = min(north, columns / 2 - 1)
    var position =
      data + Self.integer(at: index + ((row / tile) * (columns / tile) + column / tile) * 4)
    let localCount = Self.varint(&position)
    let locals = position
    for _ in 0..<localCount { _ = Self.varint(&position) }
    let cell = Self.interleave(row % tile, column % tile)
    var end = 0
    while true {
      let run = Self.varint(&position)
      end += run / localCount + 1
      guard cell < end else { continue }
      var local = locals
      for _ in 0..<(run % localCount) { _ = Self.varint(&local) }
      return Self.varint(&local)
    }
  }

  /// The place of a cell of a tile on the curve.
  private static func interleave(_ row: Int, _ column: Int) -> Int {
    var place = 0
    for bit in 0..<6 {
      place |= (column >> bit & 1) << (2 * bit) | (row >> bit & 1) << (2 * bit + 1)
    }
    return place
  }

  // The table is embedded, so its header can be trusted.

  private static var bytes: UnsafePointer<UInt8> { opening_hours_zones.bytes }

  private static func integer(at position: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }

  private static func varint(_ position: inout Int) -> Int {
    var (value, shift) = (0, 0)
    while true {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }
}
