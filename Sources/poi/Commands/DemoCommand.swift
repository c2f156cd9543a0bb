import ArgumentParser
import FoundationEssentials
import Glibc
import Input
import PlaceFiles
import PlaceStore
import Places

struct DemoCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Replay a sample walk, with nothing to set up",
    discussion: """
      poi demo
      poi demo | head
      """)

  /// How much faster than it was walked.
  private static let speed = 10
  /// After these seconds, the walk leaves the map.
  private static let duration = 320

  @OptionGroup var logging: LoggingOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let files = try DemoFiles(in: context)
    let signals = UnixSignalWatcher(onSignal: files.remove, onSecondSignal: {})
    defer { withExtendedLifetime(signals) { files.remove() } }
    try await files.importTown()
    var arguments = [
      "--source", "store", "--store", files.store, "--gps-log", files.walk, "--within", "30m", "--category",
      "food,museum,artwork,monument,attraction", "--events", "initial,enter,leave,pass,street",
      "--duration", "\(Self.duration)",
    ]
    let isLive = context.hasStatusLine
    if isLive { arguments += ["--live", "--replay-speed", "\(Self.speed)"] }
    var watch = try WatchCommand.parse(arguments)
    watch.wording.units = try context.settings.value(of: .units)
    watch.wording.language = try context.settings.value(of: .language)
    watch.wording.draw = try context.settings.value(of: .draw)
    watch.wording.color = try context.settings.value(of: .color)
    var watching = context
    // Only the locale and the terminal count, so that the walk has the same events for everybody.
    watching.settings.file = nil
    watching.settings.environment = context.environment.filter { !$0.key.hasPrefix("POI_") }
    _ = try await watch.run(in: watching)
    guard !context.console.isQuiet else { return .success }
    context.console.draw(
      """
      \(isLive ? "" : "\n")That was a sample walk in Helsinki.
      Places © OpenStreetMap contributors,
      ODbL 1.0. Try next:
        poi init    set up for your own town
        poi doctor  check the receiver
        poi help    see all that poi can do

      """)
    return .success
  }
}

/// A town and a walk that are installed with poi, and a store for the town while the walk lasts.
@MainActor
private struct DemoFiles {
  let walk: String
  let store: String
  private let town: String
  private let folder: String

  /// - Throws: `CommandFailure` if they are not there, or if there is no room for a store.
  init(in context: CommandContext) throws(CommandFailure) {
    guard let installed = InstalledFiles.folder("demo", inSources: "Demo", holding: "walk.nmea") else {
      throw CommandFailure(
        "the files of the demo are missing: \(InstalledFiles.installed("demo")); install poi again",
        .noSuchInput)
    }
    town = "\(installed)/helsinki.osm.pbf"
    walk = "\(installed)/walk.nmea"
    let temporary = context.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    guard let folder = TemporaryFile.createFolder(beginning: "\(temporary)/poi-demo-") else {
      throw CommandFailure("\(temporary): \(String(cString: strerror(errno)))", .readOrWriteFailed)
    }
    self.folder = folder
    store = "\(folder)/places.sqlite"
  }

  /// Makes the store of the town.
  ///
  /// - Throws: `PlacesError`.
  func importTown() async throws {
    var town = PlaceFile(path: town, scratchFolder: folder)
    town.gazetteer = Set(GazetteerPart.allCases)
    _ = try await PlaceImporter(storePath: store).onOwnThread { [town] importer throws(PlacesError) in
      try importer.importPlaces(of: .extract(named: "helsinki"), from: [town])
    }
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
