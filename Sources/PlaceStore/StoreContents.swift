import PlaceFiles
import Places
import SQLite

/// A place of a store, and where it came from.
public struct StoreEntry: Hashable, Sendable {
  public let place: PointOfInterest
  public let source: StoredSource
}

/// How many places there are of something.
public struct StoreCount: Hashable, Sendable {
  /// The category or source; `nil` for places without one.
  public let name: String?
  public let count: Int
}

extension PlaceStore {
  /// The places that a text can mean, as `places(called:)` finds them, and where they came from.
  public func entries(called text: String) throws(PlacesError) -> [StoreEntry] {
    try read { database, reader in
      try reader.places(called: text, in: database).map { try reader.entry($0, in: database) }
    }
  }

  /// The places of an id, of which each source can have one, or of the beginning of the id of places added by hand.
  public func entries(withID id: String) throws(PlacesError) -> [StoreEntry] {
    try read { database, reader in
      try reader.places(withID: id, in: database).map { try reader.entry($0, in: database) }
    }
  }

  /// The id as people read it: for a place added by hand, the shortest beginning that no other place's id has.
  public func shortID(of id: String) throws(PlacesError) -> String {
    try read { database, reader in try reader.shortID(of: id, in: database) }
  }

  /// The places of an id, else those with all the words in a name, and of these first the ones of just that name.
  ///
  /// If there are none, those with similar names.
  ///
  /// - Throws: `PlacesError.nameWithoutLetters` for a text that is neither an id nor a name.
  public func search(
    _ text: String
  ) throws(PlacesError) -> (entries: [StoreEntry], areAll: Bool, isNearMiss: Bool) {
    let (found, areAll) = try entries(searching: text)
    if !found.isEmpty { return (found, areAll, false) }
    _ = try NamePattern(checking: text)
    var nearly: [StoreEntry] = []
    var areAllNear = true
    let words = try read { database, reader in try reader.nameVocabulary(in: database).words }
    for doubtsBeginnings in [false, true] where nearly.isEmpty {
      for alternative in try SimilarNames.alternatives(
        to: text, among: words, doubtingBeginnings: doubtsBeginnings)
      {
        let (found, areAll) = try entries(searching: alternative)
        nearly += found.filter { !nearly.contains($0) }
        areAllNear = areAllNear && areAll
      }
    }
    return (nearly, areAllNear, true)
  }

  private func entries(searching text: String) throws(PlacesError) -> (found: [StoreEntry], areAll: Bool) {
    try read { database, reader in
      let (found, _, areAll) = try reader.search(text, in: database)
      return (try found.map { try reader.entry($0, in: database) }, areAll)
    }
  }

  /// Hands over every place that matches, neighbours together, however many there are, until `body` says `false`.
  ///
  /// - Parameter source: the name of a source, to get only its places, including those that another source
  ///   also has.
  public func forEachEntry(
    matching filter: PlaceFilter = PlaceFilter(), of source: String? = nil,
    _ body: (StoreEntry) throws -> Bool
  ) throws(PlacesError) {
    try read { database, reader in
      try reader.forEachPlace(matching: filter, in: database) { stored in
        let entry = try reader.entry(stored, in: database)
        return source == nil || entry.source.name == source ? try body(entry) : true
      }
      guard let source, let number = try StoredSource.named(source, in: database)?.number else { return }
      try reader.forEachWaiting(of: number, matching: filter, in: database) { stored in
        try body(try reader.entry(stored, in: database))
      }
    }
  }

  /// Whether it may lack objects of OpenStreetMap with a filter's tags, because its imports left them out.
  public func mayLackObjects(of filter: PlaceFilter) throws(PlacesError) -> Bool {
    let tags = Set(filter.tagsBeyondSelection)
    guard !tags.isEmpty else { return false }
    for source in try sources() where source.hasOSMIDs {
      let selections = try files(of: source).map { $0.selection?.filter }
      let hasThem = selections.contains { wanted in
        guard let wanted, wanted.categories.isEmpty else { return false }
        return tags.isSuperset(of: wanted.tags)
      }
      if !hasThem { return true }
    }
    return false
  }

  /// The names of the sources of which an earlier version left out woods and waters without a name.
  public func sourcesWithoutNamelessGround() throws(PlacesError) -> [String] {
    try sources().filter { $0.gazetteer == nil && $0.hasOSMIDs && $0.origin == .files }.map(\.name)
  }

  /// Where its places came from.
  public func sources() throws(PlacesError) -> [StoredSource] {
    try read { database, _ in
      try database.statement("SELECT \(try StoredSource.columns(in: database)) FROM source ORDER BY name")
        .map { try StoredSource($0) }
    }
  }

  /// The files that a source came from, by their paths.
  public func files(of source: StoredSource) throws(PlacesError) -> [SourceFile] {
    try read { database, _ in try SourceFile.files(of: source.number, in: database) }
  }

  /// The number of places of each source, the largest first; one in several sources counts for each.
  public func countsBySource() throws(PlacesError) -> [StoreCount] {
    try read { database, _ in
      try database.statement(
        """
        SELECT source.name AS name, sum(places) AS count
        FROM (SELECT source, count(*) AS places FROM place GROUP BY source
          UNION ALL SELECT source, count(*) FROM overlap GROUP BY source) AS counted
        JOIN source ON source.number = counted.source
        GROUP BY source.number ORDER BY count DESC, name
        """
      ).map { StoreCount(name: $0.text(0), count: Int($0.integer(1))) }
    }
  }

  /// How many places each main category has, the largest first.
  public func countsByCategory() throws(PlacesError) -> [StoreCount] {
    var counts: [String?: Int] = [:]
    // Their kinds do not have all tags that tell what they are.
    try forEachEntry { entry in
      counts[entry.place.mainCategory, default: 0] += 1
      return true
    }
    return counts.map { StoreCount(name: $0, count: $1) }
      .sorted { ($1.count, $0.name ?? "") < ($0.count, $1.name ?? "") }
  }
}
