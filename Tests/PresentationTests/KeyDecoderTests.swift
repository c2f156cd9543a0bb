import Presentation
import Testing

@Suite struct KeyDecoderTests {
  @Test(
    "recognises keys by what terminals send for them",
    arguments: [
      ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\r", [.enter]), ("\n", [.enter]),
      ("1q", [.character("1"), .character("q")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
      ("\u{1B}[1;5Aj", [.character("j")]), ("\u{1B}xj", [.character("j")]),
      ("\u{1B}[[Aj", [.character("j")]),
      ("é\u{4}\u{7F} k", [.character("k")]),
    ] as [(String, [Key])])
  func keys(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(of: Array(bytes.utf8)) == keys)
    #expect(!decoder.isAmbiguous)
    #expect(decoder.finish() == nil)
  }

  @Test("recognises a key that arrives byte by byte")
  func slowly() {
    var decoder = KeyDecoder()
    let keys = "\u{1B}[B\u{1B}[6~".utf8.flatMap { decoder.keys(of: [$0]) }
    #expect(keys == [.down, .pageDown])
  }

  @Test("the start of an arrow key without the rest is the Escape key")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(of: [0x1B]) == [])
    #expect(decoder.isAmbiguous)
    #expect(decoder.finish() == .escape)
    #expect(decoder.keys(of: Array("[A".utf8)) == [.character("["), .character("A")])
  }

  @Test("an endless sequence swallows only so many keys")
  func endless() {
    var decoder = KeyDecoder()
    let bytes = Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "0"), count: 100)
    #expect(decoder.keys(of: bytes).count > 80)
  }
}
