import Presentation

/// Something that is set by an option, a variable or the configuration file, and is built in otherwise.
struct Setting<Value: Sendable>: Sendable {
  let key: SettingKey
  /// What it is, in a sentence for people.
  let help: String
  let type: SettingType<Value>
  /// A variable that is not of poi's own kind, and says the same in its own way.
  var otherVariable: (name: String, read: @Sendable (String) -> Value)?
  /// What it may be, for one that is not set where nobody says.
  var example: Value?
  /// What it is where nobody says.
  ///
  /// - Throws: `CommandFailure` for one who has no home to keep things in.
  let builtIn: @Sendable (Settings) throws -> Value

  init(
    _ section: SettingKey.Section? = nil, _ name: String, _ type: SettingType<Value>, help: String,
    otherVariable: (name: String, read: @Sendable (String) -> Value)? = nil, example: Value? = nil,
    builtIn: @escaping @Sendable (Settings) throws -> Value
  ) {
    key = SettingKey(section: section, name: name)
    self.help = help
    self.type = type
    self.otherVariable = otherVariable
    self.example = example
    self.builtIn = builtIn
  }
}

/// What a setting is called.
struct SettingKey: Hashable, Sendable {
  /// A command whose settings stand apart, as other commands mean something else by the same name.
  enum Section: String, CaseIterable {
    case nearby, along, watch, here, places, prefetch, open
  }

  /// Nothing for what goes for every command that has the option.
  let section: Section?
  /// The long option's name.
  let name: String

  /// The variable: `POI_TIMEOUT`, `POI_WATCH_MAX_SPEED`.
  var variable: String {
    let words = (section.map { "\($0.rawValue)_" } ?? "") + name
    return "POI_" + words.uppercased().replacing("-", with: "_")
  }
}

/// A setting, whatever its values are.
protocol AnySetting: Sendable {
  var key: SettingKey { get }
  var help: String { get }
  /// What is allowed, after "it takes".
  var allowed: String { get }
  /// The option's argument for a value of the file; nothing where it is of another type than allowed.
  ///
  /// - Throws: what tells the user what is wrong.
  func argument(for value: TOMLReader.Value, home: String?) throws -> String?
  /// What it may be set to: what is built in, where there is something.
  var exampleValue: SettingsReport.Value? { get }
  /// What it is set to, and where.
  ///
  /// - Throws: `CommandFailure` where a variable says what cannot be.
  func row(in settings: Settings) throws -> SettingsReport.Row
}

extension Setting: AnySetting {
  var allowed: String { type.allowed }

  var exampleValue: SettingsReport.Value? {
    // The same for everybody.
    let usual = Settings(environment: ["HOME": "~", "LC_ALL": "C.UTF-8"])
    return (example ?? (try? builtIn(usual))).flatMap(type.shown)
  }

  func argument(for value: TOMLReader.Value, home: String?) throws -> String? {
    let text: String
    switch (type.form, value) {
    case (.text, .text(let words)), (.amount, .text(let words)), (.list, .text(let words)): text = words
    case (.number, .number(let number)), (.amount, .number(let number)): text = number
    case (.flag, .flag(let flag)): text = "\(flag)"
    case (.list, .list(let values)):
      let words = values.compactMap { if case .text(let word) = $0 { word } else { nil } }
      guard words.count == values.count else { return nil }
      text = words.joined(separator: ",")
    default: return nil
    }
    let argument = try type.argument(text, home)
    _ = try type.parse(argument)
    return argument
  }

  func row(in settings: Settings) throws -> SettingsReport.Row {
    let found = try settings.find(self)
    let origin: SettingsReport.Origin =
      switch found?.source {
      case .variable(let name): .variable(name)
      case .file(let file): .file(path: file.path, line: file.line(of: key))
      case nil: .builtIn
      }
    // For one without a home there may be none.
    let value = found?.value ?? (try? builtIn(settings))
    return SettingsReport.Row(
      section: key.section?.rawValue, name: key.name, value: value.flatMap(type.shown), origin: origin)
  }
}
