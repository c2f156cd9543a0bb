import ArgumentParser
import Geography
import Nearby
import PlaceStore
import Places
import Presentation

struct WatchCommand: LoggingCommand, PlacingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow your position: places you enter, leave or pass",
    discussion: """
      poi watch --category water --within 200m
      poi watch --category cafe --open-now --live
      poi watch --on enter='notify-send -- "$POI_PLACE_TITLE"'
      poi watch --route tour.gpx --category water
      poi watch --category food --speak
      poi watch --gps-log ride.nmea --source places.gpx --explain
      """)

  static let usualOptions = [
    "gps-log", "source", "offline", "category", "within", "ahead", "route", "approach", "events", "on",
    "speak", "live",
  ]

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(SettingType.replaySpeed, help: "How fast to replay a track; 1 is real time")
  var replaySpeed: Double?

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup(title: "Query") var travel: TravelOptions
  @OptionGroup(title: "Route") var route: RouteWatchOptions
  @Option(.any("place") { $0 }, help: "Keep saying how far this place is, and which way") var to: String?
  @Flag(help: "Also play a tone from the place's direction") var tone = false

  @OptionGroup(title: "Fences") var fences: FenceOptions
  @OptionGroup(title: "Events") var events: EventOptions
  @OptionGroup(title: "Commands") var commands: CommandOptions

  @OptionGroup(title: "Speech") var speech: SpeechOptions

  @Option(help: "Use a set of settings: walk-blind, cycle, …", completion: Completions.profiles)
  var profile: String?

  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions
  @Option(Setting.watchFormat, names: OptionNames.format) var format: Format?
  @Option(Setting.trackerID) var trackerId: String?

  @Flag(help: "Fill the terminal with a live screen") var live = false

  func validate() throws {
    if travel.clock == true, travel.ahead == nil, route.route == nil, route.approach == nil, !speech.isWanted
    {
      throw ValidationError("--clock works only with --ahead, --approach, --route and --speak")
    }
    if replaySpeed != nil, position.gpsLog == nil {
      throw ValidationError("--replay-speed works only with --gps-log")
    }
    if route.route == "-", position.gpsLog == "-" {
      throw ValidationError("give only one of --route and --gps-log as -: both would read standard input")
    }
    if position.desiredAccuracy != nil {
      throw ValidationError(
        "--desired-accuracy does not work with watch; --max-accuracy says which fixes count")
    }
    if tone, to == nil { throw ValidationError("--tone works only with --to") }
    let other = live && format != .text ? "--live" : speech.speakScript ? "--speak-script" : nil
    if let other, let format {
      throw ValidationError("\(other) and --format \(format.rawValue) contradict each other")
    }
  }

  /// The names of the events to report; OwnTracks has messages only for fixes, entering and leaving.
  func toldEvents(in settings: Settings) throws -> Set<String> {
    let format = try settings.value(of: .watchFormat, given: format)
    try CommandFailure.check("--tracker-id", trackerId != nil, format, worksWith: .owntracks)
    if format == .owntracks, events.events == nil { return ["location", "initial", "enter", "leave"] }
    var names = try events.names(in: settings)
    // One option implies the other, unless the user names the events.
    if events.events == nil {
      if route.route != nil || route.approach != nil { names.formUnion(EventOptions.Names.ofTravel) }
      if route.route != nil { names.formUnion(EventOptions.Names.ofRoute) }
      if to != nil { names.insert("beacon") }
    }
    if to == nil, names.contains("beacon") { throw CommandFailure("the event 'beacon' needs --to", .usage) }
    if route.route == nil, let name = EventOptions.Names.ofRoute.first(where: names.contains) {
      throw CommandFailure("the event '\(name)' needs --route", .usage)
    }
    return names
  }

  /// Whether approach and passed events are wanted.
  func followsApproaches(toTell names: Set<String>) -> Bool {
    !names.isDisjoint(with: EventOptions.Names.ofTravel)
      || commands.commands.keys.contains(where: EventOptions.Names.ofTravel.contains)
  }

  func needsPlaces(toTell names: Set<String>) -> Bool {
    !names.isSubset(of: EventOptions.Names.withoutPlaces + ["next", "route"])
      || commands.commands.contains { !EventOptions.Names.withoutPlaces.contains($0.key) }
      || events.state != nil
      || events.explain && names != ["street"]
  }

  func needsStreets(toTell names: Set<String>) -> Bool {
    names.contains("street") || commands.commands["street"] != nil || needsWay(toTell: names)
  }

  /// Whether the watch needs the network of streets, given the events to report.
  func needsWay(toTell names: Set<String>) -> Bool {
    EventOptions.Names.ofWay.contains { names.contains($0) || commands.commands[$0] != nil }
  }

  /// How long to wait for places: a receiver goes on without them, and a log would wait for ever.
  func patience(with choice: PositionOptions.Choice, in settings: Settings) throws -> Duration? {
    switch choice {
    case .gpsd, .geoclue, .automatic: nil
    case .fixed, .log: .seconds(try position.timeout(in: settings))
    }
  }

  /// How fast to replay a log; with speech, in real time.
  var pace: Double? { replaySpeed ?? (speech.speak ? 1 : nil) }

  enum Format: String, CaseIterable {
    case text, jsonl, owntracks
  }

  var section: SettingKey.Section? { .watch }
  var chosenLanguage: NameLanguage? { wording.language }

  func isForPrograms(in settings: Settings) throws -> Bool {
    try settings.value(of: .watchFormat, given: format) != .text
  }

  mutating func takePlace(in context: CommandContext) async throws -> PlacedSearch? {
    try await filter.takePlace(position, places, wording, isElsewhere: true, in: context)
  }

  func run(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus {
    let speaker = try await speech.speaker(wording, dropsStale: true, in: context)
    let choice = try await context.choice(of: position, store: places.store, places: places, wording: wording)
    let question = try filter.question(in: context.settings)
    let asked = try question.filter(in: context.settings, of: .watch)
    try filter.tellOfTags(
      asked, isFound: true, in: nil, of: places, wording.wording(in: context.settings), context)
    if asked.wordsOfNames.isEmpty, !live {
      let isOpen = question.openingMoment(isNow: opening.openNow, at: nil) == .now
      let hours = isOpen ? try opening.openings(places.store, in: context, question).wanted : nil
      try filter.tell(
        ofUnderstood: PlaceQuery(filter: asked, opening: hours), around: nil, in: place, at: nil,
        isForPeople: try !isForPrograms(in: context.settings), wording, context)
    }
    let watch = try Watch(
      self, from: choice, at: place, speaker: speaker, beacon: try await beacon(in: context), in: context)
    try tellOfNames(isDone: false, wording.wording(in: context.settings), in: context)
    return try await watch.run()
  }

  /// What tells where the place of `--to` lies.
  @MainActor
  private func beacon(in context: CommandContext) async throws -> BeaconMonitor? {
    guard let to else { return nil }
    var target = position
    (target.near, target.at) = (to, nil)
    let found = try await context.choice(of: target, store: places.store, places: places, wording: wording)
    guard case .fixed(let spot) = found else { return nil }
    let known = try context.openStoreIfThere(places.store)?.entries(withID: to).first?.place
    let language = try wording.language(in: context.settings)
    let hasEighths = try !speech.isWanted && isForPrograms(in: context.settings)
    let words = try hasEighths ? 8 : travel.directions(in: context.settings) == .clock ? 12 : 4
    let name = known?.named(in: language).heading() ?? to
    return BeaconMonitor(
      to: PointOfInterest(id: name, coordinate: spot.coordinate, extent: spot.extent), called: name,
      words: words)
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

  func rules(in settings: Settings, asked: Distance? = nil) throws -> ProximityRules {
    var rules = ProximityRules()
    rules.within = try within ?? asked ?? settings.value(of: .within)
    rules.confirm = try settings.value(of: .confirm, given: confirm)
    rules.cooldown = try settings.value(of: .cooldown, given: cooldown)
    rules.dwell = try settings.value(of: .dwell, given: dwell)
    rules.maxAccuracy = try settings.value(of: .maxAccuracy, given: maxAccuracy)
    rules.maxSpeed = try settings.value(of: .maxSpeed, given: maxSpeed)
    return rules
  }
}
