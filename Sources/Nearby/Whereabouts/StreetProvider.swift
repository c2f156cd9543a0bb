import Geography
import PlaceStore
import Places

/// The streets of a store as if they were places, for whoever asks for `street`: each once, where it is nearest.
public struct StreetProvider: PlaceProviding {
  private let store: PlaceStore
  private let isAlone: Bool

  /// How far to look: first around, then as far as streets are indexed together.
  private static let reaches = [250.0, 2000].map(Distance.init(metres:))

  /// - Parameters:
  ///   - store: where extracts have been imported with their streets.
  ///   - isAlone: whether the user wants no more than the store has.
  public init(_ store: PlaceStore, isAlone: Bool) {
    (self.store, self.isAlone) = (store, isAlone)
  }

  public var edition: Int? { store.edition }

  /// - Throws: `PlacesError`, also `unknownCategory` if the store knows no streets at all.
  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let pattern = query.filter.name.map { NamePattern($0) }
    var found: [NearbyPlace] = []
    var searched = Distance.zero
    let sources = try store.sources().filter { $0.gazetteer != nil }
    for reach in Self.reaches where found.count < query.limit && searched < query.radius ?? reach {
      searched = min(reach, query.radius ?? reach)
      let around = try store.surroundings(of: position, streetsWithin: searched, addressWithin: .zero)
      // Where only this part of the store knows nothing, its coverage says so.
      guard around != nil || !sources.isEmpty else {
        throw .unknownCategory(query.filter.categories.first ?? "street", suggestions: [])
      }
      found = (around?.streets ?? []).map { NearbyPlace(PointOfInterest($0.thing), from: position) }
        .filter { pattern?.matches($0.place) ?? true }
    }
    let source = PlaceSource(
      name: PlaceSource.storeName,
      attribution: PlaceSource.attribution(ofAll: sources.compactMap(\.attribution).sorted()))
    let isFull = found.count >= query.limit
    let places = Array(found.sorted().prefix(query.limit))
    let coverage = try store.coverageReach(around: position, within: searched.metres)
    let known = min(Distance(metres: coverage.isClaimed ? coverage.metres : 0), searched)
    let end = isFull ? places.last?.distance : query.radius
    var answer = PlaceAnswer(places: places, source: source)
    guard end.map({ $0 > known }) ?? true else { return answer }
    // Where nothing is found, it is said how far that holds.
    answer.knowNothing()
    answer.source.knownWithin = known
    answer.source.unasked = isAlone ? nil : .unable
    return answer
  }
}

extension PointOfInterest {
  fileprivate init(_ street: Street) {
    let middle = street.line[street.line.count / 2]
    var tags = ["highway": street.kind.rawValue]
    tags["ref"] = street.ref
    self.init(
      id: "way/\(street.id)", name: street.title, coordinate: middle, extent: Extent(lines: [street.line]),
      tags: tags)
  }
}
