import Synchronization
import Testing

@testable import Serving

/// Which connections are accepted, and which are dropped for them.
@Suite struct ConnectionTableTests {
  private let now = ContinuousClock.now

  /// Why the table ended the connections, in their order.
  private final class Ends: Sendable {
    private let reasons = Mutex<[Int: ConnectionTable.EndReason]>([:])

    /// What ends a connection.
    func of(_ index: Int) -> @Sendable (ConnectionTable.EndReason) -> Void {
      { reason in self.reasons.withLock { $0[index] = reason } }
    }

    var all: [Int: ConnectionTable.EndReason] { reasons.withLock(\.self) }
  }

  private func table(connections: Int = 3, ofPeer: Int = 2) -> ConnectionTable {
    var limits = ServerLimits()
    limits.connections = connections
    limits.connectionsOfPeer = ofPeer
    limits.unsentBytes = 10 * ConnectionTable.piece
    limits.unsentBytesOfClient = 6 * ConnectionTable.piece
    return ConnectionTable(limits: limits)
  }

  @Test("a new connection replaces the one idle longest")
  func longestWaiting() throws {
    let table = table()
    let ends = Ends()
    for index in 0..<4 {
      let id = table.admit(peer: "10.0.0.\(index)", at: now + .seconds(index), end: ends.of(index))
      #expect(id != nil)
    }
    #expect(ends.all == [0: .dropped])
    #expect(table.counts.connections == 3)
  }

  @Test("busy connections stay, also those whose answers are being read, so no other gets in")
  func answering() throws {
    let table = table(connections: 2)
    let ends = Ends()
    let first = try #require(table.admit(peer: "10.0.0.1", at: now, end: ends.of(0)))
    let second = try #require(table.admit(peer: "10.0.0.2", at: now, end: ends.of(1)))
    table.set(.answering, of: first, since: now, until: nil)
    table.set(.streaming, of: second, since: now, until: nil)
    #expect(table.admit(peer: "10.0.0.3", at: now, end: ends.of(2)) == nil)
    #expect(reserve(1, of: first, in: table))
    #expect(table.admit(peer: "10.0.0.3", at: now, end: ends.of(2)) == nil && ends.all.isEmpty)
    table.set(.waiting, of: first, since: now, until: nil)
    #expect(table.admit(peer: "10.0.0.3", at: now, end: ends.of(2)) != nil)
    #expect(ends.all == [0: .dropped])
    #expect(table.counts.streams == 1)
  }

  @Test("a remote machine has its own limit, and loses its own connections; this one has none")
  func ofPeer() throws {
    let table = table(connections: 100)
    let ends = Ends()
    _ = table.admit(peer: "10.0.0.1", at: now, end: ends.of(0))
    for index in 1...3 {
      _ = table.admit(peer: "10.0.0.2", at: now + .seconds(index), end: ends.of(index))
    }
    for index in 4...7 { _ = table.admit(peer: "127.0.0.1", at: now, end: ends.of(index)) }
    #expect(ends.all == [1: .crowded])
  }

  @Test("a connection too many of a machine still gets an answer, and makes room first")
  func crowded() throws {
    let table = table(connections: 4)
    let ends = Ends()
    for index in 0..<2 {
      let id = try #require(table.admit(peer: "10.0.0.2", at: now, end: ends.of(index)))
      table.set(.answering, of: id, since: now, until: nil)
    }
    _ = table.admit(peer: "10.0.0.1", at: now, end: ends.of(2))
    let third = try #require(table.admit(peer: "10.0.0.2", at: now + .seconds(1), end: ends.of(3)))
    #expect(ends.all == [3: .crowded] && table.counts.connections == 4)
    _ = table.admit(peer: "10.0.0.3", at: now + .seconds(2), end: ends.of(4))
    #expect(ends.all == [3: .dropped] && table.counts.connections == 4)
    #expect(!table.set(.waiting, of: third, since: now, until: nil))
  }

  @Test("a client that may be gone has its question ended soon, and its events go on")
  func hurry() throws {
    let table = table()
    let ends = Ends()
    let asking = try #require(table.admit(peer: "10.0.0.1", at: now, end: ends.of(0)))
    let stream = try #require(table.admit(peer: "10.0.0.2", at: now, end: ends.of(1)))
    table.set(.answering, of: asking, since: now, until: now + .seconds(60))
    table.set(.streaming, of: stream, since: now, until: nil)
    #expect(table.hurry(asking, until: now + .seconds(2)))
    #expect(table.hurry(asking, until: now + .seconds(9)))
    #expect(!table.hurry(stream, until: now + .seconds(2)))
    table.endOverdue(at: now + .seconds(2))
    #expect(ends.all == [0: .overdue])
  }

  @Test("ends overdue connections, but not those without a deadline")
  func overdue() throws {
    let table = table()
    let ends = Ends()
    let late = try #require(table.admit(peer: "10.0.0.1", at: now, end: ends.of(0)))
    let stream = try #require(table.admit(peer: "10.0.0.2", at: now, end: ends.of(1)))
    table.set(.answering, of: late, since: now, until: now + .seconds(5))
    table.set(.streaming, of: stream, since: now, until: nil)
    table.endOverdue(at: now + .seconds(4))
    #expect(ends.all.isEmpty)
    table.endOverdue(at: now + .seconds(5))
    #expect(ends.all == [0: .overdue])
  }

  /// Makes room for an answer of so many pieces.
  private func reserve(
    _ pieces: Int, of id: ConnectionTable.ID, to client: String? = nil, in table: ConnectionTable,
    after seconds: Int = 0
  ) -> Bool {
    let time = now + .seconds(seconds)
    return table.reserve(
      pieces * ConnectionTable.piece, of: id, to: client ?? "\(id)", since: time, until: time + .seconds(60))
  }

  @Test("an answer without room is not begun, and no other is cut off for it, except one that nobody reads")
  func unsent() throws {
    let table = table()
    let ends = Ends()
    let first = try #require(table.admit(peer: "10.0.0.1", at: now, end: ends.of(0)))
    let second = try #require(table.admit(peer: "10.0.0.2", at: now, end: ends.of(1)))
    #expect(reserve(6, of: first, in: table))
    #expect(!reserve(6, of: second, in: table, after: 4))
    #expect(ends.all == [:])
    #expect(reserve(6, of: second, in: table, after: 5))
    #expect(ends.all == [0: .dropped])
  }

  @Test("one client cannot take all the room, nor that of others behind its proxy, nor cut off their answers")
  func unsentOfClient() throws {
    let table = table(ofPeer: 3)
    let ends = Ends()
    let ids = try (0..<3).map { try #require(table.admit(peer: "10.0.0.1", at: now, end: ends.of($0))) }
    #expect(reserve(4, of: ids[0], to: "a", in: table))
    #expect(!reserve(4, of: ids[1], to: "a", in: table))
    #expect(reserve(4, of: ids[2], to: "b", in: table))
    #expect(!reserve(4, of: ids[1], to: "a", in: table, after: 9))
    #expect(ends.all.isEmpty)
  }

  @Test("a client that leaves many answers unread loses one of them when a connection needs room")
  func stalledConnections() throws {
    let table = table(connections: 4, ofPeer: 3)
    let ends = Ends()
    let ids = try (0..<4).map { try #require(table.admit(peer: "127.0.0.1", at: now, end: ends.of($0))) }
    func admit(after seconds: Int) -> Bool {
      table.admit(peer: "127.0.0.1", at: now + .seconds(seconds), end: { _ in }) != nil
    }
    for (id, client) in zip(ids, ["b", "a", "c", "d"]) { #expect(reserve(1, of: id, to: client, in: table)) }
    #expect(!admit(after: 9))
    #expect(reserve(1, of: ids[3], to: "a", in: table, after: 3))
    #expect(!admit(after: 7))
    #expect(ends.all.isEmpty)
    #expect(admit(after: 8))
    #expect(ends.all == [1: .dropped])
  }

  @Test("each client has its own event streams, behind a proxy, too")
  func streamsOfClient() throws {
    let table = table(connections: 20, ofPeer: 20)
    for index in 0...17 {
      let id = try #require(table.admit(peer: "127.0.0.1", at: now, end: Ends().of(0)))
      let client = index < 17 ? "10.0.0.1" : "10.0.0.2"
      #expect(table.allowsStream(of: id, to: client) == (index != 16))
      if index < 16 { table.set(.streaming, of: id, since: now, until: nil) }
    }
  }

  @Test("there is always room for a small answer")
  func unsentPiece() throws {
    let table = table(connections: 4)
    for peer in 1...3 {
      let id = try #require(table.admit(peer: "10.0.0.\(peer)", at: now, end: Ends().of(0)))
      #expect(reserve(peer == 3 ? 1 : 5, of: id, in: table))
    }
  }
}
