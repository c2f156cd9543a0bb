import CivilTime
import FoundationEssentials

/// What is known about the receiver: an authorization status, and why.
public enum ReceiverState: Hashable, Sendable {
  /// Nothing has answered yet.
  case unknown
  /// There is no gpsd or GeoClue to talk to.
  case unreachable(PositioningError)
  /// gpsd answers, but none of its devices has reported yet.
  case silent
  /// gpsd answers, but has no device.
  case noDevice
  /// gpsd answers, but does not know the requested device.
  case deviceMissing(String)
  /// The device, named by its path, was there and went away.
  case deviceLost(String)
  /// gpsd answers but has no device, and there is no GeoClue to replace it.
  case noDeviceNorGeoClue(PositioningError)
  /// GeoClue answers, but nobody has decided whether poi may have the position.
  case noAgent
  /// Location services are switched off on the desktop.
  case switchedOff
  /// A device is open, but has sent nothing yet.
  case open
  case reporting
  /// GeoClue reports, but no fix: a position of this time, long ago, or none at all.
  case reportingNoFix(lastTime: Date?)
  /// Several devices report positions, of which those of this one count.
  case reportingOne(String)

  /// The status that follows from the state.
  public var authorizationStatus: AuthorizationStatus {
    switch self {
    case .unknown, .silent: .notDetermined
    case .unreachable: .denied
    case .noDevice, .deviceMissing, .deviceLost, .noDeviceNorGeoClue, .noAgent, .switchedOff: .restricted
    case .open, .reporting, .reportingNoFix, .reportingOne: .authorized
    }
  }

  /// Why the status is what it is, for the user; `nil` if there is nothing to explain.
  public var reason: String? {
    switch self {
    case .unknown, .silent, .open, .reporting, .reportingNoFix, .reportingOne: nil
    case .unreachable(let error): error.description
    case .noDevice: "connected, but gpsd has no device"
    case .noDeviceNorGeoClue(let error): "connected, but gpsd has no device; \(error)"
    case .noAgent: "GeoClue has no permission: no desktop agent is running, or its question is still open"
    case .switchedOff: "location services are switched off on this desktop"
    case .deviceMissing(let path): "connected, but gpsd has no device \(path)"
    case .deviceLost(let path): "the device \(path) is gone"
    }
  }

  /// Why what it reports is no fix, if that is known.
  public var reasonForNoFix: String? {
    guard case .reportingNoFix(let time) = self else { return nil }
    guard let time else { return "what it reports is not a position" }
    return "its last position, from \(Timestamp.text(of: time)), is too old by this computer's clock"
  }

  static func notice(following path: String) -> String {
    "several receivers report positions; poi follows \(path)"
  }

  /// What the user can do about the reason; `nil` if there is nothing to explain.
  public var advice: String? {
    switch self {
    case .unknown, .silent, .open, .reporting, .reportingNoFix: nil
    case .reportingOne(let path):
      "\(Self.notice(following: path)); to follow another: --gpsd HOST:PORT:DEVICE"
    case .unreachable(let error): error.advice
    case .noDevice, .deviceLost, .noDeviceNorGeoClue:
      "plug a receiver in, or add it to gpsd: sudo gpsdctl add /dev/ttyUSB0"
    case .noAgent: "log in to a desktop, and allow it there"
    case .switchedOff: "switch them on in its privacy settings"
    case .deviceMissing: "check the device in --gpsd HOST:PORT:DEVICE, or leave it out"
    }
  }
}

/// Whether positions are available at all; a missing fix does not affect it.
public enum AuthorizationStatus: String, Sendable {
  /// Nothing has answered yet.
  case notDetermined
  /// gpsd or GeoClue is unreachable, or refuses.
  case denied
  /// gpsd answers, but no device reports; or GeoClue answers, but has no permission.
  case restricted
  /// A device reports, or the position needs none.
  case authorized
}
