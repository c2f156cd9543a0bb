import Geography
import PlaceServers
import PlaceStore
import Places

/// The store as far as it surely has every place, otherwise an online source, too.
public struct AutomaticPlaceProvider: PlaceProviding {
  private let awaited: PlaceStore?
  private let online: any PlaceProviding
  private let report: @Sendable (Choice) -> Void

  /// Who answers, and why.
  public enum Choice: Sendable {
    /// The store, which covers the area.
    case store
    /// The online source, because there is no store.
    case onlineWithoutStore
    /// The online source, because the answer goes beyond what the store knows.
    case onlineBeyondStore
    /// The online source, because the store's squares were fetched with a narrower selection.
    case onlineForMore
    /// The store, though there may be more places than it has: no server could be asked.
    case storeWithoutMore(PlaceSource.Unasked)
  }

  /// - Parameters:
  ///   - store: `nil` if there will be none.
  ///   - online: asked if the store has nothing around.
  ///   - report: called with the source of each answer.
  public init(
    store: PlaceStore?, online: any PlaceProviding, report: @escaping @Sendable (Choice) -> Void = { _ in }
  ) {
    awaited = store
    self.online = online
    self.report = report
  }

  private var store: PlaceStore? { awaited?.ifThere }

  /// The online source's, which may need a request.
  public var areaRadius: Distance { online.areaRadius }

  public var edition: Int? { awaited?.edition }

  public func cancelFetchingAll() { online.cancelFetchingAll() }

  /// The store, as the online source answers only around a position.
  public var listing: (any PlaceListing)? { store }

  public var map: (any MapProviding)? { store }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    guard let store else {
      report(.onlineWithoutStore)
      return try await online.places(near: position, matching: query)
    }
    let own = try await store.answering { [report] store throws(PlacesError) -> PlaceAnswer? in
      guard try store.answersAlone(query.filter, around: position) else { return nil }
      let answer = try store.answer(near: position, matching: query)
      guard answer.source.knownWithin == nil else { return nil }
      report(.store)
      return answer
    }
    if let own { return own }
    let answer: PlaceAnswer
    do throws(PlacesError) {
      answer = try await online.places(near: position, matching: query)
    } catch {
      return try await store.answering { store throws(PlacesError) in
        try self.answer(of: store, near: position, matching: query, insteadOf: error)
      }
    }
    return try await store.answering { [report] store throws(PlacesError) in
      if let unasked = answer.source.unasked {
        let own = try store.answer(near: position, matching: query, without: unasked)
        // Of what is on this machine, the one that knows more answers.
        if own.reach >= answer.reach {
          report(.storeWithoutMore(unasked))
          return own
        }
      }
      let isCovered = try store.covers(position)
      let isWhole = try store.answersAlone(query.filter, around: position)
      report(isCovered && !isWhole ? .onlineForMore : .onlineBeyondStore)
      return try answer.joined(by: store, near: position, matching: query)
    }
  }

  /// The store's answer, after the online source has failed.
  ///
  /// - Throws: that failure unless a server failed, for which the data on this machine stands in.
  private func answer(
    of store: PlaceStore, near position: Coordinate, matching query: PlaceQuery, insteadOf error: PlacesError
  ) throws(PlacesError) -> PlaceAnswer {
    if Task.isCancelled { throw error }
    switch error {
    case .unknownCategory:
      // A file's own word, which no server knows.
      let answer = try store.answer(near: position, matching: query)
      report(.store)
      return answer
    case .server:
      let answer = try store.answer(near: position, matching: query, without: .failed(error))
      if answer.failure == nil { report(.storeWithoutMore(.failed(error))) }
      return answer
    default: throw error
    }
  }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    guard let store else { return try await online.nearMisses(near: position, matching: query) }
    let isCovered = try await store.answering { store throws(PlacesError) in try store.covers(position) }
    if isCovered { return try await store.nearMisses(near: position, matching: query) }
    let nearly = try await online.nearMisses(near: position, matching: query)
    if let nearly, !nearly.places.isEmpty { return nearly }
    var around = query
    around.radius = min(query.radius ?? PlaceQuery.farthest, PlaceQuery.farthest)
    return try await store.nearMisses(near: position, matching: around)
  }

  public func nameWords() async throws(PlacesError) -> [String] {
    try await store?.nameWords() ?? []
  }
}

extension AutomaticPlaceProvider: GazetteerProviding {
  /// Those of the store where it has a gazetteer, otherwise of the online source.
  public nonisolated(nonsending) func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance
  ) async throws(PlacesError) -> Surroundings? {
    let own = try await store?.answering { store throws(PlacesError) in
      try store.surroundings(of: position, streetsWithin: streets, addressWithin: addresses)
    }
    if let own = own.flatMap(\.self) { return own }
    return try await online.gazetteer?.surroundings(
      of: position, streetsWithin: streets, addressWithin: addresses)
  }
}

extension AutomaticPlaceProvider: PlaceFinding {
  public func places(called text: String) async throws(PlacesError) -> [PointOfInterest] {
    try await store?.answering { store throws(PlacesError) in try store.places(called: text) } ?? []
  }
}

extension PlaceStore {
  /// Whether the store alone can answer what the filter asks for around a position: squares may have been fetched with a
  /// narrower selection.
  public func answersAlone(_ filter: PlaceFilter, around position: Coordinate) throws(PlacesError) -> Bool {
    guard try covers(position) else { return false }
    return try !hasOnlyDefaultSelection(at: position) || OverpassFilter.isWithinDefaultSelection(filter)
  }

  /// The answer where no server could be asked about what the store does not surely know.
  fileprivate func answer(
    near position: Coordinate, matching query: PlaceQuery, without unasked: PlaceSource.Unasked
  ) throws(PlacesError) -> PlaceAnswer {
    var answer = try answer(near: position, matching: query)
    let knowsOnlyPart = try !answersAlone(query.filter, around: position)
    if knowsOnlyPart, answer.source.coverage == nil || answer.source.coversPosition { answer.knowNothing() }
    if answer.source.knownWithin != nil { answer.source.unasked = unasked }
    return answer
  }
}

extension PlaceAnswer {
  /// Metres within which every place is known.
  fileprivate var reach: Double { source.knownWithin?.metres ?? .infinity }

  /// With the places of the user's lists, and of extracts where the server did not answer, as far as one of the two
  /// knows every place.
  fileprivate func joined(
    by store: PlaceStore, near position: Coordinate, matching query: PlaceQuery
  ) throws(PlacesError) -> PlaceAnswer {
    var known = source.knownWithin
    if let searched = known {
      let limit = (query.radius ?? PlaceQuery.farthest).metres
      let reach = try store.coverageReach(around: position, within: limit)
      if reach.isClaimed { known = max(searched, Distance(metres: reach.metres)) }
      if let radius = query.radius, reach.isClaimed, reach.metres >= radius.metres { known = nil }
    }
    // Where no server was asked, what the store has is better than nothing.
    let end = source.unasked == nil ? known : nil
    let farthest = places.count >= query.limit ? places.last?.distance : end
    var around = query
    around.radius = min(query.radius ?? PlaceQuery.farthest, farthest ?? PlaceQuery.farthest)
    var own = try store.ownAnswer(near: position, matching: around, beyond: source.knownWithin)
    if (places + own.places).isEmpty, closed + own.closed == 0, let named = query.asName {
      // The server was asked for the category alone.
      own = try store.answer(near: position, matching: named)
      own.keepNamesakes(query)
      if !own.places.isEmpty { known = own.source.knownWithin }
    }
    let ids = Set(places.map(\.place.id))
    let new = own.places.filter { !ids.contains($0.place.id) }
    var joined = self
    joined.source.knownWithin = known
    guard !new.isEmpty || own.closed > 0 else { return joined }
    joined.places = Array((places + new).sorted().prefix(query.limit))
    joined.closed += own.closed
    if let known, joined.places.count >= query.limit, let last = joined.places.last, last.distance <= known {
      joined.source.knownWithin = nil
    }
    guard !new.isEmpty else { return joined }
    joined.source.name += " and \(own.source.name)"
    joined.source.attribution = PlaceSource.attribution(
      ofAll: [source.attribution, own.source.attribution])
    joined.source.age = [source.age, own.source.age].compactMap(\.self).max()
    return joined
  }
}
