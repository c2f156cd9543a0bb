import Places
import Presentation

/// The one declaration of something that people can set: `DeclaredSettings.swift` has them all.
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
  private(set) var otherVariable: (name: String, read: @Sendable (String) -> Value)?
  /// Flags that it replaced, and what they mean now; they go on working until the next release.
  private(set) var oldFlags: [String: @Sendable (Bool) -> Value] = [:]
  /// An example of a value, for a setting that has no default.
  private(set) var example: Value?
  /// The default.
  ///
  /// - Throws: `CommandFailure` if the user has no home directory.
  let builtIn: @Sendable (Settings) throws -> Value

  init(
    _ section: SettingKey.Section?, _ name: String, _ type: SettingType<Value>, help: String,
    defaultWording: String? = nil, builtIn: @escaping @Sendable (Settings) throws -> Value
  ) {
    key = SettingKey(section: section, name: name)
    (self.type, self.help, self.defaultWording, self.builtIn) = (type, help, defaultWording, builtIn)
  }

  /// A setting whose default is the same for everybody.
  init(
    _ section: SettingKey.Section?, _ name: String, _ type: SettingType<Value>, help: String,
    defaultWording: String? = nil, otherVariable: (name: String, read: @Sendable (String) -> Value)? = nil,
    oldFlags: [String: @Sendable (Bool) -> Value] = [:], example: Value? = nil,
    default usual: @autoclosure @escaping @Sendable () throws -> Value
  ) {
    self.init(section, name, type, help: help, defaultWording: defaultWording) { _ in try usual() }
    (self.otherVariable, self.oldFlags, self.example) = (otherVariable, oldFlags, example)
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

  /// What to say of the variables of flags that it replaced.
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

/// Settings for all commands, from variables or else the configuration file.
struct Settings: Sendable {
  var environment: [String: String]
  /// `nil` if there is none.
  var file: ConfigFile?
  /// What the user has chosen for this run, which comes before variables and the file; `nil` for none.
  var profile: ConfigFile?

  var isForPrograms = false
  /// The language that the command's option or a request names.
  var chosenLanguage: NameLanguage?

  /// How the user reads, counts and names things.
  var locale: UserLocale { UserLocale(environment: environment) }

  var oldNames: [String] {
    (file?.oldNames ?? []) + Self.renamed.flatMap { $0.oldVariables(in: environment) }
  }

  /// The settings that had other names.
  static let renamed = [Setting.draw]

  /// What the option says, else the profile, else the variable, else the file, else the default.
  ///
  /// - Parameter given: the setting's option, if it is on the command line.
  /// - Throws: `CommandFailure` if a variable has a bad value.
  func value<Value>(of setting: Setting<Value>, given: Value? = nil) throws -> Value {
    try given ?? find(setting)?.value ?? setting.builtIn(self)
  }

  /// The same for a setting that can be unset: an option that is not given does not unset it.
  ///
  /// - Throws: `CommandFailure` if a variable has a bad value.
  func value<Value>(of setting: Setting<Value?>, given: Value?) throws -> Value? {
    try given ?? value(of: setting)
  }

  enum Source {
    case variable(String)
    case file(ConfigFile)
  }

  /// What a variable says, or else the file.
  ///
  /// - Throws: `CommandFailure` if a variable has a bad value.
  func find<Value>(_ setting: Setting<Value>) throws -> (value: Value, source: Source)? {
    if let profile, let value = profile.value(of: setting) { return (value, .file(profile)) }
    let variable = setting.key.variable
    if let text = environment[variable], !text.isEmpty {
      do {
        return (try setting.type.parse(text), .variable(variable))
      } catch {
        throw CommandFailure("$\(variable): \(error)", .usage)
      }
    }
    if let other = setting.otherVariable, let text = environment[other.name], !text.isEmpty {
      return (other.read(text), .variable(other.name))
    }
    for (name, read) in setting.oldFlags {
      let variable = SettingKey(section: setting.key.section, name: name).variable
      guard let text = environment[variable], let flag = try? SettingType<Bool>.flag.parse(text) else {
        continue
      }
      return (read(flag), .variable(variable))
    }
    guard let file, let value = file.value(of: setting) else { return nil }
    return (value, .file(file))
  }
}
