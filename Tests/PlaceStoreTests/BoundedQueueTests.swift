import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite(.timeLimit(.minutes(5))) struct BoundedQueueTests {
  @Test("passes on all values in order, whatever its capacity", arguments: [1, 2, 100])
  func order(capacity: Int) {
    let queue = BoundedQueue<Int>(capacity: capacity)
    Thread {
      for number in 0..<1000 where !queue.enqueue(number) { return }
      queue.finish()
    }
    .start()
    var taken: [Int] = []
    while let number = queue.dequeue() { taken.append(number) }
    #expect(taken == Array(0..<1000))
  }

  @Test("ends without a value")
  func empty() {
    let queue = BoundedQueue<Int>(capacity: 1)
    queue.finish()
    #expect(queue.dequeue() == nil)
  }

  @Test("delivers the values before the end")
  func finish() {
    let queue = BoundedQueue<Int>(capacity: 2)
    #expect(queue.enqueue(1) && queue.enqueue(2))
    queue.finish()
    #expect([queue.dequeue(), queue.dequeue(), queue.dequeue()] == [1, 2, nil])
  }

  @Test("refuses every value once nobody wants them")
  func refuse() {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(queue.enqueue(1))
    queue.cancel()
    for number in 2...5 { #expect(!queue.enqueue(number)) }
    queue.finish()
  }

  @Test("releases a sender that waits for room, and refuses its later values")
  func refuseWaiting() async {
    let queue = BoundedQueue<Int>(capacity: 1)
    let answers = await withCheckedContinuation { continuation in
      Thread {
        continuation.resume(returning: (0..<4).map(queue.enqueue))
      }
      .start()
      _ = queue.dequeue()
      queue.cancel()
    }
    #expect(answers.last == false)
  }

  @Test("releases a value that still waits")
  func released() {
    final class Value: Sendable {}
    var value: Value? = Value()
    weak let reference = value
    var queue: BoundedQueue<Value>? = BoundedQueue(capacity: 1)
    if let given = value.take() { #expect(queue?.enqueue(given) == true) }
    queue?.cancel()
    queue = nil
    #expect(reference == nil)
  }
}
