import Foundation
import Input
import Nearby

extension SignalEvent {
  /// `lost: no fix since 2026-06-01T10:00:13Z`, `regained: a fix again after 70 s without one`.
  public var summary: String { "\(status.rawValue): \(explanation)" }

  /// What happened, for people.
  public var explanation: String {
    switch status {
    case .lost: since.map { "no fix since \(Timestamp.text(of: $0))" } ?? "no fix any more"
    case .regained:
      silence.map { "a fix again after \(Age.wording(seconds: $0)) without one" } ?? "a fix again"
    }
  }
}
