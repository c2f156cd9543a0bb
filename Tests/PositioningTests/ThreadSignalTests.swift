import Glibc
import Positioning
import Synchronization
import Testing

@Suite struct ThreadSignalTests {
  @Test("a signal stays given")
  func given() {
    let signal = ThreadSignal()
    #expect(!signal.isGiven)
    signal.give()
    signal.give()
    #expect(signal.isGiven)
  }

  @Test("without input or a signal, a wait ends at its limit, and not before")
  func timeout() throws {
    let pair = try SocketPair()
    let start = ContinuousClock.now
    #expect(ThreadSignal().wait(forInputFrom: pair.near, atMost: .milliseconds(20)) == .timedOut)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test("an expired limit does not block", arguments: [Duration.zero, .seconds(-1)])
  func pastLimit(limit: Duration) throws {
    let pair = try SocketPair()
    #expect(ThreadSignal().wait(forInputFrom: pair.near, atMost: limit) == .timedOut)
  }

  @Test("input ends a wait")
  func input() throws {
    let pair = try SocketPair()
    pair.send("x")
    #expect(ThreadSignal().wait(forInputFrom: pair.near) == .readable)
  }

  @Test("the end of the input ends a wait")
  func endOfInput() throws {
    let pair = try SocketPair()
    pair.hangUp()
    #expect(ThreadSignal().wait(forInputFrom: pair.near) == .readable)
  }

  @Test("the signal takes precedence over input")
  func order() throws {
    let pair = try SocketPair()
    pair.send("x")
    let signal = ThreadSignal()
    signal.give()
    #expect(signal.wait(forInputFrom: pair.near) == .signalled)
  }

  @Test("the signal wakes a waiting thread")
  func wakes() async throws {
    let pair = try SocketPair()
    let signal = ThreadSignal()
    let wakeup = await onThread {
      signal.wait(forInputFrom: pair.near, atMost: .seconds(10))
    } meanwhile: {
      signal.give()
    }
    #expect(wakeup == .signalled)
  }

  @Test("another thread's signal counts as an arrival")
  func arrival() {
    let arrival = ThreadSignal()
    arrival.give()
    #expect(ThreadSignal().wait(for: arrival, atMost: .seconds(10)) == .readable)
  }

  @Test("released signals leave no descriptor behind")
  func descriptors() throws {
    func nextDescriptor() -> Int32 {
      let descriptor = dup(0)
      close(descriptor)
      return descriptor
    }
    // Other tests open descriptors meanwhile, but by far fewer.
    let before = nextDescriptor()
    for _ in 0..<1000 { _ = ThreadSignal() }
    #expect(nextDescriptor() < before + 500)
  }
}
