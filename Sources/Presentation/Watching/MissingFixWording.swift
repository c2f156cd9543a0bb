import FoundationEssentials
import Geography
import Nearby
import Positioning

/// The words for missing fixes, wherever poi shows them.
public enum MissingFixWording {
  /// Before the first fix.
  public static let notYet = "no fix yet"

  /// How long ago the last fix came.
  static func lasting(seconds: Double) -> String { "no fix for \(Age.wording(seconds: seconds))" }

  /// When the last fix came, if that is known.
  static func since(_ time: Date?, at position: Coordinate, _ clocks: PlaceClocks) -> String {
    time.map { "no fix since \(clocks.text(of: $0, at: position))" } ?? "no fix any more"
  }

  /// Fixes come again, after so many seconds if that is known.
  static func over(afterSeconds seconds: Double?) -> String {
    seconds.map { "a fix again after \(Age.wording(seconds: $0)) without one" } ?? "a fix again"
  }
}

extension SignalEvent {
  /// `lost: no fix since 2026-06-01T10:00:13Z`, `regained: a fix again after 70 s without one`.
  func summary(_ wording: Wording) -> String { "\(status.rawValue): \(explanation(wording))" }

  /// What happened, for people.
  public func explanation(_ wording: Wording) -> String {
    switch status {
    case .lost: MissingFixWording.since(since, at: location.coordinate, wording.clocks)
    case .regained: MissingFixWording.over(afterSeconds: silence)
    }
  }
}
