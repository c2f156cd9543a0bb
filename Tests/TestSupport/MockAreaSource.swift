import Foundation
import Geography
import PlaceServers
import Places
import Synchronization

/// A source of areas that records its queries, and gives prepared answers.
public final class MockAreaSource: AreaSource {
  public let name = "mock"

  private let places: Result<[PointOfInterest], PlacesError>
  private let radius: Distance
  private let time: any Clock
  private let asked = Mutex<[MockPlaceProvider.Question]>([])

  /// A source that answers with the places within a distance, or fails.
  public init(_ places: Result<[PointOfInterest], PlacesError>, radius: Distance, time: any Clock) {
    self.places = places
    self.radius = radius
    self.time = time
  }

  /// Its queries, in order.
  public var questions: [MockPlaceProvider.Question] { asked.withLock { $0 } }

  public func question(for filter: PlaceFilter) throws(PlacesError) -> String {
    "\(filter.categories)"
  }

  public func area(
    around position: Coordinate, for query: PlaceQuery
  ) async throws(PlacesError) -> PlaceArea {
    asked.withLock { $0.append(.init(position: position, query: query)) }
    return PlaceArea(
      question: try question(for: query.filter), centre: position, radius: radius, places: try places.get(),
      attribution: "© us", fetched: time.date)
  }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let places = try await area(around: position, for: query).places
    return PlaceAnswer(
      places: places.map { NearbyPlace($0, from: position) }, source: PlaceSource(name: name))
  }
}
