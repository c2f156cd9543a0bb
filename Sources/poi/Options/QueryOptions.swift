import ArgumentParser
import Geography
import Places

/// Which places are wanted.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is meant, like water or \"bus stop\"; repeated: any of them.", valueName: "word"),
    completion: Completions.categories)
  var category: [String] = []

  @Option(
    help: ArgumentHelp("An OSM tag; repeated: all of them.", valueName: "key[=value]"),
    transform: PlaceFilter.Tag.init(argument:))
  var tag: [PlaceFilter.Tag] = []

  @Option(
    help: ArgumentHelp(
      "Words in the name, whatever their case, accents, apostrophes and hyphens.", valueName: "text"))
  var name: String?

  /// What the options ask for.
  var filter: PlaceFilter {
    PlaceFilter(categories: category, tags: tag, name: name)
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
      throw ValidationError("'\(last)=' is no comparison of poi's: a tag is asked for as KEY or KEY=VALUE")
    }
    self.init(key: parts[0], value: parts.count == 2 ? parts[1] : nil)
  }
}

/// How far, and how many.
struct RangeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far: 800, 800m, 1.5km, 0.5mi, 2nmi. (default: the nearest wherever they are)",
      valueName: "distance"),
    transform: Distance.init(parsing:))
  var radius: Distance?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many places at the most. (default: 10)", valueName: "n"),
    transform: Setting.limit.type.parse)
  var limit: Int?
}
