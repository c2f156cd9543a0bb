import Geography

/// The places of another source, with the requested word that each was found by, and that category's caveat; and only
/// those that one gets into in a wheelchair, if that is asked for.
public struct AskedCategoryProvider: PlaceProviderWrapping {
  let provider: any PlaceProviding

  /// Marks the places that `provider` has.
  public init(_ provider: any PlaceProviding) {
    self.provider = provider
  }

  func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer {
    var answer = answer
    let isAboutToilets = WheelchairCondition(of: query.filter)?.isAboutToilets == true
    let asked = query.filter.categories.compactMap { word in
      Category.named(word, in: query.filter.language)
        .map { (word: word, category: isAboutToilets ? .toiletsThatTell : $0) }
    }
    guard !asked.isEmpty else { return answer }
    answer.places = answer.places.map { $0.found(byOneOf: asked) }
    answer.elsewhere = answer.elsewhere?.found(byOneOf: asked)
    return answer
  }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    guard let wheelchair = WheelchairCondition(of: query.filter) else {
      return try await surePlaces(near: position, matching: query)
    }
    var wider = query
    wider.filter = wheelchair.widened(query.filter)
    wider.opening = nil
    wider.putsSureFirst = false
    while true {
      wider.limit = wider.limit > .max / 4 ? .max : 4 * wider.limit
      var answer = changed(try await provider.places(near: position, matching: wider), for: query)
      let isAll = answer.places.count < wider.limit
      let found = wheelchair.first(
        query.putsSureFirst ? .max : query.limit, of: answer.places, opening: query.opening)
      guard isAll || found.places.count >= query.limit else { continue }
      (answer.unsaid, answer.closed) = (found.unsaid, found.closed)
      answer.places = Array((query.putsSureFirst ? found.places.sureFirst : found.places).prefix(query.limit))
      let farthest = answer.places.map(\.distance).max()
      if answer.places.count == query.limit, let farthest, let known = answer.source.knownWithin,
        farthest <= known
      {
        answer.source.forgetCoverage()
      }
      return answer
    }
  }

  private nonisolated(nonsending) func surePlaces(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    var wider = query
    while true {
      var answer = changed(try await provider.places(near: position, matching: wider), for: query)
      guard query.putsSureFirst else { return answer }
      let isAll = answer.places.count < wider.limit || wider.limit / Self.mostTimes >= query.limit
      let ordered = answer.places.sureFirst
      if isAll || ordered.prefix(query.limit).allSatisfy({ $0.caveat == nil }) {
        answer.places = Array(ordered.prefix(query.limit))
        return answer
      }
      wider.limit = wider.limit > .max / 4 ? .max : 4 * wider.limit
    }
  }

  /// How many times as many places to look at, to find enough that surely serve.
  private static let mostTimes = 64
}

extension [NearbyPlace] {
  /// The same places: those with a caveat after the others.
  package var sureFirst: [NearbyPlace] { filter { $0.caveat == nil } + filter { $0.caveat != nil } }
}

extension NearbyPlace {
  /// The place with the first of some requested words that means it, and with that category's caveat.
  func found(byOneOf asked: [(word: String, category: Category)]) -> NearbyPlace {
    let tags = place.describedTags
    guard
      let (word, category) = asked.first(where: {
        $0.category.matches(tags: tags, ownCategory: place.category)
      })
    else { return self }
    var found = self
    found.caveat = category.caveat(tags: tags, ownCategory: place.category)?.text
    let isItsOwn = place.mainCategory.map(Category.normalised) == Category.normalised(word)
    found.matched = isItsOwn ? nil : word
    return found
  }
}

extension PointOfInterest {
  /// The tags, with the name among them.
  package var describedTags: [String: String] {
    guard let name, tags["name"] == nil else { return tags }
    var described = tags
    described["name"] = name
    return described
  }
}
