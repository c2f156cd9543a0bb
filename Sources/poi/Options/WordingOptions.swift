import ArgumentParser
import Geography
import Places
import Presentation

/// Units, language, signs and colours; the locale decides what no option sets.
struct WordingOptions: ParsableArguments {
  @Option(Setting.units) var units: UnitSystem?
  @Option(Setting.language) var language: NameLanguage?
  @Flag(Setting.ascii) var ascii: Bool?
  @Flag(Setting.color) var color: Bool?

  /// The units and signs that the options choose, or else the settings.
  ///
  /// - Throws: `CommandFailure`.
  func wording(in settings: Settings) throws -> Wording {
    Wording(
      units: try settings.value(of: .units, given: units).units(in: settings.locale.territory),
      isASCII: try settings.value(of: .ascii, given: ascii), clocks: PlaceClocks())
  }

  /// The language of names.
  ///
  /// - Throws: `CommandFailure`.
  func language(in settings: Settings) throws -> NameLanguage {
    try settings.value(of: .language, given: language)
  }
}

extension NameLanguage {
  /// A code like `sv`, `pt-BR` or `zh-Hant`, or `local`.
  init(argument: String) throws {
    guard let language = NameLanguage(parsing: argument) else {
      throw ValidationError(
        "'\(argument)' is not a language: write a code like sv, pt-BR or zh-Hant, or local")
    }
    self = language
  }
}
