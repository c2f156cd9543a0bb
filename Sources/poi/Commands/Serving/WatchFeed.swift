import FoundationEssentials
import Nearby
import Places
import Presentation
import Serving

/// One watch whose events go to every client with the same query.
@MainActor
final class WatchFeed {
  /// What clients must have in common to share a watch.
  struct Question: Hashable {
    var filter: PlaceFilter
    var rules: ProximityRules
    var opening: PlannedTime?
    var needsPlaces: Bool
  }

  private struct Client {
    let names: Set<String>
    let channel: EventChannel
    let taker: TurnTaker?
  }

  /// How many places around a watch keeps, the nearest.
  static let mostPlaces = 2000

  private let position: SharedPosition
  private let driver: WatchDriver
  private let openings: Openings
  private let timerScheduler: any TimerScheduler
  private let now: () -> Date
  private var clients: [Int: Client] = [:]
  private var nextClient = 0
  /// Whose work it is: that of its clients, or of the last one that left.
  private var takers: [TurnTaker]
  /// Ends the time in which they may cause no more.
  private var pauseTimer: (any ScheduledTimer)?
  /// What a client that joins later has missed.
  private var authorization: [UInt8]?
  private var signal: [UInt8]?
  private var location: [UInt8]?
  /// That the data ends here, or is too much.
  private var notice: (event: [UInt8], isOfTooMuch: Bool)?
  /// By place: the event of arriving there, and how many there were before it.
  private var inside: [String: (order: Int, name: String, event: [UInt8])] = [:]
  private var arrivals = 0
  private var eventFilter = EventFilter(travelFilter: nil)
  /// Called when the last client is gone.
  var onIdle: () -> Void = {}

  init(
    _ question: Question, following position: SharedPosition, places: any PlaceProviding, openings: Openings,
    timerScheduler: any TimerScheduler, now: @escaping () -> Date
  ) {
    self.position = position
    self.openings = openings
    self.timerScheduler = timerScheduler
    self.now = now
    takers = [TurnTaker.current].compactMap(\.self)
    let areas =
      question.needsPlaces
      ? AreaLoader(
        places, filter: question.filter, rules: question.rules, limit: Self.mostPlaces,
        timerScheduler: timerScheduler)
      : nil
    let engine = WatchEngine(monitor: ProximityMonitor(rules: question.rules), signal: position.signal)
    driver = WatchDriver(engine, areas: areas, pace: position.pace, timerScheduler: timerScheduler)
    driver.onOutcome = { [weak self] outcome in
      switch outcome {
      case .event(let event): self?.take(event)
      case .coverage(let isKnown): self?.take(isCovered: isKnown)
      case .counted: self?.followReason()
      case .suppressed, .reconnecting, .caughtUp: break
      }
    }
    areas?.turn = { [weak self] in await self?.takeTurn($0) }
    driver.onWork = { [weak self] in self?.count($0) }
    // A failing source is not one without places: clients that wait for events must know.
    areas?.onFailure = { [weak self] in self?.sendAll(ServedProblem($0).eventLine) }
    if let loss = position.signal.loss { take(.signal(loss)) }
    position.add(driver)
  }

  var clientCount: Int { clients.count }
  var isFollowedByWhoAsks: Bool { clients.values.contains { $0.taker?.name == TurnTaker.current?.name } }

  /// Adds a client, sends it the current state at once, and returns the answer that carries its events.
  ///
  /// - Parameter names: the events that it wants.
  func addClient(names: Set<String>) -> Response {
    nextClient += 1
    let id = nextClient
    let (channel, response) = EventChannel.make { [weak self] in
      Task { @MainActor in self?.removeClient(id) }
    }
    clients[id] = Client(names: names, channel: channel, taker: TurnTaker.current)
    findTakers()
    func tell(_ name: String, _ event: [UInt8]?) {
      if let event, names.contains(name) { channel.send(event) }
    }
    tell("authorization", authorization)
    tell("signal", signal)
    tell("location", location)
    let problem = driver.areas?.lastFailure.map { EventChannel.event(ServedProblem($0).eventLine) }
    for event in [notice?.event, problem].compactMap(\.self) { channel.send(event) }
    // What is gone from the data is left without an event.
    let known = Set(driver.areas?.places?.places.map(\.id) ?? [])
    let present = inside.filter { known.contains($0.key) }.values
    for (_, name, event) in present.sorted(by: { $0.order < $1.order }) { tell(name, event) }
    return response
  }

  private func removeClient(_ id: Int) {
    guard clients.removeValue(forKey: id) != nil else { return }
    findTakers()
    if clients.isEmpty { onIdle() }
  }

  // MARK: Work

  private func findTakers() {
    let present = clients.values.compactMap(\.taker)
    if !present.isEmpty { takers = present }
  }

  /// Loads places when it is a client's turn, as a question does, and as soon as the share of one allows.
  private func takeTurn(_ load: @MainActor () async -> Void) async {
    while let taker = takers.randomElement() {
      if let pause = await taker.begin() {
        guard (try? await Task.sleep(for: .seconds(pause))) != nil else { return }
        continue
      }
      let meter = WorkMeter()
      await WorkMeter.$current.withValue(meter) { await load() }
      return taker.end(seconds: meter.seconds)
    }
    await load()
  }

  /// Shares work among the clients, and lets the next fixes wait if none of them may cause more.
  private func count(_ seconds: Double) {
    let pauses = takers.map { $0.use(seconds: seconds / Double(takers.count)) }
    guard !driver.isHeld, let pause = pauses.compactMap(\.self).min(), !pauses.contains(nil) else { return }
    driver.isHeld = true
    pauseTimer = timerScheduler.schedule(after: .seconds(pause)) { [weak self] in self?.driver.isHeld = false
    }
  }

  // MARK: Events

  func sendSignOfLife() {
    for client in clients.values { client.channel.sendSignOfLife() }
  }

  /// Ends the watch, and the streams of its clients.
  func stop() {
    driver.stop()
    pauseTimer?.cancel()
    position.remove(driver)
    for client in clients.values { client.channel.finish() }
    clients = [:]
  }

  private func take(_ event: WatchEvent) {
    if case .proximity(let proximity) = event,
      eventFilter.verdict(on: proximity, opening: openings.at(event.time ?? now()).wanted) != .report
    {
      return
    }
    let bytes = EventChannel.event(event.jsonLine(openings.at(event.time ?? now())))
    remember(event, bytes)
    for client in clients.values where client.names.contains(event.name) { client.channel.send(bytes) }
  }

  private func remember(_ event: WatchEvent, _ bytes: [UInt8]) {
    switch event {
    case .authorization: authorization = bytes
    case .location: location = bytes
    case .signal(let change):
      signal = change.status == .lost ? bytes : nil
      // Do not send an old fix as if it were new.
      if change.status == .lost { location = nil }
    case .proximity(let proximity):
      let id = proximity.place.place.id
      switch proximity.kind {
      case .enter, .initial:
        arrivals += 1
        inside[id] = (inside[id]?.order ?? arrivals, event.name, bytes)
      case .leave: inside[id] = nil
      case .pass: break
      }
    case .travel, .next, .route, .street, .way, .beacon, .featured: break
    }
  }

  /// Clients that wait for events must know that there may be places that cause none.
  private func take(isCovered: Bool) {
    let isOfTooMuch = driver.areas?.isOverfull == true && !isCovered
    let reason =
      isOfTooMuch
      ? "more than \(Self.mostPlaces) places match here, and poi watches only the nearest; ask for fewer"
      : WatchNotices().coverage(isKnown: isCovered, without: driver.areas?.unasked, Wording())
    let line = JSONValue.known(["event": .string("notice"), "reason": .string(reason)]).line
    notice = isCovered ? nil : (EventChannel.event(line), isOfTooMuch)
    sendAll(line)
  }

  /// Where the data does not end but is too much now, or the other way round, the notice has another reason.
  private func followReason() {
    if let notice, driver.areas?.isOverfull != notice.isOfTooMuch { take(isCovered: false) }
  }

  private func sendAll(_ line: String) {
    let event = EventChannel.event(line)
    for client in clients.values { client.channel.send(event) }
  }
}
