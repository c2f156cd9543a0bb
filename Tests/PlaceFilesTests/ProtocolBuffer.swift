/// Bytes as Protocol Buffers encode them, to make files that no sane program writes.
struct ProtocolBuffer {
  private(set) var bytes: [UInt8] = []

  /// A number as a field.
  mutating func add(_ number: Int64, as field: Int) {
    bytes += Self.varint(UInt64(field) << 3) + Self.varint(UInt64(bitPattern: number))
  }

  /// Bytes, a text or a message as a field.
  mutating func add(_ content: some Collection<UInt8>, as field: Int) {
    bytes += Self.varint(UInt64(field) << 3 | 2) + Self.varint(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Numbers of any sign as one field.
  mutating func addPacked(signed numbers: some Sequence<Int64>, as field: Int) {
    addPacked(numbers.lazy.map { UInt64(bitPattern: $0 << 1 ^ $0 >> 63) }, as: field)
  }

  /// Numbers that are not negative as one field.
  mutating func addPacked(_ numbers: some Sequence<some BinaryInteger>, as field: Int) {
    var content: [UInt8] = []
    for number in numbers { Self.append(UInt64(number), to: &content) }
    add(content, as: field)
  }

  private static func varint(_ number: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return bytes
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// A file of OpenStreetMap's PBF.
struct PBFFile {
  private(set) var bytes: [UInt8] = []

  /// - Parameter header: adds fields to the header.
  init(header: (inout ProtocolBuffer) -> Void = { _ in }) {
    var message = ProtocolBuffer()
    message.add("OsmSchema-V0.6".utf8, as: 4)
    message.add("DenseNodes".utf8, as: 4)
    header(&message)
    addBlob(message.bytes, type: "OSMHeader")
  }

  /// Adds a block.
  ///
  /// - Parameters:
  ///   - strings: those that tags name by their place, from 1.
  ///   - group: adds fields to its one group.
  mutating func addBlock(strings: [String], _ group: (inout ProtocolBuffer) -> Void) {
    var table = ProtocolBuffer()
    for string in [""] + strings { table.add(string.utf8, as: 1) }
    var message = ProtocolBuffer()
    group(&message)
    var block = ProtocolBuffer()
    block.add(table.bytes, as: 1)
    block.add(message.bytes, as: 2)
    addBlob(block.bytes)
  }

  mutating func addBlob(_ content: [UInt8], type: String = "OSMData") {
    var blob = ProtocolBuffer()
    blob.add(content, as: 1)
    addBlob(packed: blob.bytes, type: type)
  }

  /// - Parameter claim: how long the header says that it is.
  mutating func addBlob(packed blob: [UInt8], type: String = "OSMData", claim: Int? = nil) {
    var header = ProtocolBuffer()
    header.add(type.utf8, as: 1)
    header.add(Int64(claim ?? blob.count), as: 3)
    bytes += withUnsafeBytes(of: UInt32(header.bytes.count).bigEndian, Array.init) + header.bytes + blob
  }
}

extension ProtocolBuffer {
  /// Nodes at a distance of a thousandth of a degree from each other, from 10° N 20° E on.
  mutating func addNodes(_ ids: [Int64], tags: [[(key: Int, value: Int)]]) {
    var dense = ProtocolBuffer()
    dense.addPacked(signed: zip(ids, [0] + ids).map { $0 - $1 }, as: 1)
    dense.addPacked(signed: ids.indices.map { $0 == 0 ? 100_000_000 : 10_000 }, as: 8)
    dense.addPacked(signed: ids.indices.map { $0 == 0 ? 200_000_000 : 10_000 }, as: 9)
    dense.addPacked(tags.flatMap { $0.flatMap { [$0.key, $0.value] } + [0] }, as: 10)
    add(dense.bytes, as: 2)
  }

  /// - Parameter positions: those of the nodes, in units of 1e-7 degrees; none where nodes carry them.
  mutating func addWay(
    _ id: Int64, nodes: some Sequence<Int64>, at positions: [(latitude: Int64, longitude: Int64)] = [],
    keys: [Int], values: [Int]
  ) {
    var way = ProtocolBuffer()
    way.add(id, as: 1)
    way.addPacked(keys, as: 2)
    way.addPacked(values, as: 3)
    way.addPacked(signed: Self.differences(nodes), as: 8)
    if !positions.isEmpty {
      way.addPacked(signed: Self.differences(positions.map(\.latitude)), as: 9)
      way.addPacked(signed: Self.differences(positions.map(\.longitude)), as: 10)
    }
    add(way.bytes, as: 3)
  }

  mutating func addRelation(_ id: Int64, ways: some Sequence<Int64>, keys: [Int], values: [Int]) {
    var relation = ProtocolBuffer()
    relation.add(id, as: 1)
    relation.addPacked(keys, as: 2)
    relation.addPacked(values, as: 3)
    let differences = Self.differences(ways)
    relation.addPacked(differences.map { _ in 0 }, as: 8)
    relation.addPacked(signed: differences, as: 9)
    relation.addPacked(differences.map { _ in 1 }, as: 10)
    add(relation.bytes, as: 4)
  }

  private static func differences(_ ids: some Sequence<Int64>) -> [Int64] {
    var last: Int64 = 0
    return ids.map { id in
      defer { last = id }
      return id &- last
    }
  }
}
