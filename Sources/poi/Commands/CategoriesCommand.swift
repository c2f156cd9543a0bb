import ArgumentParser
import PlaceStore
import Places
import Presentation

struct CategoriesCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "List the words you can search for, with their OSM tags",
    discussion: """
      poi categories
      poi categories water
      poi categories | grep -i bicycle
      poi categories open free chinese
      poi categories --why node/606996912 cafe
      """)

  @Argument(help: "Words to explain (default: all)", completion: Completions.categories)
  var words: [String] = []

  @Option(help: ArgumentHelp("Why this place belongs to the category, or not", valueName: "id"))
  var why: String?

  @OptionGroup var store: StoreOptions

  var readsConfigFile: Bool { why != nil }

  func validate() throws {
    if why != nil, words.isEmpty { throw ValidationError("--why ID needs a category after it") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let language = try context.settings.wordsLanguage()
    if words.isEmpty {
      let rows = Category.all.map { category in
        let word = category.word(in: language)
        return "\(word)\t\(word == category.word ? "" : "\(category.word): ")\(category.meaning)\n"
      }
      try context.console.write(
        TerminalText.columned(rows.joined(), to: context.console.terminal?.columns))
    }
    if let why { return try explain(why, in: context) }
    for word in words {
      if Category.named(word, in: language) == nil, let meaning = TypedWords.meaning(ofFurther: word) {
        try context.console.write("\(word): \(meaning)\n")
        continue
      }
      try context.console.write(category(word, in: language).explanation(in: language))
    }
    return .success
  }

  private func category(_ word: String, in language: Category.Language) throws -> Category {
    guard let category = Category.named(word, in: language) else {
      throw PlacesError.unknownCategory(word, suggestions: Category.suggestions(for: word, in: language))
    }
    return category
  }

  @MainActor
  private func explain(_ id: String, in context: CommandContext) throws -> ExitStatus {
    let categories = try words.map { try category($0, in: context.settings.wordsLanguage()) }
    let store = try context.openStore(store)
    let entries = try store.entries(called: id).filter { $0.place.id == id }
    guard !entries.isEmpty else {
      context.console.tell("no place has the id '\(id)'; poi places search finds names")
      return .nothingFound
    }
    var isMeant = false
    for category in categories {
      for entry in entries {
        let verdict = entry.place.verdict(of: category)
        isMeant = isMeant || verdict.isMeant
        let explanation = TerminalText.harmless(verdict.explanation(tags: entry.place.tags))
        try context.console.write("\(category.word): \(explanation)\n")
      }
    }
    return isMeant ? .found : .nothingFound
  }
}

extension Category {
  /// The word, what it means, its synonyms, and its tags.
  fileprivate func explanation(in language: Language) -> String {
    var lines = ["\(word): \(meaning)"]
    if !synonyms.isEmpty { lines.append("  also: \(synonyms.joined(separator: ", "))") }
    let own = words(in: language)
    if !own.isEmpty { lines.append("  \(language.rawValue): \(own.joined(separator: ", "))") }
    lines.append("  tags: \(expression)")
    if exclusions.contains(.gone) { lines.append("  gone: \(Self.goneMeaning)") }
    for caveat in caveats { lines.append("  \(caveat.text): \(caveat.condition)") }
    if !members.isEmpty { lines.append("  includes: \(members.joined(separator: ", "))") }
    if let wider { lines.append("  wider: \(wider)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
