import Foundation
import TestSupport
import Testing

@testable import Places

/// Words as people type them, whose meaning is judged by hand in a file.
@Suite struct TypedQueriesTests {
  private struct Query {
    let language: Category.Language
    let text: String
    let meaning: String
    let isHeldOut: Bool

    /// The meanings that are right, of which a slash separates several.
    var meanings: [String] {
      let what = meaning.components(separatedBy: ", ")[0]
      let further = meaning.dropFirst(what.count)
      return what.components(separatedBy: " / ").map { $0 + further }
    }
  }

  private static func queries() throws -> [Query] {
    let text = String(decoding: try Fixtures.data("queries/typed.tsv"), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 6 && !fields[4].isEmpty && !fields[5].isEmpty, "\(line)")
      return Query(
        language: try #require(Category.Language(rawValue: fields[0])), text: fields[1], meaning: fields[2],
        isHeldOut: fields[3] == "held")
    }
  }

  /// What poi takes the words for, as the file writes it.
  ///
  /// - Parameter names: the names of places in the data.
  private static func meaning(
    of text: String, in language: Category.Language, among names: [Set<Substring>]
  ) throws -> String {
    let typed = TypedWords(text.split(separator: " ").map(String.init), in: language)
    var filter = PlaceFilter(categories: typed.categories, tags: typed.tags)
    filter.language = language
    let further =
      typed.tags.map { "\($0.key)=\($0.values.joined(separator: "/"))" }
      + (typed.moment.map { [$0 == .now ? "open" : "open at \($0)"] } ?? [])
      + typed.ignored.map { "ignored \($0.word)" }
    do throws(PlacesError) {
      _ = try PlaceMatcher(
        filter, hasCategory: { _ in false },
        hasName: { name in names.contains { $0.isSuperset(of: name.words.map { $0[...] }) } })
    } catch {
      guard case .unknownCategory(let word, _) = error,
        let correction = SearchTypo(word, in: language)?.correction
      else { return "\(error)" }
      // A word that says little is in the text, but not in what is searched.
      let corrected = text.contains(word) ? text.replacing(word, with: correction) : correction
      return try meaning(of: corrected, in: language, among: names) + ", corrected \(word)"
    }
    let what = filter.categories.map { word in
      guard let category = Category.named(word, in: language) else {
        return "name \(NameWords.asked(word).joined(separator: " "))"
      }
      let isInNames = TypedName(namesakesOf: word, in: category) != nil
      return category.word + (isInNames ? " and name \(word.lowercased())" : "")
    }.joined(separator: " or ")
    return ((what.isEmpty ? [] : [what]) + further).joined(separator: ", ")
  }

  private static func isRight(_ meaning: String, _ query: Query) -> Bool {
    // Which words are in names is said only of some rows.
    query.meanings.contains(meaning)
      || query.meanings.contains(meaning.replacing(#/ and name [^,]*/#, with: ""))
  }

  @Test("words mean what people mean by them, in all languages")
  func corpus() throws {
    let queries = try Self.queries()
    let names = queries.flatMap { $0.meanings.flatMap { $0.split(separator: #/, | or /#) } }
      .filter { $0.hasPrefix("name ") }.map { Set($0.dropFirst("name ".count).split(separator: " ")) }
    #expect(queries.count >= 700)
    for language in Category.Language.allCases {
      #expect(queries.count { $0.language == language } >= 60, "\(language)")
    }
    var right = 0
    for query in queries {
      let meaning = try Self.meaning(of: query.text, in: query.language, among: names)
      if query.isHeldOut {
        right += Self.isRight(meaning, query) ? 1 : 0
      } else {
        #expect(Self.isRight(meaning, query), "\(query.language): \(query.text): \(meaning)")
      }
    }
    // Nothing was tuned on them.
    let heldOut = queries.count(where: \.isHeldOut)
    print("held out: \(right) of \(heldOut) are right")
    #expect(10 * right >= 9 * heldOut)
  }
}
