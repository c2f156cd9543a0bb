import Places
import Presentation
import Synchronization

/// Which words of one run were searched in another spelling.
final class CorrectionLog: Sendable {
  private let typos = Mutex<Set<SearchTypo>>([])

  /// - Returns: whether it is new.
  func add(_ typo: SearchTypo) -> Bool { typos.withLock { $0.insert(typo).inserted } }

  /// In the order of what was typed.
  var all: [SearchTypo] { typos.withLock { $0.sorted { $0.typed < $1.typed } } }

  var isEmpty: Bool { typos.withLock(\.isEmpty) }

  func hasCorrected(_ text: String) -> Bool {
    typos.withLock { $0.contains { text.contains($0.typed) } }
  }

  /// A filter with the words that were searched: not `watr` but `water`.
  func corrected(_ filter: PlaceFilter) -> PlaceFilter {
    var filter = filter
    for typo in typos.withLock({ $0 }) { filter.correct(typo) }
    return filter
  }
}
