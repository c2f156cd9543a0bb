import FoundationEssentials

/// Finds how long fixes waited before they came, as they do while poi or the machine is stopped; a value without a clock.
///
/// It compares how far two clocks have moved, the receiver's and poi's own, as neither need be right.
struct FixDelay: Sendable {
  /// A fix that comes later than this, by poi's clock against its own, has waited; slow recordings come some seconds late.
  private static let least = Duration.seconds(FixLossMonitor.leastPatience)
  /// Within which time all come that have waited.
  private static let burst = Duration.seconds(1)

  /// The last fix that had not waited.
  private var fresh: (time: Date, arrival: ContinuousClock.Instant)?
  /// When the first of those came that have waited.
  private var resumption: ContinuousClock.Instant?

  /// Takes a fix that has come just now, and returns how long it has waited.
  mutating func update(with time: Date?, at now: ContinuousClock.Instant) -> Duration {
    guard let time else { return .zero }
    if let fresh, time > fresh.time, resumption.map({ now - $0 <= Self.burst }) ?? true {
      let delay = now - fresh.arrival - .seconds(time.timeIntervalSince(fresh.time))
      if delay > (resumption == nil ? Self.least : .zero) {
        resumption = resumption ?? now
        return delay
      }
    }
    (fresh, resumption) = ((time, now), nil)
    return .zero
  }
}
