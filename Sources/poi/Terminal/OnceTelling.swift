import Synchronization

/// Tells each thing once, from any thread, however often it happens.
final class OnceTelling: Sendable {
  private let tell: @Sendable (String) -> Void
  private let told = Mutex<Set<String>>([])

  /// How many different things to remember, and so to tell.
  private static let most = 1000

  init(_ tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  /// Tells a thing unless the same has been told, perhaps with other numbers.
  func callAsFunction(_ message: String) {
    let thing = String(message.unicodeScalars.filter { !("0"..."9" ~= $0) && $0 != "." })
    if told.withLock({ $0.count < Self.most && $0.insert(thing).inserted }) { tell(message) }
  }
}
