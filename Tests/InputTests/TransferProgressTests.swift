import Testing

@testable import Input

@Suite struct TransferProgressTests {
  /// Samples of a connection, one a second, until it counts as stalled or the time is over.
  ///
  /// - Returns: the second at which it was stalled; `nil` if it never was.
  private func stalled(
    within seconds: Int = 600, received: (Int) -> UInt64, processorTime: (Int) -> Double = { _ in 0 },
    fileBytes: (Int) -> UInt64 = { _ in 0 }
  ) -> Int? {
    var progress = TransferProgress(patience: 30)
    return (0...seconds).first { second in
      progress.isStalled(
        at: TransferProgress.Sample(
          time: 1000 + Double(second), received: [7: received(second)], processorTime: processorTime(second),
          fileBytes: fileBytes(second)))
    }
  }

  @Test("bytes that drip end a transfer after four times the patience", arguments: [0, 1, 99] as [UInt64])
  func drips(rate: UInt64) {
    #expect(stalled { rate * UInt64($0) } == 120)
  }

  @Test("a slow line is none that drips", arguments: [101, 300, 2000] as [UInt64])
  func slow(rate: UInt64) {
    #expect(stalled { rate * UInt64($0) } == nil)
  }

  @Test("what came fast at first counts no longer")
  func fastAtFirst() {
    let second = stalled { 1_000_000 + UInt64($0) }
    #expect(second == 120)
    let later = stalled { $0 < 100 ? 100_000 * UInt64($0) : 10_000_000 }
    #expect(later == 220)
  }

  @Test("a server may be silent now and then")
  func bursts() {
    #expect(stalled { 20_000 * UInt64($0 / 100) } == nil)
  }

  @Test("a program that works on what it has fetched has not stalled")
  func works() {
    #expect(stalled(received: { _ in 5 }, processorTime: { 0.5 * Double($0) }) == nil)
    #expect(stalled(received: { _ in 5 }, fileBytes: { 1_000_000 * UInt64($0) }) == nil)
    #expect(stalled(received: { _ in 5 }, processorTime: { 0.01 * Double($0) }) == 120)
  }

  @Test(
    "a program that neither connects nor works has stalled after the same time", arguments: [false, true])
  func idle(works: Bool) {
    var progress = TransferProgress(patience: 30)
    let end = (0...600).first { second in
      progress.isStalled(
        at: TransferProgress.Sample(
          time: Double(second), received: [:], processorTime: works ? Double(second) : 0, fileBytes: 0))
    }
    #expect(end == (works ? nil : 120))
  }

  @Test("a new connection has a window of its own, and one that is closed does not count")
  func connections() {
    var progress = TransferProgress(patience: 1)
    for second in 0..<100 {
      let sample = TransferProgress.Sample(
        time: Double(second), received: [UInt64(second / 4): 0], processorTime: 0, fileBytes: 0)
      let isStalled = progress.isStalled(at: sample)
      #expect(!isStalled)
    }
    let none = TransferProgress.Sample(time: 200, received: [:], processorTime: 0, fileBytes: 0)
    let isStalled = progress.isStalled(at: none)
    #expect(!isStalled)
  }
}
