import Places
import Positioning

/// Why poi cannot say what is near.
public enum NearbyError: Error, Equatable {
  /// No fix came: within the time, or before the source ended.
  case noFix(NoFix)
  /// There is no source of positions.
  case positioning(PositioningError)
  /// There is no source of places.
  case places(PlacesError)
}

/// Why there was no fix.
public struct NoFix: Equatable, Sendable {
  /// The last known state of the receiver.
  public let state: ReceiverState
  /// How long poi waited; `nil` if the source ended before.
  public let waited: Duration?
  /// How many lines of a log were not understood.
  public let badLines: Int
  /// How many sentences of a log without any fix say that theirs is invalid.
  public let invalid: Int

  public init(state: ReceiverState, waited: Duration? = nil, badLines: Int = 0, invalid: Int = 0) {
    self.state = state
    self.waited = waited
    self.badLines = badLines
    self.invalid = invalid
  }
}
