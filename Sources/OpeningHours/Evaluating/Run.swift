/// The time around a moment during which the state is the same.
///
/// It is followed on the place's clocks, and where they are put forward or back it is looked at anew.
struct Run {
  /// `nil` if the state always was, or began before what was looked at.
  private(set) var since: PlaceTime?
  /// `nil` if it never ends, or not within what was looked at.
  private(set) var until: (time: PlaceTime, state: OpeningState)?

  private let evaluator: Evaluator
  private let state: OpeningState
  /// How many days are looked at: fewer the more rules each of them takes.
  private var daysLeft: Int

  init(of evaluator: Evaluator, at time: Int) {
    self.evaluator = evaluator
    state = evaluator.verdict(at: time).0.state
    let most = Self.mostRuleDays / max(evaluator.hours.rules.count, 1)
    daysLeft = min(Self.mostDaysAhead, most)
    until = end(after: time)
    daysLeft = min(Self.mostDaysBack, most)
    since = start(upTo: time)
  }

  /// To the next 29 February even around a year 2100 without one.
  private static let mostDaysAhead = 8 * 366
  private static let mostDaysBack = 366
  private static let mostRuleDays = 6000

  private mutating func end(after time: Int) -> (PlaceTime, OpeningState)? {
    var start = time
    while true {
      let offset = evaluator.zone.offset(at: start)
      let change = evaluator.zone.transition(after: start)
      if let (local, state) = difference(after: start + offset, before: change.map { $0 + offset } ?? .max) {
        return (PlaceTime(seconds: local - offset, offset: offset), state)
      }
      guard daysLeft > 0, let change else { return nil }
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
    while daysLeft > 0, day * 86_400 < end {
      for segment in evaluator.segments(of: day) {
        let start = day * 86_400 + segment.start * 60
        guard start > time, segment.verdict.state != state else { continue }
        return start < end ? (start, segment.verdict.state) : nil
      }
      daysLeft -= 1
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
      guard daysLeft > 0, let change else { return nil }
      if evaluator.verdict(at: change - 1).0.state != state {
        return PlaceTime(seconds: change, offset: offset)
      }
      end = change - 1
    }
  }

  /// The last moment on one clock, no later than `time` and after `start`, before which the state was another.
  private mutating func lastChange(backFrom time: Int, to start: Int) -> Int? {
    var day = Day.floor(time, 86_400)
    // The start of the earliest segment found so far that has the state.
    var earliest: Int?
    while daysLeft > 0, day >= Day.floor(max(start, -1 << 40), 86_400) {
      for segment in evaluator.segments(of: day).reversed() {
        let segmentStart = day * 86_400 + segment.start * 60
        guard segmentStart <= time else { continue }
        guard segment.verdict.state == state else { return earliest.flatMap { $0 > start ? $0 : nil } }
        earliest = segmentStart
      }
      daysLeft -= 1
      day -= 1
    }
    return nil
  }
}
