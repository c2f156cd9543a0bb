import Input

/// Something that blocks while it waits for positions, and so runs on a thread of its own.
public protocol PositionSource: Sendable {
  /// Whether its fixes can wait, as those of a recording can.
  var canPause: Bool { get }

  /// Reports until the source ends, or soon after `stop` is given.
  ///
  /// `report` may block, so that a source cannot run ahead of its consumer.
  func run(until stop: Waker, report: (PositionEvent) -> Void) -> PositionSourceEnd
}

/// What a source reports while it runs.
public enum PositionEvent: Hashable, Sendable {
  /// The receiver's state has changed.
  case state(ReceiverState)
  /// New fixes, oldest first; never empty.
  case locations([Location])
}

/// A source that goes on for as long as it is asked, unless something goes wrong.
protocol LivePositionSource: PositionSource {
  func listen(until stop: Waker, report: (PositionEvent) -> Void) throws(PositioningError)
}

extension LivePositionSource {
  public var canPause: Bool { false }

  public func run(until stop: Waker, report: (PositionEvent) -> Void) -> PositionSourceEnd {
    do throws(PositioningError) {
      try listen(until: stop, report: report)
      return .complete(badLines: 0)
    } catch {
      report(.state(.unreachable(error)))
      return .failed(error)
    }
  }
}
