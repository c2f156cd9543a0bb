import Presentation

/// Settings for all commands, from variables or else the configuration file.
struct Settings: Sendable {
  var environment: [String: String]
  /// `nil` if there is none.
  var file: ConfigFile?
  /// What the user has chosen for this run, which comes before variables and the file; `nil` for none.
  var profile: ConfigFile?

  /// How the user reads, counts and names things.
  var locale: UserLocale { UserLocale(environment: environment) }

  /// What to say of names that settings no longer have.
  var oldNames: [String] {
    (file?.oldNames ?? []) + Self.renamed.flatMap { $0.oldVariables(in: environment) }
  }

  /// The settings that had other names.
  static let renamed: [any AnySetting] = [Setting.draw]

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

  /// Where something is set.
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
