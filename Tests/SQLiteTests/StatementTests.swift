import TestSupport
import Testing

@testable import SQLite

@Suite struct StatementTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: nil)
  }

  @Test("values come back as they were bound")
  func values() throws {
    let utf8 = Array("käse".utf8)
    try utf8.withUnsafeBytes { text in
      try connection.statement("SELECT ?, ?, ?, ?, ?, ?").forEachRow(
        .integer(.min), .real(-0.5), .text(text), .string(""), .null, .init(nil as String?)
      ) { row in
        #expect(row.integer(0) == .min)
        #expect(row.double(1) == -0.5)
        #expect(row.text(2) == "käse")
        #expect(row.withBytes(2) { $0.map(Array.init) } == utf8)
        #expect(row.text(3) == "")
        #expect(row.isNull(4) && row.text(4) == nil)
        #expect(row.isNull(5) && row.withBytes(5) { $0 == nil })
        return true
      }
    }
  }

  @Test("a text with a zero byte stays whole")
  func zeroByte() throws {
    let text = "Alpha\u{0}Omega"
    #expect(try connection.statement("SELECT ?").firstText(.string(text)) == text)
  }

  @Test("a text that is too long for the database is refused, not left out")
  func longText() throws {
    try connection.distrust(longestText: 10_000)
    let error = #expect(throws: SQLiteError.self) {
      try connection.statement("SELECT ?").firstText(.string(String(repeating: "x", count: 10_001)))
    }
    #expect(error?.kind == .tooBig)
  }

  @Test("rows end when nobody wants more, and begin anew at the next run")
  func early() throws {
    let numbers = try connection.statement("SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3")
    var seen: [Int64] = []
    for _ in 0..<2 {
      try numbers.forEachRow { row in
        seen.append(row.integer(0))
        return seen.last != 2
      }
    }
    #expect(seen == [1, 2, 1, 2])
    #expect(try numbers.map { $0.integer(0) } == [1, 2, 3])
    #expect(try numbers.firstInteger() == 1)
    #expect(try connection.statement("SELECT 1 WHERE 0").firstInteger() == nil)
  }

  @Test("a statement is prepared once, and a second time while the first is running")
  func kept() throws {
    let sql = "SELECT 1 UNION ALL SELECT 2"
    let first = try connection.statement(sql)
    #expect(try connection.statement(sql) === first)
    var pairs: [[Int64]] = []
    try first.forEachRow { outer in
      let number = outer.integer(0)
      pairs += try connection.statement(sql).map { [number, $0.integer(0)] }
      return true
    }
    #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
    #expect(try connection.statement(sql) === first)
  }

  @Test("any number of different statements can be prepared")
  func many() throws {
    let first = try connection.statement("SELECT 0")
    for number in 0..<1000 {
      #expect(try connection.statement("SELECT \(number)").firstInteger() == Int64(number))
    }
    #expect(try first.firstInteger() == 0)
  }

  @Test("a statement can outlive its connection")
  func orphan() throws {
    let statement = try Connection(path: nil, isInterrupted: { true }).statement(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000) SELECT count(*) FROM n")
    #expect(try statement.firstInteger() == 200_000)
  }
}
