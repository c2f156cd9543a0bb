import ArgumentParser
import Geography
import Nearby
import Places

/// How the way to a place and back is found.
struct RouterOptions: ParsableArguments {
  /// Programs that find ways.
  enum Router: String, CaseIterable {
    case routino
  }

  @Option(
    SettingType<Router>.word, valueName: "routino",
    help:
      "Ask a router for the way to each place shown and back; without one only the least is known: straight.")
  var router: OptionValue?

  @Option(
    help: ArgumentHelp(
      "The router's database: a folder, and the prefix of its files where they have one.",
      valueName: "folder"),
    completion: .directory)
  var routerDatabase: String?

  @Option(
    SettingType<Routino.Profile>.word, help: "What the router looks for ways for.", default: .bicycle)
  var profile: OptionValue?

  func validate() throws {
    guard (router == nil) == (routerDatabase == nil) else {
      throw ValidationError("--router goes with --router-database")
    }
    guard router != nil || profile == nil else { throw ValidationError("--profile goes with --router") }
  }

  /// What knows the detours; nothing where no router is to be asked.
  ///
  /// - Throws: `CommandFailure` where there is no database.
  func detours() throws -> Detours? {
    guard let routerDatabase else { return nil }
    return Detours(try Routino(database: routerDatabase, profile: profile?.read() ?? .bicycle))
  }
}

/// The ways to places and back as a router has them.
struct Detours {
  private let router: Routino

  init(_ router: Routino) {
    self.router = router
  }

  /// Metres; nothing where no road leads there, or only one that is shorter than straight, as it ends early.
  func metres(for pass: RoutePass) async throws -> Double? {
    let metres = try await router.metres(from: pass.stretch.point, to: pass.place.coordinate)
    return metres.map { max($0, pass.leastDetour.metres) }
  }
}
