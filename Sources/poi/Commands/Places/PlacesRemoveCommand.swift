import ArgumentParser
import Places

/// `poi places remove`.
struct PlacesRemoveCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove places from the store, by id or by source",
    discussion: """
      EXAMPLES
        poi places remove favourite/1
        poi places remove --source huts

      A place that is also in another source stays in the store.
      """)

  @Argument(help: "The places' ids.")
  var ids: [String] = []

  @Option(
    name: [.customLong("source"), .customLong("source-name")],
    help: ArgumentHelp(
      "Only places of this source; without ids, remove the source and all its places.", valueName: "name"))
  var sourceName: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  func validate() throws {
    if ids.isEmpty, sourceName == nil {
      throw ValidationError("give the ids of places, or a --source")
    }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    // Do not create a missing store for this.
    _ = try context.openStore(store)
    let importer = try context.openStoreForWriting(store)
    let count: Int
    if ids.isEmpty, let sourceName {
      guard let removed = try importer.removeSource(named: sourceName) else {
        context.console.tell("no source is called '\(sourceName)'; poi places sources lists them")
        return .nothingFound
      }
      count = removed
    } else {
      count = try importer.removePlaces(withIDs: ids, of: sourceName)
    }
    context.console.tell(count == 1 ? "1 place removed" : "\(count) places removed")
    return count == 0 && !ids.isEmpty ? .nothingFound : .found
  }
}
