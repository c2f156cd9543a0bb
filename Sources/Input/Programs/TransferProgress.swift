import Geography

/// Decides whether a program that fetches something over the network still makes progress.
///
/// A connection that stays open through a whole window and brings less than `leastRate` is of no use, and neither is a
/// program without any, unless the program had other work meanwhile, such as applying what it has fetched.
package struct TransferProgress {
  /// What a program has done so far.
  struct Sample {
    /// In seconds, from any moment.
    var time: Double
    /// The bytes that each of its open connections has received, by the connections' numbers.
    var received: [UInt64: UInt64]
    /// The processor time it has used, in seconds.
    var processorTime: Double
    /// The bytes it has read and written, those of connections apart.
    var fileBytes: UInt64
  }

  /// Bytes a second: a line of 2 kB/s is slow, but brings twenty times as much.
  package static let leastRate = 100.0
  /// How many times as long as the server may be silent.
  private static let windowFactor = 4.0
  /// The part of the time for which a program that works uses the processor.
  private static let working = 0.1

  /// Seconds for which a connection may bring less.
  package let window: Double
  /// Since when each connection has not brought enough.
  private var starts: [UInt64: Sample] = [:]

  /// - Parameter patience: how many seconds the server may be silent.
  package init(patience: Double) {
    window = patience * Self.windowFactor
  }

  /// Takes a sample, and tells whether one of the connections has brought too little for too long.
  mutating func isStalled(at sample: Sample) -> Bool {
    let received = sample.received.isEmpty ? [Self.noConnection: 0] : sample.received
    starts = starts.filter { received[$0.key] != nil }
    for (connection, bytes) in received {
      guard let start = starts[connection], bytes - min(bytes, start.received[connection] ?? 0) < enough,
        !isWorking(from: start, to: sample)
      else {
        starts[connection] = sample
        continue
      }
      if sample.time - start.time >= window { return true }
    }
    return false
  }

  /// Stands for the connection of a program that has none; no socket has this number.
  private static let noConnection = UInt64.max

  private var enough: UInt64 { UInt64(clamping: Int(clamping: Self.leastRate * window)) }

  private func isWorking(from start: Sample, to end: Sample) -> Bool {
    end.processorTime - start.processorTime >= Self.working * window
      || end.fileBytes - min(end.fileBytes, start.fileBytes) >= enough
  }
}
