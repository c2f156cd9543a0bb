import Places
import Positioning

/// Commands that wait for their turn, and those that run.
///
/// A command begins once all those of earlier fixes have ended, so that events reach it in their order; of one fix,
/// those for different places run at the same time, a few at once.
package struct CommandQueue {
  package static let mostAtOnce = 4

  /// A command, and the event that it is run on.
  package struct Call: Equatable {
    package let command: String
    package var environment: [String: String]
    package let input: String
    /// The id of the place that the event is about, if it is about one.
    package let place: String?
    /// The fix that revealed the event.
    package let fix: Location
    /// The street that the traveller was on, if followed.
    package let street: Surroundings.Near<Street>?

    package init(
      command: String, environment: [String: String], input: String, place: String?, fix: Location,
      street: Surroundings.Near<Street>? = nil
    ) {
      (self.street, self.command, self.environment) = (street, command, environment)
      (self.input, self.place, self.fix) = (input, place, fix)
    }
  }

  private var waiting: ArraySlice<Call> = []
  private var running: [Int: Call] = [:]
  private var startedCount = 0

  package init() {}

  package var waitingCount: Int { waiting.count }
  package var isRunning: Bool { !running.isEmpty }

  package mutating func add(_ call: Call) {
    waiting.append(call)
  }

  /// The next one whose turn has come, by its number; it counts as running from now on.
  package mutating func next() -> (number: Int, call: Call)? {
    guard running.count < Self.mostAtOnce, let index = indexOfNext else { return nil }
    // Those before it are few, and keep their order.
    for earlier in (waiting.startIndex..<index).reversed() { waiting.swapAt(earlier, earlier + 1) }
    guard let call = waiting.popFirst() else { return nil }
    startedCount += 1
    running[startedCount] = call
    return (startedCount, call)
  }

  /// Takes the end of one; `nil` if that was taken before.
  package mutating func end(_ number: Int) -> Call? {
    running.removeValue(forKey: number)
  }

  package mutating func dropWaiting() {
    waiting = []
  }

  private var indexOfNext: ArraySlice<Call>.Index? {
    guard let first = waiting.first else { return nil }
    guard let current = running.values.first else { return waiting.startIndex }
    guard current.place != nil, current.fix == first.fix else { return nil }
    var busy = Set(running.values.map(\.place))
    for index in waiting.indices {
      let call = waiting[index]
      guard let place = call.place, call.fix == current.fix else { return nil }
      if busy.insert(place).inserted { return index }
    }
    return nil
  }
}
