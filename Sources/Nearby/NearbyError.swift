import Places
import Positioning

/// Why the question what is near cannot be answered.
public enum NearbyError: Error, Equatable {
  /// No fix came: within the time, or before the source ended.
  case noFix(NoFix)
  /// There is no source of positions.
  case positioning(PositioningError)
  /// There is no source of places.
  case places(PlacesError)
}

/// How it came that there was no fix.
public struct NoFix: Equatable, Sendable {
  /// What was known of the receiver at the end.
  public let state: ReceiverState
  /// How long it was waited for; `nil` if the source ended before.
  public let waited: Duration?
  /// How many lines of a log were not understood.
  public let badLines: Int

  /// No fix, in this state, after so long.
  public init(state: ReceiverState, waited: Duration? = nil, badLines: Int = 0) {
    self.state = state
    self.waited = waited
    self.badLines = badLines
  }
}
