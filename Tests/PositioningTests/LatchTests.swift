import Glibc
import Input
import Positioning
import Synchronization
import Testing

@Suite struct LatchTests {
  @Test("a latch stays set")
  func given() {
    let latch = Latch()
    #expect(!latch.isSet)
    latch.set()
    latch.set()
    #expect(latch.isSet)
  }

  @Test("without input or a latch, a wait ends at its limit, and not before")
  func timeout() throws {
    let pair = try SocketPair()
    let start = ContinuousClock.now
    #expect(Latch().wait(forInputFrom: pair.near, atMost: .milliseconds(20)) == .timedOut)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test("an expired limit does not block", arguments: [Duration.zero, .seconds(-1)])
  func pastLimit(limit: Duration) throws {
    let pair = try SocketPair()
    #expect(Latch().wait(forInputFrom: pair.near, atMost: limit) == .timedOut)
  }

  @Test("input ends a wait")
  func input() throws {
    let pair = try SocketPair()
    pair.send("x")
    #expect(Latch().wait(forInputFrom: pair.near) == .readable)
  }

  @Test("the end of the input ends a wait")
  func endOfInput() throws {
    let pair = try SocketPair()
    pair.hangUp()
    #expect(Latch().wait(forInputFrom: pair.near) == .readable)
  }

  @Test("the latch takes precedence over input")
  func order() throws {
    let pair = try SocketPair()
    pair.send("x")
    let latch = Latch()
    latch.set()
    #expect(latch.wait(forInputFrom: pair.near) == .called)
  }

  @Test("the latch wakes a waiting thread")
  func wakes() async throws {
    let pair = try SocketPair()
    let latch = Latch()
    let wakeup = await onThread {
      latch.wait(forInputFrom: pair.near, atMost: .seconds(10))
    } meanwhile: {
      latch.set()
    }
    #expect(wakeup == .called)
  }

  @Test("another thread's latch counts as an arrival")
  func arrival() {
    let arrival = Latch()
    arrival.set()
    #expect(Latch().wait(for: arrival, atMost: .seconds(10)) == .readable)
  }

  @Test("released latches leave no descriptor behind")
  func descriptors() throws {
    func nextDescriptor() -> Int32 {
      let descriptor = dup(0)
      close(descriptor)
      return descriptor
    }
    // Other tests open descriptors meanwhile, but by far fewer.
    let before = nextDescriptor()
    for _ in 0..<1000 { _ = Latch() }
    #expect(nextDescriptor() < before + 500)
  }
}
