import Foundation
import Glibc
import Nearby
import Presentation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Finds a speaker on this machine: speech-dispatcher, which it starts if necessary, else espeak-ng.
@MainActor
struct SpeakerSearch {
  let environment: [String: String]
  let timerScheduler: any TimerScheduler
  /// Called with problems.
  let tell: @MainActor @Sendable (String) -> Void

  /// The first speaker that works.
  ///
  /// - Parameter dropsStale: whether to drop messages that have waited too long.
  /// - Throws: `CommandFailure` if there is none.
  func speaker(_ settings: SpeechSettings, dropsStale: Bool) async throws -> any Speaker {
    if let address = SpeechDispatcherAddress(environment: environment) {
      if let speaker = await dispatcher(at: address, settings, dropsStale) { return speaker }
    } else if environment["SPEECHD_ADDRESS"]?.isEmpty == false {
      throw CommandFailure(
        "$SPEECHD_ADDRESS is not an address: write unix_socket:/path or inet_socket:host:port", .usage)
    }
    if let program = path(of: "espeak-ng") {
      return EspeakSpeaker(
        program: program, settings, dropsStale: dropsStale, timerScheduler: timerScheduler, tell: tell)
    }
    throw CommandFailure(
      """
      nothing here can speak: install speech-dispatcher or espeak-ng, for example with sudo apt-get install \
      speech-dispatcher speech-dispatcher-espeak-ng
      """, .unreachable)
  }

  private func dispatcher(
    at address: SpeechDispatcherAddress, _ settings: SpeechSettings, _ dropsStale: Bool
  ) async -> SpeechDispatcher? {
    func connected() async -> Result<SpeechDispatcher, SSIPConnection.Problem> {
      await SpeechDispatcher.connected(to: address, settings, dropsStale: dropsStale, tell: tell)
    }
    let problem: SSIPConnection.Problem
    switch await connected() {
    case .success(let speaker): return speaker
    case .failure(let failure): problem = failure
    }
    // Its own clients also start it, unless its configuration says otherwise.
    let isNamed = environment["SPEECHD_ADDRESS"]?.isEmpty == false
    if case .unreachable = problem, !isNamed {
      guard let program = path(of: "speech-dispatcher"), await spawn(program) else { return nil }
      switch await connected() {
      case .success(let speaker): return speaker
      case .failure(let failure): tell("speech-dispatcher at \(address): \(failure)")
      }
    } else {
      tell("speech-dispatcher at \(address): \(problem)")
    }
    return nil
  }

  private func spawn(_ program: String) async -> Bool {
    do {
      let result = try await Subprocess.run(
        .path(FilePath(program)), arguments: ["--spawn"], input: .none, output: .discarded,
        error: .discarded
      ) { execution in
        let process = execution.processIdentifier.value
        return timerScheduler.schedule(after: .seconds(10)) { _ = kill(process, SIGKILL) }
      }
      result.closureResult.cancel()
      return result.terminationStatus.isSuccess
    } catch {
      return false
    }
  }

  private func path(of program: String) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(program)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
