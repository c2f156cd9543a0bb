import FoundationEssentials
import Positioning

/// Finds the silences of a receiver by the times of its fixes, so that live and replay agree; a value without a clock.
public struct FixLossMonitor: Sendable {
  /// Seconds without a fix that are not a loss, however often fixes come.
  static let leastPatience = 5.0
  /// This many usual intervals without a fix are not a loss.
  static let missableFixes = 3.0
  /// The usual interval is the median of this many.
  private static let intervalCount = 9

  /// The last fix whose time is believed.
  private var last: Location?
  /// The fix after it, if its time is not believed.
  private var doubted: Location?
  private var intervals: [Double] = []
  /// Whether the loss after the last fix has been reported already.
  private var isLost = false

  public init() {}

  /// Seconds after the last fix, by the fixes' own times, at which the signal counts as lost.
  public var patience: Double {
    let sorted = intervals.sorted()
    let usual = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
    return max(Self.leastPatience, Self.missableFixes * usual)
  }

  /// Takes the next fix; if it ends a silence, returns the loss, unless `lose()` did, and the return.
  ///
  /// If the time of a fix goes back, or jumps ahead and the next goes back, that is not a silence. Two such fixes in a
  /// row show that the receiver's clock was set.
  ///
  /// - Parameters:
  ///   - next: the fix after it, if known already.
  ///   - arrival: when it came by the receiver's clock, if known: a stalled receiver's fixes come later than their times.
  public mutating func update(
    with location: Location, before next: Location? = nil, at arrival: Date? = nil
  ) -> [SignalEvent] {
    guard let last else {
      self.last = location
      return []
    }
    let interval = Self.seconds(from: last, to: location)
    if isLost {
      var event = regaining(at: location, after: last)
      if event.silence != nil { event.time = [event.time, arrival, loss?.time].compactMap(\.self).max() }
      believe(location, after: interval)
      return [event]
    }
    if let interval, interval < 0 || interval > patience {
      let step = Self.seconds(from: doubted, to: location)
      if let step, (0...patience).contains(step) {
        believe(location, after: step)
        return []
      }
      // It is likelier that the fix has a wrong time than that none came for so long, if the next one goes back.
      let back = next.flatMap { Self.seconds(from: location, to: $0) }
      if interval < 0 || back.map({ $0 < 0 && interval + $0 >= 0 }) ?? (interval > PacedSource.longestSilence)
      {
        doubted = location
        return []
      }
      let events = [loss(after: last), regaining(at: location, after: last)]
      believe(location, after: interval)
      return events
    }
    believe(location, after: interval)
    return []
  }

  private mutating func believe(_ location: Location, after interval: Double?) {
    last = location
    doubted = nil
    isLost = false
    if let interval, interval > 0 { intervals = [interval] + intervals.prefix(Self.intervalCount - 1) }
  }

  private static func seconds(from start: Location?, to end: Location) -> Double? {
    start?.time.flatMap { time in end.time?.timeIntervalSince(time) }
  }

  /// Reports that no fix came for `patience`; `nil` if that has been reported, or there was no fix at all.
  public mutating func lose() -> SignalEvent? {
    guard let last, !isLost else { return nil }
    isLost = true
    return loss(after: last)
  }

  /// Reports the loss if a recording goes on without a fix up to this time, and that is long enough.
  public mutating func lose(at time: Date) -> SignalEvent? {
    guard let start = last?.time, time.timeIntervalSince(start) > patience else { return nil }
    return lose()
  }

  /// The current loss; `nil` if fixes come, or none ever has.
  public var loss: SignalEvent? { isLost ? last.map { loss(after: $0) } : nil }

  private func loss(after last: Location) -> SignalEvent {
    SignalEvent(
      status: .lost, location: last, since: last.time, time: last.time?.addingTimeInterval(patience))
  }

  private func regaining(at location: Location, after last: Location) -> SignalEvent {
    SignalEvent(status: .regained, location: location, since: last.time, time: location.time)
  }
}

public struct SignalEvent: Hashable, Sendable {
  public enum Status: String, Sendable {
    case lost, regained
  }

  public let status: Status
  /// The last fix before the silence for a loss, and the first one after it for a return.
  public let location: Location
  /// The time of the last fix before the silence.
  public let since: Date?
  /// When the silence was long enough to count as a loss, or when the first fix after it came.
  public fileprivate(set) var time: Date?

  /// Seconds without a fix, for a regained signal if both times are known.
  public var silence: Double? {
    guard status == .regained, let since, let time, time >= since else { return nil }
    return time.timeIntervalSince(since)
  }
}
