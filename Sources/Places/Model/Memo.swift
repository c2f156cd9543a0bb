import Synchronization

/// What was found for some keys, for whoever asks again; when it has too many of them, it begins anew.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Mutex<[Key: Value]>([:])
  private let most: Int

  /// - Parameter most: how many to keep.
  init(most: Int) { self.most = most }

  /// - Parameter find: may take long, as nobody waits for it.
  func value(of key: Key, _ find: () -> Value) -> Value {
    if let value = known.withLock({ $0[key] }) { return value }
    let found = find()
    known.withLock { known in
      if known.count >= most { known.removeAll(keepingCapacity: true) }
      known[key] = found
    }
    return found
  }
}
