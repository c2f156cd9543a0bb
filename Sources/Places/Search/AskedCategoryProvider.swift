import Geography
import OpeningHours

/// The places of another source, with the requested word that each was found by, and that category's caveat: those whose
/// names fit best first, and only those that one gets into in a wheelchair, if that is asked for. A clear typo is corrected.
/// Places come under their names in a language.
public struct AskedCategoryProvider: PlaceProviderWrapping {
  package let provider: any PlaceProviding
  private let language: NameLanguage
  private let onCorrection: @Sendable (SearchTypo) -> Void

  /// Marks the places that `provider` has.
  ///
  /// - Parameter onCorrection: is told of each word that is searched in another spelling.
  public init(
    _ provider: any PlaceProviding, in language: NameLanguage = .local,
    onCorrection: @escaping @Sendable (SearchTypo) -> Void = { _ in }
  ) {
    (self.provider, self.language, self.onCorrection) = (provider, language, onCorrection)
  }

  package func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer {
    var answer = answer
    let isAboutToilets = WheelchairCondition(of: query.filter)?.isAboutToilets == true
    let asked = query.filter.categories.compactMap { word in
      Category.named(word, in: query.filter.language)
        .map {
          (word: word, own: Category.normalised(word), category: isAboutToilets ? .toiletsThatTell : $0)
        }
    }
    if !asked.isEmpty {
      answer.places = answer.places.map { $0.found(byOneOf: asked) }
      answer.elsewhere = answer.elsewhere?.found(byOneOf: asked)
    }
    answer.places = answer.places.map { $0.named(in: language) }
    return answer
  }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    if let opening = query.opening {
      try opening.moment.check(
        in: opening.hours.localities.locality(latitude: position.latitude, longitude: position.longitude))
    }
    do throws(PlacesError) {
      let answer = try await chosenPlaces(near: position, matching: query)
      guard answer.failure != nil || answer.source.isServer, let typo = query.filter.typo else {
        return answer
      }
      // Only its answer tells whether a server has a place with that name.
      let name = NamePattern(typo.typed)
      guard answer.failure != nil || !answer.places.contains(where: { name.areWords(of: $0.place) }) else {
        return answer
      }
      return try await places(near: position, matching: query, correcting: typo)
    } catch {
      var typo = query.filter.typo
      // Any other failure leaves open whether a word is a name or a typo.
      if case .unknownCategory(let word, _) = error {
        typo = query.filter.isTyped ? SearchTypo(word, in: query.filter.language) : nil
        if typo?.correction == nil { throw error }
      }
      guard let typo else { throw error }
      return try await places(near: position, matching: query, correcting: typo)
    }
  }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    let answer = try await provider.nearMisses(near: position, matching: query)
    answer?.corrections.forEach(onCorrection)
    return answer.map { changed($0, for: query) }
  }

  /// - Throws: `PlacesError.unknownCategory` if the typo may be more than one word.
  private nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery, correcting typo: SearchTypo
  ) async throws(PlacesError) -> PlaceAnswer {
    var corrected = query
    corrected.filter.correct(typo)
    guard corrected != query else { throw .unknownCategory(typo.typed, suggestions: typo.suggestions) }
    onCorrection(typo)
    var answer = try await places(near: position, matching: corrected)
    answer.corrections.append(typo)
    return answer
  }

  /// Places whose whole name was typed, beyond the nearest that are meant by a part of it.
  private nonisolated(nonsending) func namesakes(
    near position: Coordinate, _ query: PlaceQuery, besides answer: PlaceAnswer
  ) async throws(PlacesError) -> [NearbyPlace] {
    guard let text = query.filter.typedCategories ?? query.filter.typedName else { return [] }
    var named = query
    (named.filter.categories, named.filter.name) = ([], text)
    if answer.source.isServer {
      // A single request, as there are hardly enough of a name to end a search that widens.
      named.limit = .max
      named.radius = query.radius ?? Self.reachOfNames
    }
    let name = NamePattern(text)
    let places: [NearbyPlace]
    do throws(PlacesError) {
      places = try await provider.places(near: position, matching: named).places
    } catch {
      guard answer.source.isServer else { throw error }
      // The nearer places are still the nearest.
      return []
    }
    return places.filter { place in
      name.isName(of: place.place) && !answer.places.contains { $0.place.id == place.place.id }
    }
  }

  private nonisolated(nonsending) func chosenPlaces(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let wheelchair = WheelchairCondition(of: query.filter)
    let ranking = NameRanking(query.filter)
    guard wheelchair != nil || query.putsSureFirst || ranking.looksFarther else {
      return changed(try await provider.places(near: position, matching: query), for: query)
    }
    // What decides is looked at here, of more places than are wanted.
    var wider = query
    wider.filter = wheelchair?.widened(query.filter) ?? query.filter
    wider.opening = nil
    wider.putsSureFirst = false
    if wheelchair != nil || ranking.looksFarther { wider.limit = max(NameRanking.fewest, wider.times(4)) }
    while true {
      var answer = changed(try await provider.places(near: position, matching: wider), for: query)
      let isAll = answer.places.count < wider.limit
      if !isAll { answer.places += try await namesakes(near: position, wider, besides: answer) }
      let isFar = wider.limit / Self.mostTimes >= query.limit
      let most = query.putsSureFirst ? .max : query.limit
      let ranked = ranking.ordered(answer.places)
      let found: (places: [NearbyPlace], unsaid: [NearbyPlace], closed: Int)
      if let wheelchair {
        found = wheelchair.first(most, of: ranked, opening: query.opening)
      } else if let opening = query.opening {
        let open = opening.first(most, of: ranked)
        found = (open.places, [], open.closed)
      } else {
        found = (Array(ranked.prefix(most)), [], answer.closed)
      }
      let ordered = query.putsSureFirst ? found.places.sureFirst : found.places
      let areSure =
        !query.putsSureFirst || isFar || ordered.prefix(query.limit).allSatisfy { $0.place.caveat == nil }
      guard isAll || ordered.count >= query.limit && areSure else {
        wider.limit = wider.times(4)
        continue
      }
      (answer.unsaid, answer.closed) = (found.unsaid, found.closed)
      // The nearest elsewhere was looked for without the conditions.
      if let elsewhere = answer.elsewhere?.place,
        wheelchair.map({ ![.yes, .limited].contains($0.access(to: elsewhere)) }) ?? false
          || query.opening?.leavesOut(elsewhere) ?? false
      {
        answer.elsewhere = nil
      }
      answer.places = Array(ordered.prefix(query.limit))
      let farthest = answer.places.map(\.distance).max()
      if answer.places.count == query.limit, let farthest, let known = answer.source.knownWithin,
        farthest <= known
      {
        answer.source.forgetCoverage()
      }
      return answer
    }
  }

  /// How far to ask a server for a name that is meant by a part of it nearby.
  private static let reachOfNames = Distance(metres: 18_000)
  /// How many times as many places to look at, to find enough that surely serve.
  private static let mostTimes = 64
}

extension PlaceQuery {
  fileprivate func times(_ number: Int) -> Int { limit > .max / number ? .max : limit * number }
}

extension PlaceFilter {
  /// The first typed word that resembles a category and is none, unless it is a name; `nil` if there is none.
  package var typo: SearchTypo? {
    guard isTyped else { return nil }
    for word in wordsOfNames where (try? TypedName(checking: word, in: language)) == nil {
      for part in TypedWords.words(of: word, in: language) where part.category == nil {
        if let typo = SearchTypo(part.text, in: language) { return typo }
      }
    }
    return nil
  }

  /// Replaces a word by the one that must have been meant, and reads what stands beside it again.
  public mutating func correct(_ typo: SearchTypo) {
    guard let correction = typo.correction else { return }
    categories = categories.flatMap { words in
      guard let range = words.firstRange(of: typo.typed) else { return [words] }
      let before = words[..<range.lowerBound].split(separator: " ").map(String.init)
      let after = words[range.upperBound...].split(separator: " ").map(String.init)
      guard !before.isEmpty || !after.isEmpty else { return [correction] }
      let typed = TypedWords(before + [correction] + after, in: language)
      tags += typed.tags.filter { !tags.contains($0) }
      return typed.categories
    }
  }
}

extension [NearbyPlace] {
  /// The same places: those with a caveat after the others.
  package var sureFirst: [NearbyPlace] {
    filter { $0.place.caveat == nil } + filter { $0.place.caveat != nil }
  }
}

extension NearbyPlace {
  /// The place with the first of some requested words that means it, and with that category's caveat.
  ///
  /// - Parameter asked: also as `Category.normalised(_:)` writes the words.
  func found(byOneOf asked: [(word: String, own: String, category: Category)]) -> NearbyPlace {
    let tags = place.describedTags
    guard
      let (word, own, category) = asked.first(where: {
        $0.category.matches(tags: tags, ownCategory: place.category)
      })
    else {
      var found = self
      found.matched =
        asked.first { asked in
          TypedName(namesakesOf: asked.word, in: asked.category)?.matches(place, describedBy: tags) == true
        }?.word
      return found
    }
    var found = self
    found.place.caveat = category.caveat(tags: tags, ownCategory: place.category)?.text
    let isItsOwn = place.mainCategory.map { $0 == own || Category.normalised($0) == own } == true
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
