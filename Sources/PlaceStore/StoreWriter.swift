import CivilTime
import FoundationEssentials
import Geography
import PlaceFiles
import Places
import SQLite

/// Writes the places of one source, within a transaction.
///
/// New places go into the index of terms at once, batch by batch, since that index merges by itself. The rows
/// wait on disk until all have arrived, and are then written in the order of their tables.
struct StoreWriter {
  /// Which of the source's places to remove if they are not among the new ones.
  enum Replacement {
    case none
    /// All of them, if the new ones are all that the source's files have.
    case ifComplete
    case all
    /// Those in a square, and those near it where no square was fetched.
    case within(GridSquare)
  }

  var counts = ImportSummary.Counts()

  let database: Connection
  let reader = StoreReader()
  let replacing: Replacement
  /// Whether to remove at most a fifth of the source's places, or of a square's.
  private let checksLoss: Bool
  private static let leastLossOfSquare = 20
  private let rows: ExternalSort
  private let identities: ExternalSort
  let overlapping: OverlappingPlaces
  private var gazetteer: GazetteerWriter
  var source: Int64 = 0
  /// The number under which the source's ids are filed: its own, or that of the first source whose ids mean
  /// the same.
  var ids: Int64 = 0
  /// Whether another source may have the same places.
  var sharesIDs = false
  private var isKnownSource = false
  /// Whether the source has places of files only, and gets more of them.
  private var isOfFiles = false
  /// Whether any of the new places come from what can be read only once.
  private var hasPipes = false
  /// Files of the source whose place others take.
  private(set) var replacedFiles: [SourceFile] = []
  /// Whether places stay that the files may no longer have, as the source has other files.
  private(set) var keepsOthers = false
  /// Whether any streets, addresses, areas or parts of the map were written.
  var hasWrittenEntries: Bool { !gazetteer.isEmpty }
  private var nextOrdinal: Int64
  private var kinds: [[UInt8]: Int64] = [:]

  private let kindsKept: Int
  let checkInterruption: () throws -> Void

  /// - Parameter checkInterruption: called repeatedly; it throws to end the writing.
  init(
    _ database: Connection, path: String, replacing: Replacement, checkingLoss: Bool = false,
    limits: ImportLimits = ImportLimits(), checkInterruption: @escaping () throws -> Void = {}
  ) throws {
    self.database = database
    (self.replacing, checksLoss) = (replacing, checkingLoss)
    self.checkInterruption = checkInterruption
    kindsKept = limits.kinds
    overlapping = try OverlappingPlaces(in: database, reader: reader)
    rows = try ExternalSort(beside: path)
    identities = try ExternalSort(beside: path)
    gazetteer = try GazetteerWriter(database, beside: path)
    nextOrdinal = try database.statement("SELECT next FROM counter").firstInteger() ?? -1
    guard nextOrdinal >= 0 else { throw StoreProblem.damaged("the counter") }
    try database.execute("PRAGMA cache_size = -32000")
    // This leaves fewer and larger pieces of the index to merge.
    try database.execute("INSERT INTO term(term, rank) VALUES ('hashsize', 33554432)")
    for table in ["kept", "skipped", "waiting"] {
      try database.execute("CREATE TEMP TABLE IF NOT EXISTS \(table) (place INTEGER PRIMARY KEY)")
      try database.execute("DELETE FROM \(table)")
    }
  }

  /// Finds the source, or makes it.
  ///
  /// - Parameter readers: what its places are read from.
  /// - Throws: `StoreProblem`, also if the source of this name is another one.
  mutating func begin(_ description: SourceDescription, from readers: [any PlaceStreaming] = []) throws {
    var description = description
    let ofOSM = try database.statement("SELECT ids FROM source WHERE ids IS NOT NULL LIMIT 1")
      .firstInteger()
    if let known = try StoredSource.named(description.name, in: database) {
      guard (known.origin == .overpass) == (description.origin == .overpass) else {
        throw StoreProblem.sourceOfOtherOrigin(known.name)
      }
      source = known.number
      ids = known.ids
      isKnownSource = true
      isOfFiles = known.origin == .files && description.origin == .files
      hasPipes = readers.contains { $0.file == nil }
      sharesIDs = try hasRelatives()
      // Places that stay are filed under ids of their own.
      if description.mayHaveOSMIDs, !known.hasOSMIDs, !isReplacingAll { description.hasOSMIDs = false }
      try findReplacedFiles(of: known, description, readers)
      if known.hasOSMIDs != description.hasOSMIDs, description.origin != .user {
        // Its ids meant something else, so its places cannot be matched with the new ones.
        try removeTheOthers()
        ids = description.hasOSMIDs ? ofOSM ?? source : source
        try database.statement("UPDATE source SET ids = ? WHERE number = ?")
          .run(.init(description.hasOSMIDs ? ids : nil), .integer(source))
      }
    } else {
      // No other source gets a number under which ids are still filed.
      let largest = try database.statement("SELECT max(max(number, coalesce(ids, 0))) FROM source")
        .firstInteger()
      source = (largest ?? 0) + 1
      ids = description.hasOSMIDs ? ofOSM ?? source : source
      try database.statement(
        "INSERT INTO source (number, name, imported, origin, ids, extents, gazetteer) VALUES (?, ?, ?, ?, ?, 1, '')"
      ).run(
        .integer(source), .string(description.name), .string(Timestamp.text(of: Date())),
        .string(description.origin.rawValue), .init(description.hasOSMIDs ? ids : nil))
    }
    sharesIDs = try hasRelatives()
    if sharesIDs, description.origin == .overpass { try removePlacesOfNoOrigin() }
  }

  /// - Throws: `StoreProblem` if the source is that of another file.
  private mutating func findReplacedFiles(
    of known: StoredSource, _ description: SourceDescription, _ readers: [any PlaceStreaming]
  ) throws {
    let files = try SourceFile.files(of: known.number, in: database)
    let claim = SourceSuccession.Claim(
      source: known, files: files, description: description,
      paths: readers.compactMap { $0.file?.path }, isReplacing: isReplacingAll)
    let succession = try SourceSuccession(
      claim,
      isSameExtract: { earlier in
        guard let extract = earlier.extract else { return false }
        return try readers.allSatisfy { try $0.extractHeader()?.isOfSameArea(as: extract) ?? false }
      })
    replacedFiles = succession.replaced
    // Before a large extract is read in vain.
    for reader in readers where !isReplacingAll {
      guard var file = reader.file, files.contains(where: { $0.path == file.path }) else { continue }
      file.extract = try reader.extractHeader()
      _ = try file.joined(to: files)
    }
  }

  /// Whether the ids of other sources mean the same.
  private func hasRelatives() throws -> Bool {
    try database.statement("SELECT 1 FROM source WHERE ids = ? AND number != ? LIMIT 1")
      .firstInteger(.integer(ids), .integer(source)) != nil
  }

  /// Adds places; unchanged ones stay.
  mutating func add(_ batch: ImportBatch) throws {
    try gazetteer.add(batch.gazetteer, of: source, file: batch.file)
    try gazetteer.add(batch.map)
    let kinds = try batch.kinds.map { try number(ofKind: $0) }
    let skip = try database.statement("INSERT OR IGNORE INTO skipped VALUES (?)")
    for id in batch.skippedIDs where isKnownSource {
      let hash = StoredPlace.hash(ofID: id.utf8, of: ids, in: source)
      for stored in try earlier(id.utf8, hash: hash) { try skip.run(.integer(stored.place.number)) }
    }
    let file = try database.statement("INSERT INTO term (rowid, words) VALUES (?1, ?2)")
    var hashes: [(hash: Int64, number: Int64)] = []
    hashes.reserveCapacity(batch.entries.count)
    try rows.beginRun()
    try batch.bytes.withUnsafeBytes { bytes in
      func row(_ entry: ImportBatch.Entry) -> PackedPlace {
        PackedPlace(UnsafeRawBufferPointer(rebasing: bytes[entry.offset...]))
      }
      // In the order of the data, in which the first of an id counts.
      var numbers = [Int64?](repeating: nil, count: batch.entries.count)
      for entry in batch.inOrderOfData() {
        try checkInterruption()
        let row = row(entry)
        if isKnownSource, try isTaken(row, kind: kinds[row.kind]) { continue }
        guard nextOrdinal < GridSquare.ordinals else { throw StoreProblem.damaged("all numbers are used up") }
        numbers[entry.index] = entry.square + nextOrdinal
        nextOrdinal += 1
      }
      for entry in batch.entries {
        guard let number = numbers[entry.index] else { continue }
        try checkInterruption()
        let row = row(entry)
        try file.run(.integer(number), .text(row.terms))
        try rows.append(key: number, kinds[row.kind], row.all)
        hashes.append((StoredPlace.hash(ofID: row.id, of: ids, in: source), number))
      }
    }
    hashes.sort { $0 < $1 }
    try identities.beginRun()
    for (hash, number) in hashes { try identities.append(key: hash, number) }
  }

  private var isReplacingAll: Bool {
    if case .all = replacing { true } else { !isKnownSource }
  }

  /// Writes everything added so far; `settle()` must follow.
  ///
  /// - Parameters:
  ///   - files: the files it came from.
  ///   - coverage: where they have every place, if they say.
  ///   - parts: the parts of a gazetteer that they have.
  mutating func finish(
    _ description: SourceDescription, files: [SourceFile] = [], coverage: Coverage? = nil,
    gazetteer parts: Set<GazetteerPart> = []
  ) throws {
    // Not before, as a sound record of the same id may follow.
    try database.execute("INSERT OR IGNORE INTO kept SELECT place FROM skipped")
    let unreadable = database.changeCount
    let known = try SourceFile.files(of: source, in: database)
    let joined = isReplacingAll ? files : try files.map { try $0.joined(to: known) }
    let isComplete = isComplete(files, after: known, of: description)
    switch replacing {
    case .within(let square):
      counts.removed += try removePlaces(of: source, within: square.numbers, where: square.lists)
      counts.removed += try removeStrays(near: square)
      // Where few places are, some may well go at once.
      if counts.removed >= Self.leastLossOfSquare {
        try checkLoss(of: description, counts.removed, unreadable)
      }
    case .ifComplete where isComplete, .all:
      try checkLoss(of: description, counts.removed + (checksLoss ? others() : 0), unreadable)
      try removeTheOthers()
    case .none, .ifComplete: break
    }
    let isWhole = isReplacingAll || isComplete
    let hasOthers = try !isWhole && others(upTo: 1) > 0
    keepsOthers =
      hasOthers && isUpdate(by: files) && known.contains { known in files.contains { $0.path == known.path } }
    let isDue = hasOthers && !files.isEmpty
    try writeRows(except: try writeIdentities())
    try database.statement("UPDATE counter SET next = ?").run(.integer(nextOrdinal))
    try database.statement(
      """
      UPDATE source SET attribution = coalesce(?1, attribution), licence = coalesce(?2, licence), imported = ?3,
        dated = CASE WHEN ?4 THEN ?5 ELSE min(dated, ?5) END,
        origin = CASE origin WHEN 'user' THEN origin ELSE ?6 END, extents = CASE WHEN ?8 THEN 1 ELSE extents END
      WHERE number = ?7
      """
    ).run(
      .init(description.attribution), .init(description.licence), .string(Timestamp.text(of: Date())),
      // Remaining older data makes the whole source as old, and data without a date makes its age unknown.
      .integer(isWhole ? 1 : 0), .init(description.dated.map { Timestamp.text(of: $0) }),
      // And those that an earlier version stored have no extents.
      .string(description.origin.rawValue), .integer(source), .integer(hasOthers ? 0 : 1))
    // What is gone from all files of the source is gone.
    let paths = Set((files + replacedFiles).map(\.path))
    let isAnew =
      isReplacingAll || !parts.isEmpty && !known.isEmpty && known.allSatisfy { paths.contains($0.path) }
    try gazetteer.finish(
      source, replacing: isAnew, within: files.boundingBox, checkInterruption: checkInterruption)
    counts.crowded = gazetteer.crowdedCount
    try StoredSource.add(parts, to: source, replacing: isAnew, in: database)
    let earlier = replacedFiles + known
    // One whose places do not all come from known files cannot be compared with files.
    let isOfUnknownFiles = hasOthers && isOfFiles && (hasPipes || known.isEmpty)
    if isWhole || isOfUnknownFiles {
      try database.statement("DELETE FROM file WHERE source = ?").run(.integer(source))
    }
    for file in replacedFiles {
      try database.statement("DELETE FROM file WHERE source = ? AND path = ?")
        .run(.integer(source), .string(file.path))
    }
    for var file in joined where !isOfUnknownFiles {
      // Until an update removes what the file no longer has, it is to be imported again.
      if isDue, let known = earlier.last(where: { $0.path == file.path }) ?? replacedFiles.first {
        (file.size, file.modified) = (known.size, known.modified)
      }
      try file.write(as: source, in: database)
    }
    if isWhole {
      try database.statement("DELETE FROM ground WHERE source = ?").run(.integer(source))
    }
    if var coverage {
      if let earlier = try Coverage.stored(ofSource: source, in: database) { coverage.formUnion(earlier) }
      try database.statement("INSERT OR REPLACE INTO ground VALUES (?, ?)")
        .run(.integer(source), .blob(coverage.encoded))
    }
  }

  /// Whether the files have all that the source's known files had, so that what they lack is gone.
  private func isComplete(
    _ files: [SourceFile], after known: [SourceFile], of description: SourceDescription
  ) -> Bool {
    guard isUpdate(by: files), !known.isEmpty else { return false }
    // Files of other names may be further parts of a source that the user named.
    func isNext(_ file: SourceFile, of earlier: SourceFile) -> Bool {
      file.path == earlier.path
        || replacedFiles.contains(earlier) && (description.isNamedByFile || file.name == earlier.name)
    }
    return known.allSatisfy { earlier in files.contains { isNext($0, of: earlier) } }
  }

  /// Whether files that were read whole update a source of files.
  private func isUpdate(by files: [SourceFile]) -> Bool {
    guard case .ifComplete = replacing, isOfFiles, !hasPipes else { return false }
    return files.allSatisfy { $0.selection == nil }
  }

  /// - Parameter unreadable: places that stay since the new data has them in a form that poi cannot read.
  /// - Throws: `StoreProblem` if more than a fifth of the source's places would go.
  private func checkLoss(of description: SourceDescription, _ gone: Int, _ unreadable: Int) throws {
    let total = gone + counts.unchanged + counts.updated + unreadable
    guard !checksLoss || 5 * gone <= total else {
      throw StoreProblem.sourceWouldLose(description.name, count: gone, of: total)
    }
  }

  /// How many places the source still has that are not among the new ones, before those are written.
  private func others(upTo limit: Int = .max) throws -> Int {
    try ["place", "overlap"].reduce(0) { count, table in
      let found = try database.statement(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE source = ? AND number NOT IN (SELECT place FROM kept) LIMIT ?)"
      ).firstInteger(.integer(source), .integer(Int64(limit)))
      return count + Int(found ?? 0)
    }
  }

  /// Shows the newest of places that are in several sources.
  func settle() throws {
    try overlapping.settle(checkInterruption: checkInterruption)
  }

  /// Records the position of each id, unless another source has it.
  ///
  /// - Returns: the places left out because their id appears earlier in the data.
  private func writeIdentities() throws -> Set<Int64> {
    var identity = RowInsertion(into: "identity", columns: ["hash", "place"], in: database)
    let find = try database.statement("SELECT 1 FROM identity WHERE hash = ?")
    let wait = try database.statement("INSERT INTO waiting VALUES (?)")
    var repeated: Set<Int64> = []
    var first: (hash: Int64, number: Int64)?
    func writeFirst() throws {
      guard let first else { return }
      if sharesIDs, try find.firstInteger(.integer(first.hash)) != nil {
        try wait.run(.integer(first.number))
      } else {
        identity.append(first.hash)
        identity.append(first.number)
        try identity.endRow()
      }
    }
    try identities.merge { hash, number, _ in
      try checkInterruption()
      guard let known = first, known.hash == hash else {
        try writeFirst()
        first = (hash, number)
        return
      }
      let isBefore = GridSquare.ordinal(of: number) < GridSquare.ordinal(of: known.number)
      repeated.insert(isBefore ? known.number : number)
      if isBefore { first = (hash, number) }
    }
    try writeFirst()
    try identity.finish()
    return repeated
  }

  private mutating func writeRows(except repeated: Set<Int64>) throws {
    var shown = RowInsertion(into: "place", columns: StoredPlace.columnNames, in: database)
    var overlap = RowInsertion(into: "overlap", columns: StoredPlace.columnNames + ["hash"], in: database)
    let isWaiting = try database.statement("SELECT 1 FROM waiting WHERE place = ?")
    var written = 0
    try rows.merge { number, kind, bytes in
      try checkInterruption()
      let row = PackedPlace(bytes)
      guard !repeated.contains(number) else {
        return try StoredPlace.removeTerms(row.terms, of: number, from: database)
      }
      var waitingHash: Int64?
      if sharesIDs, try isWaiting.firstInteger(.integer(number)) != nil {
        let hash = StoredPlace.hash(ofID: row.id, of: ids, in: source)
        let isOthers = try overlapping.shown(withHash: hash).contains {
          row.id.elementsEqual($0.place.id.utf8)
        }
        if isOthers {
          try StoredPlace.removeTerms(row.terms, of: number, from: database)
          try overlapping.touch(hash)
          waitingHash = hash
        } else {
          try StoredPlace.identify(number, hash: hash, in: database)
        }
      }
      if let waitingHash {
        overlap.append(row, number: number, kind: kind, source: source)
        overlap.append(waitingHash)
        try overlap.endRow()
      } else {
        shown.append(row, number: number, kind: kind, source: source)
        try shown.endRow()
        if let reach = row.reach, reach > StoredPlace.farReach,
          let extent = row.extent.flatMap({ Extent(bytes: $0, from: row.coordinate) })
        {
          try StoredPlace.fileIfFar(number, extent, reach: reach, in: database)
        }
      }
      written += 1
    }
    try shown.finish()
    try overlap.finish()
    counts.repeated += repeated.count
    counts.added = written - counts.updated
  }

  /// Whether a place is in the store unchanged, or appears earlier in the data; removes a different version.
  private mutating func isTaken(_ row: PackedPlace, kind: Int64) throws -> Bool {
    let hash = StoredPlace.hash(ofID: row.id, of: ids, in: source)
    let isKept = try database.statement("SELECT 1 FROM kept WHERE place = ?")
    let keep = try database.statement("INSERT OR IGNORE INTO kept VALUES (?)")
    for (stored, isShown) in try earlier(row.id, hash: hash) {
      if try isKept.firstInteger(.integer(stored.number)) != nil {
        counts.repeated += 1
        return true
      }
      if stored.kind == kind, row.isSame(as: stored.place) {
        counts.unchanged += 1
        try keep.run(.integer(stored.number))
        return true
      }
      counts.updated += 1
      if isShown { try remove(stored, hash: hash) } else { try overlapping.remove(stored.number, hash: hash) }
    }
    return false
  }

  /// The source's stored places of an id, shown or waiting behind another source's.
  private func earlier(
    _ id: some Sequence<UInt8>, hash: Int64
  ) throws -> [(place: StoredPlace, isShown: Bool)] {
    let shown = try overlapping.shown(withHash: hash)
    let waiting = sharesIDs ? try overlapping.waiting(withHash: hash) : []
    return (shown.map { ($0, true) } + waiting.map { ($0, false) })
      .filter { place, _ in place.source == source && id.elementsEqual(place.place.id.utf8) }
  }

  func storedPlace(_ number: Int64) throws -> StoredPlace? {
    try database.statement("SELECT \(StoredPlace.columns) FROM place WHERE number = ?")
      .map(.integer(number)) { try StoredPlace($0) { try reader.kind($0, in: database).category } }.first
  }

  private mutating func number(ofKind key: [UInt8]) throws -> Int64 {
    if let known = kinds[key] { return known }
    if kinds.count >= kindsKept { kinds.removeAll(keepingCapacity: true) }
    let tagsEnd = key.firstIndex(of: 0) ?? key.endIndex
    let number = try key.withUnsafeBytes { key in
      let tags = Statement.Value.text(UnsafeRawBufferPointer(rebasing: key[..<tagsEnd]))
      let category = Statement.Value.text(
        UnsafeRawBufferPointer(rebasing: key[tagsEnd...].dropFirst()))
      let find = try database.statement("SELECT number FROM kind WHERE category = ? AND tags = ?")
      if let number = try find.firstInteger(category, tags) { return number }
      try database.statement("INSERT INTO kind (category, tags) VALUES (?, ?)").run(category, tags)
      return database.lastInsertedRow
    }
    kinds[key] = number
    return number
  }
}
