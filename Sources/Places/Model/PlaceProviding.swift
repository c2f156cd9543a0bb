import Geography

/// Something that knows places: a file, a server, a store.
public protocol PlaceProviding: Sendable {
  /// The radius of the area that is worth loading at once while moving.
  var areaRadius: Distance { get }

  /// The places around a position that match, nearest first.
  ///
  /// Runs on the caller's executor, since a source that has its places in memory needs no thread.
  ///
  /// - Throws: `PlacesError`; a source that fails never answers "nothing there".
  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer

  /// The places around a position with names similar to the one asked for; `nil` if no names are known.
  nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer?

  /// All words of the names in a source that can list them, in the form in which they are searched.
  func nameWords() async throws(PlacesError) -> [String]

  /// Cancels every request to a server; does nothing for a source without one.
  func cancelFetchingAll()

  /// A number that changes when the places do; `nil` if the source cannot tell that at once.
  var edition: Int? { get }

  /// The source as one that finds places by name or id; `nil` if it can only be asked around a position.
  var finding: (any PlaceFinding)? { get }

  /// The source as one that can list its places; `nil` if it can only be asked around a position.
  var listing: (any PlaceListing)? { get }

  /// The source as one that has the ground to draw under places; `nil` if it has none.
  var map: (any MapProviding)? { get }

  /// The source as one that has streets, addresses and administrative areas; `nil` if it has none.
  var gazetteer: (any GazetteerProviding)? { get }
}

extension PlaceProviding {
  /// Some kilometres: a server's answer stays small, and a driver has minutes before the next is needed.
  public var areaRadius: Distance { Distance(metres: 5000) }

  public var edition: Int? { nil }

  public func nameWords() async throws(PlacesError) -> [String] { [] }

  public func cancelFetchingAll() {}

  public var finding: (any PlaceFinding)? { nil }

  public var listing: (any PlaceListing)? { nil }

  public var map: (any MapProviding)? { nil }

  public var gazetteer: (any GazetteerProviding)? { nil }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    guard let name = query.filter.name ?? query.filter.typedName else { return nil }
    var answers: [(name: String, answer: PlaceAnswer)] = []
    for alternative in try SimilarNames.alternatives(to: name, among: try await nameWords()) {
      var query = query
      if query.filter.name == nil { query.filter.categories = [] }
      query.filter.name = alternative
      answers.append((alternative, try await places(near: position, matching: query)))
    }
    guard let source = answers.last?.answer.source else { return nil }
    let found = answers.filter { !$0.answer.places.isEmpty }
    if query.filter.name == nil {
      let (ways, isClear) = SimilarNames.meant(by: name, among: found.map { [$0.name] })
      let names = ways.map { way in
        let words = NameWords.asked(found[way].name)
        return found[way].answer.places.lazy.compactMap(\.place.name).first { NameWords.asked($0) == words }
          ?? words.joined(separator: " ")
      }
      guard let first = ways.first else { return nil }
      guard isClear else { throw .unknownCategory(name, suggestions: names) }
      var answer = found[first].answer
      answer.corrections.append(SearchTypo(name, searched: names[0]))
      return answer
    }
    var places: [NearbyPlace] = []
    for place in found.flatMap(\.answer.places) where !places.contains(place) { places.append(place) }
    places.sort()
    return PlaceAnswer(
      places: Array(places.prefix(query.limit)), source: found.first?.answer.source ?? source,
      closed: answers.reduce(0) { $0 + $1.answer.closed })
  }

  /// The places around a position that match; if nothing has the name, those with similar names.
  public nonisolated(nonsending) func placesOrNearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    var answer = try await places(near: position, matching: query)
    // Closed places exist all the same.
    guard answer.places.isEmpty, answer.closed == 0 else { return answer }
    if let named = query.asName, var found = try? await places(near: position, matching: named) {
      found.keepNamesakes(query)
      if !found.places.isEmpty { return found }
    }
    let isByName = query.filter.name != nil
    guard answer.corrections.isEmpty, isByName || query.filter.typedName != nil else { return answer }
    do throws(PlacesError) {
      guard var nearly = try await nearMisses(near: position, matching: query), !nearly.places.isEmpty else {
        answer.matchesNamesExactly = isByName && answer.source.isServer
        return answer
      }
      nearly.isNearMiss = nearly.corrections.isEmpty
      nearly.elsewhere = answer.elsewhere
      nearly.source.unasked = nearly.source.unasked ?? answer.source.unasked
      return nearly
    } catch {
      guard case .similarNamesTookTooLong = error else { throw error }
      answer.lacksNearMisses = true
      return answer
    }
  }
}

extension PlaceQuery {
  /// What words for places that are nowhere can be, too: `Subway` is a restaurant where there is no train below the ground.
  package var asName: PlaceQuery? {
    guard filter.name == nil, let words = filter.wholeText ?? filter.typedCategory else { return nil }
    var named = self
    (named.filter.categories, named.filter.name, named.limit) = ([], words, .max)
    if filter.wholeText != nil { (named.filter.tags, named.opening) = ([], nil) }
    return named
  }
}

extension PlaceAnswer {
  /// Keeps the places whose whole name was typed.
  package mutating func keepNamesakes(_ query: PlaceQuery) {
    let name = query.asName?.filter.name.map { NamePattern($0) }
    places = Array(places.filter { name?.isName(of: $0.place) == true }.prefix(query.limit))
  }
}

extension PlaceProviding where Self: PlaceFinding {
  public var finding: (any PlaceFinding)? { self }
}

extension PlaceProviding where Self: PlaceListing {
  public var listing: (any PlaceListing)? { self }
}

extension PlaceProviding where Self: MapProviding {
  public var map: (any MapProviding)? { self }
}

extension PlaceProviding where Self: GazetteerProviding {
  public var gazetteer: (any GazetteerProviding)? { self }
}

/// A source that finds places by name, wherever they are.
public protocol PlaceFinding: Sendable {
  /// The places that a text can mean: those of that id, else of that name, else a town that addresses in a file have, else
  /// those of a name with all its words.
  func places(called text: String) async throws(PlacesError) -> [PointOfInterest]
}

/// A source that changes another source's answers, and forwards everything else.
package protocol PlaceProviderWrapping: PlaceProviding {
  var provider: any PlaceProviding { get }

  func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer
}

extension PlaceProviderWrapping {
  package func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer { answer }

  /// Looks at more and more places until those that count are enough, or there are no others.
  ///
  /// - Parameters:
  ///   - most: how many to look at before giving up.
  ///   - choose: the answer that some places make, perhaps all there are; `nil` to look at more.
  package nonisolated(nonsending) func places(
    near position: Coordinate, amongFirst query: PlaceQuery, atMost most: Int,
    _ choose: (PlaceAnswer, Bool) -> PlaceAnswer?
  ) async throws(PlacesError) -> PlaceAnswer {
    var wider = query
    while true {
      let answer = try await provider.places(near: position, matching: wider)
      let isAll = answer.places.count < wider.limit || wider.limit >= most
      if let chosen = choose(answer, isAll) ?? (isAll ? answer : nil) { return chosen }
      wider.limit = min(most, 4 * wider.limit)
    }
  }

  public var areaRadius: Distance { provider.areaRadius }

  public var edition: Int? { provider.edition }

  public func nameWords() async throws(PlacesError) -> [String] {
    try await provider.nameWords()
  }

  public var map: (any MapProviding)? { provider.map }

  public var gazetteer: (any GazetteerProviding)? { provider.gazetteer }

  public func cancelFetchingAll() { provider.cancelFetchingAll() }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    changed(try await provider.places(near: position, matching: query), for: query)
  }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    try await provider.nearMisses(near: position, matching: query).map { changed($0, for: query) }
  }
}
