import Geography
import Places

/// The bytes of one place on its way into a store.
///
/// A head of numbers, then the id, the name, the tags as `StoredTags` writes them, the terms of `IndexTerms`, and the
/// extent as `Extent` writes it.
struct PackedPlace {
  private static let noName = UInt32.max

  private enum Field {
    static let size = 0, latitude = 8, longitude = 16, proximity = 24, kind = 32
    static let id = 40, name = 44, tags = 48, terms = 52, extent = 56, reach = 64, texts = 72
  }

  private static let emptyHead = [UInt8](repeating: 0, count: Field.texts)

  private let bytes: UnsafeRawBufferPointer

  /// The row that begins the bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    let size = bytes.loadUnaligned(fromByteOffset: Field.size, as: Int.self)
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<size])
  }

  var all: UnsafeRawBufferPointer { bytes }

  /// Whether a stored place is the same, apart from its kind.
  func isSame(as place: PointOfInterest) -> Bool {
    var storedTags: [UInt8] = []
    StoredTags.append(place.tags, to: &storedTags)
    var storedExtent: [UInt8] = []
    place.extent?.append(to: &storedExtent, from: place.coordinate)
    return coordinate == place.coordinate && proximity == place.proximity?.metres
      && id.elementsEqual(place.id.utf8) && tags.elementsEqual(storedTags)
      && (extent ?? UnsafeRawBufferPointer(start: nil, count: 0)).elementsEqual(storedExtent)
      && (name.map { name in place.name.map { name.elementsEqual($0.utf8) } ?? false } ?? (place.name == nil))
  }

  var coordinate: Coordinate {
    Coordinate(latitude: load(Field.latitude), longitude: load(Field.longitude))
  }

  /// Metres; `nil` if it has none of its own.
  var proximity: Double? {
    let metres: Double = load(Field.proximity)
    return metres.isNaN ? nil : metres
  }

  /// The index of its kind in the batch.
  var kind: Int { load(Field.kind) }

  var id: UnsafeRawBufferPointer { text(after: 0, Field.id) }
  var name: UnsafeRawBufferPointer? {
    load(Field.name) == Self.noName ? nil : text(after: length(Field.id), Field.name)
  }
  var tags: UnsafeRawBufferPointer { text(after: length(Field.id) + length(Field.name), Field.tags) }
  var terms: UnsafeRawBufferPointer {
    text(after: length(Field.id) + length(Field.name) + length(Field.tags), Field.terms)
  }

  /// `nil` for a point.
  var extent: UnsafeRawBufferPointer? {
    let start = length(Field.id) + length(Field.name) + length(Field.tags) + length(Field.terms)
    return length(Field.extent) == 0 ? nil : text(after: start, Field.extent)
  }

  /// The metres around its position within which its extent lies; `nil` for a point.
  var reach: Double? {
    let metres: Double = load(Field.reach)
    return extent == nil ? nil : metres
  }

  static func append(_ place: PointOfInterest, kind: Int, category: String?, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: emptyHead)
    var textStart = bytes.count
    /// How many bytes have come since the last time.
    func length() -> UInt32 {
      defer { textStart = bytes.count }
      return UInt32(bytes.count - textStart)
    }
    bytes.append(contentsOf: place.id.utf8)
    let idLength = length()
    if let name = place.name { bytes.append(contentsOf: name.utf8) }
    let nameLength = place.name == nil ? noName : length()
    StoredTags.append(place.tags, to: &bytes)
    let tagsLength = length()
    IndexTerms.append(of: place, category: category, to: &bytes)
    let termsLength = length()
    place.extent?.append(to: &bytes, from: place.coordinate)
    let extentLength = length()

    bytes.withUnsafeMutableBytes { all in
      let head = UnsafeMutableRawBufferPointer(rebasing: all[start...])
      head.storeBytes(of: head.count, toByteOffset: Field.size, as: Int.self)
      head.storeBytes(of: place.coordinate.latitude, toByteOffset: Field.latitude, as: Double.self)
      head.storeBytes(of: place.coordinate.longitude, toByteOffset: Field.longitude, as: Double.self)
      head.storeBytes(of: place.proximity?.metres ?? .nan, toByteOffset: Field.proximity, as: Double.self)
      head.storeBytes(of: kind, toByteOffset: Field.kind, as: Int.self)
      head.storeBytes(of: idLength, toByteOffset: Field.id, as: UInt32.self)
      head.storeBytes(of: nameLength, toByteOffset: Field.name, as: UInt32.self)
      head.storeBytes(of: tagsLength, toByteOffset: Field.tags, as: UInt32.self)
      head.storeBytes(of: termsLength, toByteOffset: Field.terms, as: UInt32.self)
      head.storeBytes(of: extentLength, toByteOffset: Field.extent, as: UInt32.self)
      head.storeBytes(
        of: place.extent?.reach(from: place.coordinate) ?? 0, toByteOffset: Field.reach, as: Double.self)
    }
  }

  private func load<Value: BitwiseCopyable>(_ field: Int) -> Value {
    bytes.loadUnaligned(fromByteOffset: field, as: Value.self)
  }

  private func length(_ field: Int) -> Int {
    let length: UInt32 = load(field)
    return length == Self.noName ? 0 : Int(length)
  }

  private func text(after before: Int, _ field: Int) -> UnsafeRawBufferPointer {
    let start = Field.texts + before
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + length(field)])
  }
}

extension RowInsertion {
  /// Appends what `StoredPlace.columnNames` name.
  mutating func append(_ row: PackedPlace, number: Int64, kind: Int64, source: Int64) {
    append(number)
    append(row.coordinate.latitude)
    append(row.coordinate.longitude)
    append(kind)
    append(source)
    append(row.id)
    append(row.name)
    append(row.proximity)
    append(row.tags.isEmpty ? nil : row.tags)
    append(row.reach)
    append(blob: row.extent)
  }
}
