import FoundationEssentials
import Geography
import Places
import Positioning

/// Knows where you are and what is there: joins a location fetcher and a place provider.
@MainActor
public final class CurrentLocationProvider {
  /// The name under which `AuthChanged` is posted.
  public nonisolated static let authChangedNotification = "CurrentLocationProvider.authChanged"
  /// The name under which `LocationChanged` is posted.
  public nonisolated static let locationChangedNotification = "CurrentLocationProvider.locationChanged"

  /// Posted when `receiverState`, and with it perhaps `authorizationStatus`, has changed.
  public struct AuthChanged: NotificationCenter.MainActorMessage {
    public typealias Subject = CurrentLocationProvider
    public static var name: String { CurrentLocationProvider.authChangedNotification }
  }

  /// Posted when `location` has changed.
  public struct LocationChanged: NotificationCenter.MainActorMessage {
    public typealias Subject = CurrentLocationProvider
    public static var name: String { CurrentLocationProvider.locationChangedNotification }
  }

  /// How near counts as being at a place that has no proximity of its own.
  public nonisolated static let defaultProximity = Distance(metres: 50)
  /// No place is taken to reach farther than this, whatever its own proximity says.
  public nonisolated static let largestProximity = Distance(metres: 1000)

  public private(set) var receiverState = ReceiverState.unknown
  public private(set) var location: Location?

  /// Called with a requested fix before the caller gets it.
  public var onCurrentFix: (CurrentFix) -> Void = { _ in }
  /// Receives everything that the fetcher delivers, after the observers.
  public weak var delegate: (any LocationFetcherDelegate)?
  /// How long to wait for a fix while no receiver has reported; `nil` for as long as if one had.
  public var patienceWithoutReceiver: Duration?

  private let locationFetcher: any LocationFetcher
  private let placeProvider: any PlaceProviding
  private let notificationCenter: NotificationCenter?
  private let timerScheduler: any TimerScheduler

  private var waiting: [CheckedContinuation<Result<CurrentFix, NearbyError>, Never>] = []
  private var bestSoFar: Location?
  private var deadlines: [any ScheduledTimer] = []
  /// Since when fixes are awaited.
  private var start = ContinuousClock.now
  /// What time it is.
  var now: () -> ContinuousClock.Instant = { .now }

  /// Joins a fetcher, whose delegate this becomes, and a provider.
  ///
  /// - Parameter notificationCenter: `nil` if nobody observes; the first post costs a tenth of a short command.
  public init(
    locationFetcher: any LocationFetcher, placeProvider: any PlaceProviding,
    notificationCenter: NotificationCenter? = .default,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler()
  ) {
    (self.locationFetcher, self.placeProvider) = (locationFetcher, placeProvider)
    (self.notificationCenter, self.timerScheduler) = (notificationCenter, timerScheduler)
    locationFetcher.locationFetcherDelegate = self
  }

  public var authorizationStatus: AuthorizationStatus { receiverState.authorizationStatus }

  /// Follows the position until `stopUpdatingLocation()`, or until the source ends.
  public func startUpdatingLocation() {
    start = now()
    locationFetcher.startUpdatingLocation()
  }

  public func stopUpdatingLocation() {
    locationFetcher.stopUpdatingLocation()
  }

  public var canPause: Bool { locationFetcher.canPause }

  /// Whether fixes are to wait, if they can.
  public var isPaused: Bool {
    get { locationFetcher.isPaused }
    set { locationFetcher.isPaused = newValue }
  }

  /// The first fix with the fetcher's desired accuracy, or the best of those that came in time. Of several that waited
  /// while poi was stopped, it is the newest.
  ///
  /// - Throws: `NearbyError.noFix`, or `positioning` if the source failed.
  public func currentFix(within timeout: Duration) async throws(NearbyError) -> CurrentFix {
    let result = await withCheckedContinuation { continuation in
      waiting.append(continuation)
      if waiting.count == 1 {
        start = now()
        request(within: timeout)
      }
    }
    return try result.get()
  }

  /// Finds the position, and the places there: those nearer than their own proximity, or than `proximity`.
  ///
  /// ```swift
  /// let check = try await provider.checkCurrentLocation(within: .seconds(30))
  /// print(check.isPointOfInterest ? "at \(check.answer.places[0].place.name ?? "?")" : "nowhere")
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for a fix that is accurate enough.
  ///   - filter: which places count.
  ///   - proximity: how near a place without its own proximity must be.
  ///   - opening: leaves out places that are surely closed; `nil` for none.
  /// - Throws: `NearbyError`: why there is no fix, or why the places are not known.
  public func checkCurrentLocation(
    within timeout: Duration = .seconds(30), matching filter: PlaceFilter = PlaceFilter(),
    proximity: Distance = CurrentLocationProvider.defaultProximity, opening: OpeningCondition? = nil
  ) async throws(NearbyError) -> LocationCheck {
    let fix = try await currentFix(within: timeout)
    do throws(PlacesError) {
      let answer = try await placeProvider.places(
        near: fix.location.coordinate, matching: .here(filter, within: proximity, vagueBy: fix.vagueness))
      return LocationCheck(
        fix: fix, answer: answer.here(within: proximity).leavingOutClosed(by: opening),
        isSurelyElsewhere: fix.vagueness <= PlaceQuery.mostVagueness
          && answer.here(within: proximity, error: -fix.vagueness).places.isEmpty)
    } catch {
      throw .places(error)
    }
  }

  /// The same for callers that cannot wait: calls `completion` once, on the main actor.
  public func checkCurrentLocation(
    within timeout: Duration = .seconds(30), matching filter: PlaceFilter = PlaceFilter(),
    proximity: Distance = CurrentLocationProvider.defaultProximity,
    completion: @escaping @MainActor (Result<LocationCheck, NearbyError>) -> Void
  ) {
    Task {
      do throws(NearbyError) {
        completion(
          .success(
            try await checkCurrentLocation(within: timeout, matching: filter, proximity: proximity)))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Whether a receiver's fix replaces one that came with it: such fixes have waited, but no longer than the caller.
  func isNewer(_ fix: Location, than first: Location) -> Bool {
    guard !canPause, let time = fix.time, let firstTime = first.time else { return false }
    return .seconds(time.timeIntervalSince(firstTime)) <= now() - start
  }

  private func request(within timeout: Duration) {
    bestSoFar = nil
    deadlines = [
      timerScheduler.schedule(after: timeout) { [weak self] in self?.giveUp(after: timeout) }
    ]
    if let patience = patienceWithoutReceiver {
      deadlines.append(
        timerScheduler.schedule(after: patience) { [weak self] in
          if self?.authorizationStatus != .authorized { self?.giveUp(after: patience) }
        })
    }
    locationFetcher.requestLocation()
  }

  private func giveUp(after waited: Duration) {
    finish(else: .noFix(NoFix(state: receiverState, waited: waited)))
  }

  /// Answers with the best fix there is, or with the reason why there is none.
  private func finish(else error: NearbyError) {
    finish(bestSoFar.map { .success(CurrentFix(location: $0, isAccurateEnough: false)) } ?? .failure(error))
  }

  private func finish(_ result: Result<CurrentFix, NearbyError>) {
    deadlines.forEach { $0.cancel() }
    deadlines = []
    locationFetcher.stopUpdatingLocation()
    if case .success(let fix) = result { onCurrentFix(fix) }
    let answered = waiting
    waiting = []
    for continuation in answered {
      continuation.resume(returning: result)
    }
  }
}

/// The position, and the places that are there.
public struct LocationCheck: Sendable {
  public let fix: CurrentFix
  /// The places at the position, nearest first, and their source.
  public let answer: PlaceAnswer

  /// Whether no place is known that one may be at, however far off the fix is.
  public let isSurelyElsewhere: Bool

  public var isPointOfInterest: Bool { !answer.places.isEmpty }
}

public struct CurrentFix: Equatable, Sendable {
  public let location: Location
  /// Whether it is accurate enough, or only the best that came in time.
  public let isAccurateEnough: Bool

  /// Metres by which the position may be off, where that matters.
  var vagueness: Double { isAccurateEnough ? 0 : location.accuracy ?? 0 }
}

extension CurrentLocationProvider: LocationFetcherDelegate {
  public func locationFetcher(
    _ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]
  ) {
    guard let last = locations.last else { return }
    location = last
    notificationCenter?.post(LocationChanged(), subject: self)
    delegate?.locationFetcher(fetcher, didUpdateLocations: locations)
    guard !waiting.isEmpty else { return }
    let accurate = locations.filter { $0.isAccurate(within: fetcher.desiredAccuracy) }
    if let accurate = accurate.last(where: { isNewer($0, than: accurate[0]) }) ?? accurate.first {
      finish(.success(CurrentFix(location: accurate, isAccurateEnough: true)))
    } else {
      let candidates = locations + (bestSoFar.map { [$0] } ?? [])
      bestSoFar = candidates.min { $0.accuracy ?? .infinity < $1.accuracy ?? .infinity }
    }
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {
    guard state != receiverState else { return }
    let isFirstReport = receiverState == .open && state == .reporting
    receiverState = state
    // Whoever waits already knows that fixes can come.
    if isFirstReport { return }
    notificationCenter?.post(AuthChanged(), subject: self)
    delegate?.locationFetcher(fetcher, didChangeState: state)
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    delegate?.locationFetcher(fetcher, didFinishWith: end)
    guard !waiting.isEmpty else { return }
    switch end {
    case .complete(let badLines, _, let invalid):
      finish(else: .noFix(NoFix(state: receiverState, badLines: badLines, invalid: invalid)))
    case .failed(let error): finish(else: .positioning(error))
    }
  }
}

extension PlaceQuery {
  /// Asks for all places that one may be at.
  ///
  /// - Parameters:
  ///   - proximity: how near a place without its own proximity must be.
  ///   - vagueness: metres by which the position may be off.
  public static func here(
    _ filter: PlaceFilter, within proximity: Distance, vagueBy vagueness: Double = 0
  ) -> PlaceQuery {
    let reach = max(proximity, CurrentLocationProvider.largestProximity).metres
    let margin = vagueness <= mostVagueness ? vagueness : 0
    return PlaceQuery(filter: filter, radius: Distance(metres: reach + margin), limit: .max)
  }

  /// Metres; with more, all that may be there would be too much to look at.
  static let mostVagueness = 1000.0
}

extension PlaceAnswer {
  /// Only the places that one is at.
  ///
  /// - Parameters:
  ///   - proximity: how near a place without its own proximity must be.
  ///   - error: the metres by which each place may be farther away; below zero, by which it may be nearer.
  public func here(within proximity: Distance, error: Double = 0) -> PlaceAnswer {
    func isElsewhere(_ place: NearbyPlace) -> Bool {
      let own = place.place.proximity.map { min($0, CurrentLocationProvider.largestProximity) }
      return place.distance.metres + error > (own ?? proximity).metres
    }
    var answer = self
    answer.places.removeAll(where: isElsewhere)
    answer.unsaid.removeAll(where: isElsewhere)
    return answer
  }
}

/// Why poi cannot say what is near.
public enum NearbyError: Error, Equatable {
  /// No fix came: within the time, or before the source ended.
  case noFix(NoFix)
  case positioning(PositioningError)
  case places(PlacesError)
}

/// Why there was no fix.
public struct NoFix: Equatable, Sendable {
  /// The last known state of the receiver.
  public let state: ReceiverState
  /// How long poi waited; `nil` if the source ended before.
  public let waited: Duration?
  /// How many lines of a log were not understood.
  public let badLines: BadLines
  /// How many sentences of a log without any fix say that theirs is invalid.
  public let invalid: Int

  public init(state: ReceiverState, waited: Duration? = nil, badLines: BadLines = 0, invalid: Int = 0) {
    (self.state, self.waited, self.badLines, self.invalid) = (state, waited, badLines, invalid)
  }
}
