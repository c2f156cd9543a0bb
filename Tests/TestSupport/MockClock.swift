import Foundation
import PlaceServers
import Places
import Synchronization

/// Clocks that stand still, and jump ahead when somebody waits.
public final class MockClock: Clock {
  private let start: Date
  private let waited = Mutex<[Duration]>([])

  /// Clocks that stand at a time.
  public init(at start: Date = Date(timeIntervalSince1970: 1_767_261_600)) {
    self.start = start
  }

  /// The waits, in order.
  public var waits: [Duration] { waited.withLock { $0 } }

  public var uptime: Duration { waits.reduce(.zero, +) }
  public var date: Date { start.addingTimeInterval(uptime / .seconds(1)) }

  public func wait(for duration: Duration) async throws {
    try Task.checkCancellation()
    waited.withLock { $0.append(duration) }
  }
}
