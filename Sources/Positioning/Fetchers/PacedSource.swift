import FoundationEssentials
import Input

/// Reports the fixes of a recording one by one, at their original intervals.
public struct PacedSource: PositionSource {
  /// Seconds. An upper bound, because `Duration` traps on a number that it cannot hold.
  private static let longestWait = 1e9
  /// A longer step, in seconds, between two fixes means that a clock is wrong or was set rather than a silence.
  public static let longestSilence = 86_400.0

  private let source: any PositionSource
  private let speed: Double

  /// - Parameter speed: 1 is the original speed, 2 is twice as fast.
  public init(_ source: any PositionSource, speed: Double) {
    self.source = source
    self.speed = speed
  }

  public var canPause: Bool { source.canPause }

  public func run(until stop: Waker, report: (PositionEvent) -> Void) -> PositionSourceEnd {
    var last: Date?
    return source.run(until: stop) { event in
      guard case .locations(let locations) = event else { return report(event) }
      for location in locations {
        // Without a time, or after the clock was set, there is nothing to wait for.
        if let time = location.time {
          let step = last.map(time.timeIntervalSince) ?? 0
          if step > 0, step <= Self.longestSilence {
            _ = stop.wait(forInputFrom: -1, atMost: .seconds(min(step / speed, Self.longestWait)))
          }
          last = time
        }
        guard !stop.isCalled else { return }
        report(.locations([location]))
      }
    }
  }
}
