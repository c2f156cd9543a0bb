import Geography

/// When to tell what lies ahead on the way.
public struct WayRules: Hashable, Sendable {
  /// How far ahead to tell of a junction at a walk.
  public var reach = Distance(metres: 35)
  /// So many seconds earlier for each metre per second above a walk.
  public var seconds = 15.0
  /// How far ahead to look for the next junction for whoever asks.
  public var farthest = Distance(metres: 250)
  /// Metres per second of a walk.
  public var walk = 1.5
  /// Metres per second above which junctions are too many.
  public var mostSpeed = 5.0
  /// Metres of accuracy up to which a side is sure enough: a wrong left is dangerous.
  public var mostAccuracy = 15.0
  /// How far ahead to tell of crossings, steps and lifts.
  public var reachOfThings = Distance(metres: 20)
  /// The least seconds before the same is told again, which must also have been left.
  public var repeatSeconds = 60.0
  /// How far away it has been left.
  public var left = Distance(metres: 70)
  /// Within this distance, junctions of the same names, or crossings of one street, are one.
  public var together = Distance(metres: 30)

  public init() {}

  func reach(at speed: Double) -> Double { reach.metres + max(0, speed - walk) * seconds }
}
