import Geography

/// A source that changes another source's answers, and forwards everything else.
protocol PlaceProviderWrapping: PlaceProviding {
  var provider: any PlaceProviding { get }

  func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer
}

extension PlaceProviderWrapping {
  public var areaRadius: Distance { provider.areaRadius }

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
