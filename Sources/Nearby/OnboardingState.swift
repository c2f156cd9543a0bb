import Positioning

/// The steps from nothing to a position, as `poi doctor` goes through them: gpsd, a device, a fix.
public enum OnboardingState: Equatable, Sendable {
  /// No gpsd answers.
  case needsDaemon
  case needsDevice
  /// A device reports, but has no fix yet.
  case needsFix
  case ready

  /// - Parameters:
  ///   - state: what is known about the receiver.
  ///   - hasFix: whether it has given a position.
  public init(_ state: ReceiverState, hasFix: Bool) {
    switch state {
    case _ where hasFix: self = .ready
    case .unknown, .unreachable: self = .needsDaemon
    case .silent, .open, .noDevice, .deviceMissing, .deviceLost, .noDeviceNorGeoClue, .noAgent, .switchedOff:
      self = .needsDevice
    case .reporting, .reportingNoFix, .reportingOne: self = .needsFix
    }
  }
}
