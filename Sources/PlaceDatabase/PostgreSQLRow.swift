import CPQ
import Input

/// A row of an answer, with its values in PostgreSQL's binary form; it lasts as long as the call that hands it over.
struct PostgreSQLRow {
  private let values: UnsafeBufferPointer<cpq_value>

  init(_ values: UnsafeBufferPointer<cpq_value>) {
    self.values = values
  }

  var size: Int { values.reduce(0) { $0 + $1.size } }

  /// A column that the server left out is null.
  private func value(_ column: Int) -> cpq_value {
    values.indices.contains(column) ? values[column] : cpq_value()
  }

  func isNull(_ column: Int) -> Bool { value(column).bytes == nil }

  func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: value(column).bytes, count: value(column).size)
  }

  func text(_ column: Int) -> String? {
    isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self).streamSafe
  }

  func integer(_ column: Int) -> Int64? {
    var reader = BinaryReader(bytes(column), isBigEndian: true)
    return isNull(column) ? nil : reader.integer(of: Int64.self)
  }

  func double(_ column: Int) -> Double? {
    var reader = BinaryReader(bytes(column), isBigEndian: true)
    return isNull(column) ? nil : reader.double()
  }

  /// A list of texts; `nil` for each null. A list that breaks off ends there.
  func texts(_ column: Int) -> [String?] {
    var reader = BinaryReader(bytes(column), isBigEndian: true)
    // Dimensions, whether there are nulls, the type, the count and the first index.
    guard reader.integer(of: Int32.self) == 1, reader.skip(8), let count = reader.integer(of: Int32.self),
      reader.skip(4)
    else { return [] }
    var texts: [String?] = []
    // The server may claim more than it sends.
    for _ in 0..<max(0, count) {
      guard let text = reader.sizedText() else { break }
      texts.append(text)
    }
    return texts
  }

  func hstore(_ column: Int) -> [String: String] {
    var reader = BinaryReader(bytes(column), isBigEndian: true)
    guard let count = reader.integer(of: Int32.self) else { return [:] }
    var tags = [String: String](minimumCapacity: min(max(0, Int(count)), 1000))
    for _ in 0..<max(0, count) {
      guard let key = reader.sizedText() ?? nil, let value = reader.sizedText() else { break }
      tags[key] = value
    }
    return tags
  }

  /// The tags of a jsonb: a JSON object after a byte for its version.
  func json(_ column: Int, by parser: JSONParser) -> [String: String] {
    let text = UnsafeRawBufferPointer(rebasing: bytes(column).dropFirst())
    let tags = try? parser.parse(text.bindMemory(to: UInt8.self).span) { value in
      var tags: [String: String] = [:]
      for member in value.members.map(Array.init) ?? [] where !member.value.isNull {
        // As OpenStreetMap writes several: `cake;coffee`.
        let list = member.value.elements?.compactMap(\.scalarText).joined(separator: ";")
        tags[member.name] = member.value.scalarText ?? list
      }
      return tags
    }
    return tags ?? [:]
  }
}

/// Reads numbers and texts from bytes, one after the other; `nil` at the end.
struct BinaryReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  var isBigEndian: Bool

  init(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// How many bytes are left.
  var rest: Int { bytes.count - index }

  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= rest else { return false }
    index += count
    return true
  }

  mutating func byte() -> UInt8? {
    guard rest >= 1 else { return nil }
    index += 1
    return bytes[index - 1]
  }

  mutating func integer<Integer: FixedWidthInteger>(of type: Integer.Type) -> Integer? {
    let size = MemoryLayout<Integer>.size
    guard rest >= size else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: index, as: Integer.self)
    index += size
    return isBigEndian ? Integer(bigEndian: value) : Integer(littleEndian: value)
  }

  mutating func double() -> Double? {
    integer(of: UInt64.self).map(Double.init(bitPattern:))
  }

  /// A text after its size; the inner value is `nil` for a null.
  mutating func sizedText() -> String?? {
    guard let size = integer(of: Int32.self) else { return nil }
    guard size >= 0 else { return .some(nil) }
    let start = index
    guard skip(Int(size)) else { return nil }
    return String(decoding: bytes[start..<index], as: UTF8.self).streamSafe
  }
}
