import FoundationEssentials
import Geography
import Positioning

/// Notices that the fixes of a watch are too inaccurate to count, until one is accurate enough; a value.
package struct InaccurateFixes {
  /// Seconds of such fixes, by their own times, that are worth a word: many receivers begin with some.
  static let patience = 3.0

  private let limit: Double
  private let units: Units
  private var best: Double?
  private var start: Date?
  private var isTold = false
  private var hasEnded = false

  /// - Parameter limit: metres; what is less accurate does not count.
  package init(limit: Double, units: Units) {
    self.limit = limit
    self.units = units
  }

  /// How inaccurate all fixes so far were; `nil` if there was none, or one counts.
  package var problem: String? {
    guard !hasEnded, let best else { return nil }
    let (reached, wanted) = (Distance(metres: best), Distance(metres: limit))
    return
      "the best is accurate to \(units.exactWording(of: reached)), and --max-accuracy is \(units.exactWording(of: wanted))"
  }

  /// Takes the next fix, and returns what to tell.
  package mutating func take(_ location: Location) -> String? {
    guard let accuracy = location.accuracy, accuracy > limit else {
      hasEnded = true
      return nil
    }
    best = min(best ?? accuracy, accuracy)
    guard let start, let time = location.time else {
      start = start ?? location.time
      return nil
    }
    return time.timeIntervalSince(start) >= Self.patience ? finish() : nil
  }

  /// Returns what to tell when no more fixes come.
  package mutating func finish() -> String? {
    guard !isTold, let problem else { return nil }
    isTold = true
    return "all fixes are ignored: \(problem)"
  }
}
