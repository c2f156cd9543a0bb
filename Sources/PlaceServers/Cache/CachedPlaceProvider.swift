import FoundationEssentials
import Geography
import Places
import Synchronization

/// When a cache may answer for its source.
public struct CacheUse: Equatable, Sendable {
  /// Seconds for which an answer counts as fresh.
  public var maxAge: Double
  /// Whether the source may not be asked at all.
  public var isOffline: Bool

  public init(maxAge: Double, isOffline: Bool = false) {
    self.maxAge = maxAge
    self.isOffline = isOffline
  }
}

/// An online source behind a cache: a fresh cached answer, else the source, and if that fails, a cached
/// answer of any age.
public struct CachedPlaceProvider: PlaceProviding, GazetteerProviding {
  private let source: any AreaSource
  private let cache: AreasOnDisk?
  private let use: CacheUse
  private let time: any Clock
  private let report: @Sendable (OnlineNotice) -> Void
  private let outage: Outage

  /// - Parameters:
  ///   - cache: `nil` to do without.
  ///   - report: called with notices, which are not part of an answer.
  public init(
    source: any AreaSource, cache: AreasOnDisk?, use: CacheUse,
    time: any Clock = SystemClock(), report: @escaping @Sendable (OnlineNotice) -> Void = { _ in }
  ) {
    (self.source, self.cache, self.use, self.time, self.report) = (source, cache, use, time, report)
    outage = Outage(time: time)
  }

  public var areaRadius: Distance { source.areaRadius }

  public func cancelFetchingAll() { source.cancelFetchingAll() }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let fresh = try lookUp(near: position, matching: query, maxAge: use.maxAge)
    if let answer = fresh.answer {
      report(.foundInCache)
      return answer
    }
    report(.notInCache)
    guard !use.isOffline else {
      if let kept = try cachedAnswer(near: position, matching: query, without: .offline) { return kept }
      var answer = PlaceAnswer(places: [], source: PlaceSource(name: "cache"))
      answer.knowNothing()
      answer.source.unasked = .offline
      return answer
    }
    let area: PlaceArea
    do throws(PlacesError) {
      area = try await outage.asking { () throws(PlacesError) in
        try await source.area(around: position, for: query, beyond: fresh.known) {
          (try? lookUp(near: position, matching: query, maxAge: use.maxAge))?.area
        }
      }
    } catch {
      guard case .server = error, !Task.isCancelled,
        let kept = try cachedAnswer(near: position, matching: query, without: .failed(error))
      else { throw error }
      report(.answeredFromCache(error))
      return kept
    }
    await keep(area)
    return area.provided(try area.answer(at: position, matching: query), by: source.name, at: time.date)
  }

  /// What the cache alone can answer, however old: all that was asked for, or up to where it knows every place; `nil`
  /// if it knows nothing here.
  private func cachedAnswer(
    near position: Coordinate, matching query: PlaceQuery, without unasked: PlaceSource.Unasked
  ) throws(PlacesError) -> PlaceAnswer? {
    guard var answer = try lookUp(near: position, matching: query, maxAge: nil).answer else { return nil }
    if answer.source.knownWithin != nil { answer.source.unasked = unasked }
    return answer
  }

  /// Similar names among those that the cache knows around the position; asks no server.
  public func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    guard let name = query.filter.name else { return nil }
    var unnamed = query.filter
    unnamed.name = nil
    for area in try areas(thatAnswer: unnamed, around: position) {
      let words = area.places.reduce(into: Set<String>()) { $0.formUnion(NamePattern.words(of: $1)) }
      var query = query
      query.radius = min(query.radius ?? PlaceQuery.farthest, area.knownRadius(around: position))
      for alternative in try SimilarNames.alternatives(to: name, among: words.sorted()) {
        query.filter.name = alternative
        let answer = try area.answer(at: position, matching: query)
        guard !answer.places.isEmpty else { continue }
        return area.provided(answer, by: "cache", at: time.date)
      }
    }
    return nil
  }

  // MARK: Streets, addresses and administrative areas

  /// Nothing if the source knows none.
  public var gazetteer: (any GazetteerProviding)? { source.gazetteerQuestion == nil ? nil : self }

  /// Metres around a position that are asked for, so that the same answer still does after a small move.
  private static let reachOfGazetteer = 300.0

  public func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance
  ) async throws(PlacesError) -> Surroundings? {
    guard position.isValid, let question = source.gazetteerQuestion else { return nil }
    let reach = max(streets, addresses)
    func surroundings(in area: PlaceArea) -> Surroundings? {
      area.gazetteer?.surroundings(of: position, streetsWithin: streets, addressWithin: addresses)
    }
    func areas() -> [PlaceArea] {
      self.areas(of: question, around: position).filter { $0.knownRadius(around: position) >= reach }
    }
    let kept = areas()
    if let fresh = kept.first(where: { isFresh($0, within: use.maxAge) }) {
      report(.foundInCache)
      return surroundings(in: fresh)
    }
    report(.notInCache)
    guard !use.isOffline else {
      guard let old = kept.first else { throw .notCached(source: source.name) }
      return surroundings(in: old)
    }
    guard let point = BoundingBox(of: position) else { return nil }
    let box = point.grown(by: max(Self.reachOfGazetteer, reach.metres))
    do throws(PlacesError) {
      let area = try await outage.asking { () throws(PlacesError) in
        try await source.gazetteer(in: box) { areas().first { isFresh($0, within: use.maxAge) } }
      }
      await keep(area)
      return surroundings(in: area)
    } catch {
      guard case .server = error, !Task.isCancelled, let old = kept.first else { throw error }
      report(.answeredFromCache(error))
      return surroundings(in: old)
    }
  }

  private func isFresh(_ area: PlaceArea, within maxAge: Double) -> Bool {
    let age = time.date.timeIntervalSince(area.fetched)
    // An answer from the future would never expire; two clocks may differ a little.
    return age < maxAge && age >= -Self.clockDifference
  }

  // MARK: The cache

  /// The answer from the cache and its area, or else the distance within which it knows too few places.
  private func lookUp(
    near position: Coordinate, matching query: PlaceQuery, maxAge: Double?
  ) throws(PlacesError) -> (answer: PlaceAnswer?, area: PlaceArea?, known: Distance) {
    var best: (area: PlaceArea, answer: PlaceArea.Answer)?
    var known = Distance.zero
    for area in try areas(thatAnswer: query.filter, around: position) {
      if let maxAge, !isFresh(area, within: maxAge) { continue }
      let answer = try area.answer(at: position, matching: query)
      if answer.isComplete {
        best = (area, answer)
        break
      }
      let reach = area.knownRadius(around: position)
      // A query for everything gets everything or nothing.
      if maxAge == nil, query.limit < .max, reach > known { best = (area, answer) }
      known = max(known, reach)
    }
    return (best.map { $0.provided($1, by: "cache", at: time.date) }, best?.area, known)
  }

  /// How far the clock may have been set back since an area was fetched, in seconds.
  private static let clockDifference = 3600.0

  /// The areas of the filter's own question, and of the question for every place, which answers any other.
  private func areas(
    thatAnswer filter: PlaceFilter, around position: Coordinate
  ) throws(PlacesError) -> any Sequence<PlaceArea> {
    let own = areas(of: try source.question(for: filter), around: position)
    // The question for every place takes long to write.
    let isAnyKept = (try? cache?.items(around: position))?.isEmpty == false
    if filter == PlaceFilter() || !isAnyKept { return own }
    let all = areas(of: try source.question(for: PlaceFilter()), around: position)
    return [own, all].lazy.flatMap(\.self)
  }

  private func areas(of question: String, around position: Coordinate) -> AnySequence<PlaceArea> {
    guard let cache else { return AnySequence([]) }
    do throws(OnDiskCache.Problem) {
      return AnySequence(try cache.areas(of: question, around: position))
    } catch {
      report(.cacheFailed(error))
      return AnySequence([])
    }
  }

  private func keep(_ area: PlaceArea) async {
    do throws(OnDiskCache.Problem) {
      try await cache?.keep(area)
    } catch {
      report(.cacheFailed(error))
    }
  }
}

/// That no server can be reached, so that not each question of a run waits for the same failure.
private final class Outage: Sendable {
  private let last = Mutex<(error: PlacesError, uptime: Duration)?>(nil)
  private let time: any Clock

  /// After this a server is worth another try.
  private static let length = Duration.seconds(30)

  init(time: any Clock) {
    self.time = time
  }

  /// The answer, or the failure of an earlier question that this one would meet, too.
  func asking<Answer>(
    _ ask: () async throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer {
    if let last = last.withLock(\.self), time.uptime - last.uptime < Self.length { throw last.error }
    do throws(PlacesError) {
      return try await ask()
    } catch {
      if case .server(_, let problem) = error, problem.isOutage {
        last.withLock { $0 = (error, time.uptime) }
      }
      throw error
    }
  }
}
