import Nearby
import Presentation

/// Something that says things aloud without keeping anybody waiting.
@MainActor
protocol Speaker {
  /// Says something as soon as its turn has come; what has to wait too long is not said.
  func say(_ utterance: Utterance)
  /// Waits until all has been said.
  func finish() async
  /// Says nothing more, and breaks off what is being said.
  func stop() async
}

/// Something to say.
struct Utterance: Hashable, Sendable {
  /// One line, fit to be spoken.
  let text: String
  let urgency: Callout.Urgency

  /// Longer than anybody takes to say it: then it must have ended without a word.
  var patience: Duration { .seconds(10 + text.count / 4) }
}

/// How things are said.
struct SpeechSettings: Hashable, Sendable {
  /// A code like `de` or `pt-br`.
  var language: String
  /// From -100, as slow as can be, to 100; `nil` is the speaker's own.
  var rate: Int?
}

/// What waits to be said: not much, and nothing old.
struct SpeechQueue {
  /// As many wait at most; then the oldest of the least urgent is dropped.
  static let capacity = 8
  /// What waited so long is not said any more, unless it is to be said whenever that is.
  static let patience = Duration.seconds(10)

  private var waiting: [(utterance: Utterance, since: ContinuousClock.Instant)] = []
  private let dropsStale: Bool

  /// - Parameter dropsStale: whether what has waited too long is dropped.
  init(dropsStale: Bool) {
    self.dropsStale = dropsStale
  }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ utterance: Utterance, at now: ContinuousClock.Instant) {
    waiting.append((utterance, now))
    guard waiting.count > Self.capacity else { return }
    let least = waiting.map(\.utterance.urgency.rank).min()
    if let index = waiting.firstIndex(where: { $0.utterance.urgency.rank == least }) {
      waiting.remove(at: index)
    }
  }

  /// The most urgent, and of these the oldest; `nil` if nothing waits that is still worth saying.
  ///
  /// - Parameter urgency: nothing less urgent than this.
  mutating func next(
    at now: ContinuousClock.Instant, atLeast urgency: Callout.Urgency = .notification
  ) -> Utterance? {
    if dropsStale { waiting.removeAll { now - $0.since > Self.patience } }
    guard let most = waiting.map(\.utterance.urgency.rank).max(), most >= urgency.rank,
      let index = waiting.firstIndex(where: { $0.utterance.urgency.rank == most })
    else { return nil }
    return waiting.remove(at: index).utterance
  }

  mutating func removeAll() {
    waiting = []
  }
}

extension Callout.Urgency {
  fileprivate var rank: Int {
    switch self {
    case .notification: 0
    case .message: 1
    case .important: 2
    }
  }
}

extension Speaker {
  /// Says what is around a position, and waits until all has been said.
  func say(_ report: SpokenReport) async {
    for callout in zip(report.callouts, report.texts) {
      say(Utterance(text: callout.1, urgency: callout.0.urgency))
    }
    await finish()
  }
}
