import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// A run of `poi watch`: a session, and where its events go.
@MainActor
final class Watch {
  private let command: WatchCommand
  private let context: CommandContext
  private let chosen: PositionOptions.Choice
  private let fetcher: any LocationFetcher
  private let provider: CurrentLocationProvider
  private let route: WatchedRoute?
  private let rules: ProximityRules
  /// Whether to report places ahead before arrival.
  private let followsApproaches: Bool
  private let session: WatchSession
  private let eventCommands: EventCommands
  private let stateFile: WatchStateFile?
  private let display: any WatchDisplay
  private let openings: Openings
  private let wording: Wording
  private var filter: EventFilter
  private let status: PositionStatusTracker
  private var speech: WatchSpeech?
  /// How fast the fixes' time passes; `nil` if they come as fast as they can be read.
  private let pace: Double?

  private var inaccurateFixes: InaccurateFixes?
  private let toldEvents: Set<String>
  private var eventsLeft: Int
  /// Whether there was any report or command.
  private var hasFound = false
  private var firstTime: Date?
  private var lastLocation: Location?
  private var failure: (any Error)?
  /// The last reported reason why gpsd is unavailable.
  private var toldFailures: Set<PositioningError> = []
  private var wasOffRoute = false
  private var hasQuit = false
  private var wasCourseKnown = false
  /// Whether the places entered have changed since the state was saved.
  private var stateIsStale = false

  /// - Throws: `CommandFailure`.
  init(
    _ command: WatchCommand, from choice: PositionOptions.Choice, speaker: (any Speaker)? = nil,
    in context: CommandContext
  ) throws {
    self.command = command
    self.context = context
    let settings = context.settings
    chosen = choice
    toldEvents = try command.toldEvents(in: settings)
    eventsLeft = command.events.count?.read() ?? .max
    stateFile = command.events.state.map(WatchStateFile.init(path:))

    let saved = try command.filter.savedQuery(in: settings)
    rules = try command.fences.rules(in: settings, saved)
    filter = EventFilter(travelFilter: command.travel.angle.map(TravelFilter.init(angle:)))
    followsApproaches = command.followsApproaches(toTell: toldEvents)
    let approach = try command.route.approachDistance(in: settings)
    let state = try Self.state(in: stateFile)
    let placeProvider = try context.placeProvider(
      for: command.places, limits: try command.position.answerLimits(in: settings),
      naming: command.wording)
    route = WatchedRoute(of: command, asking: placeProvider, in: context)
    fetcher = context.makeLocationFetcher(choice, command.pace)
    provider = CurrentLocationProvider(
      locationFetcher: fetcher, placeProvider: placeProvider,
      notificationCenter: context.notificationCenter, timerScheduler: context.timerScheduler)
    openings = try command.opening.openings(in: context, saved)
    wording = try command.wording.wording(in: settings)
    display = try command.makeDisplay(openings, in: context)
    let areas =
      command.needsPlaces(toTell: toldEvents) || display.showsPlaces
      ? AreaLoader(
        provider: provider, filter: try command.filter.filter(in: settings, of: .watch), rules: rules,
        reach: followsApproaches ? command.route.approachOffRoute(approach) : .zero,
        patience: try command.patience(with: choice, in: settings), timerScheduler: context.timerScheduler)
      : nil
    if command.needsPlaces(toTell: toldEvents) {
      inaccurateFixes = InaccurateFixes(limit: rules.maxAccuracy, units: wording.units)
    }
    pace = choice.pace(replaySpeed: command.pace)
    session = WatchSession(
      provider: provider, areas: areas, monitor: ProximityMonitor(rules: rules, state: state ?? .init()),
      pace: pace, timerScheduler: context.timerScheduler)
    status = PositionStatusTracker(pace: pace ?? 1, timerScheduler: context.timerScheduler)
    eventCommands = EventCommands(commands: command.commands.commands, tell: display.tell)
    if command.travel.ahead != nil || followsApproaches || route != nil || command.live {
      session.travel = TravelMonitor(rules: rules, approaches: approaches(within: approach))
    }
    if command.speech.isWanted { speech = try makeSpeech(with: speaker) }
    listen(to: areas)
  }

  /// What the last watch knew; `nil` if there was none, or there is no file.
  ///
  /// - Throws: `CommandFailure`, also if the file cannot be written: better now than after an hour's ride.
  private static func state(in file: WatchStateFile?) throws -> ProximityMonitor.State? {
    do throws(WatchStateFile.Problem) {
      let state = try file?.load()
      try file?.save(state ?? .init())
      return state
    } catch {
      throw CommandFailure(error)
    }
  }

  private func makeSpeech(with speaker: (any Speaker)?) throws -> WatchSpeech {
    var planner = CalloutPlanner(fences: rules)
    planner.angle = command.travel.angle
    planner.followsTravel = followsApproaches
    return WatchSpeech(
      planner: planner,
      wording: try command.speech.wording(command.wording, command.travel, in: context.settings),
      openings: { [openings, context] in openings.at($0 ?? context.now()) },
      speaker: speaker, write: command.speech.speakScript ? { [weak self] in self?.writeScript($0) } : nil)
  }

  private func listen(to areas: AreaLoader?) {
    areas?.onFailure = { [weak self] in self?.display.tell("\(CommandFailure($0).message); trying again") }
    areas?.onGivingUp = { [weak self] in self?.end(with: CommandFailure($0)) }
    display.onKey = { [weak self] in self?.take($0) }
    session.onEvent = { [weak self] in self?.take($0) }
    session.onPause = { [weak self] in self?.flush() }
    session.onReconnecting = { [weak self] in self?.tellReconnecting(after: $0, in: $1) }
    if speech != nil { session.onCountedFix = { [weak self] in self?.speak(at: $0) } }
    if command.events.explain {
      session.onSuppression = { [display, wording] in display.tell($0.explanation(in: wording.units)) }
    }
    status.onChange = { [weak self] in
      self?.display.show($0, among: self?.session.places, travel: self?.session.travel)
    }
    status.onTick = { [weak self] in self?.flush() }
  }

  /// The current or last source of positions.
  private var choice: PositionOptions.Choice { chosen.asked(by: fetcher) }

  /// Watches to the end.
  ///
  /// - Throws: `CommandFailure` and `ConsoleError`.
  func run() async throws -> ExitStatus {
    let signals = SignalWatcher(
      onSignal: { [session] in session.stop() }, onSecondSignal: { EventCommands.killRunning() })
    do {
      try await followRoute { signals.received != nil || hasQuit }
    } catch {
      display.end()
      signals.endIfSignalled()
      throw error
    }
    if signals.received != nil || hasQuit {
      display.end()
      signals.endIfSignalled()
      return .nothingFound
    }
    // Only now, as reading a long route takes a while: what follows waits for a fix.
    let noFix = NoFixPresenter(
      observing: provider, notificationCenter: context.notificationCenter,
      timerScheduler: context.timerScheduler, write: display.tell)
    let log = ReceiverLog(of: provider, in: context)
    let featured = startFeaturing()
    let deadline = startDeadline()
    let timeout = startTimeout()
    let end = await session.run()
    if failure == nil { inaccurateFixes?.finish().map(display.tell) }
    flush()
    deadline?.cancel()
    timeout?.cancel()
    featured?.stop()
    status.stop()
    withExtendedLifetime((noFix, log)) {}
    display.end()
    await speech?.end(inHurry: signals.received != nil)
    await eventCommands.finish(droppingQueue: signals.received != nil)
    saveState()
    signals.endIfSignalled()
    if let failure { throw failure }
    return try exitStatus(of: end)
  }

  /// Reads the route, if there is one, and follows it.
  private func followRoute(unless isStopping: () -> Bool) async throws {
    guard let follower = try await route?.follower(unless: isStopping) else { return }
    let approach = try command.route.approachDistance(in: context.settings)
    session.travel = TravelMonitor(
      rules: rules, follower: follower, approaches: approaches(within: approach))
  }

  /// Reports places ahead without a route, or off it.
  private func approaches(within distance: Distance) -> ApproachMonitor? {
    guard followsApproaches else { return nil }
    return ApproachMonitor(
      within: command.route.approachOffRoute(distance),
      angle: command.travel.angle ?? TravelSector.usualAngle)
  }

  private func take(_ key: WatchKey) {
    switch key {
    case .quit:
      hasQuit = true
      session.stop()
    case .repeatLast: speech?.repeatLast()
    }
  }

  private func exitStatus(of end: WatchSession.End) throws -> ExitStatus {
    switch end {
    case .failed(let error):
      throw CommandFailure(error)
    case .sourceEnded(let badLines) where lastLocation == nil:
      throw CommandFailure(
        .noFix(NoFix(state: provider.receiverState, badLines: badLines)), from: choice)
    case .sourceEnded(let badLines) where badLines > 0:
      context.console.tell("\(choice.origin): \(BadLines.wording(of: badLines))")
    case .sourceEnded, .stopped:
      break
    }
    return hasFound ? .found : .nothingFound
  }

  // MARK: Events

  private func take(_ event: WatchEvent) {
    switch event {
    case .location(let location):
      guard isWithinDuration(location.time) else { return session.stop() }
      lastLocation = location
      inaccurateFixes?.take(location).map(display.tell)
      filter.travelFilter?.update(with: location)
      tellOfCourse()
      status.take(location)
    case .proximity(let proximity):
      stateIsStale = true
      let now = openings(at: event.time)
      if isSuppressed(filter.verdict(on: proximity, openings: now), proximity.place) { return }
      speech?.take(proximity)
      if eventCommands.run(on: proximity, json: event.jsonLine(now)) { hasFound = true }
    case .signal(let signal):
      guard isWithinDuration(signal.time) else { return session.stop() }
      if eventCommands.run(on: signal, json: event.jsonLine) { hasFound = true }
      speech?.take(signal)
      take(signal)
    case .travel(let travel):
      let onArrival = openings(at: travel.arrival ?? travel.location.time)
      if isSuppressed(filter.verdict(on: travel, openings: onArrival), travel.place) { return }
      speech?.take(travel)
      if eventCommands.run(on: travel, json: event.jsonLine(openings(at: event.time))) { hasFound = true }
    case .authorization(let state):
      status.take(state)
    case .route(let route):
      speech?.take(route)
      // Leaving and rejoining the route is always reported.
      if !toldEvents.contains(event.name), !route.isOn || wasOffRoute { display.tell(route.summary(wording)) }
      wasOffRoute = !route.isOn
    case .next, .featured:
      break
    }
    guard toldEvents.contains(event.name), !command.speech.speakScript else { return }
    display.write(event)
    countOne()
  }

  private func countOne() {
    hasFound = true
    eventsLeft -= 1
    if eventsLeft == 0 { session.stop() }
  }

  // MARK: Speech

  private func speak(at location: Location) {
    let opening = openings(at: location.time).wanted
    speech?.take(location) { [session] query in
      var query = query
      query.opening = opening
      return session.places?.nearest(to: location.coordinate, for: query).places ?? []
    }
  }

  private func writeScript(_ line: String) {
    guard eventsLeft > 0 else { return }
    display.write(line)
    countOne()
  }

  /// What tells whether places are open at the time of a fix, so that a recording gives the same each time.
  private func openings(at time: Date?) -> Openings { openings.at(time ?? context.now()) }

  /// Whether to suppress an event about a place; says why on request.
  private func isSuppressed(_ verdict: EventFilter.Verdict, _ place: NearbyPlace) -> Bool {
    guard case .suppress(let reason) = verdict else { return false }
    if let reason, command.events.explain {
      display.tell("\(TerminalText.harmless(place.place.title ?? place.place.id)): \(reason)")
    }
    return true
  }

  /// Says that the direction is unknown, so nothing counts as ahead.
  private func tellOfCourse() {
    guard filter.travelFilter != nil else { return }
    let isKnown = session.travel?.course != nil
    if wasCourseKnown, !isKnown {
      display.tell("the direction of travel is unknown after a minute without movement; waiting")
    }
    wasCourseKnown = isKnown
  }

  private func take(_ signal: SignalEvent) {
    if signal.status == .lost { status.loseSignal() }
    // A recording at full speed reports only events, and a lost device was reported already.
    guard pace != nil, signal.status == .regained || provider.receiverState.reason == nil else { return }
    display.tell(signal.explanation + (signal.status == .lost ? "; waiting" : ""))
  }

  private func flush() {
    do {
      try display.flush()
    } catch {
      failure = failure ?? error
      session.stop()
    }
    if stateIsStale { saveState() }
  }

  private func isWithinDuration(_ time: Date?) -> Bool {
    guard let duration: Double = command.events.duration?.read(), let time else { return true }
    if firstTime == nil { firstTime = time }
    return firstTime.map { time.timeIntervalSince($0) <= duration } ?? true
  }

  /// A receiver that gives no times must not outlast its duration.
  private func startDeadline() -> (any ScheduledTimer)? {
    guard let duration: Double = command.events.duration?.read(), !provider.canPause else { return nil }
    return context.timerScheduler.schedule(after: .seconds(duration)) { [session] in session.stop() }
  }

  /// Ends the watch if no fix came before the timeout.
  private func startTimeout() -> (any ScheduledTimer)? {
    guard let timeout: Double = command.position.timeout?.read() else { return nil }
    return context.timerScheduler.schedule(after: .seconds(timeout)) { [weak self] in
      guard let self else { return }
      if let location = provider.location {
        // Waiting does not improve the fixes of a log.
        guard !provider.canPause, !location.isAccurate(within: rules.maxAccuracy),
          let problem = inaccurateFixes?.problem
        else { return }
        return end(with: CommandFailure("no fix within \(timeout.shortText) s counts: \(problem)", .tryLater))
      }
      let error: NearbyError =
        if case .unreachable(let error) = provider.receiverState { .positioning(error) } else {
          .noFix(NoFix(state: provider.receiverState, waited: .seconds(timeout)))
        }
      failure = CommandFailure(error, from: choice)
      session.stop()
    }
  }

  private func startFeaturing() -> FeaturedPlaceManager? {
    guard toldEvents.contains("featured") else { return nil }
    let manager = FeaturedPlaceManager(timerScheduler: context.timerScheduler) { [weak self] in
      // Without fixes, it is unknown what is in view.
      guard let self, let location = lastLocation, !status.isOut else { return [] }
      return PlacesInView(
        angle: command.travel.angle, course: session.travel?.course, openings: openings(at: location.time)
      ).nearest(Self.placesInView, to: location.coordinate, among: session.places)
    }
    manager.onChange = { [weak self] place in
      guard let self, let location = lastLocation else { return }
      take(.featured(place, at: location))
      flush()
    }
    manager.scheduleNextPlace()
    return manager
  }

  private static let placesInView = 10

  // MARK: Failures and state

  private func tellReconnecting(after error: PositioningError, in delay: Duration) {
    // On a screen, nothing else remains of earlier reports.
    let isNews = toldFailures.insert(error).inserted || command.live
    let advice = isNews ? error.advice.map { "; \($0)" } : nil
    display.tell("\(error)\(advice ?? ""); trying again in \(Int(delay / .seconds(1))) s")
  }

  private func end(with failure: CommandFailure) {
    self.failure = self.failure ?? failure
    session.stop()
  }

  private func saveState() {
    stateIsStale = false
    guard let stateFile else { return }
    do throws(WatchStateFile.Problem) {
      try stateFile.save(session.state)
    } catch {
      end(with: CommandFailure(error))
    }
  }
}

extension PositionOptions.Choice {
  /// How fast the fixes' own time passes: 1 for a receiver, also through a pipe; `nil` if they are read at
  /// full speed, or there is only one.
  fileprivate func pace(replaySpeed: Double?) -> Double? {
    switch self {
    case .fixed: nil
    case .gpsd, .geoclue, .automatic: 1
    case .log(let input): replaySpeed ?? (input.isRegularFile ? nil : 1)
    }
  }
}
