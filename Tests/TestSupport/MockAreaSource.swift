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
  private let gazetteer: (@Sendable (BoundingBox) throws(PlacesError) -> GazetteerEntries)?
  private let boxes = Mutex<[BoundingBox]>([])

  /// A source that answers with the places within a distance, or fails.
  ///
  /// - Parameter gazetteer: what it has in a box besides; `nil` if it knows only places.
  public init(
    _ places: Result<[PointOfInterest], PlacesError>, radius: Distance, time: any Clock,
    gazetteer: (@Sendable (BoundingBox) throws(PlacesError) -> GazetteerEntries)? = nil
  ) {
    self.places = places
    self.gazetteer = gazetteer
    self.radius = radius
    self.time = time
  }

  /// Its queries, in order.
  public var questions: [MockPlaceProvider.Question] { asked.withLock { $0 } }

  /// The boxes of which it was asked for streets, addresses and areas, in order.
  public var boxesAsked: [BoundingBox] { boxes.withLock { $0 } }

  public var gazetteerQuestion: String? { gazetteer == nil ? nil : "gazetteer" }

  public func gazetteer(
    in box: BoundingBox, unless area: () -> PlaceArea?
  ) async throws(PlacesError) -> PlaceArea {
    guard let gazetteer else { throw .notCached(source: name) }
    boxes.withLock { $0.append(box) }
    let height = Distance(metres: (box.north - box.south) / 2 * 110_000)
    var area = PlaceArea(
      question: "gazetteer", centre: box.middle, radius: height, places: [], fetched: time.date)
    area.gazetteer = try gazetteer(box)
    return area
  }

  public func question(for filter: PlaceFilter) throws(PlacesError) -> String {
    "\(filter.categories)"
  }

  public func area(
    around position: Coordinate, for query: PlaceQuery, beyond known: Distance, unless area: () -> PlaceArea?
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
