import Input
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

@Suite struct CSVSplitterTests {
  @Test(
    "splits rows into cells",
    arguments: [
      ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b", [["a", "b"]]),
      ("a,,c\n,\n", [["a", "", "c"], ["", ""]]),
      ("\n\r\na\n\n", [["a"]]),
      ("\"a,b\",c\n", [["a,b", "c"]]),
      ("\"say \"\"hi\"\"\",c\n", [["say \"hi\"", "c"]]),
      ("\"\"\"\",\"\"\n", [["\"", ""]]),
      ("\"one\ntwo\",c\nd\n", [["one\ntwo", "c"], ["d"]]),
      ("\"one\r\ntwo\"\r\nd", [["one\r\ntwo"], ["d"]]),
      ("a,\"b\r\"\n\"c\r\"\r\n\"d\r\"", [["a", "b\r"], ["c\r"], ["d\r"]]),
      ("5\" nail,b\n", [["5\" nail", "b"]]),
      ("\"a\"b,c\n", [["ab", "c"]]),
      ("", []),
    ] as [(String, [[String]])])
  func rows(text: String, cells: [[String]]) {
    #expect(Self.rows(of: text).map(\.cells) == cells)
  }

  @Test(
    "with another separator, commas are text",
    arguments: [(";", "a,b;c"), ("\t", "a,b\tc")] as [(Character, String)])
  func separator(separator: Character, text: String) throws {
    let byte = try #require(separator.asciiValue)
    #expect(Self.rows(of: text, separator: byte).map(\.cells) == [["a,b", "c"]])
  }

  @Test("a row has the number of its first line")
  func lines() {
    #expect(Self.rows(of: "a\n\n\"b\nb\"\nc\n").map(\.line) == [1, 3, 5])
  }

  @Test("invalid UTF-8 makes a cell without text, and does not affect its neighbours")
  func encoding() {
    var splitter = CSVSplitter(separator: UInt8(ascii: ","))
    var texts: [String?] = []
    for byte in Array("caf".utf8) + [0xE9] + Array(",b\n".utf8) {
      if splitter.take(byte) == .row { texts = (0..<splitter.row.count).map(splitter.row.text) }
    }
    #expect(texts == [nil, "b"])
  }

  @Test(
    "reports an unclosed quote at the end", arguments: [("a,\"b\nc", true), ("a,\"b\"", false)])
  func unfinished(text: String, isUnfinished: Bool) {
    var splitter = CSVSplitter(separator: UInt8(ascii: ","))
    for byte in text.utf8 { _ = splitter.take(byte) }
    #expect(splitter.isUnfinished == isUnfinished)
  }

  @Test(
    "refuses an overlong row, and reads the next one",
    arguments: [
      String(repeating: "x", count: InputLimits.line + 1),
      "\"" + String(repeating: "x", count: InputLimits.line + 1),
      String(repeating: ",", count: InputLimits.line + 1),
    ])
  func overlong(row: String) {
    let rows = Self.rows(of: "a,b\n\(row)\nc,d\n")
    #expect(rows.map(\.cells) == [["a", "b"], nil, ["c", "d"]])
    #expect(rows.map(\.line) == [1, 2, 3])
  }

  @Test("bytes by the piece make the same rows as one by one, however they are cut")
  func pieces() {
    var random = SeededGenerator(seed: 5)
    let long = String(repeating: "x", count: InputLimits.line / 3)
    let parts = ["a", "é", ",", ",", "\"", "\"", "\n", "\r\n", "'", " ", "\"b,\n\"", "\"\"", long]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0..<40, using: &random))
        .compactMap { _ in parts.randomElement(using: &random) }.joined()
      let size = Int.random(in: 1..<9, using: &random)
      let expected = Self.rows(of: text)
      for size in [size, 1 << 20] {
        let rows = Self.rows(of: text, inPiecesOf: size)
        #expect(rows.map(\.cells) == expected.map(\.cells), "\(text.prefix(200)) in \(size)")
        #expect(rows.map(\.line) == expected.map(\.line), "\(text.prefix(200)) in \(size)")
      }
    }
  }

  /// The rows, `nil` for one that is refused.
  ///
  /// - Parameter size: how many bytes are taken at once; `nil` to take one by one.
  private static func rows(
    of text: String, separator: UInt8 = UInt8(ascii: ","), inPiecesOf size: Int? = nil
  ) -> [(cells: [String]?, line: Int)] {
    var splitter = CSVSplitter(separator: separator, limit: InputLimits.line)
    var rows: [(cells: [String]?, line: Int)] = []
    func add(_ cut: CSVSplitter.Cut?) {
      let row = splitter.row
      switch cut {
      case nil: break
      case .row: rows.append(((0..<row.count).map { row.text(at: $0) ?? "�" }, splitter.rowLine))
      case .overlongRow: rows.append((nil, splitter.rowLine))
      }
    }
    guard let size else {
      for byte in text.utf8 { add(splitter.take(byte)) }
      add(splitter.finish())
      return rows
    }
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      var index = 0
      while let cut = splitter.next(in: piece.span, from: &index) { add(cut) }
    }
    add(splitter.finish())
    return rows
  }
}
