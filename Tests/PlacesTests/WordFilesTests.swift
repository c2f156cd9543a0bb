import Testing
import Words

@testable import Places

/// The files of `Sources/Words`.
@Suite struct WordFilesTests {
  /// The lines of each section of a file, without comments.
  private static func sections(of file: String) -> [String: [String]] {
    let bytes = UnsafeBufferPointer(words_file(file))
    var sections: [String: [String]] = [:]
    var name = ""
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("[") { name = String(line.dropFirst().dropLast()) }
      sections[name, default: []] += line.hasPrefix("[") ? [] : [String(line)]
    }
    return sections
  }

  /// The keys and texts of a section.
  private static func texts(_ lines: [String]) -> [(key: String, text: String)] {
    lines.compactMap { line in
      line.firstRange(of: " =").map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
    }
  }

  private static let names = Category.Language.allCases.map(\.rawValue) + ["tags", "rules"]

  @Test("has lines with a key each, in order, of which the reader finds each", arguments: names)
  func lines(name: String) throws {
    let sections = Self.sections(of: name)
    #expect(sections[""] == nil && sections.count >= 3)
    for (section, lines) in sections {
      let texts = Self.texts(lines)
      #expect(texts.count == lines.count)
      #expect(
        lines == lines.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }, "\(section)")
      #expect(Set(texts.map(\.key)).count == lines.count, "\(section)")
      let read = WordLines(section, of: name)
      #expect(read.all.map(\.key) == texts.map(\.key))
      for (key, text) in texts {
        #expect(text.isEmpty || text.hasPrefix(" ") && text.count > 1 && text.last != " ", "\(key)")
        #expect(read[key] == String(text.dropFirst()), "\(key)")
        #expect(read.words(of: key) == read.all.first { $0.key == key }?.words, "\(key)")
      }
    }
  }

  @Test("the table of categories is in order, and has nothing that its reader would skip")
  func categories() {
    let table = String(decoding: UnsafeBufferPointer(words_file("categories")), as: UTF8.self)
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let heads = lines.filter { $0.hasPrefix("[") }
    #expect(heads == Category.all.map { "[\($0.word)]" })
    // By the words: the brackets would sort `fishing shop` before `fishing`.
    let words = Category.all.map(\.word)
    #expect(words == words.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(words == WordLines("categories", of: "en").all.map(\.key))
    let kinds: Set<Substring> = ["means", "is", "not", "even", "doubt", "covers", "wider"]
    #expect(lines.filter { !$0.hasPrefix("[") && !kinds.contains($0.prefix { $0 != " " }) } == [])
    for category in Category.all {
      #expect(!category.meaning.isEmpty && category.demand != .any([]), "\(category.word)")
    }
  }

  @Test("finds nothing for what is no key")
  func unknown() {
    let lines = WordLines("categories", of: "de")
    for key in ["", "#", "a", "caf", "cafe =", "zzz", "cafe = Café", "\n"] {
      #expect(lines[key] == nil && lines.words(of: key).isEmpty)
    }
    #expect(WordLines("categories", of: "xx").all.isEmpty)
    #expect(WordLines("none", of: "de")["cafe"] == nil)
  }

  @Test("every language has every key and every placeholder", arguments: Category.Language.allCases)
  func complete(language: Category.Language) throws {
    let english = Self.sections(of: "en")
    let own = Self.sections(of: language.rawValue)
    #expect(Set(own.keys) == Set(english.keys))
    for (section, lines) in own {
      let wanted = Self.texts(try #require(english[section]))
      let found = Self.texts(lines)
      #expect(found.map(\.key) == wanted.map(\.key), "\(section)")
      for ((key, text), (_, meant)) in zip(found, wanted) {
        // Each form of a plural has them all; reasons that are as in English have no text.
        let placeholders = section == "reasons" ? Self.placeholders(key) : Self.placeholders(meant)
        for form in text.split(separator: " | ") where section != "reasons" || !text.isEmpty {
          #expect(Self.placeholders(String(form)) == placeholders, "\(section): \(key)")
        }
        if ["directions", "answers", "page"].contains(section) { #expect(!text.isEmpty, "\(key)") }
        if section == "reasons", language != .english { #expect(!text.isEmpty, "\(key)") }
      }
    }
    for (directions, count) in [("compass", 8), ("sides", 9), ("points", 16), ("turns", 4)] {
      #expect(Set(language.lines("directions").words(of: directions)).count == count, "\(directions)")
    }
  }

  /// In the language's own order.
  private static func placeholders(_ text: String) -> Set<Substring> {
    Set(text.matches(of: /{[^}]*}/).map(\.output))
  }
}
