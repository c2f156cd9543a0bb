/// A source that finds places by name, wherever they are.
public protocol PlaceFinding: Sendable {
  /// The places that a text can mean: those of that id, else of that name, else of a name with all its words.
  func places(called text: String) async throws(PlacesError) -> [PointOfInterest]
}
