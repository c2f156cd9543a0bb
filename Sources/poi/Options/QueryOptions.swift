import ArgumentParser
import Geography
import Places
import Presentation

/// Which places are wanted.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to look for, like water or \"bus stop\"; repeated or separated by commas: any of them.",
      valueName: "word"),
    completion: Completions.categories)
  var category: [String] = []

  @Option(SettingType.tag, help: "An OSM tag; repeated: all of them.") var tag: [OptionValue]

  @Option(
    help: ArgumentHelp(
      "Words of the name; case, accents, apostrophes and hyphens do not matter.", valueName: "text"))
  var name: String?

  /// What the options ask for, in the user's language or another.
  func filter(in settings: Settings) -> PlaceFilter {
    var filter = PlaceFilter(
      categories: Self.categories(in: category), tags: tag.map { $0.read() }, name: name)
    filter.language = settings.categoryLanguage
    return filter
  }

  /// The words; one option may hold several: `cafe,bakery`.
  static func categories(in words: [String]) -> [String] {
    words.flatMap { word in
      word.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.map(String.init)
    }
  }

  /// What to ask for where few places are found.
  func widerHints(in settings: Settings) -> [String] {
    let asked = Self.categories(in: category).compactMap { Category.named($0, in: settings.categoryLanguage) }
    return asked.compactMap { category in
      guard let wider = category.wider, !asked.contains(where: { $0.word == wider }) else { return nil }
      let argument = wider.contains(" ") ? "\"\(wider)\"" : wider
      return "\(category.word) leaves out places that may do; --category \(argument) finds them too"
    }
  }
}

extension SettingType where Value == PlaceFilter.Tag {
  /// `KEY`, or `KEY=VALUE`.
  static var tag: Self {
    Self(
      form: .text, valueName: "key[=value]", allowed: "a key, or a key and a value, like wheelchair=yes",
      parse: { try PlaceFilter.Tag(argument: $0) },
      shown: { tag in .text(tag.value.map { "\(tag.key)=\($0)" } ?? tag.key) })
  }
}

extension PlaceFilter.Tag {
  /// `KEY`, or `KEY=VALUE`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard !parts[0].isEmpty, parts.count == 1 || !parts[1].isEmpty else {
      throw ValidationError("write KEY or KEY=VALUE, like wheelchair=yes")
    }
    if parts.count == 2, let last = parts[0].last, "!<>~".contains(last) {
      throw ValidationError("poi has no comparison '\(last)='; write KEY or KEY=VALUE")
    }
    self.init(key: parts[0], value: parts.count == 2 ? parts[1] : nil)
  }
}

/// How far, and how many.
struct RangeOptions: ParsableArguments {
  @Option(Setting.radius) var radius: OptionValue?
  @Option(Setting.limit) var limit: OptionValue?
}

extension Settings {
  /// The language whose words for categories go before those of the others.
  var categoryLanguage: Category.Language { Category.Language(code: locale.language.code) }
}
