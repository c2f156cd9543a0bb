import SQLite
import Testing

@testable import PlaceStore
@testable import Places

@Suite struct RowInsertionTests {
  @Test("inserts any number of rows, in their order", arguments: [0, 1, 63, 64, 65, 200])
  func rows(count: Int) throws {
    let database = try Connection(path: nil)
    try database.execute("CREATE TABLE row (number INTEGER, half REAL, word TEXT, empty TEXT)")
    var insertion = RowInsertion(
      into: "row", columns: ["number", "half", "word", "empty"], in: database)
    for number in 0..<count {
      insertion.append(Int64(number))
      insertion.append(number % 2 == 0 ? nil : Double(number) / 2)
      Array("word \(number)".utf8).withUnsafeBytes { insertion.append($0) }
      insertion.append(number % 3 == 0 ? nil : UnsafeRawBufferPointer(start: nil, count: 0))
      try insertion.endRow()
    }
    try insertion.finish()
    let stored = try database.statement(
      "SELECT format('%d %s %s %s', number, half, word, quote(empty)) FROM row ORDER BY rowid"
    ).map { $0.text(0) ?? "" }
    #expect(
      stored
        == (0..<count).map { number in
          let half = number % 2 == 0 ? "" : "\(Double(number) / 2)"
          return "\(number) \(half) word \(number) \(number % 3 == 0 ? "NULL" : "''")"
        })
  }

  @Test("reports a row that the table refuses")
  func refused() throws {
    let database = try Connection(path: nil)
    try database.execute("CREATE TABLE row (number INTEGER PRIMARY KEY)")
    var insertion = RowInsertion(into: "row", columns: ["number"], in: database)
    for number in [1, 2, 1] as [Int64] {
      insertion.append(number)
      try insertion.endRow()
    }
    #expect(throws: SQLiteError.self) { try insertion.finish() }
  }
}
