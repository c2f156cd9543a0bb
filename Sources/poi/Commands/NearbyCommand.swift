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

  @OptionGroup var asked: NearbyOptions

  @Flag(
    name: .customLong("where"),
    help: "Say above the table or the radar where the position is, as poi where does; with --json as where.")
  var saysWhere = false

  @OptionGroup(title: "Speech") var speech: SpeechOptions

  @Flag(help: .hidden) var pick = false

  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    if speech.speakScript, let format = asked.output.chosenFormat {
      throw ValidationError("--speak-script and --format \(format.rawValue) contradict each other")
    }
  }

  var filter: FilterOptions {
    get { asked.filter }
    set { asked.filter = newValue }
  }
  var section: SettingKey.Section? { .nearby }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    if pick {
      context.console.tell("--pick is now a command: poi pick")
      return try await asked.pick(in: context)
    }
    return asked.position.at == "-" ? try await answerEach(in: context) : try await answerOnce(in: context)
  }

  @MainActor
  private func answerOnce(in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let speaker = try await speech.speaker(asked.output.wording, dropsStale: false, in: context)
    var output = try asked.output.output(of: .nearby, in: context)
    if saysWhere, ![.table, .radar, .json].contains(output.format) {
      throw CommandFailure("--where works only with the formats table, radar and json", .usage)
    }
    let (query, found, provider) = try await asked.report(shownBy: &output, in: context)
    var report = found
    if [.radar, .svg].contains(output.format) {
      output.ground = try asked.ground(
        of: provider, isFile: output.format == .svg, hasColor: output.table.hasColor, in: context)
    }
    if saysWhere {
      let words = try WhereaboutsWords(
        asked.places.store, try asked.output.wording.wording(in: settings),
        try asked.output.wording.language(in: settings), in: context)
      report.whereabouts = (
        try await words.report(on: report.location, from: report.provider), words.wording
      )
    }
    let spoken =
      speech.isWanted
      ? SpokenReport(
        report, wording: try speech.wording(asked.output.wording, asked.travel, in: settings),
        clocks: PlaceClocks())
      : nil
    asked.tell(ofUnderstood: query, at: report.location.coordinate, output, in: context)
    let script = speech.speakScript ? spoken?.script : nil
    let words = output.format == .json ? nil : report.whereabouts.map { $0.report.text($0.wording) }
    try context.console.write(script ?? (words ?? "") + output.render(report))
    let status = ExitStatus(report)
    // That the data does not cover the position is said with the places.
    if status != .tryLater { report.whereabouts?.report.advice.map(context.console.tell) }
    try asked.tell(of: report, query, in: context)
    if let spoken { await speaker?.say(spoken) }
    return status
  }

  /// Answers each position of the standard input.
  @MainActor
  private func answerEach(in context: CommandContext) async throws -> ExitStatus {
    guard !saysWhere else {
      throw CommandFailure("--where takes one position: poi where --at - --json takes many", .usage)
    }
    guard !speech.isWanted else {
      throw CommandFailure("--speak and --speak-script take one position, not --at -", .usage)
    }
    let lines = try PositionLines(asked.position, asked.output, store: asked.places.store, in: context)
    let openings = try asked.opening.openings(asked.places.store, in: context, filter)
    let query = try asked.query(in: context.settings, openings)
    let answers = RepeatedQuery(
      provider: try asked.placeProvider(for: query, in: context), query: query,
      isAtOnce: try asked.places.isAtOnce(in: context.settings))
    return try await lines.answer(openings: openings, status: ExitStatus.init) {
      try await answers.answer(at: $0)
    }
  }
}
