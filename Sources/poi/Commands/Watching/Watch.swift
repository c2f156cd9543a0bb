import FoundationEssentials
import Geography
import Logging
import Nearby
import Places
import Positioning
import Presentation
import Programs

/// A run of `poi watch`: a session, and where its events go.
@MainActor
final class Watch {
  private let command: WatchCommand
  private let plan: WatchPlan
  private let context: CommandContext

  // Where fixes and places come from.
  private let chosen: PositionOptions.Choice
  private let fetcher: any LocationFetcher
  private let provider: CurrentLocationProvider
  private let places: any PlaceProviding
  private let route: WatchedRoute?
  private let session: WatchSession
  private let driver: WatchDriver

  // Where events go.
  private let display: any WatchDisplay
  private let eventCommands: EventCommands
  private let streets: WatchStreets
  private var speech: WatchSpeech?
  private var tones: TonePlayer?
  private var featured: FeaturedPlaceManager?
  private let status: PositionStatusTracker

  // What it remembers.
  /// Keeps the places entered from one watch to the next, if wanted.
  private let stateFile: WatchStateFile?
  /// Whether the places entered have changed since they were saved.
  private var memoryIsStale = false
  /// Whether some of what was to be told could not be written: the next watch tells it.
  private var outputFailed = false
  private var limits: WatchLimits
  private var filter: EventFilter
  private var notices = WatchNotices()
  private var ignoredFixes: IgnoredFixes
  private var lastLocation: Location?
  /// Whether there was any report or command.
  private var hasFound = false

  // How it ends.
  private var failure: (any Error)?
  private var hasQuit = false
  private var isReadingRoute = false

  /// - Throws: `CommandFailure`.
  init(
    _ command: WatchCommand, from choice: PositionOptions.Choice, at place: PlacedSearch? = nil,
    speaker: (any Speaker)? = nil, beacon: BeaconMonitor? = nil, in context: CommandContext
  ) throws {
    self.command = command
    self.context = context
    chosen = choice
    plan = try WatchPlan(command, from: choice, in: context)
    ignoredFixes = IgnoredFixes(units: plan.wording.units)
    stateFile = command.events.state.map(WatchStateFile.init(path:))
    let state = try stateFile?.load() ?? .init()
    filter = EventFilter(
      travelFilter: plan.angle.map(TravelFilter.init(angle:)), unentered: Set(state.unentered ?? []))
    // If it cannot be written, better say so now than after an hour's ride.
    try stateFile?.save(state)

    let source = try context.placeProvider(
      for: command.places, limits: try command.position.answerLimits(in: context.settings),
      naming: command.wording)
    places = place?.places(of: source) ?? source
    route = WatchedRoute(of: command, plan, asking: places, in: context)
    fetcher = context.makeLocationFetcher(choice, command.pace)
    provider = CurrentLocationProvider(
      locationFetcher: fetcher, placeProvider: places, notificationCenter: context.notificationCenter,
      timerScheduler: context.timerScheduler)
    // A receiver's clock may be set meanwhile: a timer ends what does not come from a log.
    let duration = provider.canPause ? command.events.duration : nil
    limits = WatchLimits(reports: command.events.count, duration: duration)
    display = try command.makeDisplay(plan.openings, of: places, in: context)
    let areas =
      try plan.needsPlaces || display.showsPlaces
      ? AreaLoader(
        places, filter: plan.filter, rules: plan.rules,
        reach: plan.followsApproaches ? plan.approach : .zero,
        patience: command.patience(with: choice, in: context.settings),
        timerScheduler: context.timerScheduler) : nil
    let needsTravel =
      plan.angle != nil || plan.followsApproaches || route != nil || command.live || beacon != nil
    session = WatchSession(
      WatchEngine(
        monitor: ProximityMonitor(rules: plan.rules, state: state),
        travel: needsTravel ? TravelMonitor(rules: plan.rules, approaches: plan.approaches) : nil),
      following: provider, areas: areas, pace: plan.pace, timerScheduler: context.timerScheduler)
    driver = session.driver
    driver.engine.beacon = beacon
    streets = WatchStreets(of: command, plan, asking: places, in: context, tell: display.tell)
    status = PositionStatusTracker(pace: plan.pace ?? 1, timerScheduler: context.timerScheduler)
    eventCommands = EventCommands(commands: command.commands.commands, tell: display.tell)
    if command.speech.isWanted { speech = try makeSpeech(with: speaker) }
    if command.tone { tones = TonePlayer(in: context.environment, tell: display.tell) }
    if plan.needsStreets || !command.commands.commands.isEmpty || command.live {
      driver.streets = try streets.search()
    }
    // Whoever asks where they are, hears of the next junction, too.
    if plan.needsWay || command.live { driver.network = try streets.networkSearch() }
    listen()
  }

  private func makeSpeech(with speaker: (any Speaker)?) throws -> WatchSpeech {
    var planner = CalloutPlanner(fences: plan.rules)
    planner.angle = plan.angle
    planner.followsTravel = plan.followsApproaches
    planner.tellsPlaces = !plan.toldEvents.isDisjoint(with: EventOptions.Names.ofNearing)
    planner.tellsLeaving = plan.toldEvents.contains("leave")
    planner.skipsClutter = plan.filter.asksForNothing
    return WatchSpeech(
      planner: planner,
      wording: try command.speech.wording(command.wording, command.travel, in: context.settings),
      openings: { [plan, context] in plan.openings.at($0 ?? context.now()) },
      clocks: plan.wording.clocks, speaker: speaker,
      write: command.speech.speakScript ? { [weak self] in self?.writeScript($0) } : nil)
  }

  private func listen() {
    driver.areas?.onFailure = { [weak self, plan] in
      self?.display.tell("\(CommandFailure($0).message); \(plan.wording(.tryingAgain))")
    }
    driver.areas?.onGivingUp = { [weak self] in self?.end(with: CommandFailure($0)) }
    eventCommands.words = { [streets] in await streets.words(on: $0, $1) }
    eventCommands.street = { [driver] in driver.engine.street }
    display.onKey = { [weak self] in self?.take($0) }
    driver.onOutcome = { [weak self] in self?.take($0) }
    status.onChange = { [weak self] in
      guard let self else { return }
      var status = $0
      status.street = driver.engine.street.map { plan.wording(.onStreet, ["street": $0.thing.title]) }
      display.show(
        status, among: driver.areas?.places, on: driver.areas?.coverage, travel: driver.engine.travel)
    }
    status.onTick = { [weak self] in self?.flush() }
  }

  /// The current or last source of positions.
  private var choice: PositionOptions.Choice { chosen.asked(by: fetcher) }

  /// - Throws: `CommandFailure` and `ConsoleError`.
  func run() async throws -> ExitStatus {
    let signals = UnixSignalWatcher(
      onSignal: { [weak self] in
        self?.stop()
        self?.eventCommands.dropWaiting()
      }, onSecondSignal: { HelperProgram.killAll() })
    display.begin()
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
    let noFix = FirstFixPresenter(
      observing: provider, notificationCenter: context.notificationCenter,
      timerScheduler: context.timerScheduler, wording: plan.wording,
      log: { [logger = context.logger] in logger.debug("position: \($0)") }, write: display.tell)
    featured = makeFeatured()
    let deadline = startDeadline()
    let timeout = startTimeout()
    let end = await session.run()
    if failure == nil { ignoredFixes.finish().map(display.tell) }
    flush()
    deadline?.cancel()
    timeout?.cancel()
    featured?.stop()
    status.stop()
    withExtendedLifetime(noFix) {}
    if case .sourceEnded = end { display.end(isOver: true) } else { display.end() }
    await speech?.end(inHurry: signals.received != nil)
    await eventCommands.finish(droppingQueue: signals.received != nil)
    remember()
    signals.endIfSignalled()
    if let failure { throw failure }
    return try exitStatus(of: end)
  }

  private func stop() {
    session.stop()
    // Commands may finish, but not a conversion of the route.
    if isReadingRoute { HelperProgram.killAll() }
  }

  private func followRoute(unless isStopping: () -> Bool) async throws {
    isReadingRoute = true
    defer { isReadingRoute = false }
    guard let follower = try await route?.follower(unless: isStopping) else { return }
    driver.engine.travel = TravelMonitor(rules: plan.rules, follower: follower, approaches: plan.approaches)
  }

  private func take(_ key: WatchKey) {
    switch key {
    case .quit:
      hasQuit = true
      stop()
    case .repeatLast: speech?.repeatLast()
    case .question(let question): Task { tell(await answer(question)) }
    }
  }

  private func tell(_ answer: WatchQuestions.Answer) {
    answer.lines.forEach(display.tell)
    answer.spoken.map { speech?.say($0) }
  }

  private func answer(_ question: WatchQuestions.Question) async -> WatchQuestions.Answer {
    guard let lastLocation else { return WatchQuestions.Answer(lines: [plan.wording(.noFixYet)]) }
    let questions = WatchQuestions(
      location: lastLocation, course: driver.engine.travel?.course, wording: plan.wording,
      opening: openings(at: lastLocation.time).wanted)
    switch question {
    case .whereAmI:
      do {
        return questions.whereabouts(
          try await streets.report(on: lastLocation, driver.engine.street), next: driver.engine.nextJunction)
      } catch {
        return WatchQuestions.Answer(lines: [CommandFailure(error).message])
      }
    case .aroundMe: return questions.aroundMe(among: driver.areas?.places)
    case .aheadOfMe: return questions.aheadOfMe(among: driver.areas?.places)
    }
  }

  private func exitStatus(of end: WatchSession.End) throws -> ExitStatus {
    switch end {
    case .failed(let error):
      throw CommandFailure(error)
    case .sourceEnded(let badLines, let invalid) where lastLocation == nil:
      throw CommandFailure(
        .noFix(NoFix(state: provider.receiverState, badLines: badLines, invalid: invalid)), from: choice)
    case .sourceEnded(let badLines, _):
      if badLines.count > 0 { context.console.tell("\(choice.origin): \(badLines.wording())") }
      if command.live, case .log = chosen { context.console.tell(plan.wording(.recordingEnded)) }
    case .stopped: break
    }
    // A position that is given does not change: silence would look like waiting.
    if !hasFound, case .fixed = chosen, plan.needsPlaces {
      context.console.tell(
        plan.wording.nothingFound(
          of: context.corrections.corrected(plan.filter).askedText, within: plan.rules.within))
    }
    return hasFound
      ? .found
      : ExitStatus(
        ofNothingWithout: driver.areas?.unasked, isCovered: driver.areas?.knowsAny ?? true)
  }

  // MARK: Events

  private func take(_ outcome: WatchOutcome) {
    ignoredFixes.take(outcome).map(display.tell)
    switch outcome {
    case .event(let event): take(event)
    case .counted(let location):
      if speech != nil { speak(at: location) }
      if goesByFixes { featured?.take(fixAt: location.time ?? context.now()) }
      if let beacon = driver.engine.beacon?.latest, !beacon.hasArrived, let direction = beacon.direction {
        tones?.play(BeaconTone(direction: direction, distance: beacon.distance))
      }
    case .suppressed(let suppression): explain(suppression.explanation(plan.wording))
    case .coverage(let isKnown):
      display.tell(notices.coverage(isKnown: isKnown, without: driver.areas?.unasked, plan.wording))
    case .reconnecting(let error, let delay):
      // On a screen, nothing else remains of earlier messages.
      display.tell(
        notices.reconnecting(after: error, in: delay, repeatsAdvice: command.live, plan.wording))
    case .caughtUp: flush()
    }
  }

  private func explain(_ reason: @autoclosure () -> String) {
    if command.events.explain { display.tell(reason()) }
  }

  private func take(_ event: WatchEvent) {
    switch event {
    case .location(let location):
      guard limits.includes(location.time) else { return session.stop() }
      lastLocation = location
      if !provider.canPause { notices.clock(of: location, at: context.now(), plan.wording).map(display.tell) }
      filter.travelFilter?.update(with: location)
      if plan.angle != nil {
        notices.course(isKnown: driver.engine.travel?.course != nil, plan.wording).map(display.tell)
      }
      status.take(location, age: driver.age)
    case .proximity(let proximity):
      memoryIsStale = true
      let now = openings(at: event.time)
      if isSuppressed(filter.verdict(on: proximity, opening: now.wanted), proximity.place) { return }
      speech?.take(proximity)
      run(on: event, now)
    case .signal(let signal):
      guard limits.includes(signal.time) else { return session.stop() }
      run(on: event)
      speech?.take(signal)
      take(signal)
    case .travel(let travel):
      let onArrival = openings(at: travel.arrival ?? travel.location.time)
      if isSuppressed(filter.verdict(on: travel, opening: onArrival.wanted), travel.place) { return }
      speech?.take(travel)
      run(on: event, openings(at: event.time))
    case .authorization(let state):
      status.take(state)
    case .route(let route):
      let notice = notices.route(route, plan.wording)
      if !plan.toldEvents.contains(event.name) { notice.map(display.tell) }
    case .street, .way: run(on: event)
    case .beacon, .featured, .next: break
    }
    guard plan.toldEvents.contains(event.name), !plan.isText || !notices.repeatsPass(event) else { return }
    speech?.take(event, course: driver.engine.travel?.course)
    if command.speech.speakScript { return }
    display.write(event)
    if command.events.explain { event.explanation(plan.wording).map(display.tell) }
    countOne()
  }

  private func run(on event: WatchEvent, _ openings: Openings? = nil) {
    if eventCommands.run(on: event, json: event.jsonLine(openings)) { hasFound = true }
  }

  private func countOne() {
    hasFound = true
    if limits.countReport() { session.stop() }
  }

  // MARK: Speech

  private func speak(at location: Location) {
    let opening = openings(at: location.time).wanted
    speech?.take(location) { [driver, streets] query in
      var query = query
      query.opening = opening
      let nearest = driver.areas?.places?.nearest(to: location.coordinate, for: query).places ?? []
      return nearest.compactMap(streets.spoken)
    }
  }

  private func writeScript(_ line: String) {
    guard limits.allowsReport else { return }
    display.write(line)
    countOne()
  }

  /// What tells whether places are open at the time of a fix, so that a recording gives the same each time.
  private func openings(at time: Date?) -> Openings { plan.openings.at(time ?? context.now()) }

  /// Whether to suppress an event about a place; says why on request.
  private func isSuppressed(_ verdict: EventFilter.Verdict, _ place: NearbyPlace) -> Bool {
    guard case .suppress(let reason) = verdict else { return false }
    if let reason {
      explain("\(TerminalText.harmless(place.place.heading(as: place.matched) ?? place.place.id)): \(reason)")
    }
    return true
  }

  private func take(_ signal: SignalEvent) {
    if signal.status == .lost { status.loseSignal() }
    // A recording at full speed reports only events, and a lost device was reported already.
    guard plan.pace != nil, signal.status == .regained || provider.receiverState.reason == nil else { return }
    display.tell(
      signal.summary(plan.wording) + (signal.status == .lost ? "; \(plan.wording(.waiting))" : ""))
  }

  private func flush() {
    do {
      try display.flush()
    } catch {
      outputFailed = true
      end(with: error)
    }
    if memoryIsStale { remember() }
  }

  /// Ends the watch of a receiver.
  private func startDeadline() -> (any ScheduledTimer)? {
    guard let duration = command.events.duration, !provider.canPause else { return nil }
    return context.timerScheduler.schedule(after: .seconds(duration)) { [weak self] in
      guard let self else { return }
      if provider.location == nil { end(with: noFix(within: duration)) } else { session.stop() }
    }
  }

  /// Ends the watch if no fix came before the timeout.
  private func startTimeout() -> (any ScheduledTimer)? {
    guard let timeout = command.position.timeout else { return nil }
    return context.timerScheduler.schedule(after: .seconds(timeout)) { [weak self] in
      guard let self else { return }
      if let location = provider.location {
        // Waiting does not improve the fixes of a log.
        guard !provider.canPause, !location.isAccurate(within: plan.rules.maxAccuracy),
          let problem = ignoredFixes.problem
        else { return }
        return end(with: CommandFailure("no usable fix within \(timeout.shortText) s: \(problem)", .tryLater))
      }
      end(with: noFix(within: timeout))
    }
  }

  private func noFix(within seconds: Double) -> CommandFailure {
    let error: NearbyError =
      if case .unreachable(let error) = provider.receiverState { .positioning(error) } else {
        .noFix(NoFix(state: provider.receiverState, waited: .seconds(seconds)))
      }
    return CommandFailure(error, from: choice)
  }

  /// Whether the times of fixes say whose turn it is, so that a replay features the same places.
  private var goesByFixes: Bool { if case .gpsd = chosen { true } else { provider.canPause } }

  private func makeFeatured() -> FeaturedPlaceManager? {
    guard plan.toldEvents.contains("featured") else { return nil }
    let manager = FeaturedPlaceManager(timerScheduler: context.timerScheduler) { [weak self] in
      // Without fixes, it is unknown what is in view.
      guard let self, let location = lastLocation, !status.isOut, limits.allowsReport else { return [] }
      return PlacesInView(
        angle: plan.angle, course: driver.engine.travel?.course,
        opening: openings(at: location.time).wanted
      ).nearest(Self.placesInView, to: location.coordinate, among: driver.areas?.places)
    }
    manager.onChange = { [weak self] place in
      guard let self, let location = lastLocation else { return }
      take(.featured(place, at: location))
      flush()
    }
    if !goesByFixes { manager.scheduleNextPlace() }
    return manager
  }

  private static let placesInView = 10

  // MARK: Failures and memory

  private func end(with failure: any Error) {
    self.failure = self.failure ?? failure
    session.stop()
  }

  private func remember() {
    memoryIsStale = false
    if outputFailed { return }
    var state = driver.engine.state
    state.unentered = filter.unentered.isEmpty ? nil : filter.unentered.sorted()
    do throws(WatchStateFile.Problem) {
      try stateFile?.save(state)
    } catch {
      end(with: CommandFailure(error))
    }
  }
}
