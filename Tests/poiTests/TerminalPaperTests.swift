import Presentation
import Testing

@testable import poi

@MainActor
@Suite struct TerminalPaperTests {
  private nonisolated static let identity = "\u{1B}[?62;22c"

  @Test(
    "takes the colour out of what the terminal answers",
    arguments: [
      ("\u{1B}]11;rgb:0000/2b2b/3636\u{7}\(identity)", 0x002B36),
      ("\u{1B}]11;rgb:ff/ff/ff\u{1B}\\\(identity)", 0xFFFFFF), (identity, nil), ("", nil),
      ("q\u{1B}]11;rgb:00/00/00\u{7}\(identity)", 0), ("\u{1B}]11;red\u{7}\(identity)", nil),
    ] as [(String, UInt32?)])
  func colour(answer: String, colour: UInt32?) {
    #expect(TerminalPaper.colour(in: Array(answer.utf8)) == colour.map { RGB($0) })
  }

  @Test("the answer ends with what every terminal tells")
  func whole() {
    #expect(TerminalPaper.isWhole(Array("\u{1B}]11;rgb:0/0/0\u{7}\(Self.identity)".utf8)))
    #expect(!TerminalPaper.isWhole(Array("\u{1B}]11;rgb:cc/cc/cc".utf8)))
  }

  @Test("nobody is asked under test, or where there is no terminal")
  func silent() {
    #expect(TerminalPaper.ask(["IS_UNIT_TESTING": "1"]) == nil)
  }
}
