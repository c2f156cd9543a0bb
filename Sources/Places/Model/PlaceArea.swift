import FoundationEssentials
import Geography

/// Everything that a source knows within a circle about one question, to answer later queries from.
public struct PlaceArea: Hashable, Codable, Sendable {
  /// What the source was asked, in its own words.
  public let question: String
  /// The middle of the circle.
  public let centre: Coordinate
  /// The radius within which every place is known.
  public let radius: Distance
  /// The places, in no order; some may not pass the filter that led to the question.
  public let places: [PointOfInterest]
  /// The attribution that the licence requires.
  public let attribution: String?
  /// When the source answered.
  public let fetched: Date
  /// The date of the source's data, if it gives one.
  public let dataTime: Date?
  /// Its streets, addresses and administrative areas, if the question was for those.
  package var gazetteer: GazetteerEntries?
  /// The ids of records that could not be read, if there were any.
  package var skippedIDs: [String]?

  /// A circle; places beyond it are left out.
  public init(
    question: String, centre: Coordinate, radius: Distance, places: [PointOfInterest],
    attribution: String? = nil, fetched: Date, dataTime: Date? = nil
  ) {
    self.question = question
    self.centre = centre
    self.radius = radius
    self.places = places.filter { NearbyPlace($0, from: centre).distance <= radius }
    self.attribution = attribution
    self.fetched = fetched
    self.dataTime = dataTime
  }

  /// An area's answer to a query.
  package struct Answer {
    /// The nearest places that are surely the nearest.
    package let places: [NearbyPlace]
    /// How many are left out because they are surely closed.
    package let closed: Int
    /// The distance within which that holds; `nil` if it is everything asked for.
    let reach: Distance?
    /// Whether asking the source could hardly bring more.
    package let isComplete: Bool
  }

  /// The places around a position that match; none if the position is outside of the area.
  ///
  /// - Throws: `PlacesError.unknownCategory`.
  package func answer(at position: Coordinate, matching query: PlaceQuery) throws(PlacesError) -> Answer {
    let known = knownRadius(around: position)
    let wanted = query.radius ?? PlaceQuery.farthest
    var nearerBy = query
    nearerBy.radius = min(known, wanted)
    let (nearest, closed) = PlaceIndex(try Twins(among: places).passing(query.filter, areAll: false))
      .nearest(to: position, for: nearerBy)
    let hasAll = nearest.count == query.limit || known >= wanted && query.radius != nil
    return Answer(
      places: nearest, closed: closed, reach: hasAll ? nil : min(known, wanted),
      // If there is none within 100 km, there is no need to ask again at the next corner.
      isComplete: hasAll || query.radius == nil && known.metres >= 0.8 * wanted.metres)
  }

  /// How far around a position every place is known.
  package func knownRadius(around position: Coordinate) -> Distance {
    Distance(metres: max(0, radius.metres - WGS84.inverse(from: centre, to: position).distance.metres))
  }

  /// An answer of it, as a provider of this name gives it.
  package func provided(_ answer: Answer, by name: String, at now: Date) -> PlaceAnswer {
    var source = PlaceSource(
      name: name, attribution: attribution, age: PlaceSource.age(of: dataTime, at: now),
      arrival: .fetched(fetched), knownWithin: answer.reach)
    source.isServer = true
    return PlaceAnswer(places: answer.places, source: source, closed: answer.closed)
  }
}

/// A source that can list everything within a circle.
public protocol AreaSource: PlaceProviding {
  /// What the user calls it.
  var name: String { get }

  /// What a filter asks of the source, in its own words: an area answers every query of the same question.
  ///
  /// - Throws: `PlacesError` if the source cannot be asked for it.
  func question(for filter: PlaceFilter) throws(PlacesError) -> String

  /// An area around a position that is large enough to answer a query there.
  ///
  /// - Parameters:
  ///   - known: the distance within which there are known to be not enough places.
  ///   - area: looked up once the source may be asked, as it may have become known by then.
  func area(
    around position: Coordinate, for query: PlaceQuery, beyond known: Distance, unless area: () -> PlaceArea?
  ) async throws(PlacesError) -> PlaceArea

  /// The question for streets, addresses and administrative areas, in its own words; `nil` if it knows none.
  var gazetteerQuestion: String? { get }

  /// The streets, addresses and administrative areas of a box, as the circle within it.
  ///
  /// - Parameter area: as for places.
  /// - Throws: `PlacesError`, also if it knows none.
  func gazetteer(in box: BoundingBox, unless area: () -> PlaceArea?) async throws(PlacesError) -> PlaceArea
}

extension AreaSource {
  public func area(around position: Coordinate, for query: PlaceQuery) async throws(PlacesError) -> PlaceArea
  {
    try await area(around: position, for: query, beyond: .zero) { nil }
  }

  public var gazetteerQuestion: String? { nil }

  public func gazetteer(in box: BoundingBox) async throws(PlacesError) -> PlaceArea {
    try await gazetteer(in: box) { nil }
  }

  public func gazetteer(
    in box: BoundingBox, unless area: () -> PlaceArea?
  ) async throws(PlacesError) -> PlaceArea {
    throw .notCached(source: name)
  }
}
