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
  }

  private let position: SharedPosition
  private let driver: WatchDriver
  private let openings: Openings
  private let now: () -> Date
  private var clients: [Int: Client] = [:]
  private var nextClient = 0
  /// What a client that joins later has missed.
  private var authorization: String?
  private var signal: String?
  private var location: String?
  /// That the data ends here.
  private var notice: String?
  /// By place: the event of arriving there.
  private var inside: [String: (name: String, line: String)] = [:]
  private var insideOrder: [String] = []
  private var eventFilter = EventFilter(travelFilter: nil)
  /// Why no places are available.
  private(set) var failure: PlacesError?
  /// Called when the last client is gone.
  var onIdle: () -> Void = {}

  init(
    _ question: Question, following position: SharedPosition, places: any PlaceProviding, openings: Openings,
    timerScheduler: any TimerScheduler, now: @escaping () -> Date
  ) {
    self.position = position
    self.openings = openings
    self.now = now
    let areas =
      question.needsPlaces
      ? AreaLoader(places, filter: question.filter, rules: question.rules, timerScheduler: timerScheduler)
      : nil
    let engine = WatchEngine(monitor: ProximityMonitor(rules: question.rules), signal: position.signal)
    driver = WatchDriver(engine, areas: areas, pace: position.pace, timerScheduler: timerScheduler)
    driver.onOutcome = { [weak self] outcome in
      switch outcome {
      case .event(let event): self?.take(event)
      case .coverage(let isKnown): self?.take(isCovered: isKnown)
      case .counted, .suppressed, .reconnecting, .caughtUp: break
      }
    }
    areas?.onFailure = { [weak self] in self?.tell($0) }
    areas?.onGivingUp = { [weak self] in self?.end(with: $0) }
    if let loss = position.signal.loss { take(.signal(loss)) }
    position.add(driver)
  }

  var clientCount: Int { clients.count }

  /// Adds a client, sends it the current state at once, and returns the answer that carries its events.
  ///
  /// - Parameter names: the events that it wants.
  func addClient(names: Set<String>) -> Response {
    nextClient += 1
    let id = nextClient
    let (channel, response) = EventChannel.make { [weak self] in
      Task { @MainActor in self?.removeClient(id) }
    }
    clients[id] = Client(names: names, channel: channel)
    func tell(_ name: String, _ line: String?) {
      if let line, names.contains(name) { channel.send(line) }
    }
    tell("authorization", authorization)
    tell("signal", signal)
    tell("location", location)
    if let notice { channel.send(notice) }
    for place in insideOrder {
      if let (name, line) = inside[place] { tell(name, line) }
    }
    return response
  }

  private func removeClient(_ id: Int) {
    guard clients.removeValue(forKey: id) != nil, clients.isEmpty else { return }
    onIdle()
  }

  func sendSignOfLife() {
    for client in clients.values { client.channel.sendSignOfLife() }
  }

  /// Ends the watch, and the streams of its clients.
  func stop() {
    driver.stop()
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
    let line = event.jsonLine(openings.at(event.time ?? now()))
    remember(event, line)
    tell(event.name, line)
  }

  private func tell(_ name: String, _ line: String) {
    for client in clients.values where client.names.contains(name) { client.channel.send(line) }
  }

  private func remember(_ event: WatchEvent, _ line: String) {
    switch event {
    case .authorization: authorization = line
    case .location: location = line
    case .signal(let change):
      signal = change.status == .lost ? line : nil
      // Do not send an old fix as if it were new.
      if change.status == .lost { location = nil }
    case .proximity(let proximity):
      let id = proximity.place.place.id
      switch proximity.kind {
      case .enter, .initial:
        if inside.updateValue((event.name, line), forKey: id) == nil { insideOrder.append(id) }
      case .leave:
        inside[id] = nil
        insideOrder.removeAll { $0 == id }
      case .pass: break
      }
    case .travel, .next, .route, .street, .way, .beacon, .featured: break
    }
  }

  /// Clients that wait for events must know that there may be places that cause none.
  private func take(isCovered: Bool) {
    let reason = WatchNotices().coverage(isKnown: isCovered, without: driver.areas?.unasked, Wording())
    let line = JSONValue.known(["event": .string("notice"), "reason": .string(reason)]).line
    notice = isCovered ? nil : line
    for client in clients.values { client.channel.send(line) }
  }

  /// A failing source is not one without places: clients that wait for events must know.
  private func tell(_ error: PlacesError) {
    let line = ServedProblem(error).eventLine
    for client in clients.values { client.channel.send(line) }
  }

  private func end(with error: PlacesError) {
    tell(error)
    failure = error
    stop()
    onIdle()
  }
}
