import Geography
import Places
import Synchronization

/// A provider that records its queries, and gives prepared answers.
public final class MockPlaceProvider: PlaceProviding {
  /// One query.
  public struct Question: Equatable, Sendable {
    public let position: Coordinate
    public let query: PlaceQuery
  }

  private let answer: Result<[PointOfInterest], PlacesError>
  private let asked = Mutex<[Question]>([])

  private let source: PlaceSource

  /// A provider that answers with all of these places, or fails.
  public init(
    _ answer: Result<[PointOfInterest], PlacesError>, from source: PlaceSource = PlaceSource(name: "mock")
  ) {
    self.answer = answer
    self.source = source
  }

  /// Its queries, in order.
  public var questions: [Question] { asked.withLock { $0 } }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    asked.withLock { $0.append(Question(position: position, query: query)) }
    let places = try answer.get().map { NearbyPlace($0, from: position) }
    return PlaceAnswer(places: places, source: source)
  }
}
