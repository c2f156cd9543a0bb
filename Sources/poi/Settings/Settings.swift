import Foundation
import Presentation

/// What people have set for all commands: by variables, and before that in the configuration file.
struct Settings: Sendable {
  var environment: [String: String]
  /// Nothing where there is none.
  var file: ConfigFile?

  /// How the user reads, counts and names things.
  var locale: UserLocale { UserLocale(environment: environment) }

  /// What an option says, else its variable, else the file, else what is built in.
  ///
  /// - Parameter given: what the option says, if it stands on the command line.
  /// - Throws: `CommandFailure` where a variable says what cannot be.
  func value<Value>(of setting: Setting<Value>, given: Value? = nil) throws -> Value {
    try given ?? find(setting)?.value ?? setting.builtIn(self)
  }

  /// The same for what need not be set at all.
  func value<Value>(of setting: Setting<Value?>, given: Value?) throws -> Value? {
    if let given { return given }
    return try find(setting)?.value ?? setting.builtIn(self)
  }

  /// Where something is set.
  enum Source {
    case variable(String)
    case file(ConfigFile)
  }

  /// What a variable says, or else the file.
  ///
  /// - Throws: `CommandFailure` where a variable says what cannot be.
  func find<Value>(_ setting: Setting<Value>) throws -> (value: Value, source: Source)? {
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
    guard let file, let argument = file.arguments[setting.key] else { return nil }
    do {
      return (try setting.type.parse(argument), .file(file))
    } catch {
      throw file.failure("\(error)", at: setting.key)
    }
  }
}
