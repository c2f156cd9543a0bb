import ArgumentParser
import Places
import Presentation

struct SpeechOptions: ParsableArguments {
  static let speakHelp: ArgumentHelp = "Speak aloud, with speech-dispatcher or espeak-ng"
  static let scriptHelp: ArgumentHelp = "Print what would be spoken, and when"

  @Flag(help: speakHelp) var speak = false
  @Flag(help: scriptHelp) var speakScript = false
  @Option(Setting.speechRate) var speechRate: Int?

  func validate() throws {
    if speechRate != nil, !isWanted { throw ValidationError("--speech-rate works only with --speak") }
  }

  /// Whether there is anything to speak or print.
  var isWanted: Bool { speak || speakScript }

  func wording(
    _ options: WordingOptions, _ travel: TravelOptions, in settings: Settings
  ) throws -> SpokenWording {
    let wording = try options.wording(in: settings)
    return SpokenWording(
      language: wording.language, units: wording.units,
      directions: try travel.directions(in: settings) == .clock ? .clock : .sides)
  }

  /// A speaker, if the user wants one.
  ///
  /// - Parameters:
  ///   - dropsStale: whether to drop messages that have waited too long.
  ///   - tell: called with problems.
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

  /// The voice for a language, with its country if that matters; English if poi has no words for it.
  static func voice(of code: String) -> String {
    let language = Category.Language(code: code)
    let lowercased = code.lowercased().replacing("_", with: "-")
    return ["pt-br", "en-gb", "en-us"].contains(lowercased) ? lowercased : language.rawValue
  }
}
