import Geography
import Places

/// Answers one query at many positions, and loads an area once for those near each other.
///
/// Its answers equal the source's own: an area answers only if it holds every place that can be among the
/// nearest.
@MainActor
public final class RepeatedQuery {
  /// The places of a circle that match.
  private struct Area {
    let centre: SIMD3<Double>
    let radius: Double
    let index: PlaceIndex
    let source: PlaceSource
    let corrections: [SearchTypo]
    /// The words that places were found by if those are not their own, by their ids.
    let matched: [String: String]

    /// Metres up to which every place around a point is known.
    func known(around point: SIMD3<Double>) -> Double {
      radius - WGS84.longestWay(overChord: (point - centre).length)
    }
  }

  private let provider: any PlaceProviding
  private var query: PlaceQuery
  private let isAtOnce: (PlaceSource) -> Bool
  /// The most recent one last.
  private var areas: [Area] = []
  private var last: SIMD3<Double>?
  /// How many times as far as the places of an answer an area reaches.
  private var factor = 4.0
  /// How many places the last area held, and how many of them answers from areas have needed since.
  private var loaded = 0
  private var used = 0

  /// How many areas to keep, in case somebody returns to one.
  private static let areasKept = 32
  /// Positions this many metres apart count as near each other.
  private static let step = 1000.0
  /// Metres.
  private static let radii = 50.0...20_000.0
  private static let factors = 2.0...8.0

  /// - Parameter isAtOnce: whether a source that has answered can answer whole areas without asking a server.
  public init(
    provider: any PlaceProviding, query: PlaceQuery, isAtOnce: @escaping (PlaceSource) -> Bool
  ) {
    self.provider = provider
    self.query = query
    self.isAtOnce = isAtOnce
  }

  /// The places around a position that match, nearest first.
  ///
  /// - Parameter opening: as the query has it, at the present time.
  public func answer(
    at coordinate: Coordinate, opening: OpeningCondition? = nil
  ) async throws(PlacesError) -> PlaceAnswer {
    query.opening = opening
    let point = WGS84.cartesian(coordinate)
    if let answer = answer(at: coordinate, point) { return answer }
    let answer = try await provider.placesOrNearMisses(near: coordinate, matching: query)
    defer { last = point }
    guard let last, isAtOnce(answer.source), !answer.isNearMiss, answer.source.knownWithin == nil else {
      return answer
    }
    guard (point - last).length <= Self.step,
      let farthest = query.radius ?? (answer.places.count == query.limit ? answer.places.last?.distance : nil)
    else { return answer }
    try await load(around: coordinate, point, reach: farthest.metres)
    return answer
  }

  private func answer(at coordinate: Coordinate, _ point: SIMD3<Double>) -> PlaceAnswer? {
    // The index orders by distance only, and does not say what was left out.
    if query.putsSureFirst || query.filter.tags.contains(.wheelchair) { return nil }
    for index in areas.indices.reversed() {
      let known = areas[index].known(around: point)
      guard known > 0 else { continue }
      let area = areas[index]
      var (places, closed) = area.index.nearest(to: coordinate, for: query)
      let isComplete =
        places.count == query.limit && places.last.map { $0.distance.metres <= known } ?? false
        || query.radius.map { $0.metres <= known } ?? false
      guard isComplete else { continue }
      if index != areas.count - 1 { areas.append(areas.remove(at: index)) }
      for place in places.indices where !area.matched.isEmpty {
        places[place].matched = area.matched[places[place].place.id]
      }
      last = point
      used += places.count
      // Near misses of a name depend on places beyond the area.
      if places.isEmpty, query.filter.name != nil || query.asName != nil { return nil }
      var answer = PlaceAnswer(places: places, source: area.source, closed: closed)
      answer.corrections = area.corrections
      return answer
    }
    return nil
  }

  private func load(
    around coordinate: Coordinate, _ point: SIMD3<Double>, reach: Double
  ) async throws(PlacesError) {
    // Areas grow as long as that saves the source more places than it costs, and else shrink.
    if loaded > 0 {
      let wanted = used > loaded ? 2 * factor : factor / 2
      factor = min(max(wanted, Self.factors.lowerBound), Self.factors.upperBound)
    }
    let radius = min(max(factor * reach, Self.radii.lowerBound), Self.radii.upperBound)
    guard radius > 1.5 * reach else { return }
    var all = query
    all.radius = Distance(metres: radius)
    all.limit = .max
    all.opening = nil
    // Which of two twins is nearer depends on the position.
    all.keepsDuplicates = true
    let answer = try await provider.places(near: coordinate, matching: all)
    (loaded, used) = (answer.places.count, 0)
    var source = answer.source
    let known = min(radius, source.knownWithin?.metres ?? radius)
    source.forgetCoverage()
    let matched = answer.places.compactMap { place in place.matched.map { (place.place.id, $0) } }
    areas.append(
      Area(
        centre: point, radius: known,
        index: PlaceIndex(answer.places.map(\.place), use: .veryOften), source: source,
        corrections: answer.corrections, matched: Dictionary(matched) { first, _ in first }))
    if areas.count > Self.areasKept { areas.removeFirst() }
  }
}
