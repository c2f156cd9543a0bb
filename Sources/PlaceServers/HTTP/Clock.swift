import FoundationEssentials

/// Tells the time, and lets it pass.
public protocol Clock: Sendable {
  /// The date and time of day; it may be set while the program runs.
  var date: Date { get }
  /// A time that only ever advances.
  var uptime: Duration { get }
  /// Returns after this long.
  ///
  /// - Throws: `CancellationError`.
  func wait(for duration: Duration) async throws
}

public struct SystemClock: Clock {
  private static let start = ContinuousClock.now

  public init() {}

  public var date: Date { Date() }
  public var uptime: Duration { Self.start.duration(to: .now) }

  public func wait(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}
