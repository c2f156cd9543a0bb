import Glibc
import Input
import Positioning
import Synchronization
import Testing

@Suite struct StopTests {
  @Test("a call that nobody takes stays")
  func given() {
    let waker = Waker()
    #expect(!waker.isCalled)
    waker.wake()
    waker.wake()
    #expect(waker.isCalled)
  }

  @Test("without input or a call, a wait ends at its limit, and not before")
  func timeout() throws {
    let pair = try SocketPair()
    let start = ContinuousClock.now
    #expect(Waker().wait(forInputFrom: pair.near, atMost: .milliseconds(20)) == .timedOut)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test("an expired limit does not block", arguments: [Duration.zero, .seconds(-1)])
  func pastLimit(limit: Duration) throws {
    let pair = try SocketPair()
    #expect(Waker().wait(forInputFrom: pair.near, atMost: limit) == .timedOut)
  }

  @Test("input ends a wait")
  func input() throws {
    let pair = try SocketPair()
    pair.send("x")
    #expect(Waker().wait(forInputFrom: pair.near) == .readable)
  }

  @Test("the end of the input ends a wait")
  func endOfInput() throws {
    let pair = try SocketPair()
    pair.hangUp()
    #expect(Waker().wait(forInputFrom: pair.near) == .readable)
  }

  @Test("a call takes precedence over input")
  func order() throws {
    let pair = try SocketPair()
    pair.send("x")
    let waker = Waker()
    waker.wake()
    #expect(waker.wait(forInputFrom: pair.near) == .called)
  }

  @Test("a call wakes a waiting thread")
  func wakes() async throws {
    let pair = try SocketPair()
    let waker = Waker()
    let wakeup = await onThread {
      waker.wait(forInputFrom: pair.near, atMost: .seconds(10))
    } meanwhile: {
      waker.wake()
    }
    #expect(wakeup == .called)
  }

  @Test("another thread's call counts as an arrival")
  func arrival() {
    let arrival = Waker()
    arrival.wake()
    #expect(Waker().wait(forInputFrom: arrival.descriptor, atMost: .seconds(10)) == .readable)
  }

  @Test("released wakers leave no descriptor behind")
  func descriptors() throws {
    func nextDescriptor() -> Int32 {
      let descriptor = dup(0)
      close(descriptor)
      return descriptor
    }
    // Other tests open descriptors meanwhile, but by far fewer.
    let before = nextDescriptor()
    for _ in 0..<1000 { _ = Waker() }
    #expect(nextDescriptor() < before + 500)
  }
}
