import ArgumentParser

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
  func routino() throws -> Routino? {
    try routerDatabase.map { try Routino(database: $0, profile: profile ?? .bicycle) }
  }
}
