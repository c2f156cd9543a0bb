import Geography

/// How much is said aloud; these are Soundscape's rules for pedestrians, with distances that grow with the speed.
public struct CalloutRules: Hashable, Sendable {
  /// How near a place without an extent of its own is next to the traveller.
  public var arrival = Distance(metres: 20)
  /// Seconds of travel from which a place is next to a fast traveller.
  public var arrivalSeconds = 3.0
  /// Seconds of travel from which an approaching place is told.
  public var approachSeconds = 20.0
  /// The farthest an approaching place is told, as a multiple of the fence's radius.
  public var mostRadii = 6.0
  /// The farthest an approaching place is told, where the fence's own radius is not larger.
  public var farthest = Distance(metres: 500)
  /// Seconds from one callout to the next.
  public var leastSeconds = 8.0
  /// Seconds from one callout to the next that only tells of something to come.
  public var leastSecondsToApproach = 15.0
  /// How far one has to move from one callout to the next.
  public var leastWay = Distance(metres: 5)
  /// The most callouts in any minute.
  public var mostInAMinute = 4
  /// Seconds before the same place is told again; it must have been left, too.
  public var repeatSeconds = 60.0
  /// How many of the nearest places are considered at a time.
  public var candidates = 10
  /// How far apart places with the same name, or nameless ones of a kind, count as one.
  public var together = Distance(metres: 150)
  /// Seconds after which an event is not worth telling any more.
  public var staleSeconds = 10.0
  /// The same for something that is told from far away.
  public var staleSecondsOfApproach = 30.0
  /// Metres a second under which one stands, and has no direction of travel.
  public var leastSpeed = 0.5

  /// The usual rules.
  public init() {}

  /// How far away, in metres, a place is told at a speed.
  func approachRadius(within: Distance, speed: Double) -> Double {
    let most = max(within.metres, min(mostRadii * within.metres, farthest.metres))
    return min(max(within.metres, speed * approachSeconds), most)
  }

  /// How far away, in metres, a place is next to one at a speed.
  func arrivalRadius(within: Distance, speed: Double) -> Double {
    min(max(arrival.metres, speed * arrivalSeconds), mostRadii * arrival.metres, within.metres)
  }
}
