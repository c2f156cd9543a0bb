import FoundationEssentials
import Nearby
import Positioning

/// Tells the user what is missing until the first fix.
@MainActor
public final class FirstFixPresenter {
  /// How long to wait for a fix before saying anything.
  public static let patience = Duration.seconds(3)

  private let notificationCenter: NotificationCenter
  private let wording: Wording
  private let write: (String) -> Void
  private var observers: [NotificationCenter.ObservationToken] = []
  private var timer: (any ScheduledTimer)?

  /// Observes a provider until the first fix.
  ///
  /// - Parameter write: takes one message, without a line ending.
  public init(
    observing provider: CurrentLocationProvider, notificationCenter: NotificationCenter = .default,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler(), wording: Wording = Wording(),
    write: @escaping (String) -> Void
  ) {
    self.wording = wording
    self.notificationCenter = notificationCenter
    self.write = write
    observers = [
      notificationCenter.addObserver(of: provider, for: CurrentLocationProvider.AuthChanged.self) {
        [weak self, weak provider] _ in
        if let provider { self?.tell(provider.receiverState) }
      },
      notificationCenter.addObserver(of: provider, for: CurrentLocationProvider.LocationChanged.self) {
        [weak self] _ in self?.timer?.cancel()
      },
    ]
    timer = timerScheduler.schedule(after: Self.patience) { [weak self, weak provider] in
      guard let provider, [.notDetermined, .authorized].contains(provider.authorizationStatus) else { return }
      self?.wait(for: provider.receiverState == .unknown ? wording(.noAnswerYet) : wording(.noFixYet))
    }
  }

  isolated deinit {
    timer?.cancel()
    observers.forEach(notificationCenter.removeObserver)
  }

  private func tell(_ state: ReceiverState) {
    // A denied position ends the run, whose error says so.
    guard state.authorizationStatus == .restricted, let reason = state.reason else { return }
    wait(for: reason)
  }

  private func wait(for missing: String) { write("\(missing); \(wording(.waiting))") }
}
