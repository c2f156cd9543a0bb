import CivilTime

/// The period around a moment during which the state is the same.
///
/// It follows the place's clocks, and is evaluated again when they go forward or back.
struct StatePeriod {
  /// `nil` if it has always been so, or since before the time examined.
  private(set) var since: PlaceTime?
  /// `nil` if it never ends, or not within the time examined.
  private(set) var until: (time: PlaceTime, state: OpeningState)?

  private let evaluator: HoursEvaluator
  private let ruleCount: Int
  private let workPerRule: Int
  private let usesSun: Bool
  private let state: OpeningState
  /// How much more may be examined, in applications of a rule to a day.
  private var workLeft: Int
  /// The last day examined.
  private var traits: DayTraits?
  /// Whether that day has the state throughout, as any other with the same traits has.
  private var isUniform = false

  init(of evaluator: HoursEvaluator, at time: Int, state: OpeningState) {
    self.evaluator = evaluator
    self.state = state
    ruleCount = evaluator.hours.rules.count
    workPerRule = evaluator.hours.workPerRule
    usesSun = evaluator.hours.usesSun
    workLeft = Self.workAhead
    until = end(after: time)
    workLeft = Self.workBack
    traits = nil
    since = start(upTo: time)
  }

  /// Enough for a rule of a date to come to the next 29 February.
  private static let workAhead = 3500
  private static let workBack = 800

  private mutating func end(after time: Int) -> (PlaceTime, OpeningState)? {
    var start = time
    while true {
      let offset = evaluator.zone.offset(at: start)
      let change = evaluator.zone.transition(after: start)
      if let (local, state) = difference(after: start + offset, before: change.map { $0 + offset } ?? .max) {
        return (PlaceTime(seconds: local - offset, offset: offset), state)
      }
      guard workLeft > 0, let change else { return nil }
      let state = evaluator.verdict(at: change).0.state
      if state != self.state {
        return (PlaceTime(seconds: change, offset: evaluator.zone.offset(at: change)), state)
      }
      start = change
    }
  }

  /// The first moment on one clock after `time` and before `end` that has another state.
  private mutating func difference(after time: Int, before end: Int) -> (Int, OpeningState)? {
    var day = Day.floor(time, 86_400)
    while workLeft > 0, day * 86_400 < end {
      for segment in segments(of: day) {
        let start = day * 86_400 + segment.start * 60
        guard start > time, segment.verdict.state != state else { continue }
        return start < end ? (start, segment.verdict.state) : nil
      }
      day += 1
    }
    return nil
  }

  private mutating func start(upTo time: Int) -> PlaceTime? {
    var end = time
    while true {
      let offset = evaluator.zone.offset(at: end)
      let change = evaluator.zone.transition(upTo: end)
      if let local = lastChange(backFrom: end + offset, to: change.map { $0 + offset } ?? .min) {
        return PlaceTime(seconds: local - offset, offset: offset)
      }
      guard workLeft > 0, let change else { return nil }
      if evaluator.verdict(at: change - 1).0.state != state {
        return PlaceTime(seconds: change, offset: offset)
      }
      end = change - 1
    }
  }

  /// The last moment on one clock, no later than `time` and after `start`, before which the state was another.
  private mutating func lastChange(backFrom time: Int, to start: Int) -> Int? {
    var day = Day.floor(time, 86_400)
    let firstDay = Day.floor(max(start, -1 << 40), 86_400)
    // The start of the earliest segment found so far that has the state.
    var earliest: Int?
    while workLeft > 0, day >= firstDay {
      for segment in segments(of: day).reversed() {
        let segmentStart = day * 86_400 + segment.start * 60
        guard segmentStart <= time else { continue }
        guard segment.verdict.state == state else { return earliest.flatMap { $0 > start ? $0 : nil } }
        earliest = segmentStart
      }
      if isUniform { earliest = day * 86_400 }
      day -= 1
    }
    return nil
  }

  /// The parts of a day, none if they all have the state as those of the last day had.
  private mutating func segments(of day: Int) -> [DaySegment] {
    let traits = evaluator.traits(of: day, after: self.traits)
    workLeft -= ruleCount * workPerRule
    if isUniform, let last = self.traits, traits.hasSameHours(last), !usesSun {
      self.traits = traits
      return []
    }
    let segments = evaluator.segments(traits)
    workLeft -= ruleCount * (traits.doubts.isEmpty ? 2 : 20) * (usesSun ? 4 : 1)
    self.traits = traits
    isUniform = segments.allSatisfy { $0.verdict.state == state }
    return segments
  }
}
