import Presentation
import Programs

/// Plays tones with aplay(1) or pw-play(1), one at a time.
@MainActor
final class TonePlayer {
  private let program: HelperProgram
  private var isPlaying = false

  private static let programs = ["aplay", "pw-play"]
  /// Longer than a tone and the start of a program take.
  private static let limit = Duration.seconds(3)

  /// `nil` if neither is there.
  init?(in environment: [String: String]) {
    let found = Self.programs.lazy.compactMap { try? HelperProgram($0, in: environment) }.first
    guard let found else { return nil }
    program = found
  }

  /// Plays a tone, unless another is playing: the next fix brings another.
  func play(_ tone: BeaconTone) {
    guard !isPlaying else { return }
    isPlaying = true
    Task {
      _ = try? await program.run(["/dev/stdin"], input: tone.wav, within: Self.limit)
      isPlaying = false
    }
  }
}
