import Geography
import Positioning

/// Finds the position and the direction of travel, which takes several fixes.
@MainActor
public final class CourseFinder {
  public struct Finding: Equatable, Sendable {
    /// The fix that revealed the direction, or else the last one that was accurate enough.
    public let fix: CurrentFix
    /// The direction of travel; `nil` if the receiver did not move far enough in time.
    public let course: Bearing?
  }

  private let provider: CurrentLocationProvider
  private let desiredAccuracy: Double
  private let timerScheduler: any TimerScheduler
  private var tracker = CourseTracker()
  private var last: Location?
  private var best: Location?
  private var deadline: (any ScheduledTimer)?
  private var completion: CheckedContinuation<Result<Finding, NearbyError>, Never>?

  /// - Parameter desiredAccuracy: metres; a fix that is less accurate shows no direction.
  public init(
    provider: CurrentLocationProvider, desiredAccuracy: Double,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler()
  ) {
    self.provider = provider
    self.desiredAccuracy = desiredAccuracy
    self.timerScheduler = timerScheduler
  }

  /// The position and the direction of travel, as soon as both are known.
  ///
  /// - Throws: `NearbyError.noFix`, or `positioning` if the source failed.
  public func find(within timeout: Duration) async throws(NearbyError) -> Finding {
    provider.delegate = self
    let result = await withCheckedContinuation { continuation in
      completion = continuation
      deadline = timerScheduler.schedule(after: timeout) { [weak self] in
        guard let self else { return }
        finish(else: .noFix(NoFix(state: provider.receiverState, waited: timeout)))
      }
      provider.startUpdatingLocation()
    }
    let finding = try result.get()
    provider.onCurrentFix(finding.fix)
    return finding
  }

  private func finish(else error: NearbyError) {
    let fix = (last ?? best).map { CurrentFix(location: $0, isAccurateEnough: last != nil) }
    finish(fix.map { .success(Finding(fix: $0, course: nil)) } ?? .failure(error))
  }

  private func finish(_ result: Result<Finding, NearbyError>) {
    guard let completion = completion.take() else { return }
    deadline?.cancel()
    provider.stopUpdatingLocation()
    completion.resume(returning: result)
  }
}

extension CourseFinder: LocationFetcherDelegate {
  public func locationFetcher(_ fetcher: any LocationFetcher, didUpdateLocations locations: [Location]) {
    for location in locations where completion != nil {
      if !provider.isNewer(location, than: locations[0]) { finishIfCourseIsKnown() }
      guard location.isAccurate(within: desiredAccuracy) else {
        if location.accuracy ?? .infinity < best?.accuracy ?? .infinity || best == nil { best = location }
        continue
      }
      last = location
      tracker.update(with: location)
    }
    finishIfCourseIsKnown()
  }

  private func finishIfCourseIsKnown() {
    guard let last, let course = tracker.course else { return }
    finish(.success(Finding(fix: CurrentFix(location: last, isAccurateEnough: true), course: course)))
  }

  public func locationFetcher(_ fetcher: any LocationFetcher, didChangeState state: ReceiverState) {}

  public func locationFetcher(_ fetcher: any LocationFetcher, didFinishWith end: PositionSourceEnd) {
    switch end {
    case .complete(let badLines, _, let invalid):
      finish(else: .noFix(NoFix(state: provider.receiverState, badLines: badLines, invalid: invalid)))
    case .failed(let error): finish(else: .positioning(error))
    }
  }
}
