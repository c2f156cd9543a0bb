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

  /// The units, signs and language that the options choose, or else the settings.
  ///
  /// - Throws: `CommandFailure`.
  func wording(in settings: Settings) throws -> Wording {
    try settings.wording(units: units, ascii: ascii, language: language)
  }

  /// The language of names.
  ///
  /// - Throws: `CommandFailure`.
  func language(in settings: Settings) throws -> NameLanguage {
    try settings.value(of: .language, given: language)
  }
}

extension Settings {
  /// How to say things, by options or else by the settings.
  ///
  /// - Parameter language: that of names, in which poi speaks, too, unless names are to be local.
  /// - Throws: `CommandFailure`.
  func wording(
    units: UnitSystem? = nil, ascii: Bool? = nil, language: NameLanguage? = nil
  ) throws -> Wording {
    let names = try value(of: .language, given: language)
    return Wording(
      units: try value(of: .units, given: units).units(in: locale.territory),
      isASCII: try value(of: .ascii, given: ascii),
      language: Category.Language(code: (names == .local ? locale.language : names).code),
      clocks: PlaceClocks())
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
