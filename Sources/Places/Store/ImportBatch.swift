import Geography
import Input

/// How much of an import is held in memory.
struct ImportLimits: Sendable {
  /// Bytes of places that are put in order at once.
  var batchSize = 16 * 1024 * 1024
  /// Kinds whose numbers are remembered, as a stranger's file can have one for every place.
  var kinds = 100_000
}

/// Some places on their way into a store: each as bytes, ordered by their squares of the grid.
struct ImportBatch: Sendable {
  /// Where a place stands in the bytes.
  struct Entry: Sendable {
    /// The first number of the place's square.
    let square: Int64
    /// How many stand before it in the batch's part of the file.
    let index: Int
    let offset: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var bytes: [UInt8] = []
  /// What categories can tell apart: for each, the tags as `StoredTags` writes them, a zero byte, which those never
  /// have, and the category.
  private(set) var kinds: [[UInt8]] = []
  private var kindIndex: [[UInt8]: Int] = [:]
  private var normalisedCategories: [String: String] = [:]

  /// Whether it is time to hand it on.
  var isFull: Bool { bytes.count >= size }

  private let size: Int

  /// - Parameter size: how many bytes are enough.
  init(size: Int = ImportLimits().batchSize) {
    self.size = size
    bytes.reserveCapacity(size + InputLimits.line)
  }

  mutating func append(_ place: PointOfInterest) {
    entries.append(
      Entry(
        square: GridSquare(around: place.coordinate).numbers.lowerBound, index: entries.count,
        offset: bytes.count))
    PlaceRow.append(
      place, kind: kind(of: place), category: place.category.map { normalised($0) }, to: &bytes)
  }

  /// Puts neighbours together; those of one square keep the order of the file.
  mutating func sort() {
    entries.sort { ($0.square, $0.index) < ($1.square, $1.index) }
  }

  /// The entries as they were before they were sorted.
  func inOrderOfData() -> [Entry] {
    var ordered = entries
    for entry in entries { ordered[entry.index] = entry }
    return ordered
  }

  private mutating func normalised(_ category: String) -> String {
    if let known = normalisedCategories[category] { return known }
    let normalised = Category.normalised(category)
    normalisedCategories[category] = normalised
    return normalised
  }

  private mutating func kind(of place: PointOfInterest) -> Int {
    var key: [UInt8] = []
    StoredTags.append(place.tags.filter { StoreSchema.kindKeys.contains($0.key) }, to: &key)
    key.append(0)
    key += (place.category ?? "").utf8
    if let known = kindIndex[key] { return known }
    kindIndex[key] = kinds.count
    kinds.append(key)
    return kinds.count - 1
  }
}

/// The bytes of one place on its way into a store.
///
/// A head of numbers, then the id, the name, the tags as `StoredTags` writes them, and the terms of `PlaceTerms`.
struct PlaceRow {
  private static let noName = UInt32.max

  private enum Field {
    static let size = 0, latitude = 8, longitude = 16, proximity = 24, kind = 32
    static let id = 40, name = 44, tags = 48, terms = 52, texts = 56
  }

  private let bytes: UnsafeRawBufferPointer

  /// The row that begins the bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    let size = bytes.loadUnaligned(fromByteOffset: Field.size, as: Int.self)
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<size])
  }

  /// All of it, to be kept.
  var all: UnsafeRawBufferPointer { bytes }

  /// Whether a stored place is the same, its kind apart.
  func isSame(as place: PointOfInterest) -> Bool {
    var storedTags: [UInt8] = []
    StoredTags.append(place.tags, to: &storedTags)
    return coordinate == place.coordinate && proximity == place.proximity?.metres
      && id.elementsEqual(place.id.utf8) && tags.elementsEqual(storedTags)
      && (name.map { name in place.name.map { name.elementsEqual($0.utf8) } ?? false } ?? (place.name == nil))
  }

  var coordinate: Coordinate {
    Coordinate(latitude: load(Field.latitude), longitude: load(Field.longitude))
  }

  /// Metres; nothing where it has none of its own.
  var proximity: Double? {
    let metres: Double = load(Field.proximity)
    return metres.isNaN ? nil : metres
  }

  /// Where its kind stands among the batch's.
  var kind: Int { load(Field.kind) }

  var id: UnsafeRawBufferPointer { text(after: 0, Field.id) }
  var name: UnsafeRawBufferPointer? {
    load(Field.name) == Self.noName ? nil : text(after: length(Field.id), Field.name)
  }
  var tags: UnsafeRawBufferPointer { text(after: length(Field.id) + length(Field.name), Field.tags) }
  var terms: UnsafeRawBufferPointer {
    text(after: length(Field.id) + length(Field.name) + length(Field.tags), Field.terms)
  }

  static func append(_ place: PointOfInterest, kind: Int, category: String?, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Field.texts))
    var lengths: [UInt32] = []
    func measure(from textStart: Int) {
      lengths.append(UInt32(bytes.count - textStart))
    }
    var textStart = bytes.count
    bytes.append(contentsOf: place.id.utf8)
    measure(from: textStart)
    textStart = bytes.count
    bytes.append(contentsOf: (place.name ?? "").utf8)
    measure(from: textStart)
    if place.name == nil { lengths[1] = noName }
    textStart = bytes.count
    StoredTags.append(place.tags, to: &bytes)
    measure(from: textStart)
    textStart = bytes.count
    PlaceTerms.append(of: place, category: category, to: &bytes)
    measure(from: textStart)

    bytes.withUnsafeMutableBytes { all in
      let head = UnsafeMutableRawBufferPointer(rebasing: all[start...])
      head.storeBytes(of: head.count, toByteOffset: Field.size, as: Int.self)
      head.storeBytes(of: place.coordinate.latitude, toByteOffset: Field.latitude, as: Double.self)
      head.storeBytes(of: place.coordinate.longitude, toByteOffset: Field.longitude, as: Double.self)
      head.storeBytes(of: place.proximity?.metres ?? .nan, toByteOffset: Field.proximity, as: Double.self)
      head.storeBytes(of: kind, toByteOffset: Field.kind, as: Int.self)
      for (length, field) in zip(lengths, [Field.id, Field.name, Field.tags, Field.terms]) {
        head.storeBytes(of: length, toByteOffset: field, as: UInt32.self)
      }
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
