import Foundation
import Positioning

/// Finds the silences of a receiver by the times of its fixes, so that live and replay agree; a value without a clock.
public struct SignalMonitor: Sendable {
  /// Seconds without a fix that are not a loss, however often fixes come.
  static let leastPatience = 5.0
  /// This many usual intervals without a fix are not a loss.
  static let missableFixes = 3.0
  /// The usual interval is the median of this many.
  private static let intervalCount = 9

  private var last: Location?
  private var intervals: [Double] = []
  private var nextInterval = 0
  /// Whether the loss after the last fix has been reported already.
  private var isLost = false

  /// A monitor that has seen no fix.
  public init() {}

  /// Seconds after the last fix, by the fixes' own times, at which the signal counts as lost.
  public var patience: Double {
    let sorted = intervals.sorted()
    let usual = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
    return max(Self.leastPatience, Self.missableFixes * usual)
  }

  /// Takes the next fix; if it ends a silence, returns the loss, unless `lose()` did, and the return.
  public mutating func update(with location: Location) -> [SignalEvent] {
    defer {
      last = location
      isLost = false
    }
    guard let last else { return [] }
    let interval = location.time.flatMap { time in last.time.map(time.timeIntervalSince) }
    var events: [SignalEvent] = []
    if isLost {
      events = [regaining(at: location, after: last)]
    } else if let interval, interval > Self.leastPatience, interval > patience {
      events = [loss(after: last), regaining(at: location, after: last)]
    }
    if let interval, interval > 0 { note(interval) }
    return events
  }

  /// Reports that no fix came for `patience`; `nil` if that has been reported, or there was no fix at all.
  public mutating func lose() -> SignalEvent? {
    guard let last, !isLost else { return nil }
    isLost = true
    return loss(after: last)
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

  private mutating func note(_ interval: Double) {
    if intervals.count < Self.intervalCount {
      intervals.append(interval)
    } else {
      intervals[nextInterval] = interval
      nextInterval = (nextInterval + 1) % Self.intervalCount
    }
  }
}
