import Nearby
import Programs

/// Speaks with espeak-ng(1), one process per message; the words go to its standard input.
@MainActor
final class EspeakSpeaker: Speaker {
  private let program: HelperProgram
  private let arguments: [String]
  /// How long a message may take.
  var patience: (Utterance) -> Duration = { $0.patience }
  private let tell: (String) -> Void
  private var queue: SpeechQueue
  private var running: (utterance: Utterance, task: Task<Void, Never>)?
  private var hasComplained = false
  /// How often in a row it did not end in time; after some, poi is silent rather than wait for it each time.
  private var hangs = 0
  private static let mostHangs = 2
  private var idle: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - program: espeak-ng.
  ///   - dropsStale: whether to drop messages that have waited too long.
  ///   - tell: called with the first failure, and if poi gives up.
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
    guard hangs < Self.mostHangs else { return }
    queue.add(utterance, at: .now)
    if let running, utterance.urgency.interrupts(running.utterance.urgency) { running.task.cancel() }
    startNext()
  }

  func cancel(_ utterance: Utterance) {
    if !queue.remove(utterance), running?.utterance == utterance { running?.task.cancel() }
  }

  func finish() async {
    guard running != nil else { return }
    await withCheckedContinuation { idle.append($0) }
  }

  func stop() async {
    queue.removeAll()
    running?.task.cancel()
    await finish()
  }

  private func startNext() {
    guard running == nil else { return }
    guard let next = queue.next(at: .now) else {
      idle.forEach { $0.resume() }
      idle = []
      return
    }
    let task = Task {
      let problem = await speak(next)
      running = nil
      if let problem, !hasComplained {
        hasComplained = true
        tell("espeak-ng \(problem); poi reports this once")
      }
      if hangs == Self.mostHangs {
        queue.removeAll()
        tell("espeak-ng hangs; poi stops speaking")
      }
      startNext()
    }
    running = (next, task)
  }

  /// The problem, if any.
  private func speak(_ utterance: Utterance) async -> String? {
    do throws(HelperProblem) {
      let outcome = try await program.run(
        arguments, input: Array("\(utterance.text)\n".utf8), within: patience(utterance))
      hangs = 0
      return outcome.end.problem
    } catch .cancelled {
      // A deliberate interruption is not a problem.
      return nil
    } catch {
      if case .tooSlow = error { hangs += 1 }
      return error.how
    }
  }
}
