import ArgumentParser
import Geography
import Places
import Presentation

/// Units, language, signs and colours; the locale decides what no option sets.
struct WordingOptions: ParsableArguments {
  /// How pictures and tables are drawn.
  enum Drawing: String, CaseIterable, Sendable {
    /// With the map where the terminal or the format can show it, and in ASCII if the locale is not UTF-8.
    case auto
    case ascii
    /// In Unicode, without the map.
    case plain
  }

  @Option(Setting.units) var units: UnitSystem?
  @Option(Setting.language) var language: NameLanguage?
  @Option(Setting.draw) var draw: Drawing?
  @Flag(Setting.color) var color: Bool?

  /// The units, signs and language that the options choose, or else the settings.
  func wording(in settings: Settings) throws -> Wording {
    try settings.wording(units: units, draw: draw, language: language)
  }

  /// What knows the ground, if it is to be drawn, which takes a file or colours: the source of places, else the store.
  ///
  /// - Parameters:
  ///   - isFile: whether the picture is a file.
  ///   - hasColor: whether the terminal that it is drawn on shows colours.
  /// - Throws: `CommandFailure`, and `PlacesError` if the store cannot be opened.
  @MainActor
  func mapKeeper(
    of provider: any PlaceProviding, _ places: SourceOptions, isFile: Bool = false, hasColor: Bool,
    in context: CommandContext
  ) throws -> GroundKeeper? {
    // The fonts of Linux's own console have no braille.
    let hasBraille = try context.environment["TERM"] != "linux" && !context.settings.isASCII(given: draw)
    guard isFile || hasColor && hasBraille, try context.settings.value(of: .draw, given: draw) == .auto,
      let map = try provider.map ?? storedMap(places, in: context)
    else { return nil }
    let tellOnce = OnceTelling { [console = context.console] in console.tell($0) }
    return GroundKeeper(map) { tellOnce("\($0)") }
  }

  /// The store's, if there is one.
  @MainActor
  private func storedMap(_ places: SourceOptions, in context: CommandContext) throws -> (any MapProviding)? {
    if places.store.store == nil, (try? places.store.path(in: context.settings)) == nil { return nil }
    return try context.openStoreIfThere(places.store)
  }

  func language(in settings: Settings) throws -> NameLanguage {
    try settings.value(of: .language, given: language)
  }
}

extension WordingOptions {
  init(units: UnitSystem?, language: NameLanguage?, draw: Drawing?, color: Bool?) {
    self = Self.usual
    (self.units, self.language, self.draw, self.color) = (units, language, draw, color)
  }

  /// Made once, as declaring the options takes most of the time.
  private static let usual = Self()
}

extension Settings {
  /// How to say things, by options or else by the settings.
  ///
  /// - Parameter language: that of names, in which poi speaks, too, unless names are to be local.
  func wording(
    units: UnitSystem? = nil, draw: WordingOptions.Drawing? = nil, language: NameLanguage? = nil
  ) throws -> Wording {
    Wording(
      units: try value(of: .units, given: units).units(in: locale.territory),
      isASCII: try isASCII(given: draw), language: try wordsLanguage(given: language), clocks: PlaceClocks())
  }

  /// The language that the user reads, and whose words take precedence in what is typed.
  ///
  /// - Throws: `CommandFailure` if a variable has a bad value.
  func wordsLanguage(given: NameLanguage? = nil) throws -> Category.Language {
    let names = try value(of: .language, given: given ?? chosenLanguage)
    return Category.Language(code: (names == .local ? locale.language : names).code)
  }
}

extension NameLanguage {
  /// A code like `sv`, `pt-BR` or `zh-Hant`, or `local`.
  init(argument: String) throws {
    guard let language = NameLanguage(parsing: argument) else {
      throw ValidationError(
        "'\(argument)' is not a language code; use one like sv, pt-BR or zh-Hant, or local")
    }
    self = language
  }
}

extension Settings {
  /// Whether to draw in ASCII alone, as the option says, or else the settings and the locale.
  func isASCII(given draw: WordingOptions.Drawing? = nil) throws -> Bool {
    switch try value(of: .draw, given: draw) {
    case .auto: !locale.isUTF8
    case .ascii: true
    case .plain: false
    }
  }
}
