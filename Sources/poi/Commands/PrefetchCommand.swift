import ArgumentParser
import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// `poi prefetch`.
struct PrefetchCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefetch",
    abstract: "Fetch an area of OpenStreetMap into the store, for offline use",
    discussion: """
      EXAMPLES
        poi prefetch --around here --radius 20km
        poi prefetch --around 60.17,24.94 --radius 10km
        poi prefetch --bbox 24.8,60.1,25.1,60.3
        poi prefetch --along tour.gpx --within 2km

      The area is fetched in squares of some kilometres, with pauses, from the Overpass server. Each square is \
      stored when it is whole, so that a fetch that was broken off goes on where it was.
      """)

  @Option(
    help: ArgumentHelp("The middle of a circle: a position, or here.", valueName: "here|lat,lon"),
    completion: .list(["here"]))
  var around: String?

  @Option(
    help: ArgumentHelp("The circle's radius.", valueName: "distance"),
    transform: Distance.init(parsing:))
  var radius: Distance?

  @Option(
    help: ArgumentHelp("A box, as in GeoJSON.", valueName: "west,south,east,north"),
    transform: BoundingBox.init(parsing:))
  var bbox: BoundingBox?

  @Option(help: ArgumentHelp("A GPX file with a track.", valueName: "file"), completion: .file())
  var along: String?

  @Option(
    help: ArgumentHelp("How far from the track.", valueName: "distance"),
    transform: Distance.init(parsing:))
  var within: Distance?

  @Option(
    help: ArgumentHelp(
      "How long ago a square may have been fetched, not to be fetched again: 12h, 7d, 2w. (default: 30d)",
      valueName: "time"),
    transform: Setting.prefetchMaxAge.type.parse)
  var maxAge: Double?

  @Option(
    help: ArgumentHelp("How many requests it may take, at first. (default: 100)", valueName: "n"),
    transform: Setting.maxRequests.type.parse)
  var maxRequests: Int?

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    guard [around != nil, bbox != nil, along != nil].filter(\.self).count == 1 else {
      throw ValidationError("give one of --around, --bbox and --along")
    }
    guard (around != nil) == (radius != nil) else { throw ValidationError("--around goes with --radius") }
    guard (along != nil) == (within != nil) else { throw ValidationError("--along goes with --within") }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let maxAge = try settings.value(of: .prefetchMaxAge, given: maxAge)
    let maxRequests = try settings.value(of: .maxRequests, given: maxRequests)
    guard let plan = try await plan(in: context) else {
      throw CommandFailure("the area is too large to be fetched; import an extract of OpenStreetMap", .usage)
    }
    try context.makeFolder(of: store)
    let importer = try context.openStoreForWriting(store)
    let limits = try position.answerLimits(in: settings)
    let source = try context.makeAreaSource(limits)
    let prefetcher = Prefetcher(from: source, into: importer)
    let remaining = try context.withPlaces { try prefetcher.remaining(of: plan, maxAge: maxAge) }
    context.console.tell(
      "\(plan.count == 1 ? "1 square" : "\(plan.count) squares"), \(plan.count - remaining) there already; "
        + (remaining == 1 ? "1 request" : "\(remaining) requests"))
    guard remaining <= maxRequests else {
      throw CommandFailure(
        "that is more than --max-requests \(maxRequests); an extract may serve better", .usage)
    }
    let line = PrefetchLine(context)
    do throws(PlacesError) {
      try await prefetcher.fetch(plan, maxAge: maxAge, report: line.show)
    } catch {
      line.finish(afterFailure: true)
      importer.discardIfUnused()
      throw CommandFailure(error)
    }
    line.finish()
    return .found
  }

  @MainActor
  private func plan(in context: CommandContext) async throws -> PrefetchPlan? {
    if let bbox { return PrefetchPlan(in: bbox) }
    if let along, let within {
      let points = try context.withPlaces { try PrefetchPlan.trackPoints(ofFile: along) }
      return PrefetchPlan(near: points, within: within)
    }
    guard let around, let radius else { return nil }
    return PrefetchPlan(around: try await centre(around, in: context), radius: radius)
  }

  @MainActor
  private func centre(_ around: String, in context: CommandContext) async throws -> Coordinate {
    if around != "here" {
      do {
        return try WrittenPosition(parsing: around).coordinate
      } catch {
        throw CommandFailure("--around: \(error)", .usage)
      }
    }
    let choice = try position.choice(in: context.settings)
    return try await Locating(position, choice, places: NoPlaces(), wording: wording, in: context)
      .currentLocation().coordinate
  }
}

/// How far a fetch is, on a line of the terminal that is drawn anew.
@MainActor
private final class PrefetchLine {
  private let console: any Console
  private let isShown: Bool
  private var progress: Prefetcher.Progress?

  init(_ context: CommandContext) {
    console = context.console
    isShown = context.hasStatusLine
  }

  func show(_ progress: Prefetcher.Progress) {
    self.progress = progress
    if isShown { console.draw("\r\(wording)\u{1B}[K") }
  }

  func finish(afterFailure isFailed: Bool = false) {
    if isShown { console.draw("\r\u{1B}[K") }
    guard isFailed else { return console.tell(wording) }
    guard progress != nil else { return console.tell("no square was fetched") }
    console.tell("\(wording); what is fetched stays, and the same command goes on from there")
  }

  private var wording: String {
    guard let progress else { return "nothing had to be fetched" }
    return "\(progress.done) of \(progress.total) squares, \(progress.places) places fetched"
  }
}
