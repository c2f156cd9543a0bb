import ArgumentParser
import Nearby
import Places
import Positioning
import Presentation

/// `poi nearby`.
struct NearbyCommand: LoggingCommand, FilteringCommand {
  static let configuration = CommandConfiguration(
    commandName: "nearby",
    abstract: "Show what is around you, nearest first",
    discussion: """
      EXAMPLES
        poi nearby --source places.geojson
        poi nearby --source overpass --category water --radius 2km
        poi nearby --source places.gpx --gps-log ride.nmea --radius 1.5km
        poi nearby water -s places.csv --at 60.17,24.94 -n 3
        poi nearby cafe bakery -s places.geojson --long
        poi nearby cafe --at node/606996912
        poi nearby --source places.gpx --at 60.17,24.94 --format radar
        poi nearby --source places.gpx --at 60.17,24.94 --pick
        poi nearby --source places.csv --category cafe --format gpx > cafes.gpx
        poi nearby --source places.csv --json | jq -r '.places[].name'
        poi nearby --source places.geojson --category pharmacy --open-now
        poi nearby --source places.geojson --open-at "Sun 10:00" --at 60.17,24.94
        poi nearby --source places.geojson --at - < positions.txt
        poi nearby --source places.gpx --gps-log ride.nmea --ahead --category water
        poi nearby --source places.geojson --category cafe --speak

      Words say what to look for, and poi shows places that match any of them; poi categories lists the words, in all \
      languages that poi knows. Before or after them, open, 24h, free and wheelchair ask for that, and "near me" says \
      nothing new, in all of these languages, too: poi nearby open bakery. With wheelchair, places with limited access \
      come last, and poi counts those that do not say. Beside a word for where one eats, vegan, \
      vegetarian and the adjective of a cuisine ask for that: poi nearby chinese restaurant. \
      poi ignores a diet, and says so, if you search for something other than food: vegan hotel.

      A word that is no category is a name, together with the words beside it up to a comma: poi nearby burger king. \
      Places count that have the words in their names, or whose brand, operator or cuisine begins with them; categories \
      among the words may be what the place is instead: poi nearby shell gas station. poi says on stderr what it took \
      for a name. poi nearby street lists streets, if an extract in the store brought them.

      @NAME is a query saved in the configuration; options override it. Unless an option \
      gives a position, poi asks gpsd, or GeoClue if gpsd has none.

      A store and an extract of OpenStreetMap know where their data ends. Places that lie farther are marked with ? after \
      the distance, since nearer ones may be missing; JSON has the distance in metres as source.known_within, and with \
      --fields plain and csv have the column beyond, yes or no. The radar has a ring of ? there. With the \
      automatic source, poi then asks a server, too. With --offline, or if no server can be reached, poi answers from your data. If it finds nothing, the \
      exit status is 1 with --offline and 75 without. If your data does not cover the position, it is 75 \
      with --offline and 69 without.

      Without --radius, poi leaves out places of extracts and servers that are more than 100 km away, and says how far the \
      nearest is.

      Areas and lines, such as parks and rivers, are as near as their nearest point; JSON has it as nearest. Inside an area \
      the table says "inside", JSON has "inside": true, and the smallest area comes first. --geometry writes the shapes, \
      simplified to within 1 m; of the few with more than 150,000 corners, nearest.accuracy says how far off an edge may be, \
      in metres.

      Places that may not be what you need, such as a spring whose water may not be safe to drink, say why; --sure lists them last.

      On a terminal, the table says what is open and closed now. In a pipe it does so with --open-now, --open-at or the \
      column opening, so that scripts find the same columns at any hour.

      MANY POSITIONS
      --at - reads a position from each line of standard input, and answers each with one line of JSON. For a line \
      that is not a position, it prints an object with line and error instead, and the exit status is 65. With \
      --format csv it prints a row for each place, which begins with the number of the line; --fields chooses the columns.

      CATEGORY AND MATCHED
      The category of a place is the same whatever you ask for, in every format: its source's own word, else what the \
      first of these keys among its tags says, in a word of poi's own: amenity, shop, tourism, leisure, historic, natural, man_made, emergency, office, craft, healthcare, railway, \
      aerialway, aeroway, highway, public_transport, waterway, seamark:type, mountain_pass, power, telecom, military, \
      barrier, landuse, place, boundary, building. If you find it by another word, as you find \
      a cafe by toilets, JSON has that word as matched; --fields takes matched, too.

      AHEAD
      --ahead finds your direction of travel from your movement: it waits until you have moved about 20 m, \
      or for --timeout, and exits with status 75 if the direction stays unknown. It needs a receiver or a log.
      """)

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @OptionGroup(title: "Query") var range: RangeOptions
  @OptionGroup(title: "Query") var opening: OpeningOptions
  @OptionGroup(title: "Query") var travel: TravelOptions
  @Flag(help: FilterOptions.allHelp) var all = false

  @Flag(help: "List places that may not serve after all others, however near they are.")
  var sure = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var map: MapOptions

  @Flag(
    name: .customLong("where"),
    help: "Say above the table or the radar where the position is, as poi where does; with --json as where.")
  var saysWhere = false

  @OptionGroup(title: "Speech") var speech: SpeechOptions

  @Flag(help: "Choose a place on the terminal, to show its details, open it, or print it.")
  var pick = false

  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    if travel.ahead != nil, position.at != nil {
      throw ValidationError("--ahead needs a receiver or a log: --at has no direction of travel")
    }
    if travel.clock == true, travel.ahead == nil { throw ValidationError("--clock works only with --ahead") }
    if speech.speakScript, let format = output.chosenFormat {
      throw ValidationError("--speak-script and --format \(format.rawValue) contradict each other")
    }
  }

  var section: SettingKey.Section? { .nearby }

  private func checkWhere(with output: Output) throws {
    if saysWhere, ![.table, .radar, .json].contains(output.format) {
      throw CommandFailure("--where works only with the formats table, radar and json", .usage)
    }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    position.at == "-" ? try await answerEach(in: context) : try await answerOnce(in: context)
  }

  private func query(in settings: Settings, _ openings: Openings) throws -> PlaceQuery {
    let question = try filter.question(in: settings)
    var wanted = try question.filter(in: settings, of: .nearby)
    wanted.skipsUnlisted = !question.wantsAll(all)
    var query = PlaceQuery(
      filter: wanted, radius: try range.radius(in: settings, question),
      limit: try range.limit(in: settings, question), opening: openings.wanted)
    query.putsSureFirst = sure
    return query
  }

  @MainActor
  private func placeProvider(
    for query: PlaceQuery, in context: CommandContext
  ) throws -> any PlaceProviding {
    if query.filter.asksForStreets {
      switch try places.choice(in: context.settings) {
      case .automatic, .store:
        if let store = try context.openStoreIfThere(places.store) { return StreetProvider(store) }
      case .file, .server, .database, .overpass: break
      }
    }
    return try context.placeProvider(
      for: places, limits: try position.answerLimits(in: context.settings), naming: output.wording)
  }

  @MainActor
  private func answerOnce(in context: CommandContext) async throws -> ExitStatus {
    let terminal = pick ? context.makePickingTerminal() : nil
    if pick, terminal == nil {
      throw CommandFailure(
        "--pick needs a terminal that it can read keys from and draw on", .usage)
    }
    let settings = context.settings
    let speaker = try await speech.speaker(self.output.wording, dropsStale: false, in: context)
    var output = try output.output(of: .nearby, in: context)
    try checkWhere(with: output)
    let openings = try opening.openings(places.store, in: context, filter)
    let query = try query(in: settings, openings)
    let choice = try await context.choice(
      of: position, store: places.store, places: places, wording: self.output.wording)
    let provider = try placeProvider(for: query, in: context)
    let lookup = try LocationLookup(
      position, choice, places: provider, wording: self.output.wording, in: context)
    var report: NearbyReport
    if let angle = travel.angle {
      report = try await lookup.placesAhead(matching: query, within: angle)
      output.table.wording.directions = try travel.directions(in: settings)
      output.table.course = report.course
      if let course = report.course { output.table.up = course }
    } else {
      report = try await lookup.nearbyPlaces(matching: query)
    }
    report.openings = openings
    if let failure = report.failure {
      report.elsewhereSummary(units: output.table.wording.units).map(context.console.tell)
      throw CommandFailure(beyondData: failure)
    }
    output.ground = try keeper(for: output, of: provider, in: context)
    if saysWhere {
      let words = try WhereaboutsWords(
        places.store, try self.output.wording.wording(in: settings),
        try self.output.wording.language(in: settings), in: context)
      report.whereabouts = (
        try await words.report(on: report.location, from: report.provider), words.wording
      )
    }
    if let terminal, !report.places.isEmpty {
      try context.tellOfSource(of: report, places)
      report.openingSummary.map(context.console.tell)
      report.accessSummary.map(context.console.tell)
      report.coverageSummary(units: output.table.wording.units).map(context.console.tell)
      return try await pickOne(of: report, shownAs: output, on: terminal, in: context)
    }
    let spoken =
      speech.isWanted
      ? SpokenReport(
        report, wording: try speech.wording(self.output.wording, travel, in: settings), clocks: PlaceClocks())
      : nil
    let script = speech.speakScript ? spoken?.script : nil
    let words = output.format == .json ? nil : report.whereabouts.map { $0.report.text($0.wording) }
    try context.console.write(script ?? (words ?? "") + output.render(report))
    report.whereabouts?.report.advice.map(context.console.tell)
    try context.tellOfSource(of: report, places)
    report.openingSummary.map(context.console.tell)
    report.accessSummary.map(context.console.tell)
    report.coverageSummary(
      units: try self.output.wording.wording(in: settings).units,
      broughtBy: try places.fetchCommand(in: settings)
    ).map(context.console.tell)
    report.elsewhereSummary(units: output.table.wording.units).map(context.console.tell)
    for hint in try filter.widerHints(in: settings, of: .nearby) where report.places.count < query.limit {
      context.console.tell(hint)
    }
    if report.places.isEmpty { try filter.strictHints(in: settings).forEach(context.console.tell) }
    try filter.tellOfTags(
      query.filter, isFound: !report.places.isEmpty, in: report.source, of: places, context)
    if let spoken { await speaker?.say(spoken) }
    return ExitStatus(report)
  }

  /// What knows the ground, where a picture is drawn.
  @MainActor
  private func keeper(
    for output: Output, of provider: any PlaceProviding, in context: CommandContext
  ) throws -> GroundKeeper? {
    guard pick || [.radar, .svg].contains(output.format) else { return nil }
    let hasColor = pick ? try context.wantsColor(self.output.wording) : output.table.hasColor
    let isFile = output.format == .svg && !pick
    guard isFile || hasColor && !output.table.wording.isASCII else { return nil }
    return try map.keeper(of: provider, places, isFile: isFile, in: context)
  }

  /// Lets the user choose a place, and does what the key means.
  @MainActor
  private func pickOne(
    of report: NearbyReport, shownAs output: Output, on terminal: any PickingTerminal,
    in context: CommandContext
  ) async throws -> ExitStatus {
    let selection = Selection()
    var table = output.table
    // It is drawn where the messages go.
    table.hasColor = try context.wantsColor(self.output.wording)
    let picker = PlacePickerController(
      places: report.shownPlaces, table: table,
      ground: output.ground.map { ($0, report.location.coordinate) },
      on: terminal)
    picker.delegate = selection
    let signals = UnixSignalWatcher(onSignal: picker.cancel, onSecondSignal: {})
    await picker.run()
    signals.endIfSignalled()
    guard let (place, action) = selection.selected else { return .nothingFound }
    switch action {
    case .open:
      return try await context.open(place.place, mode: try context.settings.value(of: .openMode))
    case .show: try context.console.write(PlaceSheet(wording: table.wording).text(of: place))
    case .print:
      var chosen = report
      chosen.places = Array(report.places.filter { $0.place == place.place }.prefix(1))
      try context.console.write(output.render(chosen))
    }
    return .found
  }

  /// Keeps the choice.
  private final class Selection: PlacePickerDelegate {
    private(set) var selected: (place: ShownPlace, action: PlacePicker.Action)?

    func placePicker(
      _ picker: PlacePickerController, didSelect place: ShownPlace, for action: PlacePicker.Action
    ) {
      selected = (place, action)
    }
  }

  /// Answers each position of the standard input.
  @MainActor
  private func answerEach(in context: CommandContext) async throws -> ExitStatus {
    guard !pick else {
      throw CommandFailure("--pick takes one position, not --at -", .usage)
    }
    guard !saysWhere else {
      throw CommandFailure("--where takes one position: poi where --at - --json takes many", .usage)
    }
    guard !speech.isWanted else {
      throw CommandFailure("--speak and --speak-script take one position, not --at -", .usage)
    }
    let lines = try PositionLines(position, output, store: places.store, in: context)
    let openings = try opening.openings(places.store, in: context, filter)
    let query = try query(in: context.settings, openings)
    let provider = try placeProvider(for: query, in: context)
    let answers = RepeatedQuery(
      provider: provider, query: query, isAtOnce: try places.isAtOnce(in: context.settings))
    return try await lines.answer(openings: openings, status: ExitStatus.init) {
      try await answers.answer(at: $0)
    }
  }
}
