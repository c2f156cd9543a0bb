import Geography

/// How often to speak: Soundscape's rules for pedestrians, with distances that grow with speed.
public struct CalloutRules: Hashable, Sendable {
  /// Within this distance, a place without an extent is next to the traveller.
  public var arrival = Distance(metres: 20)
  /// Within this distance, a place is still told of when it is behind.
  public var atHand = Distance(metres: 5)
  /// Within this many seconds of travel, a place is next to a fast traveller.
  public var arrivalSeconds = 3.0
  /// Announces an approaching place this many seconds of travel before.
  public var approachSeconds = 20.0
  /// The farthest distance of an announcement, as a multiple of the fence's radius.
  public var mostRadii = 6.0
  /// The farthest distance of an announcement, unless the fence's own radius is larger.
  public var farthest = Distance(metres: 500)
  /// The least seconds between two callouts.
  public var leastSeconds = 8.0
  /// The least seconds before a callout about something still to come.
  public var leastSecondsToApproach = 15.0
  /// The least seconds before a callout about a crossing or a lift.
  public var leastSecondsToThing = 4.0
  /// How far the user must move between two callouts.
  public var leastWay = Distance(metres: 5)
  public var mostInAMinute = 4
  /// The same with streets, junctions and what else does not wait for quiet: one in 4 s.
  public var mostOfAllInAMinute = 15
  /// The least seconds before a repeat for the same place, which the user must also have left.
  public var repeatSeconds = 60.0
  /// How many of the nearest places to consider at a time.
  public var candidates = 10
  /// Within this distance, places with the same name, or nameless ones of a kind, count as one.
  public var together = Distance(metres: 150)
  /// Seconds after which an event is no longer worth a callout.
  public var staleSeconds = 10.0
  /// The same for something announced from far away.
  public var staleSecondsOfApproach = 30.0
  /// Metres outside an area at which the user has surely left it.
  public var leavingMargin = Distance(metres: 15)
  /// The least seconds that a callout may wait before it is outdated.
  public var leastPatience = 2.0
  /// The most: what waits longer is about another place.
  public static let mostPatience = 10.0
  /// Metres per second below which the user stands, and has no direction of travel.
  public var leastSpeed = 0.5

  public init() {}

  /// How far away, in metres, to announce a place at a speed.
  func approachRadius(within: Distance, speed: Double) -> Double {
    let most = max(within.metres, min(mostRadii * within.metres, farthest.metres))
    return min(max(within.metres, speed * approachSeconds), most)
  }

  /// Within how many metres a place is next to the user at a speed.
  func arrivalRadius(within: Distance, speed: Double) -> Double {
    min(max(arrival.metres, speed * arrivalSeconds), mostRadii * arrival.metres, within.metres)
  }
}
