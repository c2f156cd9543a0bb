import ArgumentParser
import Foundation
import Input
import Places
import Presentation

/// `poi update`.
struct UpdateCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Bring the sources of the store up to date",
    discussion: """
      EXAMPLES
        poi update --dry-run
        poi update
        poi update liechtenstein huts
        poi update --size 50MB                          # on a small machine

      A file that has changed is imported again, and what is gone from it is removed. An extract of OpenStreetMap whose \
      header names a server of updates is first brought up to date from there, by pyosmium-up-to-date(1); if \
      those updates are of a larger area, osmium(1) then cuts the file to its own again. Squares that poi prefetch \
      fetched are fetched again. Each file is updated whole or not at all, and so is each square; an update that was \
      interrupted is completed by the next one. poi reports a source that fails, and continues with the next.
      """)

  @Argument(
    help: ArgumentHelp(
      "The sources' names, as poi places sources lists them. (default: all)", valueName: "source"))
  var sources: [String] = []

  @Flag(help: "Print what would be done, and how old each source is; ask no server.")
  var dryRun = false

  @Option(
    SettingType.bytes,
    help:
      "How much of an extract's updates to hold in memory at once. (default: a sixteenth of the machine's memory)"
  )
  var size: OptionValue?

  @Option(
    SettingType.bytes,
    help: "How much memory reading an extract may take. (default: a quarter of the machine's)")
  var memory: OptionValue?

  @Option(Setting.timeout) var timeout: OptionValue?
  @Option(Setting.maxRequests) var maxRequests: OptionValue?
  @Flag(Setting.offline) var offline: Bool?
  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let plans = try plans(in: context)
    if dryRun {
      try context.console.write(plans.map { line(for: $0, at: context.now()) }.joined())
      return plans.isEmpty ? .nothingFound : .success
    }
    let settings = context.settings
    let updater = SourceUpdater(
      try context.openStoreForWriting(store), in: context, memory: memory?.read(),
      folder: try context.makeFolder(of: store), megabytes: megabytes,
      maxRequests: try settings.value(of: .maxRequests, given: maxRequests),
      limits: AnswerLimits(seconds: try settings.value(of: .timeout, given: timeout)),
      isOffline: try settings.value(of: .offline, given: offline))
    let signals = SignalWatcher(onSignal: updater.cancel, onSecondSignal: {})
    var updated = 0
    var failed: CommandFailure?
    for plan in plans {
      let name = TerminalText.harmless(plan.source.name)
      do {
        switch try await updater.update(plan.source, plan.files, by: plan.update.get()) {
        case .updated(let what):
          updated += 1
          context.console.tell("\(name): \(what)")
        case .upToDate: context.console.tell("\(name): up to date")
        case .leftAlone(let why): context.console.tell("\(name): left as it is; \(why)")
        }
      } catch {
        signals.endIfSignalled()
        let failure = CommandFailure(error)
        context.console.tell("\(name): not updated; \(failure.message)")
        failed = failed ?? failure
      }
      signals.endIfSignalled()
    }
    if plans.count > 1 {
      context.console.tell("\(updated) of \(plans.count) sources updated")
    }
    return failed?.status ?? .success
  }

  /// Megabytes, as pyosmium-up-to-date counts.
  private var megabytes: Int {
    let usual = Int(clamping: ProcessInfo.processInfo.physicalMemory) / 16
    return max(1, (size?.read() ?? min(usual, 1 << 30)) / (1 << 20))
  }

  private typealias Plan = (
    source: StoredSource, files: [SourceFile], update: Result<SourceUpdate, PlacesError>
  )

  @MainActor
  private func plans(in context: CommandContext) throws -> [Plan] {
    let store = try context.openStore(store)
    let known = try store.sources()
    for name in sources where !known.contains(where: { $0.name == name }) {
      let nearly = SpellingCorrection.nearest(to: name, among: known.map(\.name), limit: 1)
      throw CommandFailure(
        "no source is called '\(name)'"
          + (nearly.first.map { "; did you mean '\($0)'?" } ?? "; poi places sources lists them"),
        .noSuchInput)
    }
    return try known.filter { sources.isEmpty || sources.contains($0.name) }.map { source in
      let files = try store.files(of: source)
      let update = Result { () throws(PlacesError) in
        try SourceUpdate(of: source, files: files) { path throws(PlacesError) in
          try PlaceFile(path: path).extractHeader()
        }
      }
      return (source, files, update)
    }
  }

  private func line(for plan: Plan, at now: Date) -> String {
    let what =
      switch plan.update {
      case .success(.byHand): "nothing to do: its places were added by hand"
      case .success(.unknown): "nothing to do: poi does not know its file"
      case .success(.fileGone(let path)): "fails: \(path) is gone"
      case .success(.fetchSquares): "fetch its squares again from Overpass"
      case .success(.importFiles(let servers, let isDue)):
        if let server = servers.values.sorted().first {
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
