import Glibc
import Input

/// Why GeoClue does not give a position.
public enum GeoClueFailure: Hashable, Sendable, CustomStringConvertible {
  /// libsystemd, which poi needs for the bus, is missing.
  case noLibrary
  /// There is no system bus; an errno.
  case noBus(code: Int32)
  /// The bus has no such service, and cannot start one.
  case notInstalled
  /// The user, the desktop or the configuration does not let poi have the position.
  case refused
  /// The service did not answer in time.
  case silent
  /// It went away.
  case closed
  case failed(String)

  /// The meaning of an error on the bus.
  init(errorName name: String, text: String) {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.systemd1.NoSuchUnit":
      self = .notInstalled
    case "org.freedesktop.DBus.Error.AccessDenied": self = .refused
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.TimedOut": self = .silent
    case "org.freedesktop.DBus.Error.Disconnected": self = .closed
    default: self = .failed(text.isEmpty ? name : text)
    }
  }

  public var description: String {
    switch self {
    case .noLibrary: "GeoClue is unreachable: libsystemd is not installed"
    case .noBus(let code): "GeoClue is unreachable: no system bus (\(String(cString: strerror(code))))"
    case .notInstalled: "GeoClue is not installed"
    case .refused: "GeoClue denies poi the position"
    case .silent: "GeoClue does not answer"
    case .closed: "GeoClue went away"
    case .failed(let text): "GeoClue reports: \(text)"
    }
  }

  /// What the user can do about it.
  public var advice: String? {
    switch self {
    case .noLibrary: PackageManager.trying("libsystemd0")
    case .noBus: "GeoClue needs D-Bus; gpsd does not: connect a receiver, or give a position with --at"
    case .notInstalled: PackageManager.trying("geoclue-2.0")
    case .refused:
      "allow it in the desktop's privacy settings; the desktop must find poi.desktop, which comes with poi"
    case .silent, .closed, .failed: "see what it says with: journalctl -u geoclue"
    }
  }
}
