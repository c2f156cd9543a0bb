import CPQ
import Input
import Testing

@testable import PlaceDatabase
@testable import Places

/// Values of rows from a database, which may not be what they claim to be.
@Suite struct PostgreSQLRowTests {
  private func withRow<Result>(_ values: [[UInt8]?], _ body: (PostgreSQLRow) -> Result) -> Result {
    let bytes = values.flatMap { $0 ?? [] }
    return bytes.withUnsafeBytes { bytes in
      var index = 0
      let columns = values.map { value in
        defer { index += value?.count ?? 0 }
        var column = cpq_value()
        // Neither an empty text nor a null has bytes here, and only the latter has no address.
        if let value, let start = bytes.baseAddress {
          column.bytes = (start + index).assumingMemoryBound(to: CChar.self)
          column.size = value.count
        }
        return column
      }
      return columns.withUnsafeBufferPointer { body(PostgreSQLRow($0)) }
    }
  }

  private func integer(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// An array of texts in PostgreSQL's form, which claims to have `count`.
  private func list(_ texts: [String?], count: Int32) -> [UInt8] {
    let header = [1, 1, 25, count, 1].flatMap(integer)
    return header
      + texts.flatMap { text in
        text.map { integer(Int32($0.utf8.count)) + Array($0.utf8) } ?? integer(Int32(-1))
      }
  }

  @Test("reads texts, numbers and nulls")
  func values() {
    withRow([Array("Kahvila".utf8), integer(Int64(-7)), integer(2.5.bitPattern), nil]) { row in
      #expect(row.text(0) == "Kahvila")
      #expect(row.integer(1) == -7)
      #expect(row.double(2) == 2.5)
      #expect((0..<4).map(row.isNull) == [false, false, false, true])
      #expect(row.size == 23)
    }
  }

  @Test("a column that is not there is a null", arguments: [1, 3, 31])
  func missing(column: Int) {
    withRow([Array("Kahvila".utf8)]) { row in
      #expect(row.isNull(column))
      #expect(row.bytes(column).isEmpty)
      #expect(row.text(column) == nil)
      #expect(row.integer(column) == nil)
      #expect(row.double(column) == nil)
      #expect(row.texts(column).isEmpty)
      #expect(row.hstore(column).isEmpty)
      #expect(row.json(column, by: JSONParser()).isEmpty)
    }
  }

  @Test("reads tags from JSON, of a list its texts")
  func tags() {
    let json = #"{"amenity":"cafe","cuisine":["cake","coffee"],"level":2,"empty":null}"#
    withRow([[1] + Array(json.utf8)]) { row in
      #expect(
        row.json(0, by: JSONParser()) == ["amenity": "cafe", "cuisine": "cake;coffee", "level": "2"])
    }
  }

  @Test("reads as many texts as there are, whatever the count", arguments: [3, 4, .max] as [Int32])
  func texts(count: Int32) {
    withRow([list(["a", nil, "ö"], count: count)]) { row in
      #expect(row.texts(0) == ["a", nil, "ö"])
    }
  }

  @Test(
    "reads no more texts than the count",
    arguments: [(2, ["a", nil]), (0, []), (-1, [])] as [(Int32, [String?])])
  func fewerTexts(count: Int32, expected: [String?]) {
    withRow([list(["a", nil, "ö"], count: count)]) { row in
      #expect(row.texts(0) == expected)
    }
  }
}
