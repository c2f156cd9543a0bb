import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SQLite

@Suite struct ConnectionTests {
  private static let endless = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
    """

  // MARK: Files

  @Test(
    "any name of a file is only a name",
    arguments: ["plain", "file:x", "a?mode=memory", "50%", "a#b", "å ä", "%41"])
  func names(name: String) throws {
    let directory = try TemporaryDirectory()
    try Connection(path: directory.path(of: name)).execute("CREATE TABLE letters (letter TEXT)")
    #expect(try directory.fileNames == [name])
  }

  @Test("a database opened for reading refuses to be changed", arguments: [false, true])
  func readOnly(isImmutable: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "database")
    try Connection(path: path).execute("CREATE TABLE letters (letter TEXT)")
    let connection = try Connection(path: path, isReadOnly: true, isImmutable: isImmutable)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("INSERT INTO letters VALUES ('a')")
    }
    #expect(error?.kind == .readOnly)
  }

  @Test("errors have SQLite's code, its kind and its words")
  func errors() throws {
    let directory = try TemporaryDirectory()
    let missing = #expect(throws: SQLiteError.self) {
      try Connection(path: directory.path(of: "none"), isReadOnly: true)
    }
    #expect(missing?.kind == .cannotOpen)

    let text = try directory.write(String(repeating: "This is no database.\n", count: 100), as: "text")
    let foreign = #expect(throws: SQLiteError.self) {
      try Connection(path: text).statement("SELECT 1 FROM sqlite_schema")
    }
    #expect(foreign?.kind == .notADatabase)

    let connection = try Connection(path: nil)
    try connection.execute("CREATE TABLE letters (letter TEXT PRIMARY KEY); INSERT INTO letters VALUES ('a')")
    let repeated = #expect(throws: SQLiteError.self) {
      try connection.statement("INSERT INTO letters VALUES (?)").run(.string("a"))
    }
    // SQLITE_CONSTRAINT_PRIMARYKEY
    #expect(repeated?.code == 1555)
    #expect(repeated?.kind == nil)
    #expect(repeated?.description == "UNIQUE constraint failed: letters.letter (SQLite 1555)")
  }

  @Test("work on large shapes counts for more than a call")
  func corners() throws {
    let interrupter = Interrupter()
    let connection = try Connection(path: nil) { interrupter.isInterrupted }
    try connection.checkLimit()
    interrupter.interrupt()
    #expect(throws: SQLiteError.self) { try connection.checkLimit(corners: 20_000) }
  }

  @Test("a database that another connection holds is busy")
  func busy() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "database")
    let holder = try Connection(path: path)
    try holder.execute("CREATE TABLE letters (letter TEXT)")
    try holder.transaction(.exclusive) {
      let error = #expect(throws: SQLiteError.self) {
        try Connection(path: path).statement("SELECT letter FROM letters")
      }
      #expect(error?.kind == .busy)
    }
  }

  @Test(
    "a stranger's database has no triggers, no views, no attached files, and no way to its schema",
    arguments: [
      "SELECT * FROM view", "ATTACH ':memory:' AS other", "UPDATE sqlite_schema SET sql = NULL",
      "SELECT load_extension('x')", "SELECT length(zeroblob(10001))",
    ])
  func distrusted(sql: String) throws {
    let connection = try Connection(path: nil)
    try connection.execute(
      """
      CREATE TABLE letters (letter TEXT); CREATE VIEW view AS SELECT letter FROM letters;
      CREATE TRIGGER doubling AFTER INSERT ON letters BEGIN INSERT INTO letters VALUES (new.letter); END
      """)
    try connection.distrust(longestText: 10_000)
    #expect(throws: SQLiteError.self) {
      try connection.execute("PRAGMA writable_schema = ON")
      try connection.execute(sql)
    }
    try connection.execute("INSERT INTO letters VALUES ('a')")
    #expect(try connection.statement("SELECT count(*) FROM letters").firstInteger() == 1)
  }

  // MARK: Transactions

  @Test("a transaction is committed whole, or not at all")
  func transactions() throws {
    struct Failure: Error {}
    let connection = try Connection(path: nil)
    try connection.execute("CREATE TABLE letters (letter TEXT)")
    let count = try connection.transaction(.immediate) {
      try connection.execute("INSERT INTO letters VALUES ('a'), ('b')")
      return connection.changeCount
    }
    #expect(count == 2)
    #expect(throws: Failure.self) {
      try connection.transaction {
        try connection.execute("DELETE FROM letters")
        throw Failure()
      }
    }
    #expect(try connection.statement("SELECT count(*) FROM letters").firstInteger() == 2)
  }

  // MARK: Interruption

  @Test("an interrupter ends work from another thread, and all later long work")
  func interrupted() throws {
    let interrupter = Interrupter()
    let connection = try Connection(path: nil, isInterrupted: { interrupter.isInterrupted })
    Thread.detachNewThread { interrupter.interrupt() }
    for _ in 0..<2 {
      let error = #expect(throws: SQLiteError.self) { try connection.statement(Self.endless).run() }
      #expect(error?.kind == .interrupted)
    }
  }

  @Test("a limit ends work that takes too long, and holds for nothing else")
  func limited() throws {
    let connection = try Connection(path: nil)
    #expect(throws: TimeLimitError(seconds: 0.01)) {
      try connection.limit(to: 0.01) { try connection.statement(Self.endless).run() }
    }
    let long = Self.endless.replacingOccurrences(of: "FROM n)", with: "FROM n LIMIT 300000)")
    let count = try connection.statement(long).firstInteger()
    #expect(count == 300_000)
    #expect(throws: SQLiteError.self) { try connection.limit(to: 60) { try connection.execute("nonsense") } }
  }

  // MARK: Sharing

  @Test("threads have a shared connection one after the other")
  func shared() throws {
    let connection = try Connection(path: nil)
    try connection.execute("CREATE TABLE counter (count INTEGER); INSERT INTO counter VALUES (0)")
    let shared = SharedConnection(connection)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      do {
        try shared.withConnection { database in
          try database.transaction {
            let count = try database.statement("SELECT count FROM counter").firstInteger() ?? 0
            try database.statement("UPDATE counter SET count = ?").run(.integer(count + 1))
          }
        }
      } catch {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try shared.withConnection { try $0.statement("SELECT count FROM counter").firstInteger() } == 200)
  }
}
