import ArgumentParser
import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// `poi watch`.
struct WatchCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow the position; say when a place is entered, left or passed",
    discussion: """
      EXAMPLES
        poi watch --source places.geojson --category water --within 200m
        poi watch --source favourites.gpx --on-enter 'notify-send "$POI_PLACE_NAME"'
        poi watch --source places.geojson --gps-log ride.nmea --explain
        poi watch --source places.gpx --format jsonl --events enter | jq -c .

      TUNING
      Times are the fixes' own, so a recorded ride gives the same events each time. Record one, replay it with \
      two settings, and compare; --explain says which rule kept what from being an event.

        gpspipe -r > ride.nmea
        poi watch --source places.gpx --gps-log ride.nmea --within 50m > a.txt
        poi watch --source places.gpx --gps-log ride.nmea --within 80m > b.txt
        diff a.txt b.txt

      Announced too late: a larger --within, or --confirm 1. Announced while driving by: --dwell SECONDS. \
      Announced again and again: a longer --cooldown. Missed under trees or between houses: a larger \
      --max-accuracy; told of places far off the road: a smaller one.
      """)

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How fast a log is replayed: 1 is as it was. (default: as fast as it goes)", valueName: "n"))
  var replaySpeed: Double?

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @OptionGroup(title: "Fences") var fences: FenceOptions
  @OptionGroup(title: "Events") var events: EventOptions
  @OptionGroup(title: "Commands") var commands: CommandOptions

  @Option(help: "text (a line for people) or jsonl (an object a line).")
  var format = Format.text

  @Flag(help: "Fill the terminal with the nearest places.")
  var live = false

  @OptionGroup var wording: WordingOptions

  /// Whether anything that was asked for has to do with places.
  var needsPlaces: Bool {
    !events.names.isSubset(of: ["location", "authorization"]) || !commands.commands.isEmpty
      || events.state != nil
      || events.explain
  }

  /// What stdout gets.
  enum Format: String, ArgumentWord {
    case text, jsonl
  }

  func validate() throws {
    if let replaySpeed, !(replaySpeed > 0 && replaySpeed.isFinite) {
      throw ValidationError("--replay-speed takes a number above 0")
    }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    try await Watch(self, in: context).run()
  }
}

/// When something counts as an event.
struct FenceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The radius of a fence, where the place has none of its own.", valueName: "distance"),
    transform: Distance.init(parsing:))
  var within = ProximityRules().within

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fixes in a row that it takes to enter or leave.", valueName: "n"))
  var confirm = ProximityRules().confirm

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Before a place that was left is entered again.", valueName: "seconds"))
  var cooldown = ProximityRules().cooldown

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Enter only after staying so long.", valueName: "seconds"))
  var dwell = ProximityRules().dwell

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A less accurate fix does not count.", valueName: "metres"))
  var maxAccuracy = ProximityRules().maxAccuracy

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A fix that would take a faster move does not count.", valueName: "m/s"))
  var maxSpeed = ProximityRules().maxSpeed

  func validate() throws {
    guard within.metres > 0 else { throw ValidationError("--within takes a distance above 0") }
    guard confirm > 0 else { throw ValidationError("--confirm takes a number from 1 on") }
    guard cooldown >= 0, dwell >= 0, maxAccuracy > 0, maxSpeed > 0 else {
      throw ValidationError(
        "--cooldown and --dwell take seconds from 0 on, --max-accuracy and --max-speed numbers above 0")
    }
  }

  /// The rules that the options make.
  var rules: ProximityRules {
    var rules = ProximityRules()
    rules.within = within
    rules.confirm = confirm
    rules.cooldown = cooldown
    rules.dwell = dwell
    rules.maxAccuracy = maxAccuracy
    rules.maxSpeed = maxSpeed
    return rules
  }
}

/// Which events are told, and how long.
struct EventOptions: ParsableArguments {
  /// A year, in seconds: what is meant to be longer needs no end.
  private static let longest = 31_536_000.0

  /// Every event there is.
  static let all = ["initial", "enter", "leave", "pass", "featured", "location", "authorization"]

  @Option(
    help: ArgumentHelp(
      "Which events are told, separated by commas: \(EventOptions.all.joined(separator: ", ")).",
      valueName: "list"),
    completion: Completions.list(of: EventOptions.all))
  var events = "initial,enter,leave,pass"

  @Flag(help: "Say on stderr what was suppressed, and why.")
  var explain = false

  @Flag(help: "Tell of the next place in view every 10 s.")
  var featured = false

  @Option(
    help: ArgumentHelp("Keep who is inside in this file, from one run to the next.", valueName: "file"),
    completion: .file())
  var state: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("End after so many events.", valueName: "n"))
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End so long after the first fix, by the fixes' own time.", valueName: "seconds"))
  var duration: Double?

  func validate() throws {
    guard !names.isEmpty else {
      throw ValidationError("--events takes at least one of \(Self.all.joined(separator: ", "))")
    }
    for name in names where !Self.all.contains(name) {
      throw ValidationError("'\(name)' is no event; the events are \(Self.all.joined(separator: ", "))")
    }
    guard count ?? 1 > 0, duration ?? 1 > 0, duration ?? 1 <= Self.longest else {
      throw ValidationError("--count and --duration take numbers above 0, the latter up to a year's seconds")
    }
  }

  /// The names of the events that are told.
  var names: Set<String> {
    let listed = events.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return Set(listed + (featured ? ["featured"] : []))
  }
}

/// What is run on events.
struct CommandOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Run with /bin/sh -c when a place is entered.", valueName: "cmd"))
  var onEnter: String?

  @Option(help: ArgumentHelp("Run when a place is left.", valueName: "cmd"))
  var onLeave: String?

  @Option(help: ArgumentHelp("Run when a place is passed.", valueName: "cmd"))
  var onPass: String?

  @Option(
    help: ArgumentHelp(
      "Run on every one of these, and for places one is at from the start.", valueName: "cmd"))
  var onEvent: String?

  /// The commands by the name of their event.
  var commands: [String: [String]] {
    ["enter": onEnter, "leave": onLeave, "pass": onPass, "event": onEvent].compactMapValues {
      $0.map { [$0] }
    }
  }
}
