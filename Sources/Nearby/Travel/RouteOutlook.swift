import Foundation
import Geography
import Places

/// What a traveller on a route has ahead.
public struct RouteOutlook: Hashable, Sendable {
  /// A pass that lies ahead.
  public struct Upcoming: Hashable, Sendable {
    /// The pass.
    public let pass: RoutePass
    /// How far it still is along the route.
    public let distance: Distance
    /// When one will be there, if one goes on as in the last minutes.
    public let arrival: Date?
  }

  /// What comes of one kind of place.
  public struct Kind: Hashable, Sendable {
    /// The word that was asked for; `nil` if all places were.
    public let category: String?
    /// The next pass that serves as far as is known.
    public let next: Upcoming?
    /// One before that, which may not serve.
    public let uncertain: Upcoming?
    /// How far it is from the next one to the one after, or to the end of the route; from here if there is no next.
    public let gap: Distance
    /// Whether the gap ends with the route.
    public let isLast: Bool
    /// Whether something lies in the gap that may serve.
    public let hasUncertainInGap: Bool
  }

  /// Metres along the route.
  public let along: Double
  /// Metres to the end of the route.
  public let rest: Distance
  /// When one will be at the end, if one goes on as in the last minutes.
  public let arrival: Date?
  /// The next passes, the nearest first.
  public let upcoming: [Upcoming]
  /// By the kinds that were asked for, in their order.
  public let kinds: [Kind]
}
