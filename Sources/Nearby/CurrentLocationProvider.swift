import Foundation
import Geography
import Places
import Positioning

/// Knows where one is, and what is there: a location fetcher and a place provider joined.
@MainActor
public final class CurrentLocationProvider {
  /// Posted when `receiverState`, and with it perhaps `authorizationStatus`, has changed.
  public static let authChangedNotification = Notification.Name("CurrentLocationProvider.authChanged")
  /// Posted when `location` has changed.
  public static let locationChangedNotification = Notification.Name("CurrentLocationProvider.locationChanged")

  /// How near a place has to be for one to be there, where it does not say so itself.
  public nonisolated static let defaultProximity = Distance(metres: 50)
  /// No place is taken to reach farther than this, whatever its own proximity says.
  public nonisolated static let largestProximity = Distance(metres: 1000)

  /// What is known of the receiver.
  public private(set) var receiverState = ReceiverState.unknown
  /// The last fix.
  public private(set) var location: Location?

  /// Who hears, after the observers, all that the fetcher delivers.
  public weak var follower: (any LocationFetcherDelegate)?

  private let locationFetcher: any LocationFetcher
  private let placeProvider: any PlaceProviding
  private let notificationCenter: NotificationCenter
  private let timerScheduler: any TimerScheduler

  private var waiting: [CheckedContinuation<Result<CurrentFix, NearbyError>, Never>] = []
  private var bestSoFar: Location?
  private var deadline: (any ScheduledTimer)?

  /// Joins a fetcher, whose delegate this becomes, and a provider.
  public init(
    locationFetcher: any LocationFetcher, placeProvider: any PlaceProviding,
    notificationCenter: NotificationCenter = .default,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler()
  ) {
    self.locationFetcher = locationFetcher
    self.placeProvider = placeProvider
    self.notificationCenter = notificationCenter
    self.timerScheduler = timerScheduler
    locationFetcher.locationFetcherDelegate = self
  }

  /// Whether positions can be had.
  public var authorizationStatus: AuthorizationStatus { receiverState.authorizationStatus }

  /// Follows the position until it is told to stop, or the source ends.
  public func startUpdatingLocation() {
    locationFetcher.startUpdatingLocation()
  }

  /// Ends that.
  public func stopUpdatingLocation() {
    locationFetcher.stopUpdatingLocation()
  }

  /// Whether fixes can wait.
  public var canPause: Bool { locationFetcher.canPause }

  /// Whether fixes are to wait, if they can.
  public var isPaused: Bool {
    get { locationFetcher.isPaused }
    set { locationFetcher.isPaused = newValue }
  }

  /// Tells the observers of `authChangedNotification`.
  public func notifyAuthChanged() {
    notificationCenter.post(name: Self.authChangedNotification, object: self)
  }

  /// The first fix that is as accurate as the fetcher is asked for, or the best of those that came in time.
  ///
  /// - Throws: `NearbyError.noFix`, or `positioning` where the source failed.
  public func currentFix(within timeout: Duration) async throws(NearbyError) -> CurrentFix {
    let result = await withCheckedContinuation { continuation in
      waiting.append(continuation)
      if waiting.count == 1 { request(within: timeout) }
    }
    return try result.get()
  }

  /// The places around a position that match, nearest first, or else those whose names are spelled nearly so.
  public func nearbyPlaces(
    at coordinate: Coordinate, matching query: PlaceQuery
  ) async throws(NearbyError) -> PlaceAnswer {
    do throws(PlacesError) {
      return try await placeProvider.placesOrNearMisses(near: coordinate, matching: query)
    } catch {
      throw .places(error)
    }
  }

  /// The places that one is at: nearer than their own proximity, or than `proximity`.
  public func placesHere(
    at coordinate: Coordinate, matching filter: PlaceFilter = PlaceFilter(),
    proximity: Distance = CurrentLocationProvider.defaultProximity
  ) async throws(NearbyError) -> PlaceAnswer {
    let query = PlaceQuery(filter: filter, radius: max(proximity, Self.largestProximity), limit: .max)
    do throws(PlacesError) {
      var answer = try await placeProvider.places(near: coordinate, matching: query)
      answer.places.removeAll { $0.distance > $0.place.proximity ?? proximity }
      return answer
    } catch {
      throw .places(error)
    }
  }

  /// Whether one is at a place.
  public func isPointOfInterest(_ location: Location) async throws(NearbyError) -> Bool {
    try await !placesHere(at: location.coordinate).places.isEmpty
  }

  /// Asks for the position, and tells whether it is a point of interest.
  public func checkCurrentLocation(
    within timeout: Duration = .seconds(30),
    completion: @escaping @MainActor (Result<Bool, NearbyError>) -> Void
  ) {
    Task {
      do throws(NearbyError) {
        let fix = try await currentFix(within: timeout)
        completion(.success(try await isPointOfInterest(fix.location)))
      } catch {
        completion(.failure(error))
      }
    }
  }

  private func request(within timeout: Duration) {
    bestSoFar = nil
    deadline = timerScheduler.schedule(after: timeout) { [weak self] in
      guard let self else { return }
      finish(else: .noFix(NoFix(state: receiverState, waited: timeout)))
    }
    locationFetcher.requestLocation()
  }

  /// Answers with the best fix there is, or with why there is none.
  private func finish(else error: NearbyError) {
    finish(bestSoFar.map { .success(CurrentFix(location: $0, isAccurateEnough: false)) } ?? .failure(error))
  }

  private func finish(_ result: Result<CurrentFix, NearbyError>) {
    deadline?.cancel()
    deadline = nil
    locationFetcher.stopUpdatingLocation()
    let answered = waiting
    waiting = []
    for continuation in answered {
      continuation.resume(returning: result)
    }
  }
}

/// The answer to where one is.
public struct CurrentFix: Equatable, Sendable {
  /// The fix.
  public let location: Location
  /// Whether it is as accurate as was asked for, or only the best that came in time.
  public let isAccurateEnough: Bool
}

extension CurrentLocationProvider: LocationFetcherDelegate {
  public func locationFetcher(
    _ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]
  ) {
    guard let last = locations.last else { return }
    location = last
    notificationCenter.post(name: Self.locationChangedNotification, object: self)
    follower?.locationFetcher(fetcher, didUpdateLocations: locations)
    guard !waiting.isEmpty else { return }
    if let accurate = locations.first(where: { $0.isAccurate(within: fetcher.desiredAccuracy) }) {
      finish(.success(CurrentFix(location: accurate, isAccurateEnough: true)))
    } else {
      let candidates = locations + (bestSoFar.map { [$0] } ?? [])
      bestSoFar = candidates.min { $0.accuracy ?? .infinity < $1.accuracy ?? .infinity }
    }
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {
    guard state != receiverState else { return }
    receiverState = state
    notifyAuthChanged()
    follower?.locationFetcher(fetcher, didChangeState: state)
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    follower?.locationFetcher(fetcher, didFinishWith: end)
    guard !waiting.isEmpty else { return }
    switch end {
    case .complete(let badLines): finish(else: .noFix(NoFix(state: receiverState, badLines: badLines)))
    case .failed(let error): finish(else: .positioning(error))
    }
  }
}
