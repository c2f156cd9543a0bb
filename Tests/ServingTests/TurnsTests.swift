import Testing

@testable import Serving

/// Whose question is answered when, and who has used up its share.
@Suite struct TurnsTests {
  private let now = ContinuousClock.now

  private func turns(_ change: (inout ServerLimits) -> Void = { _ in }) -> Turns {
    var limits = ServerLimits()
    limits.questions = 1
    limits.waitingQuestions = 4
    limits.waitingQuestionsOfClient = 3
    limits.waitingTime = .seconds(20)
    limits.window = .seconds(60)
    limits.secondsOfClient = 30
    limits.bytesOfClient = 600
    change(&limits)
    return Turns(limits: limits)
  }

  /// Lets a client ask one question, which is answered at once.
  private func use(
    _ turns: inout Turns, by client: String, seconds: Double = 0, bytes: Int = 0
  ) {
    #expect(turns.ask(0, by: client, at: now) == .begin)
    #expect(turns.end(by: client, seconds: seconds, bytes: bytes, at: now).isEmpty)
  }

  @Test("clients with many and with few questions take turns")
  func fairness() {
    var turns = turns()
    #expect(turns.ask(1, by: "a", at: now) == .begin)
    for id in 2...3 { #expect(turns.ask(Turns.ID(id), by: "a", at: now) == nil) }
    for id in 4...5 { #expect(turns.ask(Turns.ID(id), by: "b", at: now) == nil) }
    var order: [Turns.ID] = []
    var client = "a"
    while let (id, verdict) = turns.end(by: client, seconds: 0, bytes: 0, at: now).first {
      #expect(verdict == .begin)
      order.append(id)
      client = id < 4 ? "a" : "b"
    }
    #expect(order == [4, 2, 5, 3])
  }

  @Test("a client's second question waits for its first, and no other client's does")
  func oneAtATime() {
    var turns = turns { $0.questions = 3 }
    #expect(turns.ask(1, by: "a", at: now) == .begin)
    #expect(turns.ask(2, by: "a", at: now) == nil)
    #expect(turns.ask(3, by: "b", at: now) == .begin)
    #expect(turns.end(by: "b", seconds: 0, bytes: 0, at: now).isEmpty)
  }

  @Test("a question that is no longer asked takes no turn")
  func dropped() {
    var turns = turns()
    #expect(turns.ask(1, by: "a", at: now) == .begin)
    #expect(turns.ask(2, by: "b", at: now) == nil)
    turns.drop(2, by: "b")
    #expect(turns.end(by: "a", seconds: 0, bytes: 0, at: now).isEmpty)
    #expect(turns.ask(3, by: "b", at: now) == .begin)
  }

  @Test(
    "so many questions wait, and no more", arguments: [["a", "a", "a", "a"], ["a", "a", "b", "b", "c"]])
  func fullQueue(clients: [String]) {
    var turns = turns()
    #expect(turns.ask(0, by: "x", at: now) == .begin)
    var verdicts = clients.map { turns.ask(1, by: $0, at: now) }
    #expect(verdicts.removeLast() == .refused(retryAfter: 2))
    #expect(verdicts.allSatisfy { $0 == nil })
  }

  @Test("a question waits only so long")
  func patience() {
    var turns = turns()
    #expect(turns.ask(1, by: "a", at: now) == .begin)
    #expect(turns.ask(2, by: "b", at: now) == nil)
    let end = turns.end(by: "a", seconds: 0, bytes: 0, at: now + .seconds(20))
    #expect(end.map(\.1) == [.refused(retryAfter: 2)])
  }

  @Test("a share is used up by work or by bytes, and comes back with time", arguments: [(45.0, 0), (0, 900)])
  func shares(seconds: Double, bytes: Int) {
    var turns = turns()
    use(&turns, by: "a", seconds: seconds, bytes: bytes)
    #expect(turns.ask(1, by: "a", at: now) == .refused(retryAfter: 31))
    #expect(turns.ask(2, by: "a", at: now + .seconds(29)) == .refused(retryAfter: 2))
    #expect(turns.ask(3, by: "b", at: now) == .begin)
    _ = turns.end(by: "b", seconds: 0, bytes: 0, at: now)
    #expect(turns.ask(4, by: "a", at: now + .seconds(31)) == .begin)
  }

  @Test("work without a turn is part of the share")
  func workWithoutTurn() {
    var turns = turns()
    #expect(turns.use(20, by: "a", at: now) == nil)
    #expect(turns.use(25, by: "a", at: now) == 31)
    #expect(turns.ask(1, by: "a", at: now) == .refused(retryAfter: 31))
    #expect(turns.ask(2, by: "b", at: now) == .begin)
  }

  @Test("questions that wait when the share is used up are refused")
  func waitingWithoutShare() {
    var turns = turns()
    #expect(turns.ask(1, by: "a", at: now) == .begin)
    for id in 2...3 { #expect(turns.ask(Turns.ID(id), by: "a", at: now) == nil) }
    let end = turns.end(by: "a", seconds: 45, bytes: 0, at: now)
    #expect(end.map(\.0) == [2, 3])
    #expect(end.map(\.1) == [.refused(retryAfter: 31), .refused(retryAfter: 31)])
  }

  @Test("forgets who has used least, however many ask")
  func manyClients() {
    var turns = turns { $0.clients = 2 }
    use(&turns, by: "a", seconds: 45)
    use(&turns, by: "b", seconds: 1)
    use(&turns, by: "c", seconds: 45)
    for client in ["a", "c"] { #expect(turns.ask(1, by: client, at: now) == .refused(retryAfter: 31)) }
  }
}
