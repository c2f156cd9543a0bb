import FoundationEssentials
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// What a watch is to do, by its options and the settings.
struct WatchPlan {
  /// Which places are asked for.
  let filter: PlaceFilter
  let toldEvents: Set<String>
  /// Whether events are told in words.
  let isText: Bool
  let rules: ProximityRules
  let needsPlaces: Bool
  let needsStreets: Bool
  let needsWay: Bool
  /// Whether to report places ahead before arrival.
  let followsApproaches: Bool
  /// How near a place ahead must be for that while off a route.
  let approach: Distance
  /// The width in degrees of the sector that counts as ahead, if only places there are wanted.
  let angle: Double?
  let openings: Openings
  let wording: Wording
  /// How fast the fixes' time passes; `nil` if they come as fast as they can be read.
  let pace: Double?

  /// - Throws: `CommandFailure`.
  @MainActor
  init(_ command: WatchCommand, from choice: PositionOptions.Choice, in context: CommandContext) throws {
    let settings = context.settings
    let question = try command.filter.question(in: settings)
    let within = try question.within(
      given: command.fences.within, refusing: [Setting.queryLimit], in: command)
    filter = try question.filter(in: settings, of: .watch)
    toldEvents = try command.toldEvents(in: settings)
    isText = try settings.value(of: .watchFormat, given: command.format) == .text
    rules = try command.fences.rules(in: settings, asked: within)
    needsPlaces = command.needsPlaces(toTell: toldEvents)
    needsStreets = command.needsStreets(toTell: toldEvents)
    needsWay = command.needsWay(toTell: toldEvents)
    followsApproaches = command.followsApproaches(toTell: toldEvents)
    approach = command.route.approachOffRoute(try command.route.approachDistance(in: settings))
    angle = command.travel.angle
    openings = try command.opening.openings(command.places.store, in: context, question)
    wording = try command.wording.wording(in: settings)
    pace = choice.pace(replaySpeed: command.pace)
  }

  /// Reports places ahead without a route, or off it.
  var approaches: ApproachMonitor? {
    followsApproaches ? ApproachMonitor(within: approach, angle: angle ?? TravelSector.usualAngle) : nil
  }
}

extension PositionOptions.Choice {
  /// How fast the fixes' own time passes: 1 for a receiver, also through a pipe; `nil` if they are read at
  /// full speed, or there is only one.
  func pace(replaySpeed: Double?) -> Double? {
    switch self {
    case .fixed: nil
    case .gpsd, .geoclue, .automatic: 1
    case .log(let input): replaySpeed ?? (input.isRegularFile ? nil : 1)
    }
  }
}

/// How long a watch goes on: until so many reports, and for so long by the fixes' own times.
struct WatchLimits {
  private var reportsLeft: Int
  private let duration: Double?
  private var start: Date?
  private var last: Date?
  /// Seconds that the clock went back, until a step as long takes it forward again.
  private var setBack = 0.0

  /// - Parameters:
  ///   - reports: `nil` for any number.
  ///   - duration: in seconds; `nil` for ever.
  init(reports: Int?, duration: Double?) {
    reportsLeft = reports ?? .max
    self.duration = duration
  }

  var allowsReport: Bool { reportsLeft > 0 }

  /// Counts a report; returns whether it was the last.
  mutating func countReport() -> Bool {
    reportsLeft -= 1
    return reportsLeft == 0
  }

  /// Whether the watch goes on at a time, the first of which begins it.
  mutating func includes(_ time: Date?) -> Bool {
    guard let duration, let time else { return true }
    var start = start ?? time
    // When the clock is set, or wrong for some fixes, no time passes.
    let step = last.map(time.timeIntervalSince) ?? 0
    if step < 0 || step > PacedSource.longestSilence {
      start += step
      setBack = max(0, setBack - step)
    } else if step >= setBack {
      start += setBack
      setBack = 0
    }
    (self.start, last) = (start, time)
    return time.timeIntervalSince(start) <= duration
  }
}
