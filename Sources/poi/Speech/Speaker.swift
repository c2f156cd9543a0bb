import Nearby
import Presentation

/// Speaks without keeping its callers waiting.
@MainActor
protocol Speaker {
  /// Queues a message; one that waits too long is dropped.
  func say(_ utterance: Utterance)
  /// Breaks off or drops a message: what it says has been passed.
  func cancel(_ utterance: Utterance)
  /// Waits until everything is said.
  func finish() async
  /// Stops at once, and drops the rest.
  func stop() async
}

struct Utterance: Hashable, Sendable {
  /// One line, safe to speak.
  let text: String
  let urgency: Callout.Urgency
  /// How long it may wait: after that, it is outdated.
  var wait = Duration.seconds(CalloutRules.mostPatience)

  /// Longer than speaking can take: by then, its end must have been missed.
  var patience: Duration { .seconds(10 + text.count / 4) }
}

struct SpeechSettings: Hashable, Sendable {
  /// A code like `de` or `pt-br`.
  var language: String
  /// From -100 (slowest) to 100 (fastest); `nil` for the speaker's own rate.
  var rate: Int?
}

/// The queue of messages: short, and without old ones.
struct SpeechQueue {
  /// The most messages that may wait; beyond that, the oldest of the least urgent is dropped.
  static let capacity = 8

  private var waiting: [(utterance: Utterance, since: ContinuousClock.Instant)] = []
  private let dropsStale: Bool

  /// - Parameter dropsStale: whether to drop messages that have waited too long.
  init(dropsStale: Bool) {
    self.dropsStale = dropsStale
  }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ utterance: Utterance, at now: ContinuousClock.Instant) {
    waiting.append((utterance, now))
    guard waiting.count > Self.capacity else { return }
    let least = waiting.map(\.utterance.urgency).min()
    if let index = waiting.firstIndex(where: { $0.utterance.urgency == least }) {
      waiting.remove(at: index)
    }
  }

  /// The most urgent message, and the oldest of these; `nil` if none is worth saying.
  ///
  /// - Parameter current: the urgency of what is being said; only what interrupts it comes then.
  mutating func next(
    at now: ContinuousClock.Instant, interrupting current: Callout.Urgency? = nil
  ) -> Utterance? {
    if dropsStale { waiting.removeAll { now - $0.since > $0.utterance.wait } }
    guard let most = waiting.map(\.utterance.urgency).max(), current.map(most.interrupts) ?? true,
      let index = waiting.firstIndex(where: { $0.utterance.urgency == most })
    else { return nil }
    return waiting.remove(at: index).utterance
  }

  /// Returns whether it was waiting.
  mutating func remove(_ utterance: Utterance) -> Bool {
    let count = waiting.count
    waiting.removeAll { $0.utterance == utterance }
    return waiting.count < count
  }

  mutating func removeAll() {
    waiting = []
  }
}

extension Speaker {
  /// Announces the places around a position, and waits until everything is said.
  func say(_ report: SpokenReport) async {
    for callout in zip(report.callouts, report.texts) {
      say(Utterance(text: callout.1, urgency: callout.0.urgency))
    }
    await finish()
  }
}
