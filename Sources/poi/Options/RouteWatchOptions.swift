import ArgumentParser
import Geography

/// The route to follow, and what to report about it.
struct RouteWatchOptions: ParsableArguments {
  @Option(SettingType.path, help: "Follow this route, and say what comes next") var route: String?

  @Flag(help: "Follow the route from its end to its start") var reverse = false

  @Option(Setting.corridor, names: .long, help: "How far off the route to look") var corridor: Distance?

  @Option(Setting.approach) var approach: Distance?

  func validate() throws {
    guard route == nil else { return }
    if reverse { throw ValidationError("--reverse works only with --route") }
    if corridor != nil { throw ValidationError("--corridor works only with --route") }
  }

  /// The limit without a route: farther away there would be too many places.
  private static let farthestApproach = Distance(metres: 20_000)

  /// How near a place ahead must be for a report.
  func approachDistance(in settings: Settings) throws -> Distance {
    let distance = try settings.value(of: .approach, given: approach)
    guard route != nil || distance <= Self.farthestApproach else {
      throw CommandFailure("--approach goes up to 20 km without --route", .usage)
    }
    return distance
  }

  /// How near a place ahead must be while off the route.
  func approachOffRoute(_ distance: Distance) -> Distance { min(distance, Self.farthestApproach) }
}
