import ArgumentParser
import Nearby
import Places

/// `poi categories`.
struct CategoriesCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "Explain the words that --category understands, and what each means in tags",
    discussion: """
      EXAMPLES
        poi categories
        poi categories water
        poi categories | grep -i bicycle
      """)

  @Argument(
    help: "Words to explain, or their synonyms; all of them in short where there is none.",
    completion: Completions.categories)
  var words: [String] = []

  var readsConfigFile: Bool { false }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    if words.isEmpty {
      try context.console.write(Category.all.map { "\($0.word)\t\($0.meaning)\n" }.joined())
    }
    for word in words {
      guard let category = Category.named(word) else {
        throw CommandFailure(.unknownCategory(word, suggestions: Category.suggestions(for: word)))
      }
      try context.console.write(category.explanation)
    }
    return .found
  }
}

extension Category {
  /// The word, what it means, its synonyms, and the tags that it stands for.
  fileprivate var explanation: String {
    var lines = ["\(word): \(meaning)"]
    if !synonyms.isEmpty { lines.append("  also: \(synonyms.joined(separator: ", "))") }
    lines.append("  tags: \(expression)")
    return lines.joined(separator: "\n") + "\n"
  }
}
