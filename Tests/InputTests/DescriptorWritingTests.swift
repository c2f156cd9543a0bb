import Foundation
import Glibc
import Synchronization
import Testing

@testable import Input

@Suite struct DescriptorWritingTests {
  @Test("waits for room in a pipe that itself does not wait", .timeLimit(.minutes(5)))
  func fullPipe() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let (reader, isOver) = (ends[0], DispatchSemaphore(value: 0))
    let total = Atomic(0)
    Thread.detachNewThread {
      var piece = [UInt8](repeating: 0, count: 4096)
      while case let count = read(reader, &piece, piece.count), count > 0 {
        total.add(count, ordering: .relaxed)
      }
      isOver.signal()
    }
    #expect([UInt8](repeating: 1, count: 1_000_000).writeAll(to: ends[1]) == nil)
    close(ends[1])
    isOver.wait()
    close(reader)
    #expect(total.load(ordering: .relaxed) == 1_000_000)
  }
}
