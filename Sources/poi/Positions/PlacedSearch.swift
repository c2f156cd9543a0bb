import Glibc
import Nearby
import PlaceStore
import Places
import Presentation

/// Where the words of a command say to look, and what else they say.
struct PlacedSearch {
  let what: [String]
  let choice: PositionOptions.Choice
  /// Outside which nothing counts; `nil` if the distance from the place decides.
  let area: SearchArea?

  /// The places of a source that count.
  func places(of provider: any PlaceProviding) -> any PlaceProviding {
    area.map { AreaPlaceProvider(provider, in: $0) } ?? provider
  }
}

/// A command whose words may say where to look: `cafe in Schaan`.
protocol PlacingCommand: FilteringCommand {
  var places: SourceOptions { get }

  /// Takes out of the words where to look, if they say it.
  @MainActor
  mutating func takePlace(in context: CommandContext) async throws -> PlacedSearch?

  /// - Parameter place: where to look; `nil` for around the position that the options give.
  @MainActor
  func run(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus
}

extension PlacingCommand {
  var store: StoreOptions { places.store }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus { try await run(at: nil, in: context) }
}

extension FilteringCommand {
  /// Reads the words of a search that is one argument, `"open bakery"`, unless it may be a name: `"The Open House"`.
  @MainActor
  mutating func unquote(in context: CommandContext) throws {
    guard filter.words.count == 1, let quoted = filter.words.first, !Category.isName(quoted),
      !context.settings.hasQuery(quoted)
    else { return }
    let words = quoted.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > 1, TypedWords(words).categories.allSatisfy(Category.isName),
      try context.names(of: store)?.isInNames(quoted) != true
    else { return }
    filter.words = words
  }
}

extension FilterOptions {
  /// Takes out of the words where to look, if they say it.
  ///
  /// - Parameter isElsewhere: whether the place is not to be the position, but only where to look.
  @MainActor
  mutating func takePlace(
    _ position: PositionOptions, _ places: SourceOptions, _ wording: WordingOptions, isElsewhere: Bool,
    in context: CommandContext
  ) async throws -> PlacedSearch? {
    guard !words.isEmpty else { return nil }
    let saved = words.filter { $0.hasPrefix(SavedQuery.sign) }
    // It is no part of the place: `in Vaduz @lunch`.
    // One word stands for it, as its name may have several.
    let one = SavedQuery.sign + SavedQuery.section
    let words =
      saved.map { context.settings.hasQuery($0) ? one : $0 }
      + words.filter { !$0.hasPrefix(SavedQuery.sign) }
    if context.lacksPosition {
      guard !isElsewhere, try await context.isLost(position, places, wording) else { return nil }
    }
    if let file = words.first(where: { $0.contains { "./".contains($0) } && access($0, F_OK) == 0 }) {
      throw CommandFailure(
        "'\(file)' is a file; --gps-log reads a recorded track, --source a file of places", .usage)
    }
    var readings = PlacedWords.all(of: words, orOnlyPlace: context.lacksPosition)
    // Who has a position asks for the airport rather than for all that is around it.
    if !context.lacksPosition, readings.contains(where: { $0.what.isEmpty && Category.isName($0.place) }),
      try await !context.isLost(position, places, wording)
    {
      readings = []
    }
    let placed = try await context.placed(
      words, readings, position, places, wording, isElsewhere: isElsewhere)
    if let placed {
      if let near = position.near {
        throw CommandFailure(
          "both the words and --near '\(near)' say where to look; leave one out", .usage)
      }
      self.words = placed.what.map { $0 == one ? saved[0] : $0 }
    } else if case let phrases = try wording.wording(in: context.settings),
      let doubted = try PlacedWords.doubt(
        words, readings, in: phrases.language, among: context.names(of: places.store, places))
    {
      let advice = try context.adviceOnStreets(of: places)
      let doubt = phrases(.noPlaceNamed, ["name": doubted.place]) + advice
      let typed = TypedWords(words, in: phrases.language)
      // Only a name can mean something else: all around is no answer, and without a position there is none.
      var isSure =
        isElsewhere
        ? !doubted.what.isEmpty : !typed.areNames || typed.distance != nil || !saved.isEmpty
      // Other sources may know it.
      isSure =
        try isSure && doubted.isNamed(in: phrases.language) && context.names(of: places.store, places) != nil
        && [.automatic, .store].contains(places.choice(in: context.settings))
      if !isElsewhere, !isSure { isSure = try await context.isLost(position, places, wording) }
      if isSure {
        if try !context.hasNames(in: places.store, places) { _ = try context.openStore(places.store) }
        throw CommandFailure(doubt, .nothingFound)
      }
      context.console.tell(doubt)
    }
    return placed
  }
}

extension CommandContext {
  fileprivate func names(of store: StoreOptions, _ places: SourceOptions? = nil) -> PositionByName? {
    (try? openStoreOfNames(store, places)).map(PositionByName.init)
  }

  /// Whether nothing tells where the user is: no option, and no receiver.
  fileprivate func isLost(
    _ position: PositionOptions, _ places: SourceOptions, _ options: WordingOptions
  ) async throws -> Bool {
    if case .log = try position.choice(in: settings) { return false }
    return try await knownPosition(position, store: places.store, places: places, wording: options) == nil
  }

  /// What words look for in, near or at a place that is known; `nil` if they name none.
  ///
  /// - Throws: `CommandFailure`, also if there are several such places and the user's own position is not known.
  fileprivate func placed(
    _ words: [String], _ readings: [PlacedWords], _ position: PositionOptions, _ places: SourceOptions,
    _ options: WordingOptions, isElsewhere: Bool
  ) async throws -> PlacedSearch? {
    guard !readings.isEmpty else { return nil }
    let index = try? openStoreOfNames(places.store, places)
    let language = try options.language(in: settings)
    let wording = try options.wording(in: settings)
    var isLost = false
    var question = try await index.map(PositionByName.init)?.placed(
      words, readings, in: language, evenIfNamed: lacksPosition, choosing: chosen
    ) { category in
      let filter = PlaceFilter(categories: [category.word])
      guard
        let here = try await knownPosition(position, store: places.store, places: places, wording: options)
      else {
        isLost = true
        return try await index?.page(of: PlaceListQuery(filter: filter)).places ?? []
      }
      return try await makePlaceProvider(places, position.answerLimits(in: settings))
        .places(near: here, matching: PlaceQuery(filter: filter, limit: 1)).places.map(\.place)
    }
    if question == nil, case .file = try places.choice(in: settings) {
      question = try await makePlaceProvider(places, position.answerLimits(in: settings)).finding?
        .placed(words, readings)
    }
    guard let question else { return nil }
    guard !question.spots.isEmpty else {
      let kind = Category.named(question.name, in: wording.language)?.word(in: wording.language)
      throw CommandFailure(wording(.noneFound, ["kind": kind ?? question.name]), .nothingFound)
    }
    let chosen = try await spot(
      of: question.spots, called: question.name, store: places.store, places: places, position,
      wording: options, isLost: isLost)
    let area = question.area(around: chosen.spot, isElsewhere: isElsewhere)
    let choice = told(chosen, question.told, language, wording, area)
    if question.lacksBoundary, !isElsewhere, let name = choice.name {
      console.tell(wording(.noBoundary, ["place": name]))
    }
    if case .within(let distance, _, .some) = area, !isElsewhere, let name = choice.name {
      console.tell(wording(.nearestPart, ["distance": wording.length(distance), "place": name]))
    }
    return PlacedSearch(what: question.what(in: area), choice: choice, area: area)
  }
}
