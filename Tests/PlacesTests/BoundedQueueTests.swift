import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Places

@Suite struct BoundedQueueTests {
  @Test("all values come over in their order, however few may wait", arguments: [1, 2, 100])
  func order(capacity: Int) {
    let handOver = BoundedQueue<Int>(capacity: capacity)
    Thread {
      for number in 0..<1000 where !handOver.give(number) { return }
      handOver.finish()
    }
    .start()
    var taken: [Int] = []
    while let number = handOver.take() { taken.append(number) }
    #expect(taken == Array(0..<1000))
  }

  @Test("without a value there is an end")
  func empty() {
    let handOver = BoundedQueue<Int>(capacity: 1)
    handOver.finish()
    #expect(handOver.take() == nil)
  }

  @Test("what was given before the end is taken before the end")
  func finish() {
    let handOver = BoundedQueue<Int>(capacity: 2)
    #expect(handOver.give(1) && handOver.give(2))
    handOver.finish()
    #expect([handOver.take(), handOver.take(), handOver.take()] == [1, 2, nil])
  }

  @Test("who gives what nobody wants is told so, each time")
  func refuse() {
    let handOver = BoundedQueue<Int>(capacity: 1)
    #expect(handOver.give(1))
    handOver.refuse()
    for number in 2...5 { #expect(!handOver.give(number)) }
    handOver.finish()
  }

  @Test("who waits for room is let go, and need not wait again")
  func refuseWaiting() async {
    let handOver = BoundedQueue<Int>(capacity: 1)
    let answers = await withCheckedContinuation { continuation in
      Thread {
        continuation.resume(returning: (0..<4).map(handOver.give))
      }
      .start()
      _ = handOver.take()
      handOver.refuse()
    }
    #expect(answers.last == false)
  }

  @Test("a value that was waiting is let go")
  func released() {
    final class Value: Sendable {}
    var value: Value? = Value()
    weak let reference = value
    var handOver: BoundedQueue<Value>? = BoundedQueue(capacity: 1)
    if let given = value.take() { #expect(handOver?.give(given) == true) }
    handOver?.refuse()
    handOver = nil
    #expect(reference == nil)
  }
}
