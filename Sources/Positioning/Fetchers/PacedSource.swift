import FoundationEssentials
import Input

/// Reports the fixes of a recording one by one, at their original intervals.
public struct PacedSource: PositionSource {
  /// Seconds. An upper bound, because `Duration` traps on a number that it cannot hold.
  private static let longestWait = 1e9

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
      guard case .locations(let locations) = event else {
        report(event)
        return
      }
      for location in locations {
        // Without a time, or after the clock went back, there is nothing to wait for.
        if let time = location.time {
          if let last, time > last {
            let wait = min(time.timeIntervalSince(last) / speed, Self.longestWait)
            _ = stop.wait(forInputFrom: -1, atMost: .seconds(wait))
          }
          last = time
        }
        guard !stop.isCalled else { return }
        report(.locations([location]))
      }
    }
  }
}
