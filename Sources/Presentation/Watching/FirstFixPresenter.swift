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
  private let log: (String) -> Void
  private let write: (String) -> Void
  private var observers: [NotificationCenter.ObservationToken] = []
  private var timer: (any ScheduledTimer)?
  /// Whether there was no fix for a while, and it was not said why.
  private var wantsReason = false

  /// Observes a provider until the first fix.
  ///
  /// - Parameters:
  ///   - log: takes each state of the receiver.
  ///   - write: takes one message, without a line ending.
  public init(
    observing provider: CurrentLocationProvider, notificationCenter: NotificationCenter = .default,
    timerScheduler: any TimerScheduler = DispatchTimerScheduler(), wording: Wording = Wording(),
    log: @escaping (String) -> Void = { _ in }, write: @escaping (String) -> Void
  ) {
    self.wording = wording
    self.notificationCenter = notificationCenter
    (self.log, self.write) = (log, write)
    observers = [
      notificationCenter.addObserver(of: provider, for: CurrentLocationProvider.AuthChanged.self) {
        [weak self, weak provider] _ in
        if let provider { self?.tell(provider.receiverState) }
      },
      notificationCenter.addObserver(of: provider, for: CurrentLocationProvider.LocationChanged.self) {
        [weak self] _ in
        self?.timer?.cancel()
        self?.wantsReason = false
      },
    ]
    timer = timerScheduler.schedule(after: Self.patience) { [weak self, weak provider] in
      self?.wantsReason = true
      guard let provider, [.notDetermined, .authorized].contains(provider.authorizationStatus) else { return }
      self?.tellSilence(provider.receiverState)
    }
  }

  isolated deinit {
    timer?.cancel()
    observers.forEach(notificationCenter.removeObserver)
  }

  private func tell(_ state: ReceiverState) {
    log(state.reason ?? "a device reports")
    if case .reportingOne = state { state.advice.map(write) }
    // A position that is too old may come only now.
    if wantsReason, state.reasonForNoFix != nil { tellSilence(state) }
    // A denied position ends the run, whose error says so.
    guard state.authorizationStatus == .restricted, let reason = state.reason else { return }
    wait(for: reason)
  }

  private func tellSilence(_ state: ReceiverState) {
    let silence = wording(state == .unknown ? .noAnswerYet : .noFixYet)
    wantsReason = state.reasonForNoFix == nil
    wait(for: state.reasonForNoFix.map { "\(silence): \($0)" } ?? silence)
  }

  private func wait(for missing: String) { write("\(missing); \(wording(.waiting))") }
}
