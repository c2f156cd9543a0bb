import Dispatch

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
