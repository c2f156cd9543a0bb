import ArgumentParser
import Nearby
import Places
import Presentation

/// Whether and how things are said aloud.
struct SpeechOptions: ParsableArguments {
  @Flag(help: "Announce places aloud, through speech-dispatcher or espeak-ng.")
  var speak = false

  @Flag(help: "Print the announcements and their times instead of the usual output.")
  var speakScript = false

  @Option(Setting.speechRate) var speechRate: OptionValue?

  /// Whether anything is to be put into words at all.
  var isWanted: Bool { speak || speakScript }

  /// How things are put into words.
  ///
  /// - Throws: `CommandFailure`.
  func wording(
    _ options: WordingOptions, _ travel: TravelOptions, in settings: Settings
  ) throws -> SpokenWording {
    SpokenWording(
      language: Category.Language(code: try options.language(in: settings).code),
      units: try options.wording(in: settings).units,
      directions: try travel.directions(in: settings) == .clock ? .clock : .sides)
  }

  /// Something that speaks, if anything is to be said aloud.
  ///
  /// - Parameters:
  ///   - dropsStale: whether what has waited too long is dropped.
  ///   - tell: hears what goes wrong.
  /// - Throws: `CommandFailure` if nothing on this machine speaks.
  @MainActor
  func speaker(
    _ options: WordingOptions, dropsStale: Bool, in context: CommandContext
  ) async throws -> (any Speaker)? {
    guard speak else { return nil }
    let settings = SpeechSettings(
      language: Self.voice(of: try options.language(in: context.settings).code),
      rate: try context.settings.value(of: .speechRate, given: speechRate))
    return try await context.makeSpeaker(settings, dropsStale)
  }

  /// The voice for a language: that of a country where it differs, and English where there are no words.
  static func voice(of code: String) -> String {
    let language = Category.Language(code: code)
    let lowercased = code.lowercased().replacing("_", with: "-")
    return ["pt-br", "en-gb", "en-us"].contains(lowercased) ? lowercased : language.rawValue
  }
}
