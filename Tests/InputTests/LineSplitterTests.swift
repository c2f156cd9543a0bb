import Testing

@testable import Input
@testable import Positioning

@Suite struct LineSplitterTests {
  @Test("the sizes of the pieces make no difference", arguments: [1, 2, 3, 7, 100])
  func pieces(size: Int) {
    #expect(lines(of: "one\r\ntwo\n\nfour", pieceSize: size).lines == ["one", "two", "", "four"])
  }

  @Test("drops and counts a line over the limit, and keeps its neighbours", arguments: [1, 3, 100])
  func overlong(size: Int) {
    let result = lines(of: "1234\n12345\n123\n12345678", pieceSize: size, limit: 4)
    #expect(result.lines == ["1234", "123"])
    #expect(result.splitter.overlongLines == 2)
    #expect(result.splitter.lineCount == 4)
  }

  private func lines(
    of text: String, pieceSize: Int, limit: Int = 100
  ) -> (lines: [String], splitter: LineSplitter) {
    var splitter = LineSplitter(limit: limit)
    var lines: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      let piece = Array(bytes[start..<min(start + pieceSize, bytes.count)])
      splitter.split(piece.span) { line, _ in lines.append(String(copying: line)) }
    }
    splitter.finish { line, _ in lines.append(String(copying: line)) }
    return (lines, splitter)
  }
}

extension String {
  fileprivate init(copying bytes: Span<UInt8>) {
    self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
