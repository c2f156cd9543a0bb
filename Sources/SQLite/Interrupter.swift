import Synchronization

/// Tells a connection, from any thread, to give up what it does.
public final class Interrupter: Sendable {
  private let flag = Atomic(false)

  /// Tells nothing yet.
  public init() {}

  /// Interrupts the current work, and all work begun later.
  public func interrupt() { flag.store(true, ordering: .relaxed) }

  /// Whether `interrupt()` has been called.
  public var isInterrupted: Bool { flag.load(ordering: .relaxed) }
}
