/// What the rules say about a moment.
struct Verdict: Hashable, Sendable {
  var state: OpeningState
  /// The index of the rule that decided, `nil` if none applies.
  var rule: Int?
  /// Why the state is unknown.
  var doubt: Doubt?

  static let closed = Verdict(state: .closed)
}

/// A part of a day during which the verdict is the same.
struct DaySegment: Sendable {
  /// Minutes after midnight, to the next segment or midnight.
  var start: Int
  var verdict: Verdict
}
