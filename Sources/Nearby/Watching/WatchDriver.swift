import CivilTime
import FoundationEssentials
import Geography
import Glibc
import Input
import Places
import Positioning

/// Makes each fix wait for the places around it, and hands both to the engine.
@MainActor
public final class WatchDriver {
  public var onOutcome: (WatchOutcome) -> Void = { _ in }
  /// Decides what that is; change it only before the first fix.
  public var engine: WatchEngine
  /// Finds the streets within `StreetMonitor.reach`, nearest first; `nil` if nobody asks for streets.
  public var streets: ((Coordinate) -> [Surroundings.Near<Street>])?
  /// Has the streets around as a network; `nil` if nobody asks what lies ahead.
  public var network: ((Coordinate) -> StreetNetwork?)?
  /// Loads the places around; `nil` if nobody asks for places.
  public let areas: AreaLoader?
  /// Called with the seconds of processor time that each piece of work took; `nil` if nobody counts.
  public var onWork: ((Double) -> Void)?
  /// Whether fixes wait, since the work for them has to.
  public var isHeld = false {
    didSet { if !isHeld { advance() } }
  }

  private let source: CurrentLocationProvider?
  private let timerScheduler: any TimerScheduler
  private let pace: Double?
  private var isRunning = true
  /// How long the last fix had waited when it came.
  public private(set) var age = Duration.zero
  /// When those came that came last, by the receiver's clock.
  private var arrival: Date?

  /// Fixes that wait for the places around them; the engine has the first of them, too.
  private var waiting: ArraySlice<Location> = []
  /// The places take so long that fixes are reported without them.
  private var isImpatient = false
  private var patienceTimer: (any ScheduledTimer)?
  private var silenceTimer: (any ScheduledTimer)?
  /// What to do when the last fix of a source that has ended is handled.
  private var atEnd: (time: Date?, completion: () -> Void)?

  /// How long a receiver's fixes are held back for their places.
  static let patience = Duration.seconds(1)
  /// Fixes may come a little later than their times say.
  static let delay = Duration.milliseconds(500)

  /// - Parameters:
  ///   - source: can be made to wait while places are loaded; `nil` if nothing can.
  ///   - pace: how fast the fixes' own time passes: 1 for a receiver; `nil` for a recording read at
  ///     full speed, in which only the fixes' times show a silence.
  public init(
    _ engine: WatchEngine, areas: AreaLoader?, source: CurrentLocationProvider? = nil, pace: Double? = nil,
    timerScheduler: any TimerScheduler
  ) {
    (self.engine, self.areas, self.source) = (engine, areas, source)
    (self.pace, self.timerScheduler) = (pace, timerScheduler)
    areas?.onChange = { [weak self] in
      self?.engine.forgetNeighbourhood()
      self?.takeFixedAgain()
      self?.advance()
    }
    areas?.onReturn = { [weak self] in self?.engine.forgetNeighbourhood() }
  }

  /// - Parameters:
  ///   - age: how long the last of them waited before it came.
  ///   - ageOfFirst: how long the first did; `nil` if there is only one.
  public func take(_ locations: [Location], age: Duration = .zero, ageOfFirst: Duration? = nil) {
    guard isRunning else { return }
    self.age = age
    arrival = locations.first?.time?.addingTimeInterval((ageOfFirst ?? age) / .seconds(1))
    waiting.append(contentsOf: locations)
    advance()
  }

  /// A position that never changes brings no fix that finds what is new.
  private func takeFixedAgain() {
    guard source == nil, pace == nil, waiting.isEmpty, let last = engine.monitor.state.lastCounted else {
      return
    }
    waiting.append(contentsOf: Array(repeating: last, count: engine.monitor.rules.confirm))
  }

  public func take(_ state: ReceiverState) { tellAtOnce(engine.step(.state(state))) }

  /// Calls `completion` when the last fix is handled, since no more will come.
  ///
  /// - Parameter time: up to when a recording goes on after its last fix.
  public func finish(at time: Date? = nil, _ completion: @escaping () -> Void) {
    atEnd = (time, completion)
    advance()
  }

  public func stop() {
    isRunning = false
    areas?.stop()
    patienceTimer?.cancel()
    silenceTimer?.cancel()
    waiting = []
  }

  private func tell(_ outcomes: [WatchOutcome]) {
    for outcome in outcomes {
      if isRunning {
        onOutcome(outcome)
      } else if case .event(.proximity(let untold)) = outcome {
        engine.takeBack(untold)
      }
    }
  }

  private func tellAtOnce(_ outcomes: [WatchOutcome]) {
    guard isRunning, !outcomes.isEmpty else { return }
    tell(outcomes)
    onOutcome(.caughtUp)
  }

  /// Takes the waiting fixes, as long as the places around them are known.
  private func advance() {
    guard !isHeld || waiting.count > InputLimits.waitingFixes else { return }
    let start = onWork == nil ? 0 : ProcessorTime.ofThread
    defer {
      onOutcome(.caughtUp)
      onWork?(ProcessorTime.ofThread - start)
    }
    while isRunning, let location = waiting.first {
      if let areas, !hasPlaces(around: location, in: areas) {
        source?.isPaused = true
        if source?.canPause != true { announceWithPatience() }
        if waiting.count <= InputLimits.waitingFixes { return }
        tell([.suppressed(Suppression(place: nil, location: location, reason: .placesUnknown))])
      }
      announce(1)
      // A stop leaves none.
      guard waiting.popFirst() != nil else { break }
      let fences = areas.map { $0.area?.fences ?? FenceIndex(rules: engine.monitor.rules) }
      let known = WatchEngine.Known(
        fences: fences, coverage: areas?.area?.coverage, streets: streets, network: network)
      tell(engine.step(.placesKnown, among: known))
    }
    source?.isPaused = false
    isImpatient = false
    patienceTimer.take()?.cancel()
    guard isRunning, let atEnd else { return }
    tell(engine.step(.end(atEnd.time)))
    atEnd.completion()
  }

  /// A receiver's fixes are reported before their places are known, but only if those take long: otherwise
  /// the order of events would differ from a replay's.
  private func announceWithPatience() {
    if isImpatient {
      announce(waiting.count)
    } else if patienceTimer == nil {
      patienceTimer = timerScheduler.schedule(after: Self.patience) { [weak self] in
        self?.isImpatient = true
        self?.advance()
      }
    }
  }

  /// Whether every place that could matter to the fix is known; requests a missing area, or the next one when
  /// it is time.
  private func hasPlaces(around location: Location, in areas: AreaLoader) -> Bool {
    let point = WGS84.cartesian(location.coordinate)
    let step = engine.monitor.step(to: location)
    if areas.covers(point, step: step) {
      areas.loadAhead(of: point, at: location.coordinate)
      return true
    }
    guard engine.monitor.counts(location) else { return true }
    areas.load(around: location.coordinate, step: step)
    return false
  }

  /// Hands the first `count` waiting fixes to the engine, unless it has them.
  private func announce(_ count: Int) {
    guard count > engine.waiting.count else { return }
    for index in waiting.indices.prefix(count).dropFirst(engine.waiting.count) where isRunning {
      let next = index + 1 < waiting.endIndex ? waiting[index + 1] : nil
      tell(engine.step(.fix(waiting[index], next: next, at: arrival)))
    }
    waitForSilence()
  }

  /// How long after it came the last fix still counts, not at all if that is negative; `nil` if time alone ends nothing.
  public var signalPatience: Duration? {
    // `Duration` traps on a number that it cannot hold.
    pace.map { .seconds(min(engine.signal.patience / $0, 1e9)) + Self.delay - age }
  }

  /// Reports the loss while it lasts: only the next fix would show it, and none may come.
  private func waitForSilence() {
    guard let signalPatience, isRunning else { return }
    silenceTimer?.cancel()
    silenceTimer = timerScheduler.schedule(after: max(.zero, signalPatience - Self.delay)) { [weak self] in
      // Fixes that came while poi itself was held up, as by a blocked output, have their turn first.
      self?.silenceTimer = self?.timerScheduler.schedule(after: Self.delay) { [weak self] in
        // While fixes wait, the source may be held back.
        guard let self, waiting.count == engine.waiting.count, atEnd == nil else { return }
        tellAtOnce(engine.step(.silence))
      }
    }
  }
}
