import FoundationEssentials
import Geography
import Places
import Positioning

/// The fence engine: fixes and places in, events and suppressions out. A value, without clock or I/O.
public struct ProximityMonitor: Sendable {
  public let rules: ProximityRules
  /// Everything it remembers; a monitor that resumes from it continues as if it had never stopped.
  public private(set) var state: State

  private var neighbourhood: Neighbourhood?
  /// Where the last counted fix was, in metres from the centre of the earth.
  private var lastPoint: SIMD3<Double>?
  /// The ids of the places within whose fences the present fix is.
  private var met: Set<PointOfInterest.ID> = []
  /// The ids of the visits from before it was resumed, whose places may have changed since.
  private var resumed: Set<PointOfInterest.ID>

  public init(rules: ProximityRules, state: State = State()) {
    self.rules = rules
    self.state = state
    resumed = Set(state.visits.keys)
    for (id, visit) in state.visits { self.state.visits[id]?.radius = rules.radius(of: visit.place) }
  }

  /// What a monitor remembers from one fix to the next.
  public struct State: Hashable, Codable, Sendable {
    /// A place that the position is in, or about to enter.
    struct Visit: Hashable, Codable, Sendable {
      var place: PointOfInterest
      /// Metres.
      var radius: Double
      var isInside = false
      /// Counted fixes in a row in favour of entering or, inside, of leaving.
      var streak = 0
      /// The time of the first of them.
      var streakStart: Date?
      /// The way so far, from outside and without a gap, while the place is not entered.
      var way: Way?
    }

    /// A way into a fence that may lead out again before the place is entered.
    struct Way: Hashable, Codable, Sendable {
      /// The last counted fix outside.
      let start: Location
      /// How near it came, in metres.
      var closest: Double
      /// When that was.
      var closestTime: Date
    }

    var lastCounted: Location?
    /// While it may be wrong: the fixes since that contradict it and agree with each other.
    var run: [Location]?
    /// By the place's id.
    var visits: [String: Visit] = [:]
    /// When places were left that may still be in their cooldown.
    var leavings: [String: Date] = [:]
    /// The ids of the places that were entered without a word; `nil` for none.
    package var unentered: [String]?
    /// Events that nobody was told; `nil` for none.
    var untold: [ProximityEvent]?

    public init() {}

    public var inside: [PointOfInterest] {
      visits.values.filter(\.isInside).map(\.place).sorted { $0.id < $1.id }
    }
  }

  /// The fences have changed: those of another area are known now.
  public mutating func forgetNeighbourhood() {
    neighbourhood = nil
  }

  /// The metres to a fix on which places can be passed.
  func step(to location: Location) -> Double {
    guard let last = state.lastCounted, rules.tooFast(to: location, after: last) == nil else { return 0 }
    let start = lastPoint ?? WGS84.cartesian(last.coordinate)
    let step = Step(from: last, to: location, start: start, end: WGS84.cartesian(location.coordinate))
    return step.canPass ? step.length : 0
  }

  func counts(_ location: Location) -> Bool {
    var run = state.run
    return rules.objection(to: location, after: state.lastCounted, &run) == nil
  }

  /// Takes the next fix.
  ///
  /// - Parameter fences: all those that could matter around this fix and the last one.
  public mutating func update(with location: Location, among fences: FenceIndex) -> ProximityUpdate {
    var update = ProximityUpdate()
    let here = WGS84.cartesian(location.coordinate)
    if let objection = rules.objection(to: location, after: state.lastCounted, &state.run) {
      update.suppressions.append(Suppression(place: nil, location: location, reason: objection))
      return update
    }
    // Nobody went here from a fix that was wrong.
    if state.run?.isEmpty == false { state.lastCounted?.time = nil }
    update.start = state.lastCounted
    let step = state.lastCounted.map { last in
      Step(from: last, to: location, start: lastPoint ?? WGS84.cartesian(last.coordinate), end: here)
    }
    if !resumed.isEmpty, neighbourhood == nil {
      for place in fences.places where resumed.remove(place.id) != nil {
        state.visits[place.id]?.place = place
        state.visits[place.id]?.radius = rules.radius(of: place)
      }
    }
    // What began so long ago is not in a row with this fix.
    if let seconds = step?.seconds, seconds > PacedSource.longestSilence {
      state.visits = state.visits.filter { $0.value.isInside }
    }
    met.removeAll(keepingCapacity: true)
    let way = step.flatMap { $0.canPass ? (start: $0.start, length: $0.length) : nil }
    for fence in candidates(around: here, way?.start ?? here, among: fences) {
      let chord = (fence.point - here).length
      if isWithin(fence, chord: chord, location, among: fences) {
        meet(fence, at: location, after: step, among: fences, &update)
      } else if let way,
        chord + (fence.point - way.start).length - way.length
          <= 2 * (fence.radius + fence.reach + Self.rounding)
      {
        // A step by way of a point within the fence is no shorter than this.
        pass(fence, on: step, among: fences, &update)
      }
    }
    if state.visits.count > met.count {
      for id in state.visits.keys where !met.contains(id) {
        miss(id, at: location, after: step, &update)
      }
      if let time = location.time, update.events.contains(where: { $0.kind == .leave }) {
        state.leavings = state.leavings.filter { time.timeIntervalSince($0.value) < rules.cooldown }
      }
    }
    state.lastCounted = location
    lastPoint = here
    update.sort()
    if let untold = state.untold.take() { update.events.insert(contentsOf: untold, at: 0) }
    return update
  }

  /// Takes an event back that nobody was told: the next fix brings it again.
  mutating func takeBack(_ untold: ProximityEvent) { state.untold = (state.untold ?? []) + [untold] }

  // MARK: Within the fence

  private func isWithin(
    _ fence: FenceIndex.Fence, chord: Double, _ location: Location, among fences: FenceIndex
  ) -> Bool {
    guard chord <= fence.radius + fence.reach else { return false }
    // A file may say any point beside a shape.
    if fence.reach == 0, WGS84.longestWay(overChord: chord) <= fence.radius { return true }
    return fences.places[fence.ordinal].isWithin(Distance(metres: fence.radius), of: location.coordinate)
  }

  private mutating func meet(
    _ fence: FenceIndex.Fence, at location: Location, after step: Step?, among fences: FenceIndex,
    _ update: inout ProximityUpdate
  ) {
    let place = fences.places[fence.ordinal]
    // Some sources have several places with one id; one stands for all.
    guard met.insert(place.id).inserted else { return }
    if let known = state.visits.index(forKey: place.id), state.visits.values[known].isInside {
      state.visits.values[known].streak = 0
      return
    }
    let radius = Distance(metres: fence.radius)
    var visit = state.visits[place.id] ?? State.Visit(place: place, radius: fence.radius)
    if step == nil {
      visit.isInside = true
      update.add(.initial, place, location, .withinAtFirstFix(radius: radius))
    } else {
      // A stay that, by the clock, is yet to begin begins now.
      let wait = location.time.flatMap { time in visit.streakStart.map(time.timeIntervalSince) } ?? 0
      if visit.streakStart == nil || wait < 0 { visit.streakStart = location.time }
      visit.streak += 1
      visit.way = visit.streak < rules.confirm ? way(of: visit, on: step) : nil
      if let objection = objectionToEntering(visit, at: location) {
        update.suppressions.append(Suppression(place: place, location: location, reason: objection))
      } else {
        update.add(
          .enter, place, location, .entered(fixes: visit.streak, radius: radius, dwell: rules.dwell))
        visit.isInside = true
        visit.streak = 0
        visit.streakStart = nil
        state.leavings[place.id] = nil
      }
    }
    state.visits[place.id] = visit
  }

  private func objectionToEntering(_ visit: State.Visit, at location: Location) -> ProximityReason? {
    if visit.streak < rules.confirm {
      return .tooFewWithin(
        fixes: visit.streak, of: rules.confirm, radius: Distance(metres: visit.radius))
    }
    if rules.dwell > 0 {
      guard let stayed = location.time.flatMap({ time in visit.streakStart.map(time.timeIntervalSince) })
      else { return .timesUnknown }
      if stayed < rules.dwell { return .stayed(seconds: stayed, of: rules.dwell) }
    }
    if let left = state.leavings[visit.place.id], let now = location.time {
      let elapsed = now.timeIntervalSince(left)
      if elapsed >= 0, elapsed < rules.cooldown {
        return .leftRecently(seconds: elapsed, cooldown: rules.cooldown)
      }
    }
    return nil
  }

  // MARK: Outside of the fence

  private mutating func miss(
    _ id: String, at location: Location, after step: Step?, _ update: inout ProximityUpdate
  ) {
    guard var visit = state.visits[id] else { return }
    guard visit.isInside else {
      state.visits[id] = nil
      if let pass = pass(through: visit, at: location, after: step) {
        update.events.append(pass)
      } else if visit.streak < rules.confirm || rules.dwell > 0 {
        update.suppressions.append(
          Suppression(
            place: visit.place, location: location, reason: .outsideAgain(fixes: visit.streak)))
      }
      return
    }
    let leavingRadius = Distance(metres: rules.leavingRadius(visit.radius))
    let distance = visit.place.distance(from: location.coordinate)
    visit.streak = distance > leavingRadius ? visit.streak + 1 : 0
    if visit.streak >= rules.confirm {
      state.visits[id] = nil
      if let time = location.time { state.leavings[id] = time }
      update.add(.leave, visit.place, location, .left(fixes: visit.streak, radius: leavingRadius))
    } else {
      state.visits[id] = visit
      if visit.streak > 0 {
        let reason = ProximityReason.tooFewBeyond(
          fixes: visit.streak, of: rules.confirm, radius: leavingRadius)
        update.suppressions.append(Suppression(place: visit.place, location: location, reason: reason))
      }
    }
  }

  // MARK: Through the fence

  private struct Step {
    let from: Location
    let to: Location
    let start: SIMD3<Double>
    let length: Double
    /// `nil` if the fixes have no times.
    let seconds: Double?

    init(from: Location, to: Location, start: SIMD3<Double>, end: SIMD3<Double>) {
      self.from = from
      self.to = to
      self.start = start
      length = (end - start).length
      seconds = to.time.flatMap { time in from.time.map(time.timeIntervalSince) }
    }

    var canPass: Bool {
      seconds.map { (0...ProximityRules.longestPass).contains($0) } ?? false
    }
  }

  /// Metres that a straight line under the ground, and rounding, may take off a distance.
  private static let rounding = 1.0

  /// Adds that the step led through a fence, if it did and neither of its ends is inside.
  private func pass(
    _ fence: FenceIndex.Fence, on step: Step?, among fences: FenceIndex, _ update: inout ProximityUpdate
  ) {
    let place = fences.places[fence.ordinal]
    let radius = Distance(metres: fence.radius)
    guard let step, state.visits[place.id] == nil,
      let closest = ProximityEvent.Closest(of: place, from: step.from, to: step.to, within: radius),
      !place.isWithin(radius, of: step.from.coordinate)
    else { return }
    update.events.append(passing(place, radius: fence.radius, fixes: 0, at: step.to, closest: closest))
  }

  private func passing(
    _ place: PointOfInterest, radius: Double, fixes: Int, at location: Location,
    closest: ProximityEvent.Closest
  ) -> ProximityEvent {
    ProximityEvent(
      kind: .pass, location: location, place: NearbyPlace(place, from: location.coordinate),
      reason: .cameWithin(radius: Distance(metres: radius), fixes: fixes), closest: closest)
  }

  // MARK: Through the fence with too few fixes inside

  /// The way up to the end of a step that is inside; `nil` if it does not come from outside.
  private func way(of visit: State.Visit, on step: Step?) -> State.Way? {
    guard visit.streak == 1 else { return continued(visit.way, to: visit.place, on: step) }
    guard let step, let time = step.from.time else { return nil }
    let start = visit.place.distance(from: step.from.coordinate).metres
    guard start > visit.radius else { return nil }
    let way = State.Way(start: step.from, closest: start, closestTime: time)
    return continued(way, to: visit.place, on: step)
  }

  /// A way with one more step; `nil` if it is not known where that led.
  private func continued(_ way: State.Way?, to place: PointOfInterest, on step: Step?) -> State.Way? {
    guard var way, let step, step.canPass else { return nil }
    let closest = ProximityEvent.Closest(
      of: place, from: step.from, to: step.to, within: Distance(metres: way.closest))
    if let closest, closest.distance.metres < way.closest {
      (way.closest, way.closestTime) = (closest.distance.metres, closest.time)
    }
    return way
  }

  /// What to make of a visit that ends with too few fixes to enter: a pass, unless noise explains it.
  private func pass(through visit: State.Visit, at location: Location, after step: Step?) -> ProximityEvent? {
    guard visit.streak < rules.confirm, let way = continued(visit.way, to: visit.place, on: step) else {
      return nil
    }
    let distance = WGS84.inverse(from: way.start.coordinate, to: location.coordinate).distance
    guard rules.isMovement(distance, from: way.start, to: location, past: visit.radius) else { return nil }
    return passing(
      visit.place, radius: visit.radius, fixes: visit.streak, at: location,
      closest: ProximityEvent.Closest(distance: Distance(metres: way.closest), time: way.closestTime))
  }

  // MARK: Which fences matter

  /// The fences around a point, valid until the position could be near others.
  private struct Neighbourhood {
    /// Metres beyond the largest radius: more means fewer searches, but more fences to check each time.
    static let margin = 150.0

    let centre: SIMD3<Double>
    let margin: Double
    let fences: [FenceIndex.Fence]
  }

  private mutating func candidates(
    around here: SIMD3<Double>, _ start: SIMD3<Double>, among fences: FenceIndex
  ) -> [FenceIndex.Fence] {
    if let neighbourhood,
      max((here - neighbourhood.centre).length, (start - neighbourhood.centre).length) <= neighbourhood.margin
    {
      return neighbourhood.fences
    }
    let margin = max(Neighbourhood.margin, (here - start).length)
    let found = fences.fences(within: fences.largestRadius + margin + Self.rounding, of: here)
    neighbourhood = Neighbourhood(centre: here, margin: margin, fences: found)
    return found
  }
}

extension ProximityUpdate {
  fileprivate mutating func add(
    _ kind: ProximityEvent.Kind, _ place: PointOfInterest, _ location: Location, _ reason: ProximityReason
  ) {
    let nearby = NearbyPlace(place, from: location.coordinate)
    events.append(ProximityEvent(kind: kind, location: location, place: nearby, reason: reason, closest: nil))
  }

  /// An order that does not depend on how the places are stored.
  fileprivate mutating func sort() {
    events.sort { ($0.kind.rank, $0.place) < ($1.kind.rank, $1.place) }
    suppressions.sort { $0.place?.id ?? "" < $1.place?.id ?? "" }
  }
}

extension ProximityEvent.Kind {
  /// What ended before the fix comes before what it begins.
  fileprivate var rank: Int {
    switch self {
    case .pass: 0
    case .leave: 1
    case .initial, .enter: 2
    }
  }
}
