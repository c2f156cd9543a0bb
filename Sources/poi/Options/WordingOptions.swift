import ArgumentParser
import Geography
import Places
import Presentation

extension UnitSystem: ArgumentWord {}

/// How things are told: units, language, signs and colours; the locale says what is not said here.
struct WordingOptions: ParsableArguments {
  @Option(help: "The units of what people read. (default: as usual in the locale's territory)")
  var units: UnitSystem?

  @Option(
    help: ArgumentHelp(
      "Names in this language where there are any: sv, pt-BR, zh-Hant, or local. (default: the locale's)",
      valueName: "code"),
    transform: Setting.language.type.parse)
  var language: NameLanguage?

  @Flag(
    inversion: .prefixedNo,
    help: "ASCII signs only, as where the locale is not UTF-8; names stay as they are.")
  var ascii: Bool?

  @Flag(inversion: .prefixedNo, help: "Colours on a terminal. (default: --color, unless $NO_COLOR is set)")
  var color: Bool?

  /// The units and signs that the options choose, or else the settings.
  ///
  /// - Throws: `CommandFailure`.
  func wording(in settings: Settings) throws -> Wording {
    Wording(
      units: try settings.value(of: .units, given: units).units(in: settings.locale.territory),
      isASCII: try settings.value(of: .ascii, given: ascii))
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
      throw ValidationError("'\(argument)' is no language: write a code like sv, pt-BR or zh-Hant, or local")
    }
    self = language
  }
}
