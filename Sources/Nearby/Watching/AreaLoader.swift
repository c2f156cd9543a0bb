import Geography
import Places

/// Keeps the places of areas around the position, and asks for the next area, ahead, before it is needed.
@MainActor
public final class AreaLoader {
  /// Places that were loaded, and the circle in which they are all known.
  struct Area {
    let centre: SIMD3<Double>
    let radius: Double
    let fences: FenceIndex
    /// Where every place is known, if that is not all of the circle.
    var coverage: Coverage?
    /// Why no server was asked about the rest.
    var unasked: PlaceSource.Unasked?
    /// Whether it has as many places as are kept, and not even all of those whose fences matter.
    var isOverfull = false

    /// Whether it may have more places once a server answers again, or something is imported.
    var isWithoutServer: Bool { unasked != nil }

    /// How far a point is from the middle, in metres.
    func distance(of point: SIMD3<Double>) -> Double { (point - centre).length }
  }

  /// The area around the position, or the last one that was.
  private(set) var area: Area?
  public var places: PlaceIndex? { area?.fences.index }
  /// Where every place is known, if that is not all around the position.
  public var coverage: Coverage? { area?.coverage }
  /// Why no server was asked about what lies beyond the coverage.
  public var unasked: PlaceSource.Unasked? { area?.unasked }
  /// Whether there are more places around than are kept.
  public var isOverfull: Bool { area?.isOverfull == true }
  /// Runs each loading when there is room for its work.
  public var turn: @MainActor (_ load: @MainActor () async -> Void) async -> Void = { await $0() }
  /// Whether every place has been known right around any position so far.
  public private(set) var knowsAny = false
  /// Called when an area has been loaded.
  public var onChange: (() -> Void)?
  /// Called when an area loaded before replaces the current one.
  public var onReturn: (() -> Void)?
  /// Called when the source fails and will be tried again, and every minute until it answers.
  public var onFailure: ((PlacesError) -> Void)?
  /// Called when the source cannot answer, or has failed for too long, and will not be tried again; without it, the
  /// source is tried for ever.
  public var onGivingUp: ((PlacesError) -> Void)?

  private let provider: any PlaceProviding
  private let filter: PlaceFilter
  private let rules: ProximityRules
  /// How far away a place can matter, in metres.
  private let reach: Double
  private let timerScheduler: any TimerScheduler
  private let patience: Duration?
  private let limit: Int
  /// Areas that were loaded before, the last one last.
  private var earlier: [Area] = []
  private var movement = Movement()
  private var loading: Task<Void, Never>?
  /// The middle and the radius, in metres, of the current request.
  private var pending: (centre: SIMD3<Double>, radius: Double)?
  private var retry: (any ScheduledTimer)?
  private var deadline: (any ScheduledTimer)?
  private var reminder: (any ScheduledTimer)?
  /// Asks again for an area that was loaded without a server, or whose source has changed.
  private var renewal: (any ScheduledTimer)?
  /// That of the source when it was last asked.
  private var edition: Int?
  private var failures = 0
  /// Why the source gave no answer when it was last asked.
  public private(set) var lastFailure: PlacesError?
  /// Whether what is being asked for is the last try.
  private var isOverdue = false
  private var hasGivenUp = false
  /// Metres; less than a radius that was too much for the source.
  private var largestRadius = Double.infinity

  /// How many earlier areas are kept, in case the traveller comes back.
  private static let areasKept = 8
  private static let reminderInterval = Duration.seconds(60)

  /// A loader of the places that pass `filter`.
  ///
  /// - Parameters:
  ///   - reach: how far away a place matters outside its fence.
  ///   - patience: how long a source may fail before the loader gives up; `nil` means for ever.
  ///   - limit: how many places to keep of one area, the nearest, and of all earlier ones.
  public init(
    _ provider: any PlaceProviding, filter: PlaceFilter, rules: ProximityRules, reach: Distance = .zero,
    patience: Duration? = nil, limit: Int = .max,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler()
  ) {
    self.reach = max(rules.within, CurrentLocationProvider.largestProximity, reach).metres
    self.provider = provider
    self.filter = filter
    self.rules = rules
    self.patience = patience
    self.limit = limit
    self.timerScheduler = timerScheduler
  }

  /// Whether every place is known that could matter after a step of this many metres to there.
  func covers(_ point: SIMD3<Double>, step: Double) -> Bool {
    func isCovered(by area: Area) -> Bool { area.distance(of: point) + step + reach <= area.radius }
    if let area, isCovered(by: area) { return true }
    guard let index = earlier.lastIndex(where: isCovered) else { return false }
    let area = earlier.remove(at: index)
    keep()
    self.area = area
    onReturn?()
    return true
  }

  /// Requests the area around a position, unless a request that includes it is running.
  func load(around coordinate: Coordinate, step: Double = 0) {
    abandonAnAreaLeftBehind(at: WGS84.cartesian(coordinate))
    guard loading == nil, retry == nil, !hasGivenUp else { return }
    startDeadline()
    // The smallest area worth loading is used if a larger one is too much for a source.
    let least = (largestRadius.isFinite ? 1.2 : 2) * reach + step
    let radius = max(min(provider.areaRadius.metres, largestRadius), least)
    pending = (WGS84.cartesian(coordinate), radius)
    var query = PlaceQuery(filter: filter, radius: Distance(metres: radius), limit: limit)
    // The nearer of two twins would depend on the area's middle, so that one place could be entered as two.
    query.keepsDuplicates = true
    edition = provider.edition
    loading = Task { [provider, turn, query] in
      await turn { [self] in
        do throws(PlacesError) {
          let answer = try await provider.places(near: coordinate, matching: query)
          guard !Task.isCancelled else { return }
          knowsAny = knowsAny || answer.source.coversPosition
          finish(
            WorkMeter.measured { area(of: answer, around: coordinate, radius, step) }, around: coordinate)
        } catch {
          // Cancelling is not a failure of the source.
          if !Task.isCancelled { fail(error, around: coordinate, step: step, radius: radius) }
        }
      }
    }
  }

  /// What an answer for a radius says of the area.
  private func area(
    of answer: PlaceAnswer, around coordinate: Coordinate, _ radius: Double, _ step: Double
  ) -> Area {
    let within = rules.within.metres
    // A server says only how far it knows all.
    let isCut = answer.source.knownWithin.map { $0.metres < radius - reach + within } ?? false
    let end = answer.places.count < limit ? nil : answer.places.last?.distance
    // It is asked again where the list ends, but not every few metres.
    let listed = [answer.source.listedWithin, end].compactMap(\.self).min()
      .map { max($0.metres - within, Self.leastWay + step) + reach }
    // Fences beyond the last place may be entered before it is asked again, and one of them may be large.
    let isOverfull = end.map { $0.metres < reach + Self.leastWay + step } ?? false
    return Area(
      centre: WGS84.cartesian(coordinate), radius: min(listed ?? radius, radius),
      fences: FenceIndex(Twins(among: answer.places.map(\.place)).withoutOthers, rules: rules),
      coverage: isOverfull ? Coverage() : answer.source.coverage ?? (isCut ? Coverage() : nil),
      unasked: answer.source.unasked, isOverfull: isOverfull)
  }

  /// Requests the area ahead of a position if the current one will end soon.
  ///
  /// Its middle is ahead: what is behind is known, and most people continue in their direction.
  func loadAhead(of point: SIMD3<Double>, at coordinate: Coordinate) {
    let step = movement.follow(point, at: coordinate)
    guard let area else { return }
    let slack = area.radius - reach
    let lead = min(slack / 2, max(slack / 5, Self.fixesAhead * step))
    guard area.distance(of: point) > slack - lead else { return }
    let ahead = movement.coordinate(metres: lead, ahead: coordinate)
    let isKnownAhead = earlier.contains { $0.distance(of: WGS84.cartesian(ahead)) + reach <= $0.radius }
    guard !isKnownAhead else { return }
    let next = max(0, min(provider.areaRadius.metres, largestRadius, area.radius) - reach)
    load(around: movement.coordinate(metres: Self.partAhead * next, ahead: coordinate))
  }

  /// Metres after which a server is asked again, however little it lists.
  private static let leastWay = 50.0
  /// How many fixes, at the current speed, an answer may take.
  private static let fixesAhead = 20.0
  /// How far ahead the middle of an area is, as a part of the distance within which the area is useful.
  private static let partAhead = 0.6

  func stop() {
    loading?.cancel()
    provider.cancelFetchingAll()
    for timer in [retry, deadline, reminder, renewal] { timer?.cancel() }
  }

  /// Cancels a request for an area that would come too late to be useful.
  private func abandonAnAreaLeftBehind(at point: SIMD3<Double>) {
    guard let pending, loading != nil, (point - pending.centre).length > pending.radius else { return }
    loading.take()?.cancel()
    provider.cancelFetchingAll()
    beginPatienceAnew()
  }

  private func keep() {
    if let area, !area.isWithoutServer { earlier.append(area) }
    while earlier.count > Self.areasKept || earlier.reduce(0, { $0 + $1.fences.places.count }) > limit {
      earlier.removeFirst()
    }
  }

  private func finish(_ area: Area, around coordinate: Coordinate) {
    loading = nil
    failures = 0
    lastFailure = nil
    beginPatienceAnew()
    for timer in [reminder.take(), renewal.take()] { timer?.cancel() }
    keep()
    self.area = area
    if area.isWithoutServer || edition != nil { renew(around: coordinate) }
    onChange?()
  }

  private func renew(around coordinate: Coordinate) {
    renewal = timerScheduler.schedule(after: Self.reminderInterval) { [weak self] in
      guard let self else { return }
      let hasChanged = provider.edition != edition
      if hasChanged { earlier = [] }
      if hasChanged || area?.isWithoutServer == true {
        load(around: coordinate)
      } else {
        renew(around: coordinate)
      }
    }
  }

  private func fail(_ error: PlacesError, around coordinate: Coordinate, step: Double, radius: Double) {
    loading = nil
    if error.isOfTooMuch, radius / 2 >= 1.2 * reach + step {
      largestRadius = radius / 2
      // A source that says so is there, and will have less to do.
      beginPatienceAnew()
      return load(around: coordinate, step: step)
    }
    failures += 1
    lastFailure = error
    // A source that has answered before may do so again, and a traveller can wait for it.
    let mayRecover = error.isWorthRetrying || patience == nil && (area != nil || onGivingUp == nil)
    if isOverdue || !mayRecover { return giveUp(after: error) }
    if failures == 1 {
      onFailure?(error)
      remind()
    }
    retry = timerScheduler.schedule(after: RetryDelay.delay(afterFailures: failures)) { [weak self] in
      self?.retry = nil
      self?.load(around: coordinate, step: step)
    }
  }

  private func remind() {
    guard patience == nil else { return }
    reminder = timerScheduler.schedule(after: Self.reminderInterval) { [weak self] in
      guard let self, let error = lastFailure else { return }
      onFailure?(error)
      remind()
    }
  }

  private func startDeadline() {
    guard let patience, deadline == nil else { return }
    deadline = timerScheduler.schedule(after: patience) { [weak self] in
      guard let self else { return }
      isOverdue = true
      // The current request may still succeed.
      guard loading == nil, let error = lastFailure else { return }
      giveUp(after: error)
    }
  }

  /// Waits as long as at first for what is asked for next.
  private func beginPatienceAnew() {
    deadline.take()?.cancel()
    isOverdue = false
  }

  private func giveUp(after error: PlacesError) {
    hasGivenUp = true
    for timer in [retry, deadline, reminder, renewal] { timer?.cancel() }
    onGivingUp?(error)
  }
}

/// The direction of travel over the last hundreds of metres.
struct Movement {
  /// Metres of movement that show the direction.
  private static let legLength = 100.0

  private var last: SIMD3<Double>?
  private var legStart: (point: SIMD3<Double>, coordinate: Coordinate)?
  private var bearing: Bearing?

  /// Takes the next position, and returns the metres from the one before.
  mutating func follow(_ point: SIMD3<Double>, at coordinate: Coordinate) -> Double {
    let step = last.map { (point - $0).length } ?? 0
    last = point
    if let start = legStart, (point - start.point).length >= Self.legLength {
      bearing = WGS84.inverse(from: start.coordinate, to: coordinate).bearing
      legStart = nil
    }
    legStart = legStart ?? (point, coordinate)
    return step
  }

  /// The position this many metres ahead, or the same if the direction is unknown.
  func coordinate(metres: Double, ahead coordinate: Coordinate) -> Coordinate {
    bearing.map {
      WGS84.destination(from: coordinate, bearing: $0, distance: Distance(metres: metres))
    } ?? coordinate
  }
}
