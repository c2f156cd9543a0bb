import ArgumentParser
import Geography
import Nearby
import PlaceStore
import Places
import Presentation

/// `poi nearby` and `poi pick`.
protocol NearbyAskingCommand: PlacingCommand {
  var asked: NearbyOptions { get set }
}

extension NearbyAskingCommand {
  var filter: FilterOptions {
    get { asked.filter }
    set { asked.filter = newValue }
  }
  var places: SourceOptions { asked.places }
  var isVerbose: Bool { asked.output.verbose }
  var isQuiet: Bool { asked.output.quiet }
  var section: SettingKey.Section? { .nearby }
  var chosenLanguage: NameLanguage? { asked.output.wording.language }

  func isForPrograms(in settings: Settings) throws -> Bool {
    try asked.position.at == "-" || asked.output.isForPrograms(of: .nearby, in: settings)
  }

  mutating func takePlace(in context: CommandContext) async throws -> PlacedSearch? {
    guard asked.position.at != "-", asked.ahead == nil else { return nil }
    return try await asked.filter.takePlace(
      asked.position, asked.places, asked.output.wording, isElsewhere: false, in: context)
  }
}

/// Which places around which position, and how they are shown: what `poi nearby` and `poi pick` share.
struct NearbyOptions: ParsableArguments {
  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @Option(Setting.radius, names: OptionNames.radius) var radius: Distance?
  @Option(Setting.limit, names: OptionNames.limit) var limit: Int?
  @OptionGroup(title: "Query") var opening: OpeningOptions
  // Like the store in `SourceOptions`.
  @Option(TravelSector.self) var ahead: String?
  @Flag(Setting.clock) var clock: Bool?
  @Flag(help: FilterOptions.allHelp) var all = false
  @Flag(help: "The nearest place in each quarter of the compass") var around = false
  @Flag(help: "Show on stderr how poi understood the words") var explain = false
  @Flag(help: "Put doubtful matches (private, seasonal, …) last") var doubtfulLast = false

  @OptionGroup(title: "Output") var output: OutputOptions

  var travel: TravelOptions {
    var travel = TravelOptions()
    (travel.ahead, travel.clock) = (ahead, clock)
    return travel
  }

  func validate() throws {
    try travel.validate()
    if ahead != nil, position.at != nil {
      throw ValidationError("--ahead needs a receiver or a log: --at has no direction of travel")
    }
    let other = ahead != nil ? "--ahead" : limit != nil ? "--limit" : position.at == "-" ? "--at -" : nil
    if around, let other { throw ValidationError("--around and \(other) contradict each other") }
    if clock == true, ahead == nil { throw ValidationError("--clock works only with --ahead") }
  }

  func query(_ question: PlaceQuestion, in settings: Settings, _ openings: Openings) throws -> PlaceQuery {
    try question.refuseSecondDistance(radius, of: "--radius")
    var query = PlaceQuery(
      filter: try question.filter(in: settings, of: .nearby, all: all),
      radius: try settings.value(of: .radius, given: radius ?? question.radius),
      limit: try limit ?? question.saved?[.queryLimit] ?? settings.value(of: .limit), opening: openings.wanted
    )
    query.putsSureFirst = doubtfulLast
    // Which piece is ahead, or in a quarter, is another question than which is nearest.
    query.skipsFurtherPieces = ahead == nil && !around
    return query
  }

  /// What answers the query.
  ///
  /// - Throws: `CommandFailure`, and `PlacesError` if a store cannot be opened.
  @MainActor
  func placeProvider(for query: PlaceQuery, in context: CommandContext) throws -> any PlaceProviding {
    let limits = try position.answerLimits(in: context.settings)
    if query.filter.asksForStreets {
      let choice = try places.choice(in: context.settings)
      let store: PlaceStore? =
        switch choice {
        case .automatic, .store: try context.openStoreIfThere(places.store)
        case .file: try context.makePlaceProvider(places, limits) as? PlaceStore
        case .server, .database, .overpass: nil
        }
      if let store { return StreetProvider(store, isAlone: choice != .automatic) }
    }
    return try context.placeProvider(for: places, limits: limits, naming: output.wording)
  }

  /// Finds the position, and the places around it.
  ///
  /// - Parameters:
  ///   - place: where to look; `nil` for around the position that the options give.
  ///   - output: is told the direction of travel.
  @MainActor
  func report(
    at place: PlacedSearch?, shownBy output: inout Output, in context: CommandContext
  ) async throws -> (query: PlaceQuery, report: NearbyReport, provider: any PlaceProviding) {
    let settings = context.settings
    let wording = self.output.wording
    let question = try filter.question(in: settings)
    let openings = try opening.openings(places.store, in: context, question)
    let query = try query(question, in: settings, openings)
    if explain {
      for reading in question.typed.readings { context.console.tell("score \(reading.score): \(reading)") }
    }
    let choice: PositionOptions.Choice
    if let place {
      choice = place.choice
    } else {
      choice = try await context.choice(of: position, store: places.store, places: places, wording: wording)
    }
    let source = try placeProvider(for: query, in: context)
    var provider = place?.places(of: source) ?? source
    if around { provider = QuarterPlaceProvider(provider) }
    let lookup = try LocationLookup(position, choice, places: provider, wording: wording, in: context)
    var report: NearbyReport
    if let angle = travel.angle {
      report = try await lookup.placesAhead(matching: query, within: angle)
      output.table.wording.directions = try travel.directions(in: settings)
      output.table.course = report.course
      if let course = report.course { output.table.up = course }
    } else {
      report = try await lookup.nearbyPlaces(matching: query)
    }
    report.area = place?.area
    report.openings = openings
    report.answer.corrections = context.corrections.all
    if let failure = report.answer.failure {
      report.elsewhereSummary(output.table.wording).map(context.console.tell)
      throw CommandFailure(beyondData: failure)
    }
    return (query, report, provider)
  }

  /// Says on stderr where the places are from, and what may be missing.
  ///
  /// - Throws: `CommandFailure`, and `PlacesError` if the store cannot be read.
  @MainActor
  func tell(of report: NearbyReport, _ query: PlaceQuery, in context: CommandContext) throws {
    let settings = context.settings
    let wording = try output.wording.wording(in: settings)
    let isEmpty = report.answer.places.isEmpty
    let isFew = report.answer.places.count < query.limit
    let question = try filter.question(in: settings)
    let place = report.around.map { " \(report.isInside ? "in" : "near") \(SourceOptions.quoted($0))" } ?? ""
    let wider = isFew ? try question.widerHints(in: settings, of: .nearby, place, wording) : []
    let strict = isEmpty ? try question.strictHints(in: settings, wording) + wider : []
    try context.finish(
      report.summary(wording),
      report.notices(
        wording, asked: context.corrections.corrected(query.filter).askedText,
        broughtBy: try places.fetchCommand(around: report.location, in: settings),
        hasData: !isEmpty || (try? context.openStoreIfThere(places.store)) != nil) + strict,
      hints: isEmpty ? [] : wider, from: report.answer.source, places, output.wording)
    try filter.tellOfTags(
      query.filter, isFound: !isEmpty, in: report.answer.source, of: places, wording, context)
  }
}
