import Input
import Programs

/// Finds a speaker on this machine: speech-dispatcher, which it starts if necessary, else espeak-ng.
@MainActor
struct SpeakerSearch {
  let environment: [String: String]
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
        "$SPEECHD_ADDRESS is not an address; use unix_socket:/path or inet_socket:host:port", .usage)
    }
    if let program = try? HelperProgram("espeak-ng", in: environment) {
      return EspeakSpeaker(program: program, settings, dropsStale: dropsStale, tell: tell)
    }
    throw CommandFailure(
      "nothing here can speak; install speech-dispatcher or espeak-ng"
        + PackageManager.advice(on: "speech-dispatcher speech-dispatcher-espeak-ng"), .unreachable)
  }

  private func dispatcher(
    at address: SpeechDispatcherAddress, _ settings: SpeechSettings, _ dropsStale: Bool
  ) async -> SpeechDispatcher? {
    func connected() async -> Result<SpeechDispatcher, SSIPConnection.Problem> {
      await SpeechDispatcher.connected(to: address, settings, dropsStale: dropsStale, tell: tell)
    }
    var result = await connected()
    // Its own clients also start it, unless its configuration says otherwise.
    let isNamed = environment["SPEECHD_ADDRESS"]?.isEmpty == false
    if case .failure(.unreachable) = result, !isNamed {
      guard await spawn() else { return nil }
      result = await connected()
    }
    if case .failure(let problem) = result { tell("speech-dispatcher at \(address): \(problem)") }
    return try? result.get()
  }

  private func spawn() async -> Bool {
    let outcome = try? await HelperProgram("speech-dispatcher", in: environment).run(
      ["--spawn"], within: .seconds(10), lifetime: .runWithoutChildren)
    return outcome?.end == .exited(0)
  }
}
