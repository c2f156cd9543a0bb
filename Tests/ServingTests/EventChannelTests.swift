import NIOHTTP1
import Synchronization
import Testing

@testable import Serving

@Suite struct EventChannelTests {
  private final class End: Sendable {
    private let ends = Mutex(0)
    var count: Int { ends.withLock { $0 } }
    func come() { ends.withLock { $0 += 1 } }
  }

  @Test("ends when whoever sends the answer lets go of it")
  func clientGone() {
    let end = End()
    var (channel, response): (EventChannel, _?) = EventChannel.make { end.come() }
    channel.send(EventChannel.event("1"))
    #expect(end.count == 0)
    #expect(response?.status == .ok)
    response = nil
    #expect(end.count == 1)
    // What nobody reads does no harm.
    channel.send(EventChannel.event("2"))
    channel.finish()
    #expect(end.count == 1)
  }

  @Test("cuts off a client that does not keep up")
  func slowClient() {
    let end = End()
    let (channel, response) = EventChannel.make { end.come() }
    for number in 1..<EventChannel.capacity { channel.send(EventChannel.event("\(number)")) }
    #expect(end.count == 0)
    channel.send(EventChannel.event("one too many"))
    #expect(end.count == 1)
    #expect(response.status == .ok)
  }
}
