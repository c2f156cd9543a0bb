import Geography
import Input
import Nearby
import Places
import Presentation

/// Reads the route that a watch follows, and finds the places along it.
@MainActor
struct WatchedRoute {
  private let command: WatchCommand
  private let path: String
  private let filter: PlaceFilter
  private let opening: OpeningCondition?
  private let provider: any PlaceProviding
  private let context: CommandContext

  /// `nil` without a route.
  init?(
    of command: WatchCommand, _ plan: WatchPlan, asking provider: any PlaceProviding,
    in context: CommandContext
  ) {
    guard let path = command.route.route else { return nil }
    (self.command, self.path) = (command, path)
    (filter, opening) = (plan.filter, plan.openings.wanted)
    (self.provider, self.context) = (provider, context)
  }

  /// Makes the follower of the route; `nil` if the user ended the command in the meantime.
  ///
  /// - Throws: `CommandFailure`.
  func follower(unless isStopping: () -> Bool) async throws -> RouteFollower? {
    let settings = context.settings
    let file = try await RouteInput.read(path)
    let route = command.route.reverse ? file.route.reversed : file.route
    var search = try RoutePlaces(of: command.places, in: settings).search(
      RouteCorridor(route: route, within: try settings.value(of: .corridor, given: command.route.corridor)),
      matching: filter)
    var passes: [RoutePass] = []
    while !isStopping(), let more = try await search.next(asking: provider) {
      passes += more
      guard passes.count <= InputLimits.passes else {
        throw CommandFailure(
          "more than \(InputLimits.passes) places lie along \(path): ask for fewer with --category or --corridor",
          .usage)
      }
    }
    guard !isStopping() else { return nil }
    let words = RouteWording(wording: try command.wording.wording(in: settings))
    let places = words.wording(.places, count: Set(passes.map(\.place.id)).count)
    let found = search.source.map { $0.summary(of: places, words.wording) } ?? places
    let unknown = search.unknownStretches
    let doubt = AlongResult.summary(ofUnknown: unknown, without: search.unasked, words)
    try context.finish(
      "\(path): \(words.along(route.length.metres)), \(found)", [doubt].compactMap(\.self),
      from: search.source, command.places, command.wording)
    return RouteFollower(
      route, passes: passes, filter: filter,
      approach: try command.route.approachDistance(in: settings), opening: opening, unknown: unknown)
  }
}
