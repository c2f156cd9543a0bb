import Nearby
import Programs

/// Speaks with espeak-ng(1), one process per message; the words go to its standard input.
@MainActor
final class EspeakSpeaker: Speaker {
  private let program: HelperProgram
  private let arguments: [String]
  private let tell: (String) -> Void
  private var queue: SpeechQueue
  private var running: Task<Void, Never>?
  private var current: Utterance?
  private var hasComplained = false
  private var idle: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - program: espeak-ng.
  ///   - dropsStale: whether to drop messages that have waited too long.
  ///   - tell: called with the first failure.
  init(
    program: HelperProgram, _ settings: SpeechSettings, dropsStale: Bool, tell: @escaping (String) -> Void
  ) {
    self.program = program
    self.tell = tell
    queue = SpeechQueue(dropsStale: dropsStale)
    var arguments = ["--stdin", "-b", "1", "-v", settings.language]
    if let rate = settings.rate { arguments += ["-s", "\(Self.wordsPerMinute(atRate: rate))"] }
    self.arguments = arguments
  }

  /// espeak-ng's own rate at 0, its slowest at -100, and the fastest intelligible one at 100.
  nonisolated static func wordsPerMinute(atRate rate: Int) -> Int {
    rate >= 0 ? 175 + rate * (450 - 175) / 100 : 175 + rate * (175 - 80) / 100
  }

  func say(_ utterance: Utterance) {
    queue.add(utterance, at: .now)
    if let current, utterance.urgency.interrupts(current.urgency) { breakOff() }
    startNext()
  }

  func cancel(_ utterance: Utterance) {
    if !queue.remove(utterance), current == utterance { breakOff() }
  }

  func finish() async {
    guard running != nil else { return }
    await withCheckedContinuation { idle.append($0) }
  }

  func stop() async {
    queue.removeAll()
    breakOff()
    await finish()
  }

  private func breakOff() {
    running?.cancel()
  }

  private func startNext() {
    guard running == nil else { return }
    guard let next = queue.next(at: .now) else {
      idle.forEach { $0.resume() }
      idle = []
      return
    }
    current = next
    running = Task {
      let problem = await speak(next)
      running = nil
      current = nil
      if let problem, !hasComplained {
        hasComplained = true
        tell("espeak-ng \(problem); poi reports this once")
      }
      startNext()
    }
  }

  /// The problem, if any.
  private func speak(_ utterance: Utterance) async -> String? {
    do throws(HelperProblem) {
      let outcome = try await program.run(
        arguments, input: Array("\(utterance.text)\n".utf8), within: utterance.patience)
      return outcome.end.problem
    } catch .cancelled {
      // A deliberate interruption is not a problem.
      return nil
    } catch {
      return error.how
    }
  }
}
