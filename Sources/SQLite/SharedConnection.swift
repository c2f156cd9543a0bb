import Dispatch
import Synchronization

/// A connection that any thread may use, one at a time.
public final class SharedConnection: @unchecked Sendable {  // Its semaphore lets in one caller at a time.
  private let connection: Connection
  private let isFree = DispatchSemaphore(value: 1)

  /// - Parameter connection: one that nothing else uses.
  public init(_ connection: sending Connection) {
    self.connection = connection
  }

  /// Waits until the connection is free, and hands it over; `body` must not ask for it again.
  public func withConnection<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    isFree.wait()
    defer { isFree.signal() }
    return try body(connection)
  }
}

/// Tells a connection, from any thread, to give up what it does.
public final class Interrupter: Sendable {
  private let flag = Atomic(false)

  public init() {}

  /// Interrupts the current work, and all work begun later.
  public func interrupt() { flag.store(true, ordering: .relaxed) }

  public var isInterrupted: Bool { flag.load(ordering: .relaxed) }
}
