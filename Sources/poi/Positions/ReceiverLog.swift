import FoundationEssentials
import Logging
import Nearby
import Positioning

/// Logs the receiver's state, and each change.
@MainActor
final class ReceiverLog {
  private let notificationCenter: NotificationCenter
  private var observer: NotificationCenter.ObservationToken?

  init(of provider: CurrentLocationProvider, in context: CommandContext) {
    notificationCenter = context.notificationCenter
    guard context.logger.isHeard else { return }
    let logger = context.logger
    observer = notificationCenter.addObserver(of: provider, for: CurrentLocationProvider.AuthChanged.self) {
      [weak provider] _ in
      guard let state = provider?.receiverState else { return }
      logger.debug("position: \(state.reason ?? "a device reports")")
    }
  }

  isolated deinit {
    observer.map(notificationCenter.removeObserver)
  }
}
