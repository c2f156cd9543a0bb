import ArgumentParser
import Presentation

extension Option {
  /// The option of a setting: `@Option(Setting.limit) var limit: Int?`.
  ///
  /// - Parameters:
  ///   - names: the setting's name and its synonyms; `nil` for the name alone.
  ///   - help: the setting's, unless it is given.
  init<Kind>(_ setting: Setting<Kind>, names: NameSpecification? = nil, help: String? = nil)
  where Value == Kind? {
    self.init(setting, names: names, help: help, transform: setting.type.parse)
  }

  /// The option of a setting that can be unset: `@Option(Setting.radius) var radius: Distance?`.
  ///
  /// - Parameter names: the setting's name and its synonyms; `nil` for the name alone.
  init<Kind>(_ setting: Setting<Kind?>, names: NameSpecification? = nil) where Value == Kind? {
    self.init(setting, names: names) { [type = setting.type] text in
      guard let value = try type.parse(text) else {
        throw ValidationError("'\(text)' is not \(type.allowed)")
      }
      return value
    }
  }

  private init<Declared, Kind>(
    _ setting: Setting<Declared>, names: NameSpecification?, help: String? = nil,
    transform: @escaping @Sendable (String) throws -> Kind
  ) where Value == Kind? {
    self.init(
      name: names ?? .customLong(setting.key.name), setting.type, valueName: nil, help: help ?? setting.help,
      defaultWording: setting.defaultText, transform: transform)
  }

  /// An option of one command that cannot be configured.
  ///
  /// - Parameters:
  ///   - name: the property's, unless it is given.
  ///   - valueName: that of the type, unless it is given.
  ///   - usual: the default, which the help shows.
  init<Kind>(
    name: NameSpecification = .long, _ type: SettingType<Kind>, valueName: String? = nil, help: String,
    default usual: Kind? = nil
  ) where Value == Kind? {
    self.init(
      name: name, type, valueName: valueName, help: help,
      defaultWording: usual.flatMap(type.shown).map { $0.text }, transform: type.parse)
  }

  /// An option that can be repeated and cannot be configured.
  init<Kind>(_ type: SettingType<Kind>, valueName: String? = nil, help: String) where Value == [Kind] {
    self.init(
      wrappedValue: [], help: ArgumentHelp(help, valueName: valueName ?? type.valueName),
      completion: type.completion, transform: type.parse)
  }

  private init<Declared, Kind>(
    name: NameSpecification, _ type: SettingType<Declared>, valueName: String?, help: String,
    defaultWording: String?, transform: @escaping @Sendable (String) throws -> Kind
  ) where Value == Kind? {
    self.init(
      name: name, parsing: type.parsingStrategy,
      help: ArgumentHelp(
        defaultWording.map { "\(help) (default: \($0))" } ?? help, valueName: valueName ?? type.valueName),
      completion: type.completion, transform: transform)
  }
}

extension Flag where Value == Bool? {
  /// The flag of a setting, and its opposite with `--no-`.
  init(_ setting: Setting<Bool>) {
    self.init(
      name: .customLong(setting.key.name), inversion: .prefixedNo,
      help: ArgumentHelp(
        setting.defaultWording.map { "\(setting.help) (default: \($0))" } ?? setting.help))
  }
}

extension Setting {
  /// The default as the help shows it; `nil` if there is none.
  fileprivate var defaultText: String? {
    defaultWording ?? (try? builtIn(Settings(environment: [:]))).flatMap(type.shown)?.text
  }
}

extension SettingType {
  /// A negative number is a value, even if invalid, not an option.
  fileprivate var parsingStrategy: SingleValueParsingStrategy {
    switch form {
    case .number, .amount: .unconditional
    case .text, .flag, .list: .next
    }
  }
}

/// The short names and synonyms of options; they mean the same in every command.
enum OptionNames {
  static let category: NameSpecification = [.long, short("c")]
  static let limit: NameSpecification = [.customLong("limit"), short("n")]
  static let source: NameSpecification = [.customLong("source"), short("s")]
  static let format: NameSpecification = [.customLong("format"), short("f")]
  static let long: NameSpecification = [.long, .customShort("l")]

  // The help of `nearby` calls it --radius, that of `watch` --within. All commands take both.
  static let radius: NameSpecification = [.customLong("radius"), .customLong("within"), short("r")]
  static let within: NameSpecification = [.customLong("within"), .customLong("radius"), short("r")]

  /// `-n5` means `-n 5`.
  private static func short(_ letter: Character) -> NameSpecification.Element {
    .customShort(letter, allowingJoined: true)
  }
}
