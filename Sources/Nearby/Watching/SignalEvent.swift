import FoundationEssentials
import Positioning

/// The receiver stopped having fixes, or has them again.
public struct SignalEvent: Hashable, Sendable {
  public enum Status: String, Sendable {
    case lost, regained
  }

  public let status: Status
  /// The last fix before the silence for a loss, and the first one after it for a return.
  public let location: Location
  /// The time of the last fix before the silence.
  public let since: Date?
  /// When the silence was long enough to count as a loss, or the time of the first fix after it.
  public let time: Date?

  /// Seconds without a fix, for a regained signal if both times are known.
  public var silence: Double? {
    guard status == .regained, let since, let time, time >= since else { return nil }
    return time.timeIntervalSince(since)
  }
}
