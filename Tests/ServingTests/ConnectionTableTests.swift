import Glibc
import Testing

@testable import Serving

/// Which connections are accepted, and which are dropped for them.
@Suite struct ConnectionTableTests {
  private let now = ContinuousClock.now

  /// A connection's descriptor, and whether it was ended.
  private final class Pair {
    let descriptor: Int32
    private let other: Int32

    init() throws {
      var both: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &both) == 0)
      (descriptor, other) = (both[0], both[1])
    }

    deinit {
      close(descriptor)
      close(other)
    }

    var isEnded: Bool {
      var byte: UInt8 = 0
      return recv(other, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }
  }

  private func table(connections: Int = 3, ofPeer: Int = 2) -> ConnectionTable {
    var limits = ServerLimits()
    limits.connections = connections
    limits.connectionsOfPeer = ofPeer
    limits.unsentBytes = 100
    return ConnectionTable(limits: limits)
  }

  @Test("a new connection replaces the one idle longest")
  func longestWaiting() throws {
    let table = table()
    let pairs = try (0..<4).map { _ in try Pair() }
    for (index, pair) in pairs.enumerated() {
      #expect(table.admit(pair.descriptor, peer: "10.0.0.\(index)", at: now + .seconds(index)) != nil)
    }
    #expect(pairs.map(\.isEnded) == [true, false, false, false])
    #expect(table.counts.connections == 3)
  }

  @Test("busy connections stay, so no other gets in")
  func answering() throws {
    let table = table(connections: 2)
    let pairs = try (0..<3).map { _ in try Pair() }
    let first = try #require(table.admit(pairs[0].descriptor, peer: "10.0.0.1", at: now))
    let second = try #require(table.admit(pairs[1].descriptor, peer: "10.0.0.2", at: now))
    table.set(.answering, of: first, since: now, until: nil)
    table.set(.streaming, of: second, since: now, until: nil)
    #expect(table.admit(pairs[2].descriptor, peer: "10.0.0.3", at: now) == nil)
    #expect(table.setSending(10, of: first))
    #expect(table.admit(pairs[2].descriptor, peer: "10.0.0.3", at: now) != nil)
    #expect(pairs.map(\.isEnded) == [true, false, false])
    #expect(table.counts.streams == 1)
  }

  @Test("a remote machine has its own limit, and loses its own connections; this one has none")
  func ofPeer() throws {
    let table = table(connections: 100)
    let pairs = try (0..<8).map { _ in try Pair() }
    _ = table.admit(pairs[0].descriptor, peer: "10.0.0.1", at: now)
    for pair in pairs[1...3] { _ = table.admit(pair.descriptor, peer: "10.0.0.2", at: now + .seconds(1)) }
    for pair in pairs[4...] { _ = table.admit(pair.descriptor, peer: "127.0.0.1", at: now) }
    #expect(!pairs[0].isEnded)
    let ended = pairs.map(\.isEnded)
    #expect(ended[1...3].filter(\.self).count == 1)
    #expect(ended[4...].allSatisfy { !$0 })
  }

  @Test("ends overdue connections, but not those without a deadline")
  func overdue() throws {
    let table = table()
    let pairs = try (0..<2).map { _ in try Pair() }
    let late = try #require(table.admit(pairs[0].descriptor, peer: "10.0.0.1", at: now))
    let stream = try #require(table.admit(pairs[1].descriptor, peer: "10.0.0.2", at: now))
    table.set(.answering, of: late, since: now, until: now + .seconds(5))
    table.set(.streaming, of: stream, since: now, until: nil)
    table.endOverdue(at: now + .seconds(4))
    #expect(!table.isOverdue(late))
    table.endOverdue(at: now + .seconds(5))
    #expect(table.isOverdue(late))
    #expect(pairs.map(\.isEnded) == [true, false])
  }

  @Test("clients that do not read their answers cannot fill the memory")
  func unsent() throws {
    let table = table()
    let pairs = try (0..<2).map { _ in try Pair() }
    let first = try #require(table.admit(pairs[0].descriptor, peer: "10.0.0.1", at: now))
    let second = try #require(table.admit(pairs[1].descriptor, peer: "10.0.0.2", at: now + .seconds(1)))
    #expect(table.setSending(60, of: first))
    #expect(table.setSending(60, of: second))
    #expect(pairs.map(\.isEnded) == [true, false])
    #expect(!table.setSending(60, of: first))
  }
}
