import ArgumentParser
import Geography
import Places
import Presentation

/// Which places are wanted.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is meant, like water or \"bus stop\"; repeated: any of them.", valueName: "word"),
    completion: Completions.categories)
  var category: [String] = []

  @Option(SettingType.tag, help: "An OSM tag; repeated: all of them.") var tag: [OptionValue]

  @Option(
    help: ArgumentHelp(
      "Words in the name, whatever their case, accents, apostrophes and hyphens.", valueName: "text"))
  var name: String?

  /// What the options ask for.
  var filter: PlaceFilter {
    PlaceFilter(categories: category, tags: tag.map { $0.read() }, name: name)
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
    self.init(key: parts[0], value: parts.count == 2 ? parts[1] : nil)
  }
}

/// How far, and how many.
struct RangeOptions: ParsableArguments {
  @Option(Setting.radius) var radius: OptionValue?
  @Option(Setting.limit) var limit: OptionValue?
}
