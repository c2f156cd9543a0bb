import Geography
import PlaceFiles
import SQLite
import Testing

@testable import PlaceStore
@testable import Places

/// A store in a folder of its own, and what is in it.
package struct TemporaryStore {
  package let directory: TemporaryDirectory
  package var path: String { directory.path(of: "places.sqlite") }

  /// A few places at once, so that more of them make several batches.
  package static let fewPlaces = ImportLimits(batchSize: 2000, kinds: 3)

  package init(_ places: [PointOfInterest] = []) throws {
    directory = try TemporaryDirectory()
    if !places.isEmpty { try take(places) }
  }

  /// Imports places as a source's.
  @discardableResult
  package func take(
    _ places: [PointOfInterest], of source: String = "test", replacing: Bool = false,
    limits: ImportLimits = ImportLimits()
  ) throws -> ImportSummary.Counts {
    try take(places, of: SourceDescription(name: source), replacing: replacing, limits: limits)
  }

  /// Imports places under a source description.
  @discardableResult
  package func take(
    _ places: [PointOfInterest], of source: SourceDescription, replacing: Bool = false,
    limits: ImportLimits = ImportLimits()
  ) throws -> ImportSummary.Counts {
    try PlaceImporter(storePath: path, limits: limits)
      .importPlaces(of: source, replacing: replacing, from: PlaceList(places: places)).counts
  }

  /// The places of one source, by id, including those that another source also has.
  package func content(of source: String) throws -> [String: PointOfInterest] {
    var content: [String: PointOfInterest] = [:]
    try open().forEachEntry(of: source) { entry in
      #expect(
        content.updateValue(entry.place, forKey: entry.place.id) == nil, "\(entry.place.id) is there twice")
      return true
    }
    return content
  }

  package func open() throws -> PlaceStore { try PlaceStore(path: path) }

  /// The places of each source, by their ids.
  package func content() throws -> [String: [String: PointOfInterest]] {
    var content: [String: [String: PointOfInterest]] = [:]
    try open().forEachEntry { entry in
      #expect(content[entry.source.name]?[entry.place.id] == nil, "\(entry.place.id) is there twice")
      content[entry.source.name, default: [:]][entry.place.id] = entry.place
      return true
    }
    return content
  }

  /// Asks SQLite.
  package func query<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try body(Connection(path: path))
  }

  /// Expects that all tables agree with each other, and that no file is beside the store.
  package func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try directory.fileNames == ["places.sqlite"], sourceLocation: location)
    try query { database in
      #expect(
        try database.statement("PRAGMA integrity_check").map { $0.text(0) } == ["ok"],
        sourceLocation: location)
      try database.execute("INSERT INTO term(term) VALUES ('integrity-check')")
      try database.execute("CREATE VIRTUAL TABLE temp.filed USING fts5vocab(main, term, instance)")

      var terms: Set<String> = []
      var identities: Set<[Int64]> = []
      let reader = StoreReader()
      let ids = Dictionary(
        uniqueKeysWithValues: try database.statement("SELECT number, coalesce(ids, number) FROM source")
          .map { ($0.integer(0), $0.integer(1)) })
      try database.statement("SELECT \(StoredPlace.columns) FROM place").forEachRow { row in
        let stored = try StoredPlace(row) { try reader.kind($0, in: database).category }
        let place = stored.place
        #expect(
          GridSquare(around: place.coordinate).numbers.contains(stored.number), sourceLocation: location)
        let ids = ids[stored.source] ?? 0
        identities.insert([StoredPlace.hash(ofID: place.id.utf8, of: ids, in: stored.source), stored.number])
        let kind = try reader.kind(stored.kind, in: database)
        #expect(
          kind.tags == place.tags.filter { StoreSchema.kindKeys.contains($0.key) }, sourceLocation: location)
        var bytes: [UInt8] = []
        IndexTerms.append(of: place, category: place.category.map(Category.normalised), to: &bytes)
        for term in bytes.split(separator: UInt8(ascii: " ")) {
          terms.insert("\(stored.number) \(String(decoding: term, as: UTF8.self).asciiLowercased)")
        }
        return true
      }
      let far = try database.statement(
        "SELECT number FROM place WHERE reach > \(StoredPlace.farReach) ORDER BY number"
      ).map { $0.integer(0) }
      let boxes = try database.statement("SELECT place FROM far ORDER BY place").map { $0.integer(0) }
      #expect(boxes == far, sourceLocation: location)
      let filed = try database.statement("SELECT DISTINCT doc, term FROM temp.filed")
        .map { "\($0.integer(0)) \($0.text(1) ?? "")" }
      #expect(Set(filed) == terms, sourceLocation: location)
      let hashes = try database.statement("SELECT hash, place FROM identity")
        .map { [$0.integer(0), $0.integer(1)] }
      #expect(hashes.count == identities.count && Set(hashes) == identities, sourceLocation: location)
      // A waiting place has another one shown for it.
      let lonely = try database.statement(
        "SELECT count(*) FROM overlap WHERE hash NOT IN (SELECT hash FROM identity)"
      ).firstInteger()
      #expect(lonely == 0, sourceLocation: location)
    }
  }
}

extension PlaceImporter {
  @discardableResult
  package func importPlaces(
    of source: SourceDescription, replacing isReplacing: Bool = false,
    keepingGoing isKeepingGoing: Bool = false, from reader: some PlaceStreaming,
    report: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) throws(PlacesError) -> ImportSummary {
    try importPlaces(
      of: source, replacing: isReplacing, keepingGoing: isKeepingGoing, from: [reader], report: report)
  }
}

extension PlaceStore {
  /// The number of places; one in several sources counts once.
  package func count() throws -> Int {
    try read { database, _ in Int(try database.statement("SELECT count(*) FROM place").firstInteger() ?? 0) }
  }
}

extension String {
  /// As the index of terms has them.
  fileprivate var asciiLowercased: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
