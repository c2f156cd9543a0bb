import Geography

/// A geometry as text: OGC Simple Features, section 7, as databases and GIS programs write it into tables.
enum WellKnownText {
  static func isOne(_ text: String) -> Bool {
    var reader = Reader(text)
    return reader.word().map { words.contains($0) } ?? false
  }

  /// The geometry of a text; `nil` if it is malformed or empty, or a coordinate is out of range.
  static func geometry(of text: String) -> Geometry? {
    var reader = Reader(text)
    guard let geometry = reader.geometry(depth: 0), reader.isAtEnd else { return nil }
    return geometry
  }

  private static let words: Set = [
    "SRID", "POINT", "MULTIPOINT", "LINESTRING", "MULTILINESTRING", "POLYGON", "MULTIPOLYGON",
    "GEOMETRYCOLLECTION",
  ]

  /// Reads a text from its beginning to its end.
  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    /// No real collection is deeper.
    private static let deepest = 8

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { bytes[index...].allSatisfy(Self.isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

    private mutating func skipSpace() {
      while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard peeks(character) else { return false }
      index += 1
      return true
    }

    mutating func word() -> String? {
      skipSpace()
      let start = index
      while index < bytes.count, (65...90).contains(bytes[index] & 0xDF) { index += 1 }
      return index > start ? String(decoding: bytes[start..<index], as: UTF8.self).uppercased() : nil
    }

    private mutating func number() -> Double? {
      skipSpace()
      let start = index
      while index < bytes.count, bytes[index].isOfDecimal { index += 1 }
      let end = index
      return bytes.withUnsafeBytes { bytes in
        let digits = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        return Double.shortDecimal(digits) ?? Double.decimal(String(decoding: digits, as: UTF8.self))
      }
    }

    mutating func geometry(depth: Int) -> Geometry? {
      guard depth < Self.deepest, var kind = word() else { return nil }
      if kind == "SRID" {
        // Only longitude and latitude are understood.
        guard take("="), number() == 4326, take(";"), let next = word() else { return nil }
        kind = next
      }
      let start = index
      if let dimensions = word(), !["Z", "M", "ZM"].contains(dimensions) { index = start }
      switch kind {
      case "POINT": return points().map { .points($0) }
      case "LINESTRING": return points().map { .lines([$0]) }
      case "MULTIPOINT":
        return list { reader in reader.peeks("(") ? reader.points() : reader.position().map { [$0] } }
          .map { .points($0.flatMap(\.self)) }
      case "POLYGON", "MULTILINESTRING":
        guard let lines = list({ $0.points() }) else { return nil }
        return kind == "POLYGON" ? .polygons([lines]) : .lines(lines)
      case "MULTIPOLYGON": return list { $0.list { $0.points() } }.map { .polygons($0) }
      case "GEOMETRYCOLLECTION": return list { $0.geometry(depth: depth + 1) }.map { .collection($0) }
      default: return nil
      }
    }

    private mutating func peeks(_ character: Unicode.Scalar) -> Bool {
      skipSpace()
      return index < bytes.count && bytes[index] == UInt8(ascii: character)
    }

    private mutating func points() -> [Coordinate]? { list { $0.position() } }

    private mutating func list<Item>(_ item: (inout Reader) -> Item?) -> [Item]? {
      guard take("(") else { return nil }
      var items: [Item] = []
      repeat {
        guard let next = item(&self) else { return nil }
        items.append(next)
      } while take(",")
      return take(")") ? items : nil
    }

    /// Longitude and latitude; a height and a measure may follow.
    private mutating func position() -> Coordinate? {
      guard let longitude = number(), let latitude = number() else { return nil }
      while !peeks(","), !peeks(")") {
        guard number() != nil else { return nil }
      }
      let position = Coordinate(latitude: latitude, longitude: longitude)
      return position.isValid ? position : nil
    }
  }
}
