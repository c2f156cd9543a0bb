import Foundation
import Nearby
import Presentation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Speaks with espeak-ng(1), one process per message; the words go to its standard input.
@MainActor
final class EspeakSpeaker: Speaker {
  private let program: String
  private let arguments: [String]
  private let tell: (String) -> Void
  private let timerScheduler: any TimerScheduler
  private var queue: SpeechQueue
  private var running: Task<Void, Never>?
  private var group: Int32?
  private var hasComplained = false
  private var idle: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - program: the path of espeak-ng.
  ///   - dropsStale: whether to drop messages that have waited too long.
  ///   - tell: called with the first failure.
  init(
    program: String, _ settings: SpeechSettings, dropsStale: Bool, timerScheduler: any TimerScheduler,
    tell: @escaping (String) -> Void
  ) {
    self.program = program
    self.tell = tell
    self.timerScheduler = timerScheduler
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
    // The current message has only a few words.
    if utterance.urgency == .important { breakOff() }
    startNext()
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
    if let group { _ = kill(-group, SIGTERM) }
  }

  private func startNext() {
    guard running == nil else { return }
    guard let next = queue.next(at: .now) else {
      idle.forEach { $0.resume() }
      idle = []
      return
    }
    running = Task {
      let problem = await speak(next)
      running = nil
      if let problem, !hasComplained {
        hasComplained = true
        tell("espeak-ng \(problem); poi reports this once")
      }
      startNext()
    }
  }

  /// The problem, if any.
  private func speak(_ utterance: Utterance) async -> String? {
    var options = PlatformOptions()
    options.processGroupID = 0
    do {
      let input = try UnnamedFile.open(holding: utterance.text + "\n")
      let result = try await Subprocess.run(
        .path(FilePath(program)), arguments: Arguments(arguments), platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .discarded,
        error: .discarded
      ) { execution in
        self.follow(execution.processIdentifier.value, for: utterance.patience)
      }
      result.closureResult.cancel()
      group = nil
      // A deliberate interruption is not a problem.
      if case .signaled(SIGTERM) = result.terminationStatus { return nil }
      return result.terminationStatus.problem
    } catch {
      group = nil
      return "could not be run: \(error)"
    }
  }

  private func follow(_ process: Int32, for patience: Duration) -> any ScheduledTimer {
    group = process
    return timerScheduler.schedule(after: patience) { _ = kill(-process, SIGKILL) }
  }
}
