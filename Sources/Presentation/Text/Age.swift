import Geography

/// How long ago something was.
enum Age {
  /// Seconds of a Julian year.
  static let year = 365.25 * 86400

  /// `40 s`, `15 min`, `30 h`, `12 days`.
  static func text(seconds: Double, _ words: Phrases = Phrases()) -> String {
    switch max(0, seconds) {
    case let seconds where seconds < 120: "\(Int(clamping: seconds.rounded())) s"
    case let seconds where seconds < 7200: "\(Int(clamping: seconds / 60)) min"
    case let seconds where seconds < 172_800: "\(Int(clamping: seconds / 3600)) h"
    case let seconds where seconds >= 2 * year:
      words(.years, count: Int(exactly: (seconds / year).rounded(.down)) ?? .max)
    default: words(.days, count: Int(exactly: (seconds / 86400).rounded(.down)) ?? .max)
    }
  }
}
