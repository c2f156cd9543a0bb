import ArgumentParser
import Geography
import Nearby
import PlaceStore
import Places
import Positioning

struct PrefetchCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefetch",
    abstract: "Download an area of OpenStreetMap for offline use",
    discussion: """
      poi prefetch --around here --radius 20km
      poi prefetch --around 60.17,24.94 --radius 10km
      poi prefetch --bbox 24.8,60.1,25.1,60.3
      poi prefetch --along tour.gpx --within 2km
      """)

  static let usualOptions = [
    "around", "radius", "bbox", "along", "max-age", "max-requests", "store", "timeout", "quiet",
  ]

  @Option(
    .any("position", completing: .list(["here"])) { $0 },
    help: "The centre of the area: a position, or here")
  var around: String?

  @Option(name: OptionNames.radius, SettingType.distance(), help: "How far around the position or the track")
  var radius: Distance?

  @Option(.any("box") { try BoundingBox(parsing: $0) }, help: "The area as a box: west,south,east,north")
  var bbox: BoundingBox?

  @Option(help: ArgumentHelp("Along the track or route in this file", valueName: "file"), completion: .file())
  var along: String?
  @Option(Setting.prefetchMaxAge) var maxAge: Double?
  @Option(Setting.maxRequests) var maxRequests: Int?

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    guard [around != nil, bbox != nil, along != nil].filter(\.self).count == 1 else {
      throw ValidationError("give one of --around, --bbox and --along")
    }
    if bbox != nil, radius != nil { throw ValidationError("--bbox needs no --radius") }
    if bbox == nil, radius == nil {
      throw ValidationError("--\(around == nil ? "along" : "around") also needs --radius, like --radius 5km")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let maxAge = try settings.value(of: .prefetchMaxAge, given: maxAge)
    let maxRequests = try settings.value(of: .maxRequests, given: maxRequests)
    let limits = try position.answerLimits(in: settings)
    let source = try context.makeAreaSource(limits)
    guard let plan = try await plan(fetchedFrom: source, in: context) else {
      throw CommandFailure("the area is too large to fetch; import an extract of OpenStreetMap", .usage)
    }
    try context.makeFolder(of: store)
    let importer = try context.openStoreForWriting(store)
    defer { importer.discardIfUnused() }
    let prefetcher = Prefetcher(from: source, into: importer)
    let remaining = try prefetcher.remaining(of: plan, maxAge: maxAge)
    let requests = remaining.requests
    context.console.tell(
      "\(plan.count == 1 ? "1 square" : "\(plan.count) squares"), \(plan.count - remaining.squares) fetched before; "
        + (requests == 1 ? "1 request" : "\(requests) requests"))
    guard requests <= maxRequests else {
      throw CommandFailure(
        "that is more than --max-requests \(maxRequests); consider importing an extract", .usage)
    }
    let line = PrefetchLine(context)
    do {
      try await prefetcher.fetch(plan, maxAge: maxAge, report: line.show)
    } catch {
      line.finish(afterFailure: true)
      throw error
    }
    line.finish()
    return line.isWhole ? .success : .tryLater
  }

  @MainActor
  private func plan(fetchedFrom source: any AreaSource, in context: CommandContext) async throws
    -> PrefetchPlan?
  {
    if let bbox { return PrefetchPlan(in: bbox) }
    if let along, let radius {
      return PrefetchPlan(along: try await RouteInput.read(along).route, within: radius)
    }
    guard let around, let radius else { return nil }
    return PrefetchPlan(around: try await centre(around, asking: source, in: context), radius: radius)
  }

  @MainActor
  private func centre(
    _ around: String, asking source: any AreaSource, in context: CommandContext
  ) async throws -> Coordinate {
    if around != "here" { return try TypedPosition(argument: around, of: "--around").coordinate }
    let choice = try await context.choice(of: position, store: store, wording: wording)
    return try await LocationLookup(position, choice, places: source, wording: wording, in: context)
      .currentLocation().coordinate
  }
}

/// The progress of a fetch, on one line of the terminal.
@MainActor
final class PrefetchLine {
  private let console: any Console
  private let line: BottomLine
  private(set) var progress: Prefetcher.Progress?

  init(_ context: CommandContext) {
    console = context.console
    line = BottomLine(on: console, isShown: context.hasStatusLine)
  }

  /// Whether streets, addresses and areas came with all that was fetched.
  var isWhole: Bool { progress?.lacking == nil }

  func show(_ progress: Prefetcher.Progress) {
    self.progress = progress
    line.show(wording)
  }

  func end() { line.end() }

  func finish(afterFailure isFailed: Bool = false) {
    end()
    if let lacking = progress?.lacking {
      console.tell("\(lacking): the rest has no streets, addresses and areas yet; run the same command again")
    }
    guard isFailed else { return console.tell(wording) }
    guard progress != nil else { return console.tell("no square was fetched") }
    console.tell("\(wording); what was fetched stays, and the same command resumes")
  }

  private var wording: String {
    guard let progress else { return "there was nothing to fetch" }
    return "\(progress.done) of \(progress.total) squares, \(progress.places) places fetched"
  }
}
