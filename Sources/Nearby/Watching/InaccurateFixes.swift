import FoundationEssentials
import Geography
import Positioning

/// Notices that the fixes of a watch do not count: all are too inaccurate, or many imply too fast a move; a value.
package struct InaccurateFixes {
  /// Seconds of such fixes, by their own times, that are worth a word: many receivers begin with some.
  static let patience = 3.0

  /// Only so many moves that are too fast are worth a word, unless almost no fix counts.
  private static let manyMoves = 10

  private let limit: Double
  private let units: Units
  private var best: Double?
  private var start: Date?
  private var isTold = false
  private var hasEnded = false
  private var counted = 0
  private var moves = 0
  private var lastMove: ProximityReason?

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

  /// Takes what became of a fix, and returns what to tell.
  package mutating func take(_ outcome: WatchOutcome) -> String? {
    if case .counted = outcome { counted += 1 }
    guard case .suppressed(let suppression) = outcome, case .tooFast = suppression.reason else { return nil }
    moves += 1
    lastMove = suppression.reason
    return moves >= Self.manyMoves ? finish() : nil
  }

  package mutating func finish() -> String? {
    let isWorthAWord = counted < 2 || moves >= max(Self.manyMoves, counted / 2)
    let move = isWorthAWord ? lastMove.map { "\($0.wording(in: units)) (--max-speed)" } : nil
    guard !isTold, let problem = problem ?? move else { return nil }
    isTold = true
    return "\(counted > 1 ? "many" : "all") fixes\(counted == 1 ? " but one" : "") are ignored: \(problem)"
  }
}
