import Geography

/// The places of another source, under the requested category, and those with a caveat after the others.
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
    // The same places as before: uncertain ones only move to the end.
    answer.places = answer.places.filter { $0.caveat == nil } + answer.places.filter { $0.caveat != nil }
    return answer
  }
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
