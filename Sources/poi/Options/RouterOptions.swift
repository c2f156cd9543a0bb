import ArgumentParser
import Geography
import Nearby
import Places

/// How the way to a place and back is found.
struct RouterOptions: ParsableArguments {
  enum Router: String, CaseIterable {
    case routino
  }

  @Option(.word, valueName: "program", help: "Compute detours by road, with routino") var router: Router?

  @Option(
    help: ArgumentHelp("The router's database: FOLDER or FOLDER/PREFIX", valueName: "folder"),
    completion: .directory)
  var routerDatabase: String?

  @Option(.word, help: "How you travel: foot, …", default: .bicycle) var profile: Routino.Profile?

  func validate() throws {
    guard (router == nil) == (routerDatabase == nil) else {
      throw ValidationError("--router and --router-database must be given together")
    }
    guard router != nil || profile == nil else { throw ValidationError("--profile works only with --router") }
  }

  /// What computes detours; `nil` without `--router`.
  ///
  /// - Throws: `CommandFailure` if there is no database.
  func detours() throws -> Detours? {
    guard let routerDatabase else { return nil }
    return Detours(try Routino(database: routerDatabase, profile: profile ?? .bicycle))
  }
}

/// A router's distances to places and back.
struct Detours {
  private let router: Routino

  init(_ router: Routino) {
    self.router = router
  }

  /// Metres; `nil` if no road leads there, or only one that is shorter than straight, as it ends early.
  func metres(for pass: RoutePass) async throws -> Double? {
    let metres = try await router.metres(from: pass.stretch.point, to: pass.place.coordinate)
    return metres.map { max($0, pass.leastDetour.metres) }
  }
}
