import Foundation
import Nearby
import Programs
import TestSupport
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct SpeechQueueTests {
  private let start = ContinuousClock.now

  private func utterance(_ text: String, _ urgency: Callout.Urgency = .inTurn) -> Utterance {
    Utterance(text: text, urgency: urgency)
  }

  @Test("the most urgent comes first, then the oldest")
  func order() {
    var queue = SpeechQueue(dropsStale: true)
    queue.add(utterance("a", .whenQuiet), at: start)
    queue.add(utterance("b"), at: start)
    queue.add(utterance("c", .atOnce), at: start)
    queue.add(utterance("d"), at: start)
    #expect(queue.next(at: start, interrupting: .soon)?.text == "c")
    #expect(queue.next(at: start, interrupting: .whenQuiet) == nil)
    #expect((0..<3).map { _ in queue.next(at: start)?.text } == ["b", "d", "a"])
    #expect(queue.isEmpty && queue.next(at: start) == nil)
  }

  @Test("drops what has waited too long, if asked to")
  func stale() {
    for dropsStale in [true, false] {
      var queue = SpeechQueue(dropsStale: dropsStale)
      queue.add(utterance("old"), at: start)
      queue.add(utterance("new"), at: start + .seconds(6))
      let next = queue.next(at: start + .seconds(11))
      #expect(next?.text == (dropsStale ? "new" : "old"))
    }
  }

  @Test("what is about the next steps interrupts what can wait, and is outdated first")
  func soon() {
    var queue = SpeechQueue(dropsStale: true)
    var junction = utterance("junction", .soon)
    junction.wait = .seconds(3)
    queue.add(junction, at: start)
    #expect(queue.next(at: start, interrupting: .soon) == nil)
    #expect(queue.next(at: start, interrupting: .inTurn)?.text == "junction")
    queue.add(junction, at: start)
    #expect(queue.next(at: start + .seconds(4)) == nil)
  }

  @Test("a full queue drops the least urgent first")
  func bounded() {
    var queue = SpeechQueue(dropsStale: false)
    queue.add(utterance("important", .atOnce), at: start)
    for number in 0..<100 { queue.add(utterance("\(number)", .whenQuiet), at: start) }
    var left: [String] = []
    while let next = queue.next(at: start) { left.append(next.text) }
    #expect(left == ["important"] + (93..<100).map { "\($0)" })
  }

  @Test(
    "finds speech-dispatcher's address by its own library's rules",
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/speech-dispatcher/speechd.sock"),
      (["HOME": "/home/a"], "/home/a/.cache/speech-dispatcher/speechd.sock"),
      (["SPEECHD_ADDRESS": "unix_socket:/tmp/s"], "/tmp/s"),
      (["SPEECHD_ADDRESS": "unix_socket", "XDG_RUNTIME_DIR": "/r"], "/r/speech-dispatcher/speechd.sock"),
      (["SPEECHD_ADDRESS": "inet_socket"], "127.0.0.1:6560"),
      (["SPEECHD_ADDRESS": "inet_socket:van.local:7000"], "van.local:7000"),
      (["SPEECHD_ADDRESS": "inet_socket:[::1]:7000"], "::1:7000"),
      (["SPEECHD_ADDRESS": "tcp://van"], nil),
    ] as [([String: String], String?)])
  func address(environment: [String: String], description: String?) {
    #expect(SpeechDispatcherAddress(environment: environment)?.description == description)
  }

  @Test(
    "the voice has the words' language, and a country's own variant",
    arguments: [
      ("de-AT", "de"), ("pt-BR", "pt-br"), ("en-GB", "en-gb"), ("en", "en"), ("local", "en"), ("ja", "en"),
      ("fr_CA", "fr"),
    ])
  func voices(code: String, voice: String) {
    #expect(SpeechOptions.voice(of: code) == voice)
  }

  @Test("an espeak-ng that hangs is not waited for each time") @MainActor
  func hangingEspeak() async throws {
    let folder = try TemporaryDirectory()
    let program = try folder.write(
      "#!/bin/sh\necho >>\(folder.path(of: "runs"))\nsleep 600\n", as: "espeak-ng")
    chmod(program, 0o755)
    var told: [String] = []
    let speaker = EspeakSpeaker(
      program: HelperProgram("espeak-ng", at: program), SpeechSettings(language: "en"), dropsStale: false
    ) { told.append($0) }
    speaker.patience = { _ in .seconds(1) }
    for number in 0..<5 { speaker.say(Utterance(text: "\(number)", urgency: .inTurn)) }
    await speaker.finish()
    speaker.say(Utterance(text: "again", urgency: .inTurn))
    await speaker.finish()
    #expect(
      told == [
        "espeak-ng did not end within 1 s; poi reports this once",
        "espeak-ng hangs; poi stops speaking",
      ])
    // A busy machine may end it before it has begun.
    let runs = try? String(contentsOfFile: folder.path(of: "runs"), encoding: .utf8)
    #expect((runs ?? "").count <= 2)
  }

  @Test("rates go from espeak-ng's slowest to its fastest")
  func rates() {
    #expect([-100, 0, 100].map(EspeakSpeaker.wordsPerMinute) == [80, 175, 450])
  }
}
