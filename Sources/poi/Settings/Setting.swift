import Presentation

/// The one declaration of something that people can set: `AllSettings.swift` has them all.
///
/// The option (`@Option(Setting.limit)`), the variable, the key in the configuration file, the help with its default,
/// the man page, the completion and `poi config` follow from it.
struct Setting<Value: Sendable>: Sendable {
  let key: SettingKey
  let type: SettingType<Value>
  /// What it is, in a sentence for people, without the default.
  let help: String
  /// The default in words, if it depends on the user; `nil` if `builtIn` is the same for everybody.
  let defaultWording: String?
  /// A variable with a name and a meaning of its own, such as `NO_COLOR`.
  let otherVariable: (name: String, read: @Sendable (String) -> Value)?
  /// Flags that it replaced, and what they mean now; they go on working until the next release.
  let oldFlags: [String: @Sendable (Bool) -> Value]
  /// An example of a value, for a setting that has no default.
  let example: Value?
  /// The default.
  ///
  /// - Throws: `CommandFailure` if the user has no home directory.
  let builtIn: @Sendable (Settings) throws -> Value

  init(
    _ section: SettingKey.Section? = nil, _ name: String, _ type: SettingType<Value>, help: String,
    defaultWording: String? = nil, otherVariable: (name: String, read: @Sendable (String) -> Value)? = nil,
    oldFlags: [String: @Sendable (Bool) -> Value] = [:], example: Value? = nil,
    builtIn: @escaping @Sendable (Settings) throws -> Value
  ) {
    key = SettingKey(section: section, name: name)
    self.type = type
    self.help = help
    self.defaultWording = defaultWording
    self.otherVariable = otherVariable
    self.oldFlags = oldFlags
    self.example = example
    self.builtIn = builtIn
  }
}

struct SettingKey: Hashable, Sendable {
  /// A command with settings of its own, because other commands mean something else by the same name.
  enum Section: String, CaseIterable {
    case nearby, along, watch, here, places, prefetch, open
  }

  /// `nil` for a setting of every command that has the option.
  let section: Section?
  /// The long option's name.
  let name: String

  /// The variable: `POI_TIMEOUT`, `POI_WATCH_MAX_SPEED`.
  var variable: String {
    let words = (section.map { "\($0.rawValue)_" } ?? "") + name
    return "POI_" + String(words.uppercased().map { $0 == "-" ? "_" : $0 })
  }
}

protocol AnySetting: Sendable {
  var key: SettingKey { get }
  var help: String { get }
  /// What it takes, after "it takes".
  var allowed: String { get }
  /// Reads a value of the configuration file; `nil` if the value has the wrong type.
  ///
  /// - Parameter home: the folder that `~` means.
  /// - Throws: an error that tells the user what is wrong.
  func read(_ value: TOMLReader.Value, home: String?) throws -> (any Sendable)?
  /// Reads a flag that it replaced; `nil` if that has another name, or is not a flag.
  func read(_ value: TOMLReader.Value, of oldFlag: String) -> (any Sendable)?
  /// What to say of the variables of flags that it replaced.
  func oldVariables(in environment: [String: String]) -> [String]
  /// A value of this setting as people see it; `nil` if not set.
  func shown(_ value: any Sendable) -> SettingsReport.Value?
  /// The default, or else an example.
  var exampleValue: SettingsReport.Value? { get }
  /// What it is set to, and where.
  ///
  /// - Throws: `CommandFailure` if a variable has a bad value.
  func row(in settings: Settings) throws -> SettingsReport.Row
}

extension Setting: AnySetting {
  var allowed: String { type.allowed }

  var exampleValue: SettingsReport.Value? {
    // The same for everybody.
    let usual = Settings(environment: ["HOME": "~", "LC_ALL": "C.UTF-8"])
    return (example ?? (try? builtIn(usual))).flatMap(type.shown)
  }

  func shown(_ value: any Sendable) -> SettingsReport.Value? { (value as? Value).flatMap(type.shown) }

  func read(_ value: TOMLReader.Value, home: String?) throws -> (any Sendable)? {
    switch (type.form, value) {
    case (.text, .text(let text)), (.amount, .text(let text)), (.list, .text(let text)):
      return try type.parse(try type.fromFile(text, home))
    case (.number, .number(let number)), (.amount, .number(let number)):
      return try type.parse(number)
    case (.flag, .flag(let flag)):
      return try type.parse("\(flag)")
    case (.list, .list(let values)):
      let words = values.compactMap { if case .text(let word) = $0 { word } else { nil } }
      guard words.count == values.count, let parseWords = type.parseWords else { return nil }
      return try parseWords(words)
    default: return nil
    }
  }

  func read(_ value: TOMLReader.Value, of oldFlag: String) -> (any Sendable)? {
    guard case .flag(let flag) = value else { return nil }
    return oldFlags[oldFlag]?(flag)
  }

  func oldVariables(in environment: [String: String]) -> [String] {
    oldFlags.keys.map { SettingKey(section: key.section, name: $0).variable }
      .filter { environment[$0]?.isEmpty == false }.sorted().map { "$\($0) is now $\(key.variable)" }
  }

  func row(in settings: Settings) throws -> SettingsReport.Row {
    let found = try settings.find(self)
    let origin: SettingsReport.Origin =
      switch found?.source {
      case .variable(let name): .variable(name)
      case .file(let file): .file(path: file.path, line: file.line(of: key))
      case nil: .builtIn
      }
    // A user without a home may have none.
    let value = found?.value ?? (try? builtIn(settings))
    return SettingsReport.Row(
      section: key.section?.rawValue, name: key.name, value: value.flatMap(type.shown), origin: origin)
  }
}
