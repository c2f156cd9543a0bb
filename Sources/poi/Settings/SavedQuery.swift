import ArgumentParser
import Geography
import Places
import Presentation

/// A query with a name, in a section of the configuration: `[query.lunch]` for `poi nearby @lunch`.
struct SavedQuery: Sendable {
  /// The sign before the name on the command line.
  static let sign = "@"
  /// The first word of the section's name.
  static let section = "query"

  /// By the names of `settings`, each value of its setting's type.
  private(set) var values: [String: any Sendable] = [:]
  private(set) var lines: [String: Int] = [:]

  subscript<Value>(_ setting: Setting<Value>) -> Value? {
    values[setting.key.name].flatMap { $0 as? Value }
  }

  mutating func set(_ name: String, to value: any Sendable, in line: Int) {
    values[name] = value
    lines[name] = line
  }

  /// Refuses it for a command that would ignore a part of it.
  func refuse(_ settings: [any AnySetting], in command: some ParsableCommand) throws(CommandFailure) {
    guard let setting = settings.first(where: { values[$0.key.name] != nil }) else { return }
    let line = lines[setting.key.name].map { " (line \($0) of the configuration)" } ?? ""
    let name = type(of: command).configuration.commandName ?? ""
    let instead = setting.key.name == Setting.queryRadius.key.name ? "; set within, too" : ""
    throw CommandFailure(
      "the saved query sets \(setting.key.name)\(line), which poi \(name) does not take\(instead)", .usage)
  }

  /// Everything that it can set, in the order of `poi config`.
  static let settings: [any AnySetting] = [
    Setting.queryCategories, Setting.queryTags, Setting.queryName, Setting.queryRadius, Setting.queryWithin,
    Setting.queryLimit, Setting.queryOpenNow, Setting.queryOpenAt, Setting.queryAll,
  ]
}

extension Settings {
  /// Whether a word is the name of one, with the sign.
  func hasQuery(_ word: String) -> Bool {
    word.hasPrefix(SavedQuery.sign) && file?.queries[String(word.dropFirst())] != nil
  }

  /// The query with this name in the configuration.
  ///
  /// - Throws: `CommandFailure` if there is none.
  func savedQuery(named name: String) throws(CommandFailure) -> SavedQuery {
    guard let file else {
      throw CommandFailure("no saved query @\(name): there is no configuration file", .usage)
    }
    if let query = file.queries[name] { return query }
    let names = file.queries.keys.sorted()
    let nearest = SpellingCorrection.nearest(to: name, among: names).map { SavedQuery.sign + $0 }
    let hint =
      !nearest.isEmpty
      ? SpellingCorrection.question(nearest)
      : names.isEmpty
        ? "write [query.\(name)] there, and below it category = [\"restaurant\", \"fast food\"]"
        : "the saved queries are \(names.map { SavedQuery.sign + $0 }.joined(separator: ", "))"
    throw CommandFailure("no saved query @\(name) in \(file.path); \(hint)", .usage)
  }
}

// MARK: - What it sets

extension Setting where Value == [String] {
  static var queryCategories: Self { Self(nil, "category", .categories, help: "", default: []) }
}

extension Setting where Value == [PlaceFilter.Tag] {
  static var queryTags: Self { Self(nil, "tag", .tags, help: "", default: []) }
}

extension Setting where Value == String {
  static var queryName: Self {
    Self(
      nil, "name", SettingType(form: .text, allowed: "words of a name", parse: { $0 }, shown: { .text($0) }),
      help: "", default: "")
  }
}

extension Setting where Value == Distance {
  static var queryRadius: Self { Self(nil, "radius", .distance(), help: "", default: .zero) }
  static var queryWithin: Self {
    Self(nil, "within", .distance(above0: true), help: "", default: .zero)
  }
}

extension Setting where Value == Int {
  static var queryLimit: Self { Self(nil, "limit", .count, help: "", default: 10) }
}

extension Setting where Value == Bool {
  static var queryOpenNow: Self { Self(nil, "open-now", .flag, help: "", default: false) }
  static var queryAll: Self { Self(nil, "all", .flag, help: "", default: false) }
}

extension Setting where Value == PlannedTime {
  static var queryOpenAt: Self { Self(nil, "open-at", .moment, help: "", default: .now) }
}

// MARK: - Lists of words and tags

extension SettingType where Value == [String] {
  /// Words for categories, at least one.
  static var categories: Self {
    .list(
      "words", "words for categories, like [\"restaurant\", \"fast food\"]",
      parse: { words in
        let words = words.filter { !$0.isEmpty }
        guard !words.isEmpty else { throw ValidationError("write at least one word, like \"water\"") }
        return words
      }, shown: { $0 })
  }
}

extension SettingType where Value == [PlaceFilter.Tag] {
  /// Tags, at least one.
  static var tags: Self {
    .list(
      "tags", "OSM tags like [\"wheelchair=yes\", \"name\"]",
      parse: { words in
        let tags = try words.filter { !$0.isEmpty }.map { try PlaceFilter.Tag(argument: $0) }
        guard !tags.isEmpty else { throw ValidationError("write at least one tag, like \"wheelchair=yes\"") }
        return tags
      }, shown: { $0.map(\.argument) })
  }
}
