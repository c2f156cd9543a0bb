import ArgumentParser
import Input
import PlaceStore
import Places
import Presentation

/// `poi places remove`.
struct PlacesRemoveCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove places from the store, by id or by source",
    discussion: """
      EXAMPLES
        poi places remove favourite/1
        poi places remove --source-name huts

      A place that is also in another source stays in the store.
      """)

  @Argument(help: "The places' ids.")
  var ids: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only places of this source; without ids, remove the source and all its places.", valueName: "name"))
  var sourceName: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  func validate() throws {
    if ids.isEmpty, sourceName == nil {
      throw ValidationError("give the ids of places, or a --source-name")
    }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    // Do not create a missing store for this.
    let store = try context.openStore(store)
    let sources = try store.sources()
    if let sourceName, !sources.contains(where: { $0.name == sourceName }) {
      throw CommandFailure.noSource(called: sourceName, among: sources)
    }
    let importer = try context.openStoreForWriting(self.store)
    let count: Int
    var missing: [String] = []
    if ids.isEmpty, let sourceName {
      count = try importer.removeSource(named: sourceName) ?? 0
    } else {
      (count, missing) = try importer.removePlaces(withIDs: ids, of: sourceName)
    }
    for id in missing { context.console.tell(try problem(withID: id, in: store)) }
    context.console.tell(count == 1 ? "1 place removed" : "\(count) places removed")
    return missing.isEmpty ? .found : .nothingFound
  }

  /// Why there was nothing to remove.
  private func problem(withID id: String, in store: PlaceStore) throws -> String {
    let named = try store.entries(called: id).filter { sourceName == nil || $0.source.name == sourceName }
    let ids = named.prefix(Self.mostTold).map(\.place.id)
    return "no place \(sourceName.map { "of \($0) " } ?? "")has the id '\(TerminalText.harmless(id))'"
      + (ids.isEmpty ? "; poi places search finds names" : "; \(SpellingCorrection.question(ids))")
  }

  private static let mostTold = 3
}
