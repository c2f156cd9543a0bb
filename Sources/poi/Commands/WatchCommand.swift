import ArgumentParser
import Geography
import Glibc
import Nearby

/// `poi watch`.
struct WatchCommand: LoggingCommand, FilteringCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow your position, and report places you enter, leave or pass",
    discussion: """
      EXAMPLES
        poi watch --source places.geojson --category water --within 200m
        poi watch --source places.geojson --category cafe --open-now
        poi watch --source places.gpx --on-enter 'notify-send -- "$POI_PLACE_TITLE"'
        poi watch --source places.geojson --gps-log ride.nmea --explain
        poi watch --source places.gpx --format jsonl --events enter | jq -c .
        poi watch --events signal --on-signal 'notify-send "GPS $POI_STATUS"'
        poi watch --events street
        poi watch --source places.geojson --category food --speak
        poi watch --source places.gpx --gps-log ride.nmea --speak-script > script.txt
        poi watch --format owntracks | mosquitto_pub -l -t owntracks/van/pi
        poi watch --source places.gpx --route tour.gpx --category water
        poi watch --source places.gpx --category cafe --approach 500m --ahead 120

      FENCES
      The fence of a place is all that lies within --within of it, or within its own proximity. That of an area or a line \
      is all that lies within that distance of its edge, and the inside of the area.

      AHEAD
      --ahead keeps events of places in your direction of travel, and says whether each is ahead, left, \
      right or behind. The direction comes from your movement; it holds for a minute while you stand, \
      and is unknown after that. While it is unknown, no place counts as ahead.

      An approach event says that a place ahead came within --approach, a passed event that it is now behind you. \
      --approach and --route turn these events on.

      ROUTE
      --route follows you along a route. For each category, next events give the next place, its distance along the \
      route, your arrival time, and the gap after it; approach and passed events follow the route, too. A route event \
      says that you are on the route, or have been off it for 30 s; until you are back, approach events use the \
      direction of travel. Arrival times use your speed over the last minutes, without pauses.

      SIGNAL
      After 5 s without a fix, or three of the receiver's usual intervals if those are longer, the signal is lost: the \
      live screen dims and counts the seconds, poi says so on stderr, and --events signal prints an event. Without \
      --timeout, watch waits as long as it takes for the first fix that is accurate enough.

      STREETS
      With --events street, watch says which street you have come onto: two fixes in a row, or as many as --confirm \
      says, must be nearer to it than to the one before by more than they are accurate, and the way must lead along \
      it, not just across. Streets come from the store; --explain says why a street does not count yet. Commands get \
      the words of poi where for the position of their event as POI_WHERE.

      THE END OF THE DATA
      Where the store's or the extract's data ends, poi says on stderr that places may be missing from now on, and \
      says so again when you are back. The live screen shows how far the data reaches, and marks places beyond with ?.

      TUNING
      Times are the fixes' own, so a recorded ride gives the same events each time. Record one, replay it with \
      two settings, and compare; --explain says which rule suppressed what.

        gpspipe -r > ride.nmea
        poi watch --source places.gpx --gps-log ride.nmea --within 50m > a.txt
        poi watch --source places.gpx --gps-log ride.nmea --within 80m > b.txt
        diff a.txt b.txt

      Announced too late: a larger --within, or --confirm 1. Announced while driving by: --dwell SECONDS. \
      Announced again and again: a longer --cooldown. Missed under trees or between houses: a larger \
      --max-accuracy. Announced though far off the road: a smaller one.
      """)

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(
    SettingType.replaySpeed,
    help: "How fast to replay a log: 1 is real time. (default: as fast as possible)")
  var replaySpeed: Double?

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup(title: "Query") var travel: TravelOptions
  @OptionGroup(title: "Route") var route: RouteWatchOptions
  @OptionGroup(title: "Fences") var fences: FenceOptions
  @OptionGroup(title: "Events") var events: EventOptions
  @OptionGroup(title: "Commands") var commands: CommandOptions

  @OptionGroup(title: "Speech") var speech: SpeechOptions

  @Option(Setting.watchFormat, names: OptionNames.format) var format: Format?
  @Option(Setting.trackerID) var trackerId: String?

  @Flag(
    help:
      "Fill the terminal with a dashboard; the key q quits it, w says where you are, and r repeats what was said aloud last."
  )
  var live = false

  @OptionGroup var map: MapOptions
  @OptionGroup var wording: WordingOptions
  @OptionGroup var logging: LoggingOptions

  func validate() throws {
    if travel.clock == true, travel.ahead == nil, route.route == nil, route.approach == nil, !speech.isWanted
    {
      throw ValidationError("--clock works only with --ahead, --approach, --route and --speak")
    }
    if replaySpeed != nil, position.gpsLog == nil {
      throw ValidationError("--replay-speed works only with --gps-log")
    }
    if speech.speakScript, let format {
      throw ValidationError("--speak-script and --format \(format.rawValue) contradict each other")
    }
  }

  /// The names of the events to report; OwnTracks has messages only for fixes, entering and leaving.
  ///
  /// - Throws: `CommandFailure`.
  func toldEvents(in settings: Settings) throws -> Set<String> {
    let format = try settings.value(of: .watchFormat, given: format)
    if format == .owntracks, events.events == nil { return ["location", "initial", "enter", "leave"] }
    var names = try events.names(in: settings)
    // One option implies the other, unless the user names the events.
    if events.events == nil {
      if route.route != nil || route.approach != nil { names.formUnion(EventOptions.Names.ofTravel) }
      if route.route != nil { names.formUnion(EventOptions.Names.ofRoute) }
    }
    let missing = EventOptions.Names.ofRoute.filter(names.contains)
    if route.route == nil, let name = missing.first {
      throw CommandFailure("the event '\(name)' needs --route", .usage)
    }
    return names
  }

  /// Whether approach and passed events are wanted.
  func followsApproaches(toTell names: Set<String>) -> Bool {
    !names.isDisjoint(with: EventOptions.Names.ofTravel)
      || commands.commands.keys.contains(where: EventOptions.Names.ofTravel.contains)
  }

  /// Whether the watch needs places, given the events to report.
  func needsPlaces(toTell names: Set<String>) -> Bool {
    !names.isSubset(of: EventOptions.Names.withoutPlaces + ["next", "route"])
      || commands.commands.contains { !["signal", "street"].contains($0.key) } || events.state != nil
      || events.explain && names != ["street"] || speech.isWanted
  }

  /// Whether the watch needs streets, given the events to report.
  func needsStreets(toTell names: Set<String>) -> Bool {
    names.contains("street") || commands.onStreet != nil
  }

  /// How long to wait for places: a receiver goes on without them, and a log would wait for ever.
  ///
  /// - Throws: `CommandFailure`.
  func patience(with choice: PositionOptions.Choice, in settings: Settings) throws -> Duration? {
    switch choice {
    case .gpsd, .geoclue, .automatic: nil
    case .fixed, .log: .seconds(try position.timeout(in: settings))
    }
  }

  /// How fast to replay a log; with speech, in real time.
  var pace: Double? { replaySpeed ?? (speech.speak ? 1 : nil) }

  /// What stdout gets.
  enum Format: String, CaseIterable {
    case text, jsonl, owntracks
  }

  var section: SettingKey.Section? { .watch }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let speaker = try await speech.speaker(wording, dropsStale: true, in: context)
    let choice = try await context.choice(of: position, store: places.store, places: places, wording: wording)
    try filter.tellOfTags(
      filter.filter(in: context.settings, of: .watch), isFound: true, in: nil, of: places,
      wording.wording(in: context.settings), context)
    return try await Watch(self, from: choice, speaker: speaker, in: context).run()
  }
}

/// When something counts as an event.
struct FenceOptions: ParsableArguments {
  @Option(Setting.within, names: OptionNames.within) var within: Distance?
  @Option(Setting.confirm) var confirm: Int?
  @Option(Setting.cooldown) var cooldown: Double?
  @Option(Setting.dwell) var dwell: Double?
  @Option(Setting.maxAccuracy) var maxAccuracy: Double?
  @Option(Setting.maxSpeed) var maxSpeed: Double?

  /// The rules that the options make, and else the settings.
  ///
  /// - Throws: `CommandFailure`.
  func rules(in settings: Settings, _ saved: SavedQuery? = nil) throws -> ProximityRules {
    var rules = ProximityRules()
    rules.within = try within ?? saved?[.queryWithin] ?? settings.value(of: .within)
    rules.confirm = try settings.value(of: .confirm, given: confirm)
    rules.cooldown = try settings.value(of: .cooldown, given: cooldown)
    rules.dwell = try settings.value(of: .dwell, given: dwell)
    rules.maxAccuracy = try settings.value(of: .maxAccuracy, given: maxAccuracy)
    rules.maxSpeed = try settings.value(of: .maxSpeed, given: maxSpeed)
    return rules
  }
}

/// Which events to report, and for how long.
struct EventOptions: ParsableArguments {
  /// The longest watch that can be asked for: a year, in seconds. A longer one needs no limit.
  private static let longest = 31_536_000.0

  /// The names of the events to report.
  struct Names: Equatable {
    static let all = [
      "initial", "enter", "leave", "pass", "approach", "passed", "next", "route", "featured", "location",
      "authorization", "signal", "street",
    ]
    /// Names of events about places ahead.
    static let ofTravel = ["approach", "passed"]
    /// Names of events that do not need places.
    static let withoutPlaces = ["location", "authorization", "signal", "street"]
    /// Names of events that need a route.
    static let ofRoute = ["next", "route"]

    /// The default.
    var names: Set = ["initial", "enter", "leave", "pass"]

    var inOrder: [String] { Self.all.filter(names.contains) }
  }

  @Option(Setting.events) var events: Names?

  @Flag(help: "Say on stderr what was suppressed, and why.")
  var explain = false

  @Flag(help: "Present the next place in view every 10 s.")
  var featured = false

  @Option(
    help: ArgumentHelp(
      "Remember in this file which places you are in, from one run to the next.", valueName: "file"),
    completion: .file())
  var state: String?

  @Option(SettingType.count, help: "End after this many events.") var count: Int?

  @Option(
    SettingType.number("seconds", "a number of seconds above 0, up to a year") { $0 > 0 && $0 <= longest },
    help: "End this long after the first fix, by the fixes' own times.")
  var duration: Double?

  /// The names of the events to report.
  ///
  /// - Throws: `CommandFailure`.
  func names(in settings: Settings) throws -> Set<String> {
    try settings.value(of: .events, given: events).names.union(featured ? ["featured"] : [])
  }
}

extension EventOptions.Names {
  /// At least one name.
  init(words: [String]) throws {
    names = Set(words.filter { !$0.isEmpty })
    guard !names.isEmpty else {
      throw ValidationError("write at least one of \(Self.all.joined(separator: ", "))")
    }
    for name in names.sorted() where !Self.all.contains(name) {
      throw ValidationError("no event '\(name)'; the events are \(Self.all.joined(separator: ", "))")
    }
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

  @Option(help: ArgumentHelp("Run when a place ahead comes within --approach.", valueName: "cmd"))
  var onApproach: String?

  @Option(help: ArgumentHelp("Run when a place that was ahead is behind.", valueName: "cmd"))
  var onPassed: String?

  @Option(
    help: ArgumentHelp(
      "Run on each of these events, and for places you are at when the watch starts.", valueName: "cmd"))
  var onEvent: String?

  @Option(help: ArgumentHelp("Run when the receiver's signal is lost or regained.", valueName: "cmd"))
  var onSignal: String?

  @Option(help: ArgumentHelp("Run when you come onto another street.", valueName: "cmd"))
  var onStreet: String?

  /// The commands by the name of their event.
  var commands: [String: String] {
    [
      "enter": onEnter, "leave": onLeave, "pass": onPass, "approach": onApproach, "passed": onPassed,
      "event": onEvent, "signal": onSignal, "street": onStreet,
    ].compactMapValues(\.self)
  }
}
