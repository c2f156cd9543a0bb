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
  private let choice: PositionOptions.Choice
  private let provider: CurrentLocationProvider
  private let session: WatchSession
  private let eventCommands: EventCommands
  private let stateFile: WatchStateFile?
  private let display: any WatchDisplay

  private let toldEvents: Set<String>
  private var eventsLeft: Int
  /// Anything was told, or a command was run.
  private var hasFound = false
  private var firstTime: Date?
  private var lastLocation: Location?
  private var failure: (any Error)?
  /// Who is inside has changed since the state was kept.
  private var stateIsStale = false

  /// - Throws: `CommandFailure`.
  init(_ command: WatchCommand, in context: CommandContext) throws {
    self.command = command
    self.context = context
    let settings = context.settings
    choice = try command.position.choice(in: settings)
    toldEvents = try command.events.names(in: settings)
    eventsLeft = command.events.count ?? .max
    stateFile = command.events.state.map(WatchStateFile.init(path:))

    let rules = try command.fences.rules(in: settings)
    let state: ProximityMonitor.State?
    do throws(WatchStateFile.Problem) {
      state = try stateFile?.load()
      // Better now than after an hour's ride.
      try stateFile?.save(state ?? .init())
    } catch {
      throw CommandFailure(error)
    }
    let placeProvider = try context.placeProvider(
      for: command.places, limits: try command.position.answerLimits(in: settings),
      naming: command.wording)
    provider = CurrentLocationProvider(
      locationFetcher: context.makeLocationFetcher(choice, command.replaySpeed), placeProvider: placeProvider,
      notificationCenter: context.notificationCenter, timerScheduler: context.timerScheduler)
    let display = try command.makeDisplay(in: context)
    self.display = display
    let areas =
      command.needsPlaces(toTell: toldEvents) || display.showsPlaces
      ? AreaLoader(
        provider: placeProvider, filter: command.filter.filter, rules: rules,
        patience: try command.patience(with: choice, in: settings), timerScheduler: context.timerScheduler)
      : nil
    session = WatchSession(
      provider: provider, areas: areas, monitor: ProximityMonitor(rules: rules, state: state ?? .init()),
      timerScheduler: context.timerScheduler)
    eventCommands = EventCommands(commands: command.commands.commands, tell: display.tell)
    areas?.onFailure = { [weak self] in self?.placesFailed($0) }
    areas?.onGivingUp = { [weak self] in self?.placesFailed($0, forGood: true) }
    session.onEvent = { [weak self] in self?.take($0) }
    session.onPause = { [weak self] in self?.flush() }
    session.onReconnecting = { [display] error, delay in
      display.tell("\(error); trying again in \(Int(delay / .seconds(1))) s")
    }
    if command.events.explain {
      let units = try command.wording.wording(in: settings).units
      session.onSuppression = { [display] in display.tell($0.explanation(in: units)) }
    }
  }

  /// Watches to the end.
  ///
  /// - Throws: `CommandFailure` and `ConsoleError`.
  func run() async throws -> ExitStatus {
    let signals = SignalWatcher(
      onSignal: { [session] in session.stop() }, onSecondSignal: { EventCommands.killRunning() })
    let status = NoFixPresenter(
      observing: provider, notificationCenter: context.notificationCenter,
      timerScheduler: context.timerScheduler, write: display.tell)
    let log = ReceiverLog(of: provider, in: context)
    let featured = startFeaturing()
    let deadline = startDeadline()
    let end = await session.run()
    flush()
    deadline?.cancel()
    featured?.stop()
    withExtendedLifetime((status, log)) {}
    display.end()
    await eventCommands.finish(droppingQueue: signals.received != nil)
    saveState()
    signals.endIfSignalled()
    if let failure { throw failure }
    return try exitStatus(of: end)
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
      guard isWithinDuration(location) else {
        session.stop()
        return
      }
      lastLocation = location
      display.show(location, among: session.places)
    case .proximity(let proximity):
      if eventCommands.run(on: proximity, json: event.jsonLine) { hasFound = true }
      stateIsStale = true
    case .authorization, .featured:
      break
    }
    guard toldEvents.contains(event.name) else { return }
    display.write(event)
    hasFound = true
    eventsLeft -= 1
    if eventsLeft == 0 { session.stop() }
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

  private func isWithinDuration(_ location: Location) -> Bool {
    guard let duration = command.events.duration, let time = location.time else { return true }
    if firstTime == nil { firstTime = time }
    return firstTime.map { time.timeIntervalSince($0) <= duration } ?? true
  }

  /// A receiver that gives no times must not outlast its duration.
  private func startDeadline() -> (any ScheduledTimer)? {
    guard let duration = command.events.duration, !provider.canPause else { return nil }
    return context.timerScheduler.schedule(after: .seconds(duration)) { [session] in session.stop() }
  }

  private func startFeaturing() -> FeaturedPlaceManager? {
    guard toldEvents.contains("featured") else { return nil }
    let manager = FeaturedPlaceManager(timerScheduler: context.timerScheduler) { [weak self] in
      guard let self, let location = lastLocation else { return [] }
      return session.places?.nearest(to: location.coordinate, limit: Self.placesInView) ?? []
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

  private func placesFailed(_ error: PlacesError, forGood isForGood: Bool = false) {
    let failure = CommandFailure(error)
    if error.isWorthRetrying, !isForGood {
      display.tell("\(failure.message); trying again")
    } else {
      self.failure = failure
      session.stop()
    }
  }

  private func saveState() {
    stateIsStale = false
    guard let stateFile else { return }
    do throws(WatchStateFile.Problem) {
      try stateFile.save(session.state)
    } catch {
      failure = failure ?? CommandFailure(error)
      session.stop()
    }
  }
}
