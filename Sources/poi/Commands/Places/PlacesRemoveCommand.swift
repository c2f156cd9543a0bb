import ArgumentParser
import PlaceStore
import Places
import Presentation

struct PlacesRemoveCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove places from your data, by id or by source",
    discussion: """
      poi places remove node/606996912
      poi places remove --source-name huts
      """)

  @Argument(help: "The places' ids, or enough of their beginnings")
  var ids: [String] = []

  @Option(help: ArgumentHelp("Remove all of this source, or only the ids given", valueName: "name"))
  var sourceName: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  func validate() throws {
    if ids.isEmpty, sourceName == nil {
      throw ValidationError("give the ids of places, or a --source-name")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    // Do not create a missing store for this.
    let store = try context.openStore(store)
    if let sourceName { try CommandFailure.check([sourceName], among: store.sources()) }
    let importer = try context.openStoreForWriting(self.store)
    if ids.isEmpty, let sourceName {
      // Those that another source has, too, stay.
      let count = try importer.removeSource(named: sourceName) ?? 0
      context.console.tell("removed \(sourceName), which had \(count == 1 ? "1 place" : "\(count) places")")
      return .found
    }
    let whole = try ids.map { try wholeID($0, in: store, context) }
    let (count, missing) = try importer.removePlaces(withIDs: whole, of: sourceName)
    for id in missing { context.console.tell(try problem(withID: id, in: store)) }
    context.console.tell(count == 1 ? "1 place removed" : "\(count) places removed")
    return missing.isEmpty ? .found : .nothingFound
  }

  /// The id of the place that is meant.
  ///
  /// - Throws: `CommandFailure` if that is not one place.
  @MainActor
  private func wholeID(_ id: String, in store: PlaceStore, _ context: CommandContext) throws -> String {
    let meant = try store.entries(withID: id).filter { sourceName == nil || $0.source.name == sourceName }
    guard meant.count > 1 else { return meant.first?.place.id ?? id }
    let isOne = Set(meant.map(\.place.id)).count == 1
    throw try context.ambiguous(
      id, among: meant, in: store,
      choosing: isOne ? "choose one's source with --source-name" : "write more of it")
  }

  /// Why there was nothing to remove.
  private func problem(withID id: String, in store: PlaceStore) throws -> String {
    let named = try store.entries(called: id).filter { sourceName == nil || $0.source.name == sourceName }
    let ids = Set(named.map(\.place.id)).sorted().prefix(Self.mostTold)
    return "no place \(sourceName.map { "of \($0) " } ?? "")has the id '\(TerminalText.harmless(id))'"
      + (ids.isEmpty ? "; poi places search finds names" : "; \(SpellingCorrection.question(Array(ids)))")
  }

  private static let mostTold = 3
}
