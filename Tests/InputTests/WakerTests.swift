import Glibc
import Testing

@testable import Input

@Suite struct WakerTests {
  private let waker = Waker()

  @Test("a call ends each wait until it is taken")
  func calls() {
    #expect(waker.wait(forInputFrom: -1, atMost: .zero) == .timedOut)
    waker.wake()
    Waker.wake(waker.entry)
    #expect(waker.isCalled)
    for _ in 0..<2 { #expect(waker.wait(forInputFrom: -1) == .called) }
    waker.takeCalls()
    #expect(!waker.isCalled)
    #expect(waker.wait(forInputFrom: -1, atMost: .milliseconds(1)) == .timedOut)
  }

  @Test("many calls are as good as one")
  func manyCalls() {
    for _ in 0..<100_000 { waker.wake() }
    waker.takeCalls()
    #expect(waker.wait(forInputFrom: -1, atMost: .zero) == .timedOut)
  }

  @Test("input ends a wait, unless there is a call")
  func input() {
    let other = Waker()
    other.wake()
    #expect(waker.wait(forInputFrom: other.descriptor) == .readable)
    waker.wake()
    #expect(waker.wait(forInputFrom: other.descriptor) == .called)
  }

  @Test(
    "milliseconds for poll are rounded up",
    arguments: [
      (Duration.zero, Int32(0)), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1001), 2),
      (.seconds(1e15), .max),
    ])
  func milliseconds(duration: Duration, milliseconds: Int32) {
    #expect(duration.pollMilliseconds == milliseconds)
  }
}
