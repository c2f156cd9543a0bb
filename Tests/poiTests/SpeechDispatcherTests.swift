import Foundation
import Glibc
import Nearby
import TestSupport
import Testing

@testable import poi

/// Speech through a stand-in for speech-dispatcher, working or broken.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SpeechDispatcherTests {
  private let folder: TemporaryDirectory
  private let settings = SpeechSettings(language: "de", rate: -20)

  /// So long that poi does not take its end for missed while the test waits for its turn on a busy machine.
  private let longStory = String(repeating: "a long story ", count: 100)

  init() throws {
    folder = try TemporaryDirectory.forSocket()
  }

  private var path: String { folder.path(of: "s") }

  private func speaker(
    limit: Duration = .seconds(60), tell: @escaping @MainActor @Sendable (String) -> Void = { _ in }
  ) async throws -> SpeechDispatcher {
    try await SpeechDispatcher.connected(
      to: .socket(path: path), settings, dropsStale: false, limit: limit, tell: tell
    ).get()
  }

  private func message(_ text: String, _ urgency: Callout.Urgency = .inTurn) -> Utterance {
    Utterance(text: text, urgency: urgency)
  }

  @Test("introduces itself, sets language and rate, and sends one message after the other")
  func conversation() async throws {
    let server = try FakeSpeechDispatcher(.polite, at: path)
    let speaker = try await speaker()
    speaker.say(message("eins"))
    speaker.say(message(".zwei"))
    speaker.say(message("drei", .atOnce))
    await speaker.finish()
    let said = server.said
    #expect(said.commands.first?.hasSuffix(":poi:main") == true)
    #expect(
      Array(said.commands[1...5]) == [
        "SET self SSML_MODE off", "SET self LANGUAGE de", "SET self RATE -20", "SET self NOTIFICATION END on",
        "SET self NOTIFICATION CANCEL on",
      ])
    #expect(said.messages.sorted() == [".zwei", "drei", "eins"])
    #expect(said.commands.contains("SET self PRIORITY important"))
    #expect(said.commands.last == "QUIT")
    #expect(said.connections == 1)
  }

  @Test("a hurried end cuts the current message")
  func stop() async throws {
    let server = try FakeSpeechDispatcher(.unfinished, at: path)
    let speaker = try await speaker()
    speaker.say(message(longStory))
    _ = await server.messages(1)
    speaker.say(message("never said"))
    await speaker.stop()
    #expect(server.said.messages == [longStory])
    #expect(server.said.commands.suffix(2) == ["CANCEL self", "QUIT"])
  }

  @Test(
    "a lost position interrupts everything, and a junction a shop",
    arguments: [(.inTurn, .atOnce), (.whenQuiet, .soon), (.inTurn, .soon)]
      as [(Callout.Urgency, Callout.Urgency)])
  func urgent(current: Callout.Urgency, next: Callout.Urgency) async throws {
    let server = try FakeSpeechDispatcher(.unfinished, at: path)
    let speaker = try await speaker()
    speaker.say(message(longStory, current))
    _ = await server.messages(1)
    speaker.say(message("waits", current))
    speaker.say(message("is urgent", next))
    #expect(await server.messages(2) == [longStory, "is urgent"])
    await speaker.stop()
  }

  @Test("what has been passed is cut off, and what waits is dropped")
  func passed() async throws {
    let server = try FakeSpeechDispatcher(.unfinished, at: path)
    let speaker = try await speaker()
    let junction = longStory
    speaker.say(message(junction, .soon))
    _ = await server.messages(1)
    speaker.say(message("crossing", .soon))
    speaker.say(message("street"))
    speaker.cancel(message("crossing", .soon))
    speaker.cancel(message(junction, .soon))
    #expect(await server.messages(2) == [junction, "street"])
    let commands = server.said.commands
    #expect(commands.filter { ["SPEAK", "CANCEL self"].contains($0) } == ["SPEAK", "CANCEL self", "SPEAK"])
    await speaker.stop()
  }

  @Test(
    "reports at once that nobody answers in the protocol",
    arguments: [
      (.dead, "it closed the connection"), (.lying, "its answer is not SSIP"),
      (.endless, "its answer is not SSIP"), (.grumpy, "it refuses: 500 ERR INVALID COMMAND"),
    ] as [(FakeSpeechDispatcher.Manner, String)])
  func failures(manner: FakeSpeechDispatcher.Manner, problem: String) async throws {
    let server = try FakeSpeechDispatcher(manner, at: path)
    let result = await SpeechDispatcher.connected(
      to: .socket(path: server.path), settings, dropsStale: false, limit: .seconds(60)
    ) { _ in }
    guard case .failure(let failure) = result else {
      Issue.record("\(manner) is not speech-dispatcher")
      return
    }
    #expect(failure.description == problem)
  }

  @Test("waits for a silent one no longer than the limit")
  func silent() async throws {
    let server = try FakeSpeechDispatcher(.silent, at: path)
    let result = await SpeechDispatcher.connected(
      to: .socket(path: server.path), settings, dropsStale: false, limit: .milliseconds(50)
    ) { _ in }
    guard case .failure(.slow) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("reports the system's own error if nobody listens")
  func absent() async {
    let result = await SpeechDispatcher.connected(to: .socket(path: path), settings, dropsStale: false) { _ in
    }
    guard case .failure(.unreachable(ENOENT)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("reports a refused message, and tries the next one")
  func refusing() async throws {
    let server = try FakeSpeechDispatcher(.refusing, at: path)
    let told = Recorder<String>()
    let speaker = try await speaker { told.record($0) }
    speaker.say(message("one"))
    speaker.say(message("two"))
    await speaker.finish()
    #expect(
      await told.first(2) == Array(repeating: "speech-dispatcher did not speak: 300 ERR INTERNAL", count: 2))
    #expect(server.said.connections == 1)
  }

  @Test("reports one that dies and reconnects, without holding up the watch")
  func dying() async throws {
    let server = try FakeSpeechDispatcher(.dying, at: path)
    let told = Recorder<String>()
    let speaker = try await speaker { told.record($0) }
    speaker.say(message("lost"))
    #expect(
      await told.first(1) == ["speech-dispatcher at \(path): it closed the connection; trying again"])
    speaker.say(message("heard"))
    #expect(await server.messages(2) == ["lost", "heard"])
    await speaker.finish()
    #expect(await told.first(2).last == "speech-dispatcher speaks again")
  }

  @Test("reports one that dies at every message once, and reconnects later each time")
  func fragile() async throws {
    let server = try FakeSpeechDispatcher(.fragile, at: path)
    let told = Recorder<String>()
    let speaker = try await speaker { told.record($0) }
    for count in 1...3 {
      speaker.say(message("\(count)"))
      #expect(await server.messages(count).count == count)
    }
    await speaker.finish()
    _ = await told.first(1)
    #expect(told.elements.count == 1, "\(told.elements)")
  }

  @Test("without a speaker, says what to install, and exits with 69")
  func nothing() async {
    let search = SpeakerSearch(
      environment: ["PATH": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path], tell: { _ in })
    do {
      _ = try await search.speaker(settings, dropsStale: true)
      Issue.record("something spoke")
    } catch let failure as CommandFailure {
      #expect(failure.status == .unreachable)
      #expect(failure.message.contains("apt-get install speech-dispatcher"))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("an invalid address is a usage error")
  func badAddress() async {
    let search = SpeakerSearch(environment: ["SPEECHD_ADDRESS": "tcp://van"], tell: { _ in })
    do {
      _ = try await search.speaker(settings, dropsStale: true)
      Issue.record("something spoke")
    } catch {
      #expect((error as? CommandFailure)?.status == .usage)
    }
  }
}
