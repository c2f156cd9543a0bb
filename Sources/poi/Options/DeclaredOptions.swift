import ArgumentParser
import Presentation

extension Option where Value == OptionValue? {
  /// The option of a setting: `@Option(Setting.limit) var limit: OptionValue?`.
  ///
  /// - Parameter names: the setting's name and its synonyms; `nil` for the name alone.
  init<Kind>(_ setting: Setting<Kind>, names: NameSpecification? = nil) {
    self.init(
      name: names ?? .customLong(setting.key.name), setting.type, help: setting.help,
      defaultWording: setting.defaultText)
  }

  /// An option of one command that cannot be configured.
  ///
  /// - Parameters:
  ///   - name: the property's, unless it is given.
  ///   - valueName: that of the type, unless it is given.
  init<Kind>(
    name: NameSpecification = .long, _ type: SettingType<Kind>, valueName: String? = nil, help: String,
    default usual: Kind? = nil
  ) {
    self.init(
      name: name, type, valueName: valueName, help: help,
      defaultWording: usual.flatMap(type.shown).map { $0.text })
  }

  /// An option of one command that cannot be configured; without a value, it means the usual one.
  init<Kind>(_ type: SettingType<Kind>, usual: Kind, help: String) {
    self.init(
      name: .long, defaultAsFlag: OptionValue(usual), parsing: .next,
      help: ArgumentHelp(help, valueName: type.valueName), completion: type.completion
    ) { OptionValue(try type.parse($0)) }
  }

  private init<Kind>(
    name: NameSpecification, _ type: SettingType<Kind>, valueName: String? = nil, help: String,
    defaultWording: String?
  ) {
    self.init(
      name: name, parsing: type.parsingStrategy,
      help: ArgumentHelp(
        defaultWording.map { "\(help) (default: \($0))" } ?? help, valueName: valueName ?? type.valueName),
      completion: type.completion
    ) { OptionValue(try type.parse($0)) }
  }
}

extension Option where Value == [OptionValue] {
  /// An option that can be repeated and cannot be configured.
  init<Kind>(_ type: SettingType<Kind>, valueName: String? = nil, help: String) {
    self.init(
      wrappedValue: [], help: ArgumentHelp(help, valueName: valueName ?? type.valueName),
      completion: type.completion
    ) { OptionValue(try type.parse($0)) }
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
