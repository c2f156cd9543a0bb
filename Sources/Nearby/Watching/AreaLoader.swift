import Foundation
import Geography
import Places

/// Keeps the places of an area around the position, and asks for the next area before it is needed.
@MainActor
public final class AreaLoader {
  /// Places that were loaded, and where they are all known.
  struct Area {
    let centre: SIMD3<Double>
    let radius: Double
    let fences: FenceIndex
  }

  /// The area loaded last.
  private(set) var area: Area?
  /// Called when an area has come.
  public var onChange: (() -> Void)?
  /// Called when the source fails, once until it answers again.
  public var onFailure: ((PlacesError) -> Void)?

  private let provider: CurrentLocationProvider
  private let filter: PlaceFilter
  private let rules: ProximityRules
  private let timerScheduler: any TimerScheduler
  private var loading: Task<Void, Never>?
  private var retry: (any ScheduledTimer)?
  private var failures = 0

  /// A loader of the places that pass `filter`.
  public init(
    provider: CurrentLocationProvider, filter: PlaceFilter, rules: ProximityRules,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler()
  ) {
    self.provider = provider
    self.filter = filter
    self.rules = rules
    self.timerScheduler = timerScheduler
  }

  /// Whether every place is known that could matter to one who came there by a step of so many metres.
  func covers(_ point: SIMD3<Double>, step: Double) -> Bool {
    distanceFromCentre(of: point).map { $0 + step + reach <= (area?.radius ?? 0) } ?? false
  }

  /// Asks for the area around a position, unless one is being asked for already.
  func load(around coordinate: Coordinate, step: Double = 0) {
    guard loading == nil, retry == nil else { return }
    let radius = max(provider.areaRadius.metres, 2 * reach + step)
    let query = PlaceQuery(filter: filter, radius: Distance(metres: radius), limit: .max)
    loading = Task { [provider, rules] in
      do throws(PlacesError) {
        let answer = try await provider.places(around: coordinate, matching: query)
        guard !Task.isCancelled else { return }
        let fences = FenceIndex(answer.places.map(\.place), rules: rules)
        finish(Area(centre: WGS84.cartesian(coordinate), radius: radius, fences: fences))
      } catch {
        // To be cancelled is no failure of the source's.
        if !Task.isCancelled { fail(error, around: coordinate, step: step) }
      }
    }
  }

  /// Asks for the area around a position where that is far out in the present one.
  func loadAhead(of point: SIMD3<Double>, at coordinate: Coordinate) {
    guard let area, let distance = distanceFromCentre(of: point) else { return }
    if distance > (area.radius - reach) / 2 { load(around: coordinate) }
  }

  /// Ends what is under way.
  func stop() {
    loading?.cancel()
    provider.cancelFetchingAll()
    retry?.cancel()
  }

  /// How far away a place can matter, in metres.
  private var reach: Double {
    max(rules.within, CurrentLocationProvider.largestProximity).metres
  }

  private func distanceFromCentre(of point: SIMD3<Double>) -> Double? {
    area.map { area in
      let offset = point - area.centre
      return (offset * offset).sum().squareRoot()
    }
  }

  private func finish(_ area: Area) {
    loading = nil
    failures = 0
    self.area = area
    onChange?()
  }

  private func fail(_ error: PlacesError, around coordinate: Coordinate, step: Double) {
    loading = nil
    failures += 1
    if failures == 1 { onFailure?(error) }
    retry = timerScheduler.schedule(after: RetryDelay.seconds(beforeAttempt: failures)) { [weak self] in
      self?.retry = nil
      self?.load(around: coordinate, step: step)
    }
  }
}
