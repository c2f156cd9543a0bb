import Foundation
import Nearby
import Positioning

/// Tells the user what is missing while there is no fix.
@MainActor
public final class NoFixPresenter {
  /// How long to wait for a fix before saying anything.
  public static let patience = Duration.seconds(3)

  private let notificationCenter: NotificationCenter
  private let write: (String) -> Void
  private var observers: [any NSObjectProtocol] = []
  private var timer: (any ScheduledTimer)?

  /// Observes a provider until the first fix.
  ///
  /// - Parameter write: takes one message, without a line ending.
  public init(
    observing provider: CurrentLocationProvider, notificationCenter: NotificationCenter = .default,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler(), write: @escaping (String) -> Void
  ) {
    self.notificationCenter = notificationCenter
    self.write = write
    observe(CurrentLocationProvider.authChangedNotification, of: provider) { presenter, provider in
      presenter.tell(provider.receiverState)
    }
    observe(CurrentLocationProvider.locationChangedNotification, of: provider) { presenter, _ in
      presenter.timer?.cancel()
    }
    timer = timerScheduler.schedule(after: Self.patience) { [weak self, weak provider] in
      guard let provider, [.notDetermined, .authorized].contains(provider.authorizationStatus) else { return }
      self?.write(provider.receiverState == .unknown ? "no answer yet; waiting" : "no fix yet; waiting")
    }
  }

  isolated deinit {
    timer?.cancel()
    observers.forEach(notificationCenter.removeObserver)
  }

  private func tell(_ state: ReceiverState) {
    // A denied position ends the run, whose error says so.
    guard state.authorizationStatus == .restricted, let reason = state.reason else { return }
    write("\(reason); waiting")
  }

  private func observe(
    _ name: Notification.Name, of provider: CurrentLocationProvider,
    _ body: @escaping @MainActor (NoFixPresenter, CurrentLocationProvider) -> Void
  ) {
    // Without a queue, or the poster waits for it: the provider posts on the main actor.
    let observer = notificationCenter.addObserver(forName: name, object: provider, queue: nil) {
      [weak self, weak provider] _ in
      MainActor.assumeIsolated {
        guard let self, let provider else { return }
        body(self, provider)
      }
    }
    observers.append(observer)
  }
}
