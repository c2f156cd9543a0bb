import Foundation
import TestSupport
import Testing

@testable import Places

/// Words as people type them, whose meaning is judged by hand in a file.
@Suite struct TypedQueriesTests {
  private struct Query {
    let language: Category.Language
    let words: [String]
    let meaning: String
  }

  private static func queries() throws -> [Query] {
    let text = String(decoding: try Fixtures.data("queries/typed.tsv"), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 3, "\(line)")
      return Query(
        language: try #require(Category.Language(rawValue: fields[0])),
        words: fields[1].split(separator: " ").map(String.init), meaning: fields[2])
    }
  }

  /// What poi takes the words for, as the file writes it.
  ///
  /// - Parameter names: the names of places in the data.
  private static func meaning(of query: Query, among names: Set<String>) throws -> String {
    let typed = TypedWords(query.words, in: query.language)
    var filter = PlaceFilter(categories: typed.categories, tags: typed.tags)
    filter.language = query.language
    let further =
      typed.tags.map { "\($0.key)=\($0.values.joined(separator: "/"))" }
      + (typed.isOpenWanted ? ["open"] : []) + typed.ignored.map { "ignored \($0.word)" }
    let what = try Self.kinds(of: filter, among: names)
    return ((what.isEmpty ? [] : [what]) + further).joined(separator: ", ")
  }

  private static func kinds(of filter: PlaceFilter, among names: Set<String>) throws -> String {
    do throws(PlacesError) {
      return try PlaceMatcher(filter, hasCategory: { _ in false }, hasName: { isName($0, among: names) })
        .kinds
        .compactMap { kind in
          switch kind {
          case .intent(let category): category.word
          case .named(let name): "name \(name.words.joined(separator: " "))"
          // A word that a source might have for a category.
          case .own: nil
          }
        }.joined(separator: " or ")
    } catch {
      guard case .unknownCategory(_, let suggestions) = error else { throw error }
      return (["typo"] + suggestions.prefix(1)).joined(separator: " ")
    }
  }

  private static func isName(_ pattern: NamePattern, among names: Set<String>) -> Bool {
    names.contains { Set($0.split(separator: " ").map(String.init)).isSuperset(of: pattern.words) }
  }

  @Test("words mean what people mean by them, in all languages")
  func corpus() throws {
    let queries = try Self.queries()
    let names = queries.flatMap { $0.meaning.split(separator: ", ").flatMap { $0.split(separator: " or ") } }
      .filter { $0.hasPrefix("name ") }.map { String($0.dropFirst("name ".count)) }
    #expect(queries.count >= 200)
    #expect(Set(queries.map(\.language)) == Set(Category.Language.allCases))
    for query in queries {
      let meaning = try Self.meaning(of: query, among: Set(names))
      #expect(meaning == query.meaning, "\(query.language): \(query.words.joined(separator: " "))")
    }
  }
}
