import Foundation
import Geography
import SQLite

@testable import PlaceStore
@testable import Places

/// Changes of a store's schema: the name of a table, its new SQL, type and page, one per line.
let schemaEdits = [
  "term_data\nCREATE VIEW term_data AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, zeroblob(9) AS block FROM n\nview\n0",
  "place\nCREATE TABLE place (number INTEGER PRIMARY KEY, name TEXT AS (zeroblob(1000000000)))\ntable\n7",
  "identity\n\ntable\n7",
  "vocabulary\nCREATE VIRTUAL TABLE vocabulary USING fts5vocab(term, instance)\ntable\n0",
]

/// A store with changed tables: refused, or with the same answers as with its own.
func checkSchema() -> ([UInt8]) -> Void {
  let path = Scratch.path("schema")
  let sound = soundStore(at: path)
  return { bytes in
    Scratch.write(sound, to: path)
    removeCompanions(of: path)
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    func line(_ index: Int) -> String? { index < lines.count && !lines[index].isEmpty ? lines[index] : nil }
    do {
      // Its own parser refuses the worst.
      let database = try Connection(path: path)
      try database.execute("PRAGMA writable_schema = ON")
      try database.statement(
        """
        UPDATE sqlite_schema SET sql = coalesce(?2, sql), type = coalesce(?3, type),
        rootpage = coalesce(CAST(?4 AS INTEGER), rootpage) WHERE name = ?1
        """
      ).run(.init(line(0)), .init(line(1)), .init(line(2)), .init(line(3)))
    } catch {
      return
    }
    expectAnswersOrProblem(of: path)
  }
}

/// The file beside a store: a journal, or a log if the first byte is odd. It leads to nothing outside the
/// folder, and a stranger's store and everything beside it stay unchanged.
func checkJournal() -> ([UInt8]) -> Void {
  let path = Scratch.path("journal-store")
  let victim = Scratch.path("victim")
  let sound = soundStore(at: path)
  return { bytes in
    let suffix = (bytes.first ?? 0) % 2 == 0 ? "-journal" : "-wal"
    var companion = Data(bytes.dropFirst())
    if (bytes.first ?? 0) & 2 != 0 { companion += superJournal(victim) }
    removeCompanions(of: path)
    Scratch.write(sound, to: path)
    Scratch.write(companion, to: path + suffix)
    Scratch.write(Data("mine".utf8), to: victim)
    expectProblemOfStore { _ = try PlaceStore(foreign: path).countsBySource() }
    let files = FileManager.default
    expect(files.contents(atPath: path) == sound, "a stranger's store has changed")
    expect(
      files.contents(atPath: path + suffix) == companion, "a file beside a stranger's store has changed")
    expectAnswersOrProblem(of: path)
    expect(files.contents(atPath: victim) == Data("mine".utf8), "another file has changed")
  }
}

/// The end of a journal that names another file (https://sqlite.org/fileformat.html, the rollback journal).
private func superJournal(_ path: String) -> Data {
  let name = Data(path.utf8)
  func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
  let sum = name.reduce(0) { $0 + Int($1) }
  return number(0x4000_0000 / 4096 + 1) + name + number(name.count) + number(sum)
    + Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
}

private func removeCompanions(of path: String) {
  for suffix in ["-wal", "-journal", "-shm"] { unlink(path + suffix) }
}

/// Asks a store, and writes to it.
private func expectAnswersOrProblem(of path: String) {
  let here = Coordinate(latitude: 60.17, longitude: 24.94)
  expectProblemOfStore {
    let store = try PlaceStore(path: path)
    let query = PlaceQuery(filter: PlaceFilter(name: "ca"), limit: 20)
    expectProblemOfStore {
      try store.answer(near: here, matching: query).places.forEach { expectSound($0.place) }
    }
    expectProblemOfStore { _ = try (store.sources(), store.countsByCategory()) }
  }
  expectProblemOfStore {
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "helsinki"),
      from: [PlaceList(places: [PointOfInterest(id: "new", name: "Café", coordinate: here)])])
  }
}
