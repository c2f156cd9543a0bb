import Input
import Places
import Presentation

/// The configuration file: what people set for all commands.
struct ConfigFile: Sendable {
  let path: String
  /// What the file sets, each value of its setting's type.
  private(set) var values: [SettingKey: any Sendable] = [:]
  private(set) var queries: [String: SavedQuery] = [:]
  /// What to say of names that settings no longer have.
  private(set) var oldNames: [String] = []
  private var lines: [SettingKey: Int] = [:]

  /// Where the file is, or would be; `nil` if the user has no home directory.
  static func path(in environment: [String: String]) -> String? {
    if let named = named(in: environment) { return named }
    return BaseDirectory.path(of: "XDG_CONFIG_HOME", orInHome: ".config", in: environment).map {
      "\($0)/poi/config.toml"
    }
  }

  /// The user's file; `nil` if there is none, unless a variable names one.
  ///
  /// - Throws: `CommandFailure` if it cannot be read, or is invalid.
  static func ofUser(in environment: [String: String]) throws(CommandFailure) -> ConfigFile? {
    guard let path = path(in: environment) else { return nil }
    let text =
      named(in: environment) == nil
      ? try SmallTextFile.textIfThere(path) : try SmallTextFile.text(of: path)
    guard let text else { return nil }
    return try ConfigFile(parsing: text, path: path, home: environment["HOME"])
  }

  private static func named(in environment: [String: String]) -> String? {
    environment["POI_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// - Parameter home: the folder that `~` means.
  /// - Throws: `CommandFailure` if it is not TOML, or has invalid values.
  init(parsing text: String, path: String, home: String?) throws(CommandFailure) {
    self.path = path
    let entries: [TOMLReader.Entry]
    do throws(TOMLReader.Problem) {
      entries = try TOMLReader.entries(of: text)
    } catch {
      throw failure(error.message, at: error.line)
    }
    for entry in entries { try take(entry, home: home) }
  }

  /// What the file says; `nil` if it does not set it.
  func value<Value>(of setting: Setting<Value>) -> Value? {
    // Without `flatMap`, a missing value would become a present `nil` where `Value` is optional.
    values[setting.key].flatMap { $0 as? Value }
  }

  func line(of key: SettingKey) -> Int? { lines[key] }

  /// An error that says where in the file it is.
  func failure(_ message: String, at key: SettingKey) -> CommandFailure {
    failure("\(key.name): \(message)", at: lines[key])
  }

  /// An error that says where in a saved query it is.
  func failure(_ message: String, at key: SettingKey, of query: SavedQuery) -> CommandFailure {
    failure("\(key.name): \(message)", at: query.lines[key.name])
  }

  private func failure(_ message: String, at line: Int?) -> CommandFailure {
    CommandFailure("\(path)\(line.map { ":\($0)" } ?? ""): \(message)", .malformedInput)
  }

  private mutating func take(_ entry: TOMLReader.Entry, home: String?) throws(CommandFailure) {
    if entry.value == .section {
      // It may ask for nothing.
      if entry.path.count == 2, entry.path[0] == SavedQuery.section { queries[entry.path[1]] = SavedQuery() }
      return
    }
    if entry.path.first == SavedQuery.section { return try takeQuery(entry, home: home) }
    guard let setting = Self.setting(at: entry.path) else {
      guard takeOld(entry) else { throw unknown(entry) }
      return
    }
    // Only these settings have two names; an old name of another does not count beside today's.
    if let first = lines[setting.key], setting.key.section != nil {
      throw failure(
        "radius and within are one setting, which is already set in line \(first)", at: entry.line)
    }
    lines[setting.key] = entry.line
    values[setting.key] = try value(of: entry, for: setting, home: home)
  }

  /// Takes a flag that a setting replaced. Returns whether it is one.
  private mutating func takeOld(_ entry: TOMLReader.Entry) -> Bool {
    for setting in Settings.renamed where entry.path.count == 1 {
      guard let value = setting.read(entry.value, of: entry.path[0]) else { continue }
      let key = setting.key
      // Today's name comes first.
      if lines[key] == nil { (lines[key], values[key]) = (entry.line, value) }
      let now = setting.shown(value).map { " = \($0.literal)" } ?? ""
      oldNames.append("\(path):\(entry.line): \(entry.path[0]) is now \(key.name)\(now)")
      return true
    }
    return false
  }

  private func value(
    of entry: TOMLReader.Entry, for setting: any AnySetting, home: String?
  ) throws(CommandFailure) -> any Sendable {
    let name = setting.key.name
    do {
      guard let value = try setting.read(entry.value, home: home) else {
        throw failure("\(name) takes \(setting.allowed), not \(entry.value.typeName)", at: entry.line)
      }
      return value
    } catch {
      throw error as? CommandFailure ?? failure("\(name): \(error)", at: entry.line)
    }
  }

  private mutating func takeQuery(_ entry: TOMLReader.Entry, home: String?) throws(CommandFailure) {
    let section = SavedQuery.section
    guard entry.path.count == 3, !entry.path[1].isEmpty else {
      throw failure(
        "a saved query has a section of its own; use [\(section).NAME], and below it category = [\"cafe\"]",
        at: entry.line)
    }
    let (query, name) = (entry.path[1], entry.path[2])
    guard let setting = SavedQuery.settings.first(where: { $0.key.name == name }) else {
      let names = SavedQuery.settings.map(\.key.name)
      throw failure(
        "no setting '\(name)' in [\(section).\(query)]; "
          + (SpellingCorrection.question(nearestTo: name, among: names)
            ?? "a saved query can set \(names.joined(separator: ", "))"),
        at: entry.line)
    }
    let value = try value(of: entry, for: setting, home: home)
    queries[query, default: SavedQuery()].set(name, to: value, in: entry.line)
    let changed = queries[query]
    if changed?[.queryOpenNow] == true, changed?[.queryOpenAt] != nil {
      throw failure("open-now and open-at contradict each other", at: entry.line)
    }
  }

  private static func setting(at path: [String]) -> (any AnySetting)? {
    let section = path.count == 2 ? SettingKey.Section(rawValue: path[0]) : nil
    guard let name = path.last, path.count == (section == nil ? 1 : 2) else { return nil }
    let other = ["radius": "within", "within": "radius"][name]
    return settings[SettingKey(section: section, name: name)]
      ?? (section == nil ? nil : other.flatMap { settings[SettingKey(section: section, name: $0)] })
  }

  private static let settings = Dictionary(uniqueKeysWithValues: Settings.all.map { ($0.key, $0) })

  private func unknown(_ entry: TOMLReader.Entry) -> CommandFailure {
    let keys = Settings.all.map(\.key)
    let sections = SettingKey.Section.allCases.map(\.rawValue)
    if let section = entry.path.first, entry.path.count > 1, !sections.contains(section) {
      let nearest = SpellingCorrection.nearest(to: section, among: sections, limit: 1).first
      return failure(
        "no section [\(section)]; "
          + (nearest.map { "did you mean [\($0)]?" }
            ?? "the sections are \(sections.joined(separator: ", ")), query.NAME"),
        at: entry.line)
    }
    let name = entry.path.dropFirst(entry.path.count > 1 ? 1 : 0).joined(separator: ".")
    if entry.path.count == 1, sections.contains(name) {
      return failure("\(name) is a section; use [\(name)] on a line of its own", at: entry.line)
    }
    let nearest = SpellingCorrection.nearest(to: name, among: Set(keys.map(\.name)).sorted(), limit: 1).first
    let places = keys.filter { $0.name == nearest }.map { $0.section.map { " in [\($0.rawValue)]" } ?? "" }
    let place = entry.path.count > 1 ? "in [\(entry.path[0])]" : "at the top"
    return failure(
      "no setting '\(name)' \(place); "
        + (nearest.map { "did you mean \($0)\(places.joined(separator: " or"))?" }
          ?? "poi config lists the settings"),
      at: entry.line)
  }
}

extension TOMLReader.Value {
  /// Its name in messages.
  fileprivate var typeName: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .flag: "true or false"
    case .list: "such a list"
    case .section: "a section"
    }
  }
}
