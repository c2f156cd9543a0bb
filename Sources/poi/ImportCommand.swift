import ArgumentParser
import Places

struct ImportCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Put places into the store")
  @Argument var files: [String] = []
  @Option var store = "places.sqlite"
  @Flag var replaceSource = false
  func run(in context: CommandContext) async throws -> ExitStatus {
    do throws(PlacesError) {
      let importer = try PlaceImporter(storePath: store)
      for file in files {
        let summary = try importer.importPlaces(
          of: SourceDescription(name: file), replacing: replaceSource, from: PlaceFile(path: file))
        context.console.tell("\(summary)")
      }
    } catch { throw CommandFailure(error) }
    return .found
  }
}
