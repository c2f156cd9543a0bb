import FoundationEssentials

/// How long a watch goes on: until so many reports, and for so long by the fixes' own times.
struct WatchLimits {
  private var reportsLeft: Int
  private let duration: Double?
  private var start: Date?

  /// - Parameters:
  ///   - reports: `nil` for any number.
  ///   - duration: in seconds; `nil` for ever.
  init(reports: Int?, duration: Double?) {
    reportsLeft = reports ?? .max
    self.duration = duration
  }

  /// Whether there may be another report.
  var allowsReport: Bool { reportsLeft > 0 }

  /// Counts a report; returns whether it was the last.
  mutating func countReport() -> Bool {
    reportsLeft -= 1
    return reportsLeft == 0
  }

  /// Whether the watch goes on at a time, the first of which begins it.
  mutating func includes(_ time: Date?) -> Bool {
    guard let duration, let time else { return true }
    let start = start ?? time
    self.start = start
    return time.timeIntervalSince(start) <= duration
  }
}
