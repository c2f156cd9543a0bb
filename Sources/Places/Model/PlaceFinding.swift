/// A source that finds places by name, wherever they are.
public protocol PlaceFinding: Sendable {
  /// The places that a text can mean: those of that id, else of that name, else of a name with all its words.
  ///
  /// - Throws: `PlacesError`.
  func places(called text: String) async throws(PlacesError) -> [PointOfInterest]
}

extension PlaceFileProvider: PlaceFinding {
  public func places(called text: String) async throws(PlacesError) -> [PointOfInterest] {
    let places = try await loaded().places
    let identified = places.filter { $0.id == text }
    if !identified.isEmpty { return identified }
    let pattern = NamePattern(text)
    guard !pattern.words.isEmpty else { return [] }
    let named = places.filter(pattern.matches)
    let exactlyNamed = named.filter(pattern.isName)
    return exactlyNamed.isEmpty ? named : exactlyNamed
  }
}
