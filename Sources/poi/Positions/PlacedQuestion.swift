import Geography
import Nearby
import PlaceStore
import Places
import Presentation

/// What somebody looks for elsewhere: `cafe in Schaan`.
struct PlacedQuestion {
  let what: [String]
  let choice: PositionOptions.Choice
  /// The boundary in which it must be; `nil` if it only needs to be near.
  let area: Extent?

  /// What words may have meant that found nothing: a category in a place that is not known.
  static func doubt(about words: [String]) -> String? {
    PlacedWords.readings(of: words).last { $0.what.allSatisfy(Category.isName) }
      .map { "no place named '\($0.place)'" }
  }
}

extension CommandContext {
  /// What words look for in, near or at a place that is known; `nil` if they name none.
  ///
  /// Of the ways to read them, the first whose place there is counts, unless all words together are a name.
  ///
  /// - Throws: `CommandFailure`, also if there are several such places and the user's own position is not known.
  func placed(
    _ words: [String], _ position: PositionOptions, store: StoreOptions, places: SourceOptions,
    wording: WordingOptions
  ) async throws -> PlacedQuestion? {
    let readings = PlacedWords.readings(of: words)
    guard !readings.isEmpty, let index = try? openStoreIfThere(store) else { return nil }
    let finder = PositionByName(index)
    guard try !finder.isName(words.joined(separator: " ")) else { return nil }
    for reading in readings {
      if let found = try await placed(
        reading, finder, position, store: store, places: places, wording: wording)
      {
        return found
      }
    }
    return nil
  }

  private func placed(
    _ reading: PlacedWords, _ finder: PositionByName, _ position: PositionOptions, store: StoreOptions,
    places: SourceOptions, wording: WordingOptions
  ) async throws -> PlacedQuestion? {
    let language = try settings.value(of: .language, given: wording.language)
    var found = try await finder.spots(called: reading.place, exactly: true)
    if found.isEmpty || Category.isName(reading.place),
      let category = Category.named(reading.place, in: settings.categoryLanguage),
      let here = try await knownPosition(position, store: store, places: places, wording: wording)
    {
      let query = PlaceQuery(filter: PlaceFilter(categories: [category.word]), limit: 1)
      let provider = try makePlaceProvider(places, position.answerLimits(in: settings))
      let nearest = try await provider.places(near: here, matching: query).places.map(\.place)
      if !nearest.isEmpty { found = PositionByName.spots(of: nearest) }
    }
    let area = reading.relation == .inside ? try finder.area(called: reading.place, around: found) : nil
    if let area, found.count != 1 {
      console.tell("in \(area.area.name(in: language))")
      let box = area.outline.boundingBox
      let middle = Coordinate(
        latitude: (box.south + box.north) / 2, longitude: box.west + (box.east - box.west) / 2)
      return PlacedQuestion(
        what: reading.what, choice: .fixed(TypedPosition(coordinate: middle)), area: area.outline)
    }
    guard !found.isEmpty else { return nil }
    if reading.relation == .inside, area == nil {
      console.tell("poi knows no boundary of \(reading.place), and lists what is near it")
    }
    let chosen = try await spot(
      of: found, called: reading.place, store: store, places: places, position, wording: wording)
    let relation = area != nil ? "in" : reading.relation == .at ? "at" : "near"
    return PlacedQuestion(
      what: reading.what, choice: told(chosen, relation, language), area: area?.outline)
  }
}
