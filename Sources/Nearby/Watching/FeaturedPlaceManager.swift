import FoundationEssentials
import Places

/// Gives each of the places in view its turn.
@MainActor
public final class FeaturedPlaceManager {
  public static let turn = Duration.seconds(10)

  public private(set) var currentPlace: NearbyPlace?
  /// Called when another place has its turn.
  public var onChange: ((NearbyPlace) -> Void)?

  private let timerScheduler: any TimerScheduler
  private let placesInView: () -> [NearbyPlace]
  private var timer: (any ScheduledTimer)?
  private var lastTurn: Date?
  /// Those that had their turn in this round, by id.
  private var shown: Set<String> = []

  /// - Parameter placesInView: the places that can have a turn now, the most important first.
  public init(
    timerScheduler: any TimerScheduler = DispatchTimerScheduler(), placesInView: @escaping () -> [NearbyPlace]
  ) {
    self.timerScheduler = timerScheduler
    self.placesInView = placesInView
  }

  /// Gives the next place its turn after ten seconds, and so on until `stop()`.
  public func scheduleNextPlace() {
    timer?.cancel()
    timer = timerScheduler.schedule(after: Self.turn) { [weak self] in
      self?.showNextPlace()
      self?.scheduleNextPlace()
    }
  }

  /// Gives the next place its turn ten seconds after the last, by the times of fixes instead of a timer.
  public func take(fixAt time: Date) {
    guard let lastTurn, lastTurn <= time else { return lastTurn = time }
    guard lastTurn.addingTimeInterval(Self.turn / .seconds(1)) <= time else { return }
    self.lastTurn = time
    showNextPlace()
  }

  public func stop() {
    timer.take()?.cancel()
  }

  /// The first that has had no turn; once all have, a new round begins.
  private func showNextPlace() {
    let places = placesInView()
    let next = places.first { !shown.contains($0.place.id) }
    if next == nil { shown.removeAll() }
    guard let place = next ?? places.first else { return currentPlace = nil }
    shown.insert(place.place.id)
    currentPlace = place
    onChange?(place)
  }
}
