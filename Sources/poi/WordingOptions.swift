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
    transform: { text in
      guard let language = NameLanguage(parsing: text) else {
        throw ValidationError("'\(text)' is no language: write a code like sv, pt-BR or zh-Hant, or local")
      }
      return language
    })
  var language: NameLanguage?

  @Flag(help: "ASCII signs only, as where the locale is not UTF-8; names stay as they are.")
  var ascii = false

  @Flag(help: "No colour, even on a terminal; $NO_COLOR says the same.")
  var noColor = false

  /// The units and signs that the options choose, or else the locale.
  @MainActor
  func wording(in context: CommandContext) -> Wording {
    let locale = context.locale
    return Wording(
      units: (units ?? .usual(in: locale.territory)).units(in: locale.territory),
      isASCII: ascii || !locale.isUTF8)
  }
}
