import FoundationEssentials
import Geography
import Positioning

/// Notices that the fixes of a watch do not count: all are too inaccurate, or many imply too fast a move; a value.
package struct IgnoredFixes {
  /// Seconds of such fixes, by their own times, that are worth a word: many receivers begin with some.
  static let patience = 3.0
  /// Only so many moves that are too fast are worth a word, unless almost no fix counts.
  private static let manyMoves = 10

  private let units: Units
  private var best: (accuracy: Distance, limit: Distance)?
  private var start: Date?
  private var isTold = false
  private var counted = 0
  private var moves = 0
  private var lastMove: ProximityReason?

  package init(units: Units) {
    self.units = units
  }

  /// How inaccurate all fixes so far were; `nil` if there was none, or one was accurate enough.
  package var problem: String? {
    guard counted + moves == 0, let (best, limit) = best else { return nil }
    return
      "the best is accurate to \(units.exactWording(of: best)), and --max-accuracy is \(units.exactWording(of: limit))"
  }

  /// Takes what became of a fix, and returns what to tell.
  package mutating func take(_ outcome: WatchOutcome) -> String? {
    if case .counted = outcome { counted += 1 }
    guard case .suppressed(let suppression) = outcome else { return nil }
    if case .inaccurate(let accuracy, let limit) = suppression.reason {
      best = (min(best?.accuracy ?? accuracy, accuracy), limit)
      start = start ?? suppression.location.time
      let wait = start.flatMap { suppression.location.time?.timeIntervalSince($0) } ?? 0
      return wait >= Self.patience && problem != nil ? finish() : nil
    }
    guard case .tooFast = suppression.reason else { return nil }
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
