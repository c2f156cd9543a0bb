import FoundationEssentials
import Geography
import Places
import Positioning

/// Follows a traveller along a route whose passes are all known; a value without a clock.
public struct RouteFollower: Sendable {
  public let route: Route
  public let passes: [RoutePass]

  private enum Stage { case ahead, approached, behind }

  private let approach: Double
  private let unknown: [ClosedRange<Double>]
  private let opening: OpeningCondition?
  private typealias Kind = (category: String?, sure: [Int], uncertain: [Int])
  private let askedKinds: [Kind]
  /// Those without what is closed on arrival, the passes that are, and when that was found, in minutes.
  private var kinds: [Kind]
  private var closed: Set<Int> = []
  private var checkedMinute: Double?
  private var matcher: RouteMatcher
  private var stages: [Stage]
  /// The first pass that lies ahead.
  private var front = 0
  /// The index after the last pass that was ever approached.
  private var approachedEnd = 0
  /// Whether the last report said that the traveller is on the route; `nil` before the first report.
  private var toldOn: Bool?
  /// The first fix in a row off the route, and their number.
  private var strayStart: Location?
  private var strays = 0
  private var toldNext: [Int?]?

  /// How many passes an outlook has.
  public static let upcomingCount = 5
  /// Seconds off the route that are worth a report, or fixes if they have no times.
  static let patience = 30.0
  private static let patienceInFixes = 15
  /// How many metres back along the route put a place behind ahead again.
  private static let wayBack = 100.0

  /// - Parameters:
  ///   - passes: in order of the route.
  ///   - filter: what the user wants; the outlook is by its categories.
  ///   - approach: the distance along the route at which a pass is reported.
  ///   - opening: leaves out of the outlook what is closed on arrival; `nil` if that is wanted, too.
  ///   - unknown: where places may be missing, in metres along the route.
  public init(
    _ route: Route, passes: [RoutePass], filter: PlaceFilter, approach: Distance,
    opening: OpeningCondition? = nil, unknown: [ClosedRange<Double>] = []
  ) {
    (self.route, self.passes, self.approach, self.unknown) = (route, passes, approach.metres, unknown)
    self.opening = opening
    matcher = RouteMatcher(route)
    stages = Array(repeating: .ahead, count: passes.count)
    var words: [String] = []
    for word in filter.categories where !words.contains(word) { words.append(word) }
    let asking = filter.wordMeanings
    let meanings = words.isEmpty ? [] : passes.map { asking.words(meaning: $0.place) }
    let uses = passes.map { PlaceUse(of: $0.place) }
    let asked: [String?] = words.isEmpty ? [nil] : words
    askedKinds = asked.map { word in
      let meant = passes.indices.filter { index in word.map { meanings[index].contains($0) } ?? true }
      return (word, meant.filter { uses[$0] == .sure }, meant.filter { uses[$0] == .uncertain })
    }
    kinds = askedKinds
  }

  /// Metres along the route; `nil` while the traveller is off it, or may be.
  public var along: Double? { if case .on(let along) = matcher.progress { along } else { nil } }

  /// Whether the traveller has been off the route for so long that it no longer shows what is ahead.
  public var isOffForLong: Bool { toldOn == false }

  public mutating func update(with location: Location, course: Bearing?) -> [RouteEvent] {
    // Below a walk, a receiver's course is noise.
    matcher.update(with: location, course: course ?? (location.speed ?? 1 < 1 ? nil : location.course))
    guard case .on(let along) = matcher.progress else { return stray(to: location) }
    strays = 0
    strayStart = nil
    var events: [RouteEvent] = []
    if toldOn != true {
      toldOn = true
      toldNext = nil
      // What was reported before the traveller left the route may be long ago.
      for index in stages.indices where stages[index] == .approached { stages[index] = .ahead }
      events.append(.status(status(at: location, isOn: true, along: along)))
    }
    events += advance(to: along, at: location, course: course).map(RouteEvent.travel)
    leaveOutClosed(at: location.time, from: along)
    let next = matcher.isBackward ? nil : kinds.map { kind in kind.sure.first(from: front) }
    if next != toldNext {
      toldNext = next
      if let outlook = outlook(at: location.time) { events.append(.next(outlook, at: location)) }
    }
    return events
  }

  private mutating func stray(to location: Location) -> [RouteEvent] {
    guard case .off(let leftAt) = matcher.progress, !matcher.isUndecided else { return [] }
    strays += 1
    if strayStart == nil { strayStart = location }
    guard toldOn != false else { return [] }
    let seconds = location.time.flatMap { time in strayStart?.time.map(time.timeIntervalSince) }
    let isLong = seconds.map { $0 >= Self.patience } ?? (strays >= Self.patienceInFixes)
    guard isLong else { return [] }
    toldOn = false
    return [.status(status(at: location, isOn: false, along: leftAt))]
  }

  private func status(at location: Location, isOn: Bool, along: Double?) -> RouteStatus {
    RouteStatus(
      location: location, isOn: isOn, along: along, length: route.length, since: strayStart?.time)
  }

  // MARK: Passes

  private mutating func advance(to along: Double, at location: Location, course: Bearing?) -> [TravelEvent] {
    var events: [TravelEvent] = []
    let passed = route.passed(at: along)
    let first = passes.partitioningIndex { $0.along > passed }
    for index in front..<max(front, first) where stages[index] != .behind {
      stages[index] = .behind
      // A detour that bypasses a place does not pass it.
      guard !matcher.hasJoined else { continue }
      let pass = passes[index]
      events.append(TravelEvent(.passed, pass.place, at: location, course: course, pass: pass))
    }
    // A traveller who goes back, or joins the route before a place, passes it again.
    let back = matcher.hasJoined ? RouteMatcher.wayOfTurn + (location.accuracy ?? 0) : Self.wayBack
    for index in first..<max(first, approachedEnd) {
      let distance = route.way(from: along, to: passes[index].along)
      if distance > RouteCorridor.leavingDistance(approach) || stages[index] == .behind && distance > back {
        stages[index] = .ahead
      }
    }
    front = first
    while front < passes.count, stages[front] == .behind { front += 1 }
    approachedEnd = max(front, approachedEnd)
    for index in front..<passes.count {
      let distance = route.way(from: along, to: passes[index].along)
      if distance > approach || matcher.isBackward { break }
      guard stages[index] == .ahead else { continue }
      stages[index] = .approached
      approachedEnd = max(approachedEnd, index + 1)
      events.append(
        TravelEvent(
          .approach, passes[index].place, at: location, course: course, pass: passes[index],
          distance: Distance(metres: distance), arrival: arrival(in: distance, at: location.time)))
    }
    return events
  }

  private mutating func leaveOutClosed(at time: Date?, from along: Double) {
    let minute = time.map { ($0.timeIntervalSince1970 / 60).rounded(.down) }
    guard var opening, let time, minute != checkedMinute else { return }
    checkedMinute = minute
    closed = Set(
      passes.indices[front...].filter { index in
        let arrival = arrival(in: max(0, route.way(from: along, to: passes[index].along)), at: time) ?? time
        opening.now = Int(clamping: arrival.timeIntervalSince1970.rounded(.down))
        return opening.leavesOut(passes[index].place)
      })
    kinds = askedKinds.map { kind in
      (
        kind.category, kind.sure.filter { !closed.contains($0) },
        kind.uncertain.filter { !closed.contains($0) }
      )
    }
  }

  private func arrival(in metres: Double, at time: Date?) -> Date? {
    guard let time, let speed = matcher.averageSpeed else { return nil }
    return time.addingTimeInterval(metres / speed)
  }

  // MARK: What lies ahead

  /// What lies ahead at a time; `nil` while the traveller is off the route, or goes against it.
  public func outlook(at time: Date?) -> RouteOutlook? {
    guard let along, !matcher.isBackward else { return nil }
    let length = route.length.metres
    let rest = max(0, route.way(from: along, to: length))
    func upcoming(_ index: Int) -> RouteOutlook.Upcoming {
      let pass = passes[index]
      let distance = max(0, route.way(from: along, to: pass.along))
      return RouteOutlook.Upcoming(
        pass: pass, distance: Distance(metres: distance), arrival: arrival(in: distance, at: time))
    }
    return RouteOutlook(
      along: along, rest: Distance(metres: rest), arrival: arrival(in: rest, at: time),
      upcoming: passes.indices[front...].lazy.filter { !closed.contains($0) }.prefix(Self.upcomingCount).map(
        upcoming),
      kinds: kinds.map { kind in
        let next = kind.sure.first(from: front)
        let start = next.map { passes[$0].along } ?? along
        // Another place at the same point of the route makes no gap.
        let following = next.flatMap { next in
          kind.sure.suffix(from: kind.sure.partitioningIndex { $0 > next })
            .lazy.map { passes[$0].along }.first { route.way(from: start, to: $0) > RouteGaps.onePoint }
        }
        let end = following ?? length
        let before = kind.uncertain.first(from: front).flatMap { index in
          passes[index].along < (next.map { passes[$0].along } ?? .infinity) ? index : nil
        }
        let inside = kind.uncertain.contains { index in
          route.way(from: start, to: passes[index].along) > RouteGaps.onePoint
            && (following == nil || route.way(from: passes[index].along, to: end) > RouteGaps.onePoint)
        }
        return RouteOutlook.Kind(
          category: kind.category, next: next.map(upcoming), uncertain: before.map(upcoming),
          gap: Distance(metres: max(0, route.way(from: start, to: end))), isLast: following == nil,
          hasUncertainInGap: inside || unknown.contains { $0.lowerBound < end && $0.upperBound > start })
      })
  }
}

extension [Int] {
  /// The first element of a sorted array that is not less.
  fileprivate func first(from least: Int) -> Int? {
    let index = partitioningIndex { $0 >= least }
    return index < count ? self[index] : nil
  }
}

public struct RouteOutlook: Hashable, Sendable {
  public struct Upcoming: Hashable, Sendable {
    public let pass: RoutePass
    /// The remaining distance along the route.
    public let distance: Distance
    /// The arrival time at the speed of the last minutes.
    public let arrival: Date?
  }

  public struct Kind: Hashable, Sendable {
    /// The user's word; `nil` for all places.
    public let category: String?
    /// The next pass that serves, as far as the data says.
    public let next: Upcoming?
    /// One before that, which may not serve.
    public let uncertain: Upcoming?
    /// The distance from the next one to the one after, or to the end of the route; from here if there is no
    /// next.
    public let gap: Distance
    /// Whether the gap ends with the route.
    public let isLast: Bool
    /// Whether the gap contains something that may serve, or where places may be missing.
    public let hasUncertainInGap: Bool
  }

  /// Metres along the route.
  public let along: Double
  /// Metres to the end of the route.
  public let rest: Distance
  /// The arrival time at the end, at the speed of the last minutes.
  public let arrival: Date?
  public let upcoming: [Upcoming]
  /// One for each kind that the user wants, in that order.
  public let kinds: [Kind]
}
