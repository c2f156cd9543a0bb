import Geography
import Places
import SQLite

/// Writes the gazetteer of one source, within a transaction.
struct GazetteerWriter {
  private let database: Connection
  private let squares: ExternalSort
  private let map: ExternalSort
  /// How many entries were left out, as there are too many in a square.
  private(set) var crowdedCount = 0
  private(set) var isEmpty = true
  /// The largest number of an area that was there before.
  private let lastEarlierArea: Int64
  /// Whether its areas are those of a square: the source can have other parts of them elsewhere.
  private let isOfSquare: Bool
  /// The numbers of the source's areas by their ids, once any is written.
  private var areas: [String: Int64]?

  /// - Parameters:
  ///   - path: a file beside which there is room.
  ///   - isOfSquare: whether it writes what a source has of one square, and leaves its other squares.
  init(_ database: Connection, beside path: String, isOfSquare: Bool = false) throws {
    (self.database, self.isOfSquare) = (database, isOfSquare)
    squares = try ExternalSort(beside: path)
    map = try ExternalSort(beside: path)
    lastEarlierArea = try database.statement("SELECT max(number) FROM area").firstInteger() ?? 0
  }

  /// Areas are written at once, as their outlines are large; streets and addresses wait on disk until all have arrived.
  ///
  /// - Parameter file: how many files of the import came before, whose forms of a thing count.
  mutating func add(_ batch: GazetteerBatch, of source: Int64, file: Int = 0) throws {
    for area in batch.areas { try write(area, as: source) }
    guard !batch.squares.isEmpty else { return }
    try squares.beginRun()
    let inOrder = batch.squares.map { ($0.key.numbers.lowerBound, $0.key, $0.value) }.sorted { $0.0 < $1.0 }
    for (number, square, entries) in inOrder {
      try entries.encoded(in: square).withUnsafeBytes { try squares.append(key: number, Int64(file), $0) }
    }
  }

  mutating func add(_ batch: MapBatch) throws {
    guard !batch.squares.isEmpty else { return }
    try map.beginRun()
    for (key, pieces) in batch.squares.sorted(by: { $0.key.number < $1.key.number }) {
      try pieces.encoded(in: key.square, key.detail).withUnsafeBytes {
        try map.append(key: key.number, 0, $0)
      }
    }
  }

  /// - Parameters:
  ///   - source: the number of the source.
  ///   - isReplacing: whether to remove what the source had; otherwise new entries take the place of the same old ones.
  ///   - box: where the new data lies; `nil` if it does not say.
  mutating func finish(
    _ source: Int64, replacing isReplacing: Bool, within box: BoundingBox?,
    checkInterruption: () throws -> Void
  ) throws {
    if isReplacing { try removeEarlier(of: source) }
    var merged: (number: Int64, square: GridSquare, entries: GazetteerSquare)?
    // What the files before have of the square.
    var (newer, lastFile) = (GazetteerSquare(), Int64(0))
    func writeMerged() throws {
      guard let merged else { return }
      try write(merged.entries, of: merged.square, as: merged.number | source)
    }
    try squares.merge { number, file, bytes in
      try checkInterruption()
      let square = GridSquare(number: number)
      guard let entries = GazetteerSquare(encoded: bytes, in: square) else {
        throw StoreProblem.damaged("a temporary file")
      }
      if let known = merged, known.number == number {
        if file != lastFile { (newer, lastFile) = (known.entries, file) }
        merged?.entries.formUnion(entries.beside(newer))
        crowdedCount += merged?.entries.leaveOutCrowd() ?? 0
      } else {
        try writeMerged()
        merged = (number, square, entries)
        (newer, lastFile) = (GazetteerSquare(), file)
      }
    }
    try writeMerged()
    try writeMap(of: source, within: box, checkInterruption)
  }

  private mutating func write(_ entries: GazetteerSquare, of square: GridSquare, as number: Int64) throws {
    isEmpty = false
    var entries = try GazetteerSquare.stored(number, in: database).map(entries.union) ?? entries
    entries.simplifyStreets(in: square)
    crowdedCount += entries.leaveOutCrowd()
    try database.statement("INSERT OR REPLACE INTO gazetteer VALUES (?, ?)")
      .run(.integer(number), .blob(entries.encoded(in: square)))
    let name = try database.statement("INSERT OR IGNORE INTO street_name VALUES (?, ?)")
    for words in entries.namesInIndex {
      try name.run(.integer(GazetteerSquare.hash(ofWords: words)), .integer(number))
    }
  }

  private mutating func writeMap(
    of source: Int64, within box: BoundingBox?, _ checkInterruption: () throws -> Void
  ) throws {
    var merged: (number: Int64, pieces: MapSquare)?
    var openSea = OpenSea()
    func write(_ pieces: MapSquare, of square: GridSquare, _ detail: MapDetail) throws {
      let number = square.mapNumber(detail) | source
      var pieces = pieces
      if let earlier = try MapSquare.stored(number, in: database) { pieces.formUnion(earlier) }
      try database.statement("INSERT OR REPLACE INTO map VALUES (?, ?)")
        .run(.integer(number), .blob(pieces.encoded(in: square, detail)))
      if let box { openSea.note(pieces, in: square, detail, within: box) }
    }
    func writeMerged() throws {
      isEmpty = isEmpty && merged == nil
      guard let merged, let (detail, square) = GridSquare.mapSquare(of: merged.number) else { return }
      try write(merged.pieces, of: square, detail)
    }
    try map.merge { number, _, bytes in
      try checkInterruption()
      guard let (detail, square) = GridSquare.mapSquare(of: number),
        let pieces = MapSquare(encoded: bytes, in: square, detail)
      else { throw StoreProblem.damaged("a temporary file") }
      if merged?.number == number {
        merged?.pieces.formUnion(pieces)
      } else {
        try writeMerged()
        merged = (number, pieces)
      }
    }
    try writeMerged()
    guard let box else { return }
    for (key, pieces) in openSea.squares(within: box).sorted(by: { $0.key.number < $1.key.number }) {
      try checkInterruption()
      try write(pieces, of: key.square, key.detail)
    }
  }

  private mutating func write(_ outlined: OutlinedArea, as source: Int64) throws {
    isEmpty = false
    let (area, outline) = (outlined.area, outlined.outline)
    if areas == nil { areas = isOfSquare ? [:] : try knownAreas(of: source) }
    let earlier = areas?[area.id]
    // That of a newer file of the same import.
    if let earlier, earlier > lastEarlierArea { return }
    var names: [UInt8] = []
    StoredTags.append(area.names, to: &names)
    let box = outline.boundingBox
    var bytes: [UInt8] = []
    outline.append(to: &bytes, from: Coordinate(latitude: box.south, longitude: box.west))
    try database.statement(
      "INSERT INTO area (source, id, level, names, size, latitude, longitude, outline) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    ).run(
      .integer(source), .string(area.id), .integer(Int64(area.level)),
      .string(String(decoding: names, as: UTF8.self)), .real(area.size), .real(box.south),
      .real(box.west),
      .blob(bytes))
    let number = database.lastInsertedRow
    areas?[area.id] = number
    try ExtentBoxes.areas.insert(number, outline, in: database)
    // Only now, since SQLite would give the largest number once more.
    if let earlier { try removeAreas("number = ?", .integer(earlier)) }
  }

  private func knownAreas(of source: Int64) throws -> [String: Int64] {
    let known = try database.statement("SELECT id, number FROM area WHERE source = ?")
      .map(.integer(source)) { ($0.text(0) ?? "", $0.integer(1)) }
    return Dictionary(known) { $1 }
  }

  /// Removes what a source had before; new areas are there already.
  private func removeEarlier(of source: Int64) throws {
    for (table, number) in [("street_name", "square"), ("gazetteer", "number"), ("map", "number")] {
      try database.statement("DELETE FROM \(table) WHERE \(number) & \(GridSquare.ordinals - 1) = ?")
        .run(.integer(source))
    }
    try removeAreas("source = ? AND number <= ?", .integer(source), .integer(lastEarlierArea))
  }

  /// Removes what a source had within a square before; its areas are parts of areas there.
  func removeEarlier(of source: Int64, within square: GridSquare) throws {
    let numbers = try database.statement("SELECT number FROM gazetteer WHERE number >= ? AND number < ?")
      .map(.integer(square.numbers.lowerBound), .integer(square.numbers.upperBound)) { $0.integer(0) }
    for number in numbers where GridSquare.ordinal(of: number) == source {
      let names = try GazetteerSquare.stored(number, in: database)?.namesInIndex ?? []
      for name in names {
        try database.statement("DELETE FROM street_name WHERE hash = ? AND square = ?")
          .run(.integer(GazetteerSquare.hash(ofWords: name)), .integer(number))
      }
      try database.statement("DELETE FROM gazetteer WHERE number = ?").run(.integer(number))
    }
    let areas = try ExtentBoxes.areas.numbers(inMiddleOf: square.boundingBox, in: database)
    for area in areas { try removeAreas("number = ? AND source = ?", .integer(area), .integer(source)) }
  }

  private func removeAreas(_ condition: String, _ values: Statement.Value...) throws {
    for sql in [
      "DELETE FROM area_box WHERE area IN (SELECT number FROM area WHERE \(condition))",
      "DELETE FROM area WHERE \(condition)",
    ] {
      try database.statement(sql).run(values)
    }
  }
}
