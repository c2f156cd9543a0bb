import Places
import Synchronization

/// Which words of one run were searched in another spelling.
final class CorrectionLog: Sendable {
  private let typos = Mutex<Set<Typo>>([])

  /// - Returns: whether it is new.
  func add(_ typo: Typo) -> Bool { typos.withLock { $0.insert(typo).inserted } }

  /// Whether a word in a text was corrected.
  func hasCorrected(_ text: String) -> Bool {
    typos.withLock { $0.contains { text.contains($0.typed) } }
  }
}
