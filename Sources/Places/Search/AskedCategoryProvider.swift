import Geography

/// The places of another source, under the requested category.
public struct AskedCategoryProvider: PlaceProviderWrapping {
  let provider: any PlaceProviding

  /// Files the places that `provider` has.
  public init(_ provider: any PlaceProviding) {
    self.provider = provider
  }

  func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer {
    var answer = answer
    let asked = query.filter.categories.compactMap { Category.named($0, in: query.filter.language) }
    guard !asked.isEmpty else { return answer }
    answer.places = answer.places.map { $0.filed(underOneOf: asked) }
    return answer
  }

  public nonisolated(nonsending) func places(
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
  /// The place under the first of some categories that includes it, with that category's caveat.
  func filed(underOneOf categories: [Category]) -> NearbyPlace {
    let tags = place.describedTags
    guard let category = categories.first(where: { $0.matches(tags: tags, ownCategory: place.category) })
    else { return self }
    var filed = self
    filed.caveat = category.caveat(tags: tags, ownCategory: place.category)?.text
    filed.place = PointOfInterest(
      id: place.id, name: place.name,
      category: category.isNamedMoreExactly(by: place.category)
        ? place.category : category.word.replacing(" ", with: "_"),
      coordinate: place.coordinate, proximity: place.proximity, tags: place.tags)
    return filed
  }
}

extension PointOfInterest {
  /// The tags, with the name among them.
  package var describedTags: [String: String] {
    guard let name, tags["name"] == nil else { return tags }
    return tags.merging(["name": name]) { own, _ in own }
  }
}

extension Category {
  /// Whether a place's own word is that of a member, which is more specific: `cafe` in food.
  fileprivate func isNamedMoreExactly(by word: String?) -> Bool {
    guard !members.isEmpty, let own = word.flatMap(Category.named) else { return false }
    return members.contains(own.word)
  }
}
