import FoundationEssentials
import Geography

/// What lies ahead of a traveller on a route.
public struct RouteOutlook: Hashable, Sendable {
  /// A pass that lies ahead.
  public struct Upcoming: Hashable, Sendable {
    public let pass: RoutePass
    /// The remaining distance along the route.
    public let distance: Distance
    /// The arrival time at the speed of the last minutes.
    public let arrival: Date?
  }

  /// What comes next of one kind of place.
  public struct Kind: Hashable, Sendable {
    /// The user's word; `nil` for all places.
    public let category: String?
    /// The next pass that serves, as far as the data says.
    public let next: Upcoming?
    /// One before that, which may not serve.
    public let uncertain: Upcoming?
    /// The distance from the next one to the one after, or to the end of the route; from here if there is no
    /// next.
    public let gap: Distance
    /// Whether the gap ends with the route.
    public let isLast: Bool
    /// Whether the gap contains something that may serve.
    public let hasUncertainInGap: Bool
  }

  /// Metres along the route.
  public let along: Double
  /// Metres to the end of the route.
  public let rest: Distance
  /// The arrival time at the end, at the speed of the last minutes.
  public let arrival: Date?
  /// The next passes, the nearest first.
  public let upcoming: [Upcoming]
  /// One for each kind that the user wants, in that order.
  public let kinds: [Kind]
}
