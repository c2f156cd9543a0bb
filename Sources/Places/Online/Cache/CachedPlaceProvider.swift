import Foundation
import Geography

/// How far a cache may stand in for its source.
public struct CacheUse: Equatable, Sendable {
  /// Seconds for which an answer is as good as new.
  public var maxAge: Double
  /// Whether the source may not be asked at all.
  public var isOffline: Bool

  /// A week, unless something else is said; what can be asked for a place changes little meanwhile.
  public init(maxAge: Double = 7 * 86400, isOffline: Bool = false) {
    self.maxAge = maxAge
    self.isOffline = isOffline
  }
}

/// An online source and a cache before it: a fresh answer that is kept, else the source, and where that fails, what
/// is kept however old.
public struct CachedPlaceProvider: PlaceProviding {
  private let source: any AreaSource
  private let cache: AreaCache?
  private let use: CacheUse
  private let time: any Clock
  private let report: @Sendable (OnlineNotice) -> Void

  /// - Parameters:
  ///   - cache: nothing for one who has no place for it.
  ///   - report: hears what is not part of an answer.
  public init(
    source: any AreaSource, cache: AreaCache?, use: CacheUse = CacheUse(),
    time: any Clock = SystemClock(), report: @escaping @Sendable (OnlineNotice) -> Void = { _ in }
  ) {
    self.source = source
    self.cache = cache
    self.use = use
    self.time = time
    self.report = report
  }

  public var areaRadius: Distance { source.areaRadius }

  public func cancelFetchingAll() { source.cancelFetchingAll() }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    if let fresh = try cachedAnswer(near: position, matching: query, maxAge: use.maxAge) {
      report(.foundInCache)
      return fresh
    }
    report(.notInCache)
    guard !use.isOffline else {
      guard let kept = try cachedAnswer(near: position, matching: query) else {
        throw .notCached(source: source.name)
      }
      return kept
    }
    let area: PlaceArea
    do throws(PlacesError) {
      area = try await source.area(around: position, for: query)
    } catch {
      guard error.isWorthRetrying, !Task.isCancelled,
        let kept = try cachedAnswer(near: position, matching: query)
      else { throw error }
      report(.answeredFromCache(error))
      return kept
    }
    await keep(area)
    let answer = try area.answer(at: position, matching: query)
    return PlaceAnswer(
      places: answer.places, source: area.source(of: answer, named: source.name, at: time.date),
      closed: answer.closed)
  }

  /// What the cache alone can answer; nothing where it cannot.
  ///
  /// - Parameter maxAge: in seconds. Without it any age will do, and so will less than was asked for: the nearest
  ///   places up to where the cache knows them, if there are any.
  public func cachedAnswer(
    near position: Coordinate, matching query: PlaceQuery, maxAge: Double? = nil
  ) throws(PlacesError) -> PlaceAnswer? {
    let question = try source.question(for: query.filter)
    var best: (area: PlaceArea, answer: PlaceArea.Answer)?
    for area in areas(of: question, around: position) {
      let age = time.date.timeIntervalSince(area.fetched)
      // What comes from the future would never grow old; two clocks may differ a little.
      if let maxAge, age >= maxAge || age < -Self.clockDifference { continue }
      let answer = try area.answer(at: position, matching: query)
      if answer.isComplete {
        best = (area, answer)
        break
      }
      // Who wants all there is gets all or nothing.
      guard maxAge == nil, query.limit < .max, answer.places.count > best?.answer.places.count ?? 0 else {
        continue
      }
      best = (area, answer)
    }
    return best.map { area, answer in
      PlaceAnswer(
        places: answer.places, source: area.source(of: answer, named: "cache", at: time.date),
        closed: answer.closed)
    }
  }

  /// How far the clock may have been set back since an area was fetched, in seconds.
  private static let clockDifference = 3600.0

  private func areas(of question: String, around position: Coordinate) -> any Sequence<PlaceArea> {
    guard let cache else { return [] }
    do throws(OnDiskCache.Problem) {
      return try cache.areas(of: question, around: position)
    } catch {
      report(.cacheFailed(error))
      return []
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
