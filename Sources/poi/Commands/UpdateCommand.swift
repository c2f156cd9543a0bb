import ArgumentParser
import FoundationEssentials
import Input
import PlaceFiles
import PlaceServers
import PlaceStore
import Places
import Presentation

struct UpdateCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Refresh what you imported or prefetched",
    discussion: """
      poi update --dry-run
      poi update
      poi update liechtenstein huts
      poi update --size 50MB                          # on a small machine
      """)

  @Argument(help: ArgumentHelp("Names from poi places sources (default: all)", valueName: "source"))
  var sources: [String] = []

  @Flag(help: "Show what would be done; ask no server") var dryRun = false

  @Flag(help: "Remove all places missing from the new data") var replaceSource = false

  @Option(SettingType.bytes, help: "Memory for updates (default: 1/16 of RAM)") var size: Int?

  @Option(SettingType.bytes, help: "Memory for an extract (default: at most 128MB)") var memory: Int?

  @Option(Setting.timeout.type, help: "Longest wait for a server (default: 30)") var timeout: Double?
  @Option(Setting.maxRequests) var maxRequests: Int?
  @Flag(Setting.offline) var offline: Bool?
  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let plans = try plans(in: context)
    if dryRun {
      let isOffline = try context.settings.value(of: .offline, given: offline)
      let squares = try context.openStore(store).squaresFetched()
      let old = SourceUpdater.old(among: squares, at: context.now()).count
      try context.console.write(
        plans.map {
          line(for: $0, squares: (old, squares.count), isOffline: isOffline, at: context.now())
        }.joined())
      return plans.isEmpty ? .nothingFound : .success
    }
    let settings = context.settings
    let updater = SourceUpdater(
      try context.openStoreForWriting(store), in: context,
      within: SourceUpdater.Bounds(
        folder: try context.makeFolder(of: store), memory: memory, megabytes: megabytes,
        maxRequests: try settings.value(of: .maxRequests, given: maxRequests),
        limits: AnswerLimits(seconds: try settings.value(of: .timeout, given: timeout)),
        isOffline: try settings.value(of: .offline, given: offline), checksLoss: !replaceSource))
    let signals = UnixSignalWatcher(onSignal: updater.cancel, onSecondSignal: {})
    var updated = 0
    var failed: ExitStatus?
    for plan in plans {
      let name = TerminalText.harmless(plan.source.name)
      do {
        switch try await updater.update(plan.source, plan.files, by: update(plan)) {
        case .updated(let what, let isWhole):
          updated += 1
          if !isWhole { failed = failed ?? .tryLater }
          context.console.tell("\(name): \(what)")
        case .upToDate: context.console.tell("\(name): up to date")
        case .leftAlone(let why): context.console.tell("\(name): left as it is; \(why)")
        }
      } catch {
        signals.endIfSignalled()
        let failure = CommandFailure(error)
        context.console.tell("\(name): not updated; \(failure.message)")
        failed = failed ?? failure.status
      }
      signals.endIfSignalled()
    }
    if plans.count > 1 {
      context.console.tell("\(updated) of \(plans.count) sources updated")
    }
    return failed ?? .success
  }

  /// Megabytes, as pyosmium-up-to-date counts them.
  private var megabytes: Int {
    let usual = Int(clamping: ProcessInfo.processInfo.physicalMemory) / 16
    return max(1, (size ?? min(usual, 1 << 30)) / (1 << 20))
  }

  private typealias Plan = (source: StoredSource, files: [SourceFile])

  @MainActor
  private func plans(in context: CommandContext) throws -> [Plan] {
    let store = try context.openStore(store)
    let known = try store.sources()
    try CommandFailure.check(sources, among: known)
    return try known.filter { sources.isEmpty || sources.contains($0.name) }
      .map { ($0, try store.files(of: $0)) }
  }

  /// What there is to do now: the update of a source before it may have changed its files.
  private func update(_ plan: Plan) throws(PlacesError) -> SourceUpdate {
    try SourceUpdate(of: plan.source, files: plan.files) { path throws(PlacesError) in
      try PlaceFile(path: path).extractHeader()
    }
  }

  private func line(for plan: Plan, squares: (old: Int, all: Int), isOffline: Bool, at now: Date) -> String {
    let what =
      switch Result(catching: { () throws(PlacesError) in try update(plan) }) {
      case .success(.byHand): "nothing to do: its places were added by hand"
      case .success(.unknown): "nothing to do: poi does not know its file"
      case .success(.fileGone(let path)): "fails: \(path) is gone"
      case .success(.fetchSquares) where isOffline: "nothing to do: \(SourceUpdater.forbidden)"
      case .success(.importFiles(servers: let servers, isDue: false)) where isOffline && !servers.isEmpty:
        "nothing to do: \(SourceUpdater.forbidden)"
      case .success(.fetchSquares) where squares.old == 0: "nothing to do: \(SourceUpdater.areFresh)"
      case .success(.fetchSquares) where squares.old < squares.all:
        "fetch \(squares.old) of its \(squares.all) squares again from Overpass"
      case .success(.fetchSquares): "fetch its squares again from Overpass"
      case .success(.importFiles(let servers, let isDue)):
        if !isOffline, let server = servers.values.sorted().first {
          "update from \(URL(string: server)?.withoutSecrets ?? server), and import what is new"
        } else {
          isDue ? "import again: its file has changed" : "nothing to do: its file has not changed"
        }
      case .failure(let error): "fails: \(error)"
      }
    let age = SourceListReport.wording(ageOf: plan.source, at: now)
    return [plan.source.name, age, what].map(TerminalText.harmless).joined(separator: "\t") + "\n"
  }
}
