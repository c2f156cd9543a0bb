import NIOHTTP1
import Nearby
import Places
import Presentation
import Serving

/// The watches that clients follow: one per query.
@MainActor
final class WatchFeeds {
  private static let most = 64
  /// How many of them one client may follow.
  private static let mostOfClient = 16
  private static let signOfLife = Duration.seconds(15)
  /// How long a watch continues without clients, in case one returns.
  private static let patience = Duration.seconds(60)

  private let position: SharedPosition
  private let places: any PlaceProviding
  private let context: CommandContext
  private var feeds: [WatchFeed.Question: WatchFeed] = [:]
  /// Timers that end watches without clients.
  private var timers: [WatchFeed.Question: any ScheduledTimer] = [:]
  private var heartbeat: Task<Void, Never>?

  init(following position: SharedPosition, places: any PlaceProviding, in context: CommandContext) {
    self.position = position
    self.places = places
    self.context = context
    heartbeat = Task { [weak self] in
      while (try? await Task.sleep(for: Self.signOfLife)) != nil {
        for feed in self?.feeds.values.map(\.self) ?? [] { feed.sendSignOfLife() }
      }
    }
  }

  /// The answer that carries the events that match, or says that too many different watches are running.
  func response(to question: WatchFeed.Question, names: Set<String>, openings: Openings) -> Response {
    if let feed = feeds[question] {
      timers.removeValue(forKey: question)?.cancel()
      return feed.addClient(names: names)
    }
    guard feeds.values.count(where: \.isFollowedByWhoAsks) < Self.mostOfClient else {
      return .problem(
        "you follow \(Self.mostOfClient) different watches already; close one", status: .tooManyRequests,
        headers: ["Retry-After": "60"])
    }
    if feeds.count >= Self.most, let idle = feeds.first(where: { $0.value.clientCount == 0 }) {
      drop(idle.value, idle.key)
    }
    guard feeds.count < Self.most else {
      return .problem(
        "\(Self.most) different watches are running already; ask for one of those",
        status: .serviceUnavailable, headers: ["Retry-After": "60"])
    }
    let feed = WatchFeed(
      question, following: position, places: places, openings: openings,
      timerScheduler: context.timerScheduler, now: context.now)
    feed.onIdle = { [weak self, weak feed] in
      guard let self, let feed else { return }
      dropLater(feed, question)
    }
    feeds[question] = feed
    return feed.addClient(names: names)
  }

  func stop() {
    heartbeat?.cancel()
    for feed in feeds.values { feed.stop() }
    feeds = [:]
  }

  private func dropLater(_ feed: WatchFeed, _ question: WatchFeed.Question) {
    timers[question]?.cancel()
    timers[question] = context.timerScheduler.schedule(after: Self.patience) { [weak self, weak feed] in
      guard let self, let feed, feed.clientCount == 0, feeds[question] === feed else { return }
      drop(feed, question)
    }
  }

  private func drop(_ feed: WatchFeed, _ question: WatchFeed.Question) {
    timers.removeValue(forKey: question)?.cancel()
    feed.stop()
    feeds[question] = nil
  }
}

/// Answers `/watch`: a stream of the events that `poi watch --format jsonl` prints.
struct ServedEvents: Sendable {
  let feeds: WatchFeeds
  let places: ServedPlaces

  func watch(_ parameters: QueryParameters) async throws -> Response {
    let request = places.query(parameters)
    try request.allow(only: ["events"], ServedQuery.ofFilter, ServedQuery.ofFences)
    try request.refusePlace { _ in ServedQuery.placeIsElsewhere }
    let names = try request.events()
    let openings = try request.openings()
    var question = WatchFeed.Question(
      filter: try request.filter(isForLists: true), rules: try request.rules(),
      opening: try request.openingMoment(),
      needsPlaces: !names.isSubset(of: EventOptions.Names.withoutPlaces))
    // All clients that want no places share one watch.
    if !question.needsPlaces {
      question.filter = PlaceFilter()
      question.rules = .init()
      question.opening = nil
    }
    return await feeds.response(to: question, names: names, openings: openings)
  }
}
