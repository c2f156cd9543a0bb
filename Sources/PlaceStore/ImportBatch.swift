import Geography
import Input
import Places

/// How much of an import is held in memory.
struct ImportLimits: Sendable {
  /// Bytes of places that are put in order at once.
  var batchSize = 16 * 1024 * 1024
  /// The same at the beginning, so that writing need not wait long for the first; each batch is twice as large as the
  /// one before.
  var firstBatchSize = 1024 * 1024
  /// Kinds whose numbers are remembered, as a stranger's file can have one for every place.
  var kinds = 100_000
}

/// Some places on their way into a store: each as bytes, ordered by their squares of the grid.
struct ImportBatch: Sendable {
  /// The position of a place in the bytes.
  struct Entry: Sendable {
    /// The first number of the place's square.
    let square: Int64
    /// How many precede it in the batch's part of the file.
    let index: Int
    let offset: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var bytes: [UInt8] = []
  /// What categories distinguish: for each, the tags as `StoredTags` writes them, a zero byte, which those
  /// never have, and the category.
  private(set) var kinds: [[UInt8]] = []
  private var kindIndex: [[UInt8]: Int] = [:]
  /// What the categories of places come to; that of places without one is empty.
  private var knownCategories: [String: KnownCategory] = [:]

  private struct KnownCategory {
    let normalised: String
    /// The kind of its places without a tag that tells more; `nil` until there is one.
    var kind: Int?
  }

  /// The streets, addresses and areas among them.
  private(set) var gazetteer = GazetteerBatch()
  private(set) var map = MapBatch()

  /// The ids of records that were skipped, whose places stay as they are.
  var skippedIDs: [String] = []
  /// How many files came before its own.
  var file = 0

  /// Whether it is large enough to pass on.
  var isFull: Bool {
    bytes.count + gazetteer.byteCount + (map.size + skippedIDs.count) * Self.bytesOfPart >= size
  }

  /// What a point of the map with all around it, or an id, takes in memory, roughly.
  private static let bytesOfPart = 64

  private let size: Int

  /// - Parameter size: how many bytes are enough.
  init(size: Int = ImportLimits().batchSize) {
    self.size = size
    bytes.reserveCapacity(size + InputLimits.line)
  }

  mutating func append(_ entries: GazetteerEntries) {
    gazetteer.add(entries)
    for entry in entries.map { map.add(entry) }
  }

  mutating func append(_ place: PointOfInterest) {
    entries.append(
      Entry(
        square: GridSquare(around: place.coordinate).numbers.lowerBound, index: entries.count,
        offset: bytes.count))
    let category = known(place.category ?? "")
    PackedPlace.append(
      place, kind: kind(of: place, category), category: place.category.map { _ in category.normalised },
      to: &bytes)
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

  private mutating func known(_ category: String) -> KnownCategory {
    if let known = knownCategories[category] { return known }
    let known = KnownCategory(normalised: Category.normalised(category))
    knownCategories[category] = known
    return known
  }

  private mutating func kind(of place: PointOfInterest, _ known: KnownCategory) -> Int {
    let category = place.category ?? ""
    if place.tags.contains(where: { StoreSchema.kindKeys.contains($0.key) }) {
      return kind(ofTags: place.tags.filter { StoreSchema.kindKeys.contains($0.key) }, category: category)
    }
    if let kind = known.kind { return kind }
    let kind = kind(ofTags: [:], category: category)
    knownCategories[category]?.kind = kind
    return kind
  }

  private mutating func kind(ofTags tags: [String: String], category: String) -> Int {
    var key: [UInt8] = []
    StoredTags.append(tags, to: &key)
    key.append(0)
    key += category.utf8
    if let known = kindIndex[key] { return known }
    kindIndex[key] = kinds.count
    kinds.append(key)
    return kinds.count - 1
  }
}
