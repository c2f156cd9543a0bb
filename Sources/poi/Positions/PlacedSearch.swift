import Geography
import Nearby
import PlaceStore
import Places
import Presentation

/// Where the words of a command say to look, and what else they say.
struct PlacedSearch {
  let what: [String]
  /// The position of the place.
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
  /// Takes out of the words where to look, if they say it.
  @MainActor
  mutating func takePlace(in context: CommandContext) async throws -> PlacedSearch?

  /// - Parameter place: where to look; `nil` for around the position that the options give.
  @MainActor
  func run(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus
}

extension PlacingCommand {
  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus { try await run(at: nil, in: context) }
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
    let placed = try await context.placed(words, position, places, wording, isElsewhere: isElsewhere)
    if let placed { words = placed.what }
    return placed
  }

  /// What words may have meant that found nothing: a category in a place that is not known.
  func doubtAboutPlace(_ wording: Wording) -> String? {
    PlacedWords.readings(of: words).first { !$0.isGuess && $0.what.allSatisfy(Category.isName) }
      .map { wording(.noPlaceNamed, ["name": $0.place]) }
  }
}

extension CommandContext {
  /// What words look for in, near or at a place that is known; `nil` if they name none.
  ///
  /// - Throws: `CommandFailure`, also if there are several such places and the user's own position is not known.
  fileprivate func placed(
    _ words: [String], _ position: PositionOptions, _ places: SourceOptions, _ options: WordingOptions,
    isElsewhere: Bool
  ) async throws -> PlacedSearch? {
    guard !PlacedWords.readings(of: words).isEmpty, let index = try? openStoreIfThere(places.store) else {
      return nil
    }
    let language = try options.language(in: settings)
    let wording = try options.wording(in: settings)
    let question = try await PositionByName(index).placed(words, in: language) { category in
      guard
        let here = try await knownPosition(position, store: places.store, places: places, wording: options)
      else { return nil }
      return try await makePlaceProvider(places, position.answerLimits(in: settings))
        .places(near: here, matching: .nearest(category)).places.first?.place
    }
    guard let question else { return nil }
    let chosen = try await spot(
      of: question.spots, called: question.name, store: places.store, places: places, position,
      wording: options)
    let area = isElsewhere ? question.area(around: chosen.spot) : question.boundary.map(SearchArea.inside)
    let choice = told(chosen, question.told, language, wording, area)
    if question.lacksBoundary, !isElsewhere, let name = choice.name {
      console.tell(wording(.noBoundary, ["place": name]))
    }
    return PlacedSearch(what: question.what, choice: choice, area: area)
  }
}
