import ArgumentParser
import Geography
import Input
import Nearby
import PlaceStore
import Places
import Positioning
import Presentation

struct AlongCommand: LoggingCommand, PlacingCommand {
  static let configuration = CommandConfiguration(
    commandName: "along",
    abstract: "List places along a route, in order, and the gaps between them",
    discussion: """
      poi along tour.gpx --category water
      poi along tour.gpx --category water --gaps
      poi along tour.gpx --category cafe --speed 18km/h --start 08:00
      poi along tour.gpx --category food --pace naismith --open-on-arrival
      poi along tour.gpx --category water --format strip
      poi along tour.gpx --category cafe --format gpx --at-route > cafes.gpx
      """)

  static let usualOptions = [
    "source", "offline", "category", "within", "limit",
    "from to: Only this part of the route: 40, 40km or 25mi", "speed pace", "start", "open-on-arrival",
    "gaps", "format", "fields",
  ]

  enum Format: String, CaseIterable {
    case table, plain, json, jsonl, geojson, csv, gpx, strip, map, svg
  }

  @Argument(help: "The file of the route, or -", completion: .file())
  var route: String

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @OptionGroup(title: "Query") var corridor: CorridorOptions
  @Flag(help: FilterOptions.allHelp) var all = false

  @OptionGroup(title: "Time") var schedule: ScheduleOptions
  @OptionGroup(title: "Detour") var router: RouterOptions

  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions
  @Flag(help: "List stretches without a match, the longest last") var gaps = false

  @Option(Setting.alongFields) var fields: [RouteColumn]?
  @Option(Setting.alongFormat, names: OptionNames.format) var format: Format?

  @Flag(help: "Short for --format json") var json = false

  @Flag(help: "Put gpx and geojson points on the route") var atRoute = false

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict each other")
    }
  }

  var section: SettingKey.Section? { .along }
  var chosenLanguage: NameLanguage? { wording.language }

  func isForPrograms(in settings: Settings) throws -> Bool {
    ![.table, .strip, .map, .svg].contains(try chosenFormat(in: settings))
  }

  mutating func takePlace(in context: CommandContext) async throws -> PlacedSearch? {
    try await filter.takePlace(try PositionOptions.parse([]), places, wording, isElsewhere: true, in: context)
  }

  func run(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let format = try chosenFormat(in: settings)
    let question = try filter.question(in: settings)
    let within =
      try question.within(given: corridor.within, refusing: [Setting.queryOpenAt], in: self)
      ?? settings.value(of: .corridor)
    if let moment = question.typed.moment, moment != .now {
      throw CommandFailure(
        "poi along does not take a time in the words; use --start and --open-on-arrival", .usage)
    }
    let file = try await RouteInput.read(route)
    let way = corridor.reverse ? file.route.reversed : file.route
    let range = try corridor.range(of: way)
    var schedule = schedule
    if question.openingMoment(isNow: false, at: nil) != nil { schedule.openOnArrival = true }
    let units = try wording.wording(in: settings)
    let journey = try Journey(
      on: way, from: range.lowerBound, schedule, store: places.store, units, in: context)
    let words = journey.words(units)
    tell(of: file, way, by: words, in: context)

    var asked = try question.filter(in: settings, of: .along, all: all)
    // It is not shown, but leaves a gap in doubt.
    asked.keepsPrivate = true
    // What is a typo is only known when places were asked for.
    if asked.wordsOfNames.isEmpty {
      try filter.tell(
        ofUnderstood: PlaceQuery(filter: asked), around: nil, in: place, at: nil,
        isForPeople: [.table, .strip, .map].contains(format), wording, context)
    }
    var search = try RoutePlaces(of: places, in: settings).search(
      RouteCorridor(route: way, within: within), matching: asked, in: range)
    let output = AlongOutput(
      format: format, showsGaps: gaps, atRoute: atRoute,
      limit: corridor.limit ?? question.saved?[.queryLimit] ?? .max,
      words: words, context: context, palette: try context.palette(wording),
      fields: try settings.value(of: .alongFields, given: fields),
      ground: try keeper(for: format, in: context), title: file.name ?? Self.name(ofFile: route))
    var result = AlongResult(
      asked, within: within, in: range, isLoop: way.isLoop && range == 0...way.length.metres,
      limit: gaps ? .max : output.limit)
    try await take(all: &search, at: place, into: &result, output, on: journey, in: context)
    let unknown = search.unknownStretches
    let isCovered = unknown != [search.range]
    if case .failed(let error) = search.unasked, result.rows == 0, !isCovered {
      throw CommandFailure(beyondData: error, of: "this route")
    }
    try await output.finish(
      way, search.source, gaps: result.finishedGaps(unknown: unknown), in: range,
      towns: [.map, .svg].contains(format) ? towns(around: way.lines(in: range).joined(), in: context) : [])
    let summary = result.summary(
      of: search, words, asked: context.corrections.corrected(asked).askedText, isWhole: output.needsGaps)
    // Nothing else shows a person how far was searched.
    let isFooter = context.console.terminal != nil && context.console.tellsTerminal
    let notices = [
      result.rows == 0 || isFooter ? summary : nil,
      AlongResult.summary(ofUnknown: unknown, without: search.unasked, words),
      gaps || format != .table
        ? nil : journey.recorded.map { words.wording(.arrivalsRecorded, ["date": $0]) },
      journey.openings.summary(closed: result.closed, unknown: result.unknown, words.wording.phrases),
      words.wording.accessSummary(unsaid: search.unsaid.count),
    ]
    try context.finish(
      nil, notices.compactMap(\.self), from: search.source, places, wording)
    try filter.tellOfTags(
      asked, isFound: result.rows > 0, in: search.source, of: places, words.wording, context)
    if result.rows > 0 { return .found }
    return unknown.isEmpty ? ExitStatus(ofNothingWithout: search.unasked, isCovered: true) : .tryLater
  }

  /// - Throws: `CommandFailure` if other options do not go with the format.
  private func chosenFormat(in settings: Settings) throws -> Format {
    let format = try settings.value(of: .alongFormat, given: json ? .json : format)
    try CommandFailure.check("--gaps", gaps, format, worksWith: .table, .plain, .json, .jsonl, .csv)
    try CommandFailure.check("--at-route", atRoute, format, worksWith: .gpx, .geojson)
    if fields != nil, gaps || ![.table, .plain, .csv].contains(format) {
      throw CommandFailure(
        "--fields works only with the formats table, plain and csv, and not with --gaps", .usage)
    }
    return format
  }

  /// What knows the ground, where a picture is drawn.
  @MainActor
  private func keeper(for format: Format, in context: CommandContext) throws -> GroundKeeper? {
    let (isFile, hasColor) = (format == .svg, try format == .map && context.palette(wording) != nil)
    guard isFile || hasColor else { return nil }
    let limits = AnswerLimits(seconds: try context.settings.value(of: .timeout))
    let provider = try context.placeProvider(for: places, limits: limits, naming: wording)
    return try wording.mapKeeper(of: provider, places, isFile: isFile, hasColor: hasColor, in: context)
  }

  /// `tour` of `tours/tour.gpx`; `nil` of the standard input.
  private static func name(ofFile path: String) -> String? {
    guard path != "-", let last = path.split(separator: "/").last else { return nil }
    let name = last.prefix { $0 != "." }
    return String(name.isEmpty ? last : name)
  }

  /// The names of towns and the like around a way, the most important first, of the store alone: no server is asked
  /// for them.
  @MainActor
  private func towns(
    around way: some Sequence<Coordinate>, in context: CommandContext
  ) async throws -> [PointOfInterest] {
    guard let box = BoundingBox(around: way.compactMap(BoundingBox.init(of:))),
      let store = try? context.openStoreIfThere(places.store)
    else { return [] }
    // At most twice as far as it needs to be, in the far north.
    let reach = max(box.north - box.south, box.east - box.west) * 111_195 / 2
    let kinds = ["city", "town"] + (reach < 30_000 ? ["village"] : []) + (reach < 8000 ? ["suburb"] : [])
    let query = PlaceQuery(
      filter: PlaceFilter(categories: kinds), radius: Distance(metres: 1.5 * reach + 1000),
      limit: Self.mostTowns)
    let answer = try? await store.places(near: box.middle, matching: query)
    func rank(_ place: NearbyPlace) -> Int {
      place.place.mainCategory.flatMap(kinds.firstIndex) ?? kinds.count
    }
    return (answer?.places ?? []).sorted { (rank($0), $0.distance) < (rank($1), $1.distance) }.map(\.place)
  }

  private static let mostTowns = 60

  /// Takes all passes that the output needs, and shows those that it can show at once.
  @MainActor
  private func take(
    all search: inout RouteSearch, at place: PlacedSearch?, into result: inout AlongResult,
    _ output: AlongOutput,
    on journey: Journey, in context: CommandContext
  ) async throws {
    let routino = try router.routino()
    let source = try context.placeProvider(
      for: places, limits: AnswerLimits(seconds: try context.settings.value(of: .timeout)), naming: wording)
    let provider = place?.places(of: source) ?? source
    func needsMore() -> Bool { result.rows < output.limit || output.needsGaps }
    while needsMore(), let passes = try await search.next(asking: provider) {
      for pass in passes where needsMore() {
        let arrival = journey.arrival(at: pass)
        let isShown = result.take(pass, opening: arrival?.openings.wanted?.state(of: pass.place))
        guard isShown, result.rows <= output.limit else { continue }
        let detour = try await routino?.detour(to: pass)
        try output.take(
          RouteRow(pass, arrival: arrival?.time, routedDetour: detour, openings: arrival?.openings),
          from: search.source)
        // While the router works, show what is known already.
        if routino != nil { try output.flush() }
      }
      try output.flush()
    }
  }

  /// Warns of anything that makes the kilometres of the route doubtful.
  @MainActor
  private func tell(of file: RouteReader, _ way: Route, by words: RouteWording, in context: CommandContext) {
    if file.badPoints.count > 0 {
      context.console.tell("\(route): \(file.badPoints.wording("point or line", "points or lines"))")
    }
    file.notice.map { context.console.tell("\(route): \($0)") }
    if file.hasRouteBesidesTrack {
      context.console.tell(words.wording(.usesTrack, ["file": route]))
    }
    if !way.breaks.isEmpty {
      let total = way.breaks.reduce(0) { $0 + $1.distance.metres }
      context.console.tell(words.wording(.breaks, count: way.breaks.count, ["length": words.along(total)]))
    }
    if !way.isRecorded, way.longestLeg.metres > Self.longestUsualLeg {
      context.console.tell(words.wording(.farPoints, ["length": words.along(way.longestLeg.metres)]))
    }
  }

  /// The most metres between two points of a planned way.
  private static let longestUsualLeg = 2000.0
}
