import Input
import Presentation
import Programs

/// Plays tones with aplay(1) or pw-play(1), one at a time.
@MainActor
final class TonePlayer {
  private let program: HelperProgram
  private let tell: (String) -> Void
  private var isPlaying = false
  private var hasComplained = false

  private static let programs = ["aplay", "pw-play"]
  /// Longer than a tone and the start of a program take.
  private static let limit = Duration.seconds(3)

  /// `nil` if neither is there.
  ///
  /// - Parameter tell: called with that, and with the first failure of all, and after each tone that was played.
  init?(in environment: [String: String], tell: @escaping (String) -> Void) {
    let found = Self.programs.lazy.compactMap { try? HelperProgram($0, in: environment) }.first
    guard let found else {
      tell("the tone needs aplay or pw-play; install alsa-utils" + PackageManager.advice(on: "alsa-utils"))
      return nil
    }
    program = found
    self.tell = tell
  }

  /// Plays a tone, unless another is playing: the next fix brings another.
  @discardableResult
  func play(_ tone: BeaconTone) -> Task<Void, Never>? {
    guard !isPlaying else { return nil }
    isPlaying = true
    return Task {
      do throws(HelperProblem) {
        _ = try await program.output(of: ["/dev/stdin"], input: tone.wav, atMost: 1 << 20, within: Self.limit)
        hasComplained = false
      } catch {
        if !hasComplained { tell("poi cannot play the tone: \(error); it reports this once") }
        hasComplained = true
      }
      isPlaying = false
    }
  }
}
