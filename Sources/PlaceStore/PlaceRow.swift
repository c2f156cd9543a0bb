import Geography
import PlaceFiles
import Places

/// The bytes of one place on its way into a store.
///
/// A head of numbers, then the id, the name, the tags as `StoredTags` writes them, and the terms of `PlaceTerms`.
struct PlaceRow {
  private static let noName = UInt32.max

  private enum Field {
    static let size = 0, latitude = 8, longitude = 16, proximity = 24, kind = 32
    static let id = 40, name = 44, tags = 48, terms = 52, texts = 56
  }

  private static let emptyHead = [UInt8](repeating: 0, count: Field.texts)

  private let bytes: UnsafeRawBufferPointer

  /// The row that begins the bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    let size = bytes.loadUnaligned(fromByteOffset: Field.size, as: Int.self)
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<size])
  }

  /// All of it, to be kept.
  var all: UnsafeRawBufferPointer { bytes }

  /// Whether a stored place is the same, apart from its kind.
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
    PlaceTerms.append(of: place, category: category, to: &bytes)
    let termsLength = length()

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
