import FoundationEssentials
import Nearby
import Positioning

extension SignalEvent {
  /// What happened, for people: `position lost: no position since 10:00:13Z`, `position found again after 70 s`.
  public func summary(_ wording: Wording) -> String {
    switch status {
    case .lost:
      since.map { wording(.lostSince, ["time": wording.clocks.text(of: $0, at: location.coordinate)]) }
        ?? wording(.lost)
    case .regained:
      silence.map { wording(.regainedAfter, ["duration": Age.text(seconds: $0, wording.phrases)]) }
        ?? wording(.regained)
    }
  }
}
