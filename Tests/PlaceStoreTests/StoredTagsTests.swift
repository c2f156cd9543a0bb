import Foundation
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite struct StoredTagsTests {
  @Test(
    "tags survive storage, as JSON",
    arguments: [
      [:], ["amenity": "cafe"], ["": ""], ["a": "", "b": "\"", "c": "\\", "d": "\\\"\\", "e": "{}:,"],
      ["name": "日本橋 Café 🏕\u{FE0F}", "clé": "œuf"], ["controls": "\0\u{1}\t\n\r\u{1F}\u{7F}\u{85}\u{2028}"],
      ["\n": "key", "\u{1B}[31m": "red"], ["e\u{301}": "decomposed"],
      ["not escaped": "/", "\\u0041": "\\u0041"],
      ["last": "\u{10FFFF}\u{FFFD}\u{FEFF}"],
    ] as [[String: String]])
  func roundTrip(tags: [String: String]) throws {
    let bytes = Self.bytes(of: tags)
    #expect(Self.tags(in: bytes) == tags)
    if !tags.isEmpty {
      #expect(try JSONDecoder().decode([String: String].self, from: Data(bytes)) == tags)
    }
  }

  @Test("random tags survive storage")
  func random() {
    var generator = SeededGenerator(seed: 12)
    let letters = [
      "a", "\"", "\\", ":", ",", "{", "}", "\0", "\u{1F}", " ", "é", "e\u{301}", "漢", "🏔", "\u{7F}",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...12, using: &generator))
        .compactMap { _ in letters.randomElement(using: &generator) }.joined()
    }
    for _ in 0..<2000 {
      var tags: [String: String] = [:]
      for _ in 0..<Int.random(in: 0...5, using: &generator) { tags[text()] = text() }
      #expect(Self.tags(in: Self.bytes(of: tags)) == tags)
    }
  }

  @Test("the same tags give the same bytes in any order")
  func order() {
    let keys = (0..<50).map { "key\($0)" }
    let tags = Dictionary(uniqueKeysWithValues: keys.map { ($0, "v") })
    let reversed = Dictionary(uniqueKeysWithValues: keys.reversed().map { ($0, "v") })
    #expect(Self.bytes(of: tags) == Self.bytes(of: reversed))
  }

  @Test(
    "reads JSON from other programs",
    arguments: [
      ("{ \"a\" : \"b\" }", ["a": "b"]), ("{\"a\":\"\\u00e9\\n\"}", ["a": "é\n"]), ("{}", [:]), ("", [:]),
      ("{\"a\":\"1\",\"a\":\"2\"}", ["a": "2"]),
    ] as [(String, [String: String])])
  func foreign(text: String, tags: [String: String]) {
    #expect(Self.tags(in: Array(text.utf8)) == tags)
  }

  @Test(
    "anything but an object of strings gives no tags",
    arguments: [
      "{", "}", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":\"", "{\"a\":\"b\"", "{\"a\":\"b\",",
      "{\"a\":\"b\"}x",
      "{\"a\":1}", "{\"a\":null}", "{\"a\":{}}", "[]", "[\"a\"]", "null", "1", "\"a\"", "{,}", "{\"a\"\"b\"}",
      "{\"a\":\"\\", "{\"a\":\"\\q\"}", "\0", "{\"a\":\"b\"}\0",
    ])
  func malformed(text: String) {
    #expect(Self.tags(in: Array(text.utf8)) == nil)
  }

  @Test("survives hostile bytes")
  func hostile() {
    #expect(Self.tags(in: [0xFF, 0xFE, 0x00]) == nil)
    #expect(Self.tags(in: Array("{\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)) == nil)
    #expect(Self.tags(in: Array(repeating: UInt8(ascii: "{"), count: 1_000_000)) == nil)
    var generator = SeededGenerator(seed: 13)
    let sound = Self.bytes(of: ["name": "Café \"Engel\"", "amenity": "cafe"])
    for _ in 0..<2000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      // Whatever it is taken for can be kept and read again.
      if let tags = Self.tags(in: bytes) { #expect(Self.tags(in: Self.bytes(of: tags)) == tags) }
    }
  }

  private static func bytes(of tags: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    StoredTags.append(tags, to: &bytes)
    return bytes
  }

  private static func tags(in bytes: [UInt8]) -> [String: String]? {
    bytes.withUnsafeBytes(StoredTags.tags(in:))
  }
}
