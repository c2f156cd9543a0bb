import Foundation
import Geography
import Glibc
import SQLite
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

@Suite struct StoreOpeningTests {
  private static let places = places(40)
  /// More than SQLite keeps in memory while it writes, if it is to keep little.
  private static let manyPlaces = places(1000)

  private static func places(_ count: Int) -> [PointOfInterest] {
    (0..<count).map(place)
  }

  private static func place(_ index: Int) -> PointOfInterest {
    PointOfInterest(
      id: "node/\(index)", name: "Café \(index)", category: "cafe",
      coordinate: Coordinate(latitude: 60 + Double(index) / 1000, longitude: 25),
      proximity: Distance(metres: 30), tags: ["amenity": "cafe", "cuisine": "cake \(index)"])
  }

  // MARK: Files that are not stores

  @Test("a missing or empty file is a store that does not exist yet", arguments: [nil, ""])
  func absent(content: String?) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "places.sqlite")
    if let content { _ = try directory.write(content, as: "places.sqlite") }
    #expect(throws: PlacesError.store(path: path, .absent)) { try PlaceStore(path: path) }
    #expect(try directory.fileNames == (content == nil ? [] : ["places.sqlite"]))
  }

  @Test("a store that is awaited is there as soon as it has places")
  func awaited() async throws {
    let directory = try TemporaryDirectory()
    let store = PlaceStore(awaitedAt: directory.path(of: "places.sqlite"))
    #expect(store.ifThere == nil && store.gazetteer == nil && store.map == nil)
    let here = Self.places[0].coordinate
    #expect(throws: PlacesError.store(path: store.path, .absent)) {
      try store.answer(near: here, matching: PlaceQuery())
    }
    try take(Self.places, into: store.path)
    #expect(store.ifThere != nil && store.gazetteer != nil && store.map != nil)
    #expect(try store.answer(near: here, matching: PlaceQuery(limit: 1)).places.map(\.place.id) == ["node/0"])
  }

  @Test(
    "a store in whose place another was put is the other, but not in the middle of a turn",
    arguments: [false, true])
  func replaced(isForeign: Bool) async throws {
    let directory = try TemporaryDirectory()
    let (path, next) = (directory.path(of: "places.sqlite"), directory.path(of: "next.sqlite"))
    try take([Self.place(0)], into: path)
    try take([Self.place(1)], into: next)
    let store = try isForeign ? PlaceStore(foreign: path) : PlaceStore(path: path)
    @Sendable func ids() throws(PlacesError) -> [String] {
      try store.answer(near: Self.place(0).coordinate, matching: PlaceQuery()).places.map(\.place.id)
    }
    #expect(try ids() == ["node/0"])
    let duringTurn = try await store.inOneTurn { () async throws(PlacesError) in
      let before = try ids()
      rename(next, path)
      return [before, try ids()]
    }
    #expect(duringTurn == [["node/0"], ["node/0"]])
    #expect(try ids() == ["node/1"])
    unlink(path)
    #expect(throws: PlacesError.store(path: path, .absent)) { try ids() }
  }

  private func take(_ places: [PointOfInterest], into path: String) throws {
    _ = try PlaceImporter(storePath: path)
      .importPlaces(of: .extract(named: "map"), from: PlaceList(places: places))
  }

  @Test("refuses a file of something else, and leaves it unchanged")
  func foreign() throws {
    let directory = try TemporaryDirectory()
    let text = try directory.write(String(repeating: "These are no places.\n", count: 100), as: "text")
    let table = directory.path(of: "table")
    try Connection(path: table).execute("CREATE TABLE place (name TEXT)")
    for path in [text, table] {
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(throws: PlacesError.store(path: path, .foreign)) { try PlaceStore(path: path) }
      #expect(throws: PlacesError.store(path: path, .foreign)) { try PlaceImporter(storePath: path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
    #expect(try directory.fileNames == ["table", "text"])
  }

  @Test("refuses a folder")
  func folder() throws {
    let path = try TemporaryDirectory()
    #expect(throws: PlacesError.unreadable(path: path.url.path, code: EISDIR)) {
      try PlaceStore(path: path.url.path)
    }
    #expect(throws: PlacesError.unreadable(path: path.url.path, code: EISDIR)) {
      try PlaceImporter(storePath: path.url.path)
    }
  }

  @Test("refuses a pipe without waiting for it")
  func pipe() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "pipe")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: PlacesError.store(path: path, .foreign)) { try PlaceStore(path: path) }
    #expect(throws: PlacesError.store(path: path, .foreign)) { try PlaceImporter(storePath: path) }
    // Nor does it remove it, or a device, as if it were an empty store of its own.
    #expect(access(path, F_OK) == 0)
  }

  @Test("refuses a newer program's store, and leaves it unchanged")
  func newer() throws {
    let store = try TemporaryStore(Self.places)
    try store.query { try $0.execute("PRAGMA user_version = 99") }
    let before = try Data(contentsOf: URL(fileURLWithPath: store.path))
    #expect(throws: PlacesError.store(path: store.path, .newer(version: 99, known: StoreSchema.version))) {
      try store.open()
    }
    #expect(throws: PlacesError.store(path: store.path, .newer(version: 99, known: StoreSchema.version))) {
      try store.take(Self.places)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == before)
  }

  // MARK: Earlier formats

  @Test("a store of a poi before 2.0.0 stays as it is; its own places and the names of its sources are read")
  func beforeFormatFour() throws {
    let store = try TemporaryStore()
    let sql = String(decoding: try Fixtures.data("places/store-3.sql"), as: UTF8.self)
    try store.query { try $0.execute(sql) }
    let before = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let earlier = PlacesError.store(path: store.path, .earlier)
    #expect(throws: earlier) { try store.open() }
    #expect(throws: earlier) { try PlaceStore(foreign: store.path) }
    #expect(throws: earlier) { try store.take([]) }
    let own = try #require(try EarlierStore(path: store.path))
    #expect(try own.read { _ in true }.places.map(\.name) == ["Secret spring"])
    #expect(own.otherSources == ["OpenStreetMap", "helsinki"])
    let new = try TemporaryStore()
    _ = try PlaceImporter(storePath: new.path).importPlaces(of: .favourites, from: own)
    #expect(try new.content()["favourites"]?.values.map(\.name) == ["Secret spring"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == before)
    #expect(try EarlierStore(path: Fixtures.path("places/helsinki.csv")) == nil)
    #expect(try EarlierStore(path: TemporaryStore(Self.places).path) == nil)
  }

  @Test("reads a store of format 4 as it is, and separates its sources on the first write")
  func formatFour() throws {
    let store = try TemporaryStore()
    let sql = String(decoding: try Fixtures.data("places/store-4.sql"), as: UTF8.self)
    try store.query { try $0.execute(sql) }
    var content = try store.content()
    #expect(content.mapValues(\.count) == ["OpenStreetMap": 4, "helsinki": 10, "favourites": 1])
    #expect(try store.content(of: "OpenStreetMap") == content["OpenStreetMap"])
    #expect(try store.open().countsBySource().map(\.count) == [10, 4, 1])
    #expect(try store.open().sources().map(\.origin) == [nil, .user, nil])

    // Earlier versions kept all decimals of a computed position.
    content["OpenStreetMap"] = content["OpenStreetMap"]?.mapValues { place in
      let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
      return PointOfInterest(
        id: place.id, name: place.name, category: place.category,
        coordinate: Coordinate(
          latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7),
        proximity: place.proximity, tags: place.tags)
    }
    // An extract imported now is a second source with the same ids.
    let file = PlaceFile(path: Fixtures.path("places/square.osm"))
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: .extract(named: "square"), from: file)
    #expect(
      try store.query { try $0.statement("PRAGMA user_version").firstInteger() } == Int64(StoreSchema.version)
    )
    let sources = try store.open().sources()
    #expect(sources.map(\.name) == ["OpenStreetMap", "favourites", "helsinki", "square"])
    #expect(sources.map(\.origin) == [nil, .user, nil, .files])
    #expect(sources.map(\.hasOSMIDs) == [true, false, false, true])
    #expect(try store.open().count() == 16)
    // Earlier versions did not keep crossings.
    let square = try store.content(of: "square").mapValues(\.asPoint)
    #expect(square["node/7"]?.category == "crossing")
    #expect(square.filter { $0.key != "node/7" } == content["OpenStreetMap"])
    try store.expectSound()
    let importer = try PlaceImporter(storePath: store.path)
    #expect(try importer.squaresFetched().count == 1)
    #expect(try importer.removeSource(named: "OpenStreetMap") == 4)
    #expect(try importer.squaresFetched().isEmpty)
    #expect(try store.content()["square"]?.mapValues(\.asPoint) == square)
    try store.expectSound()
  }

  @Test(
    "the keys of kinds suffice to know that no category includes a place without tags",
    arguments: Category.all)
  func kindKeys(category: Category) {
    // Otherwise each place around would have to be read to know what it is.
    #expect(category.expression.truth(of: [:], knowing: StoreSchema.kindKeys.contains) == false)
    #expect(Set(Category.featureKeys).subtracting(StoreSchema.kindKeys).isEmpty)
  }

  // MARK: Damage

  @Test("with random damage, a store answers or reports that it is damaged", arguments: 0..<40)
  func damagedPages(seed: UInt64) throws {
    let store = try TemporaryStore(Self.places)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      // The head of the first page says that it is a store at all.
      bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    if seed % 4 == 0 { bytes = bytes.prefix(Int.random(in: 1..<bytes.count, using: &random)) }
    try bytes.write(to: URL(fileURLWithPath: store.path))
    expectAnswersOrProblems(of: store)
  }

  @Test("a store truncated while open is damaged, and does not crash poi")
  func cutShort() throws {
    let store = try TemporaryStore(Self.places)
    let opened = try store.open()
    let here = Coordinate(latitude: 60.01, longitude: 25)
    let kept = try opened.answer(near: here, matching: PlaceQuery(limit: 1)).places
    try #require(kept.count == 1)
    try #require(truncate(store.path, 5000) == 0)
    #expect(throws: PlacesError.self) { try opened.forEachEntry { _ in true } }
  }

  @Test(
    "rows that poi would not write are damage",
    arguments: [
      "UPDATE place SET latitude = 91",
      "UPDATE place SET latitude = 'north'; UPDATE place SET longitude = 1e999",
      "UPDATE place SET proximity = 1e999", "UPDATE place SET proximity = -1",
      "UPDATE place SET tags = '[1, 2]'", "UPDATE place SET tags = x'7B22FF'", "UPDATE place SET kind = 99",
      "UPDATE place SET source = 99", "UPDATE source SET imported = x'00FF'",
      "UPDATE source SET imported = 'yesterday'", "UPDATE kind SET tags = '{' || number",
      "UPDATE place SET tags = zeroblob(64 * 1024 * 1024)",
    ])
  func hostileRows(sql: String) throws {
    let store = try TemporaryStore(Self.places)
    try store.query { try $0.execute(sql) }
    let query = PlaceQuery(filter: PlaceFilter(categories: ["cafe"]))
    let error = #expect(throws: PlacesError.self) {
      _ = try store.open().answer(near: Coordinate(latitude: 60, longitude: 25), matching: query)
      try store.open().forEachEntry { _ in true }
    }
    expectDamage(error, to: store)
  }

  @Test(
    "tables that poi would not make are damage",
    arguments: [
      "ALTER TABLE place RENAME TO elsewhere; CREATE VIEW place AS SELECT * FROM elsewhere",
      """
      ALTER TABLE source RENAME TO elsewhere; CREATE VIEW source AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS number FROM n
      """,
      "CREATE TRIGGER t AFTER INSERT ON place BEGIN DELETE FROM source; END",
      "DROP TABLE term; CREATE VIRTUAL TABLE term USING fts5(words, content = 'place')",
      "DROP TABLE vocabulary", "DROP TABLE kind",
      "DROP TABLE counter; CREATE VIRTUAL TABLE counter USING fts5(next)",
    ])
  func hostileTables(sql: String) throws {
    let store = try TemporaryStore(Self.places)
    try store.query { try $0.execute(sql) }
    let damaged = PlacesError.store(path: store.path, .damaged("its tables are not poi's"))
    #expect(throws: damaged) { try store.open() }
    #expect(throws: damaged) { try store.take([]) }
  }

  @Test(
    "all tables are those that poi makes, also behind the index of terms",
    arguments: [
      """
      CREATE VIEW more AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
      """,
      "CREATE INDEX more ON place (name)", "CREATE TABLE more (name TEXT)",
      "ALTER TABLE place ADD COLUMN more TEXT AS (zeroblob(1000000000))",
      "ALTER TABLE place RENAME COLUMN tags TO more", "ANALYZE",
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW term_data AS
      WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, zeroblob(100) AS block FROM n'
      WHERE name = 'term_data'
      """,
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'place')
      WHERE name = 'identity'
      """,
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE counter (next INTEGER NOT NULL DEFAULT (abs(1)))'
      WHERE name = 'counter'
      """,
    ])
  func tablesOfOthers(sql: String) throws {
    let store = try TemporaryStore(Self.places)
    try store.query { try $0.execute(sql) }
    let damaged = PlacesError.store(path: store.path, .damaged("its tables are not poi's"))
    #expect(throws: damaged) { try store.open() }
    #expect(throws: damaged) { try PlaceStore(foreign: store.path) }
    #expect(throws: damaged) { try store.take([]) }
  }

  @Test(
    "the tables behind the index of terms may be worded in any way, but have the columns of FTS5",
    arguments: [
      ("term_config", "CREATE TABLE \"term_config\" (k PRIMARY KEY,\n  v ANY) WITHOUT ROWID", true),
      ("term_data", "CREATE TABLE term_data(id INTEGER NOT NULL PRIMARY KEY, block)", true),
      ("term_config", "CREATE TABLE term_config(k PRIMARY KEY, v, more) WITHOUT ROWID", false),
      ("term_config", "CREATE TABLE term_config(k, v, PRIMARY KEY(k, v)) WITHOUT ROWID", false),
      ("term_data", "CREATE TABLE term_data(id INTEGER PRIMARY KEY, block AS (zeroblob(9)))", false),
      ("term_data", "CREATE TABLE term_data(id INTEGER PRIMARY KEY, block DEFAULT (zeroblob(9)))", false),
      ("term_data", "CREATE VIRTUAL TABLE term_data USING fts5(id, block)", false),
    ])
  func tablesOfTerms(name: String, sql: String, isAccepted: Bool) throws {
    let store = try TemporaryStore(Self.places)
    try store.query { database in
      try database.execute("PRAGMA writable_schema = ON")
      try database.statement("UPDATE sqlite_schema SET sql = ? WHERE name = ?").run(
        .string(sql), .string(name))
    }
    if isAccepted {
      #expect(try store.open().search("Café 7").entries.first?.place == Self.places[7])
      try store.take(Self.places)
    } else {
      #expect(throws: PlacesError.store(path: store.path, .damaged("its tables are not poi's"))) {
        try store.open()
      }
    }
  }

  @Test("a store that is opened again stays locked for who reads it, against other processes")
  func locks() throws {
    let store = try TemporaryStore(Self.places)
    let descriptor = Glibc.open(store.path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    // Asked for an open file rather than the process, the locks of this process are those of another (fcntl(2)).
    let getLockOfFile: CInt = 36
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    try store.open().forEachEntry { _ in
      _ = try store.open()
      #expect(PlaceStore.isDatabase(store.path))
      #expect(fcntl(descriptor, getLockOfFile, &lock) == 0)
      return false
    }
    #expect(lock.l_type == Int16(F_RDLCK))
  }

  @Test("tables that change while the store is open are damage")
  func tablesMeanwhile() throws {
    let store = try TemporaryStore(Self.places)
    let opened = try store.open()
    _ = try opened.sources()
    try store.query {
      try $0.execute("CREATE TRIGGER t AFTER INSERT ON place BEGIN DELETE FROM source; END")
    }
    #expect(throws: PlacesError.store(path: store.path, .damaged("its tables are not poi's"))) {
      try opened.sources()
    }
  }

  // MARK: Journals

  @Test("refuses a journal that leads to another file")
  func superJournal() throws {
    let store = try TemporaryStore(Self.manyPlaces)
    let victim = try store.directory.write("my own", as: "victim")
    try interruptedWrite(to: store, leadingTo: victim)
    let refused = PlacesError.store(path: store.path, .foreignJournal)
    #expect(throws: refused) { try store.open() }
    #expect(throws: refused) { try store.take([]) }
    #expect(throws: refused) { try PlaceStore(foreign: store.path) }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "my own")
  }

  @Test("undoes an interrupted write in the user's own store, and in a copy of another one")
  func interrupted() throws {
    let store = try TemporaryStore(Self.manyPlaces)
    try interruptedWrite(to: store)
    let files = try contents(of: store.directory)
    let foreign = try PlaceStore(foreign: store.path)
    #expect(foreign.isCopy)
    #expect(try foreign.countsBySource().map(\.count) == [Self.manyPlaces.count])
    #expect(try contents(of: store.directory) == files)

    #expect(try store.open().countsBySource().map(\.count) == [Self.manyPlaces.count])
    #expect(try store.directory.fileNames == ["places.sqlite"])
  }

  @Test("reads a foreign store in place, including changes in its log")
  func foreignLog() throws {
    let store = try TemporaryStore(Self.places)
    let other = try Connection(path: store.path)
    try other.execute("PRAGMA journal_mode = WAL; DELETE FROM place WHERE name = 'Café 7'")
    let copy = try TemporaryDirectory()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: store.path + suffix, toPath: copy.path(of: "places.sqlite") + suffix)
    }
    let files = try contents(of: copy)
    let foreign = try PlaceStore(foreign: copy.path(of: "places.sqlite"))
    #expect(foreign.isCopy)
    #expect(try foreign.countsBySource().map(\.count) == [Self.places.count - 1])
    #expect(try contents(of: copy) == files)
  }

  @Test("reading a foreign store leaves no file beside it", arguments: ["DELETE", "WAL"])
  func foreignAlone(mode: String) throws {
    let store = try TemporaryStore(Self.places)
    try store.query { try $0.execute("PRAGMA journal_mode = \(mode)") }
    let files = try contents(of: store.directory)
    let foreign = try PlaceStore(foreign: store.path)
    #expect(!foreign.isCopy)
    #expect(try foreign.countsBySource().map(\.count) == [Self.places.count])
    #expect(try contents(of: store.directory) == files)
  }

  @Test("does not touch another program's file, whatever is beside it")
  func foreignJournalOfForeignFile() throws {
    let store = try TemporaryStore(Self.manyPlaces)
    try store.query { try $0.execute("PRAGMA application_id = 1") }
    try interruptedWrite(to: store)
    let files = try contents(of: store.directory)
    let refused = PlacesError.store(path: store.path, .foreign)
    #expect(throws: refused) { try store.open() }
    #expect(throws: refused) { try store.take([]) }
    #expect(throws: refused) { try PlaceStore(foreign: store.path) }
    #expect(try contents(of: store.directory) == files)
  }

  /// Leaves a store as a crash would during the removal of places.
  ///
  /// - Parameter victim: what the journal names as its super-journal.
  private func interruptedWrite(to store: TemporaryStore, leadingTo victim: String? = nil) throws {
    let copy = try TemporaryDirectory()
    let path = copy.path(of: "places.sqlite")
    try FileManager.default.copyItem(atPath: store.path, toPath: path)
    let writer = try Connection(path: path)
    try writer.execute(
      "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE place SET name = 'x'; DELETE FROM place")
    for suffix in ["", "-journal"] {
      try? FileManager.default.removeItem(atPath: store.path + suffix)
      try FileManager.default.copyItem(atPath: path + suffix, toPath: store.path + suffix)
    }
    try writer.execute("ROLLBACK")
    guard let victim, let file = FileHandle(forUpdatingAtPath: store.path + "-journal") else { return }
    // A page number after the end, the name, its length, the sum of its bytes, and the mark of a journal.
    try file.seekToEnd()
    let name = Array(victim.utf8)
    let sum = name.reduce(UInt32(0)) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
    var bytes: [UInt8] = []
    func append(_ number: UInt32) { withUnsafeBytes(of: number.bigEndian) { bytes += Array($0) } }
    append(UInt32(0x4000_0000 / 4096 + 1))
    bytes += name
    append(UInt32(name.count))
    append(sum)
    bytes += [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    file.write(Data(bytes))
  }

  private func contents(of directory: TemporaryDirectory) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try directory.fileNames {
      contents[name] = try Data(contentsOf: URL(fileURLWithPath: directory.path(of: name)))
    }
    return contents
  }

  @Test("numbers that are used up or negative are damage", arguments: [-1, .min, .max, 1 << 31])
  func counter(next: Int64) throws {
    let store = try TemporaryStore(Self.places)
    try store.query { try $0.statement("UPDATE counter SET next = ?").run(.integer(next)) }
    let new = PointOfInterest(id: "new", coordinate: Coordinate(latitude: 1, longitude: 1))
    let error = #expect(throws: PlacesError.self) { try store.take([new]) }
    expectDamage(error, to: store)
    #expect(try store.content()["test"]?.count == Self.places.count)
  }

  private func expectDamage(_ error: PlacesError?, to store: TemporaryStore) {
    if case .store(store.path, .damaged) = error { return }
    Issue.record("\(String(describing: error))")
  }

  /// Asks a store in every way there is.
  private func expectAnswersOrProblems(of store: TemporaryStore) {
    let here = Coordinate(latitude: 60.01, longitude: 25)
    let questions: [(PlaceStore) throws -> Void] = [
      { _ = try $0.answer(near: here, matching: PlaceQuery(limit: 50)) },
      { _ = try $0.answer(near: here, matching: PlaceQuery(filter: PlaceFilter(categories: ["cafe"]))) },
      { _ = try $0.answer(near: here, matching: PlaceQuery(filter: PlaceFilter(name: "café 1"))) },
      { _ = try $0.places(called: "node/7") }, { try $0.forEachEntry { _ in true } },
      { _ = try $0.sources() }, { _ = try $0.countsBySource() }, { _ = try $0.countsByCategory() },
    ]
    for ask in questions {
      do { try ask(try store.open()) } catch {
        guard case .store(store.path, _)? = error as? PlacesError else {
          Issue.record("\(error)")
          return
        }
      }
    }
    do { try store.take(Self.places) } catch {
      guard case .store(store.path, _)? = error as? PlacesError else {
        Issue.record("\(error)")
        return
      }
    }
  }
}

extension PointOfInterest {
  /// The same without its extent, as earlier versions stored it.
  fileprivate var asPoint: PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category, coordinate: coordinate, proximity: proximity, tags: tags)
  }
}
