import Synchronization

/// The connections of a server: their number, their peers, and their deadlines.
///
/// A new connection replaces the one that has been idle longest, so that idle connections, however many, keep
/// nobody out.
final class ConnectionTable: Sendable {
  typealias ID = UInt64

  enum Phase {
    /// It is waiting for a request, or for the rest of one.
    case waiting
    /// poi is preparing its answer.
    case answering
    /// The client has yet to read this many bytes of its answer.
    case sending(Int)
    /// It receives events as they come.
    case streaming

    /// Whether nothing is asked of the server; an answer that is begun has its time to be read.
    var isIdle: Bool { if case .waiting = self { true } else { false } }

    var isStream: Bool { if case .streaming = self { true } else { false } }

    var unsentBytes: Int { if case .sending(let bytes) = self { bytes } else { 0 } }
  }

  /// Why the table ends a connection.
  enum EndReason {
    /// Its deadline passed. One that is waiting can still get an answer.
    case overdue
    /// Its peer has too many, so it only refuses the next request.
    case crowded
    /// It makes room for another, or the server ends.
    case dropped
  }

  private struct Entry {
    /// `nil` if that has too many, so that this one only refuses, and counts as nobody's.
    var peer: String?
    /// For whom the peer asked last.
    var client: String?
    let end: @Sendable (EndReason) -> Void
    var phase = Phase.waiting
    var since: ContinuousClock.Instant
    var deadline: ContinuousClock.Instant?
  }

  private struct State {
    var entries: [ID: Entry] = [:]
    var ofPeer: [String: Int] = [:]
    var nextID: ID = 0
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// The number of connections, and of event streams among them.
  var counts: (connections: Int, streams: Int) {
    state.withLock { state in
      (state.entries.count, state.entries.values.count { $0.phase.isStream })
    }
  }

  /// Adds a connection; `nil` if there are too many busy ones. Of too many from its peer, one is `crowded`, maybe itself.
  ///
  /// - Parameter end: ends the connection, but not before it returns: it is called with the table locked.
  func admit(
    peer: String, at now: ContinuousClock.Instant, end: @escaping @Sendable (EndReason) -> Void
  ) -> ID? {
    state.withLock { state in
      guard state.entries.count < limits.connections || makeRoom(in: &state, at: now) else { return nil }
      state.nextID += 1
      state.entries[state.nextID] = Entry(
        peer: peer, end: end, since: now, deadline: now + limits.headTime)
      state.ofPeer[peer, default: 0] += 1
      if !limits.isShared(peer), state.ofPeer[peer, default: 0] > limits.connectionsOfPeer {
        _ = Self.dropOldest(of: &state, .crowded) { $0.phase.isIdle && $0.peer == peer }
      }
      return state.nextID
    }
  }

  /// Makes room when the process has no descriptor left.
  func makeRoom() {
    _ = state.withLock { makeRoom(in: &$0, at: .now) }
  }

  /// Drops an idle connection, else one that reads nothing of the client that keeps most of them from others.
  private func makeRoom(in state: inout State, at now: ContinuousClock.Instant) -> Bool {
    if Self.dropOldest(of: &state, where: \.phase.isIdle) { return true }
    let stalled = Dictionary(grouping: state.entries.values.filter { hasStalled($0, at: now) }, by: \.client)
    guard let most = stalled.max(by: { $0.value.count < $1.value.count }),
      most.value.count >= min(limits.connectionsOfPeer, limits.connections / 2)
    else { return false }
    return Self.dropOldest(of: &state) { $0.client == most.key && hasStalled($0, at: now) }
  }

  private func hasStalled(_ entry: Entry, at now: ContinuousClock.Instant) -> Bool {
    entry.phase.unsentBytes > 0 && entry.since + limits.stalledTime <= now
  }

  /// Ends the connection that has been as it is longest, crowded ones first.
  ///
  /// - Returns: `false` if none is meant.
  private static func dropOldest(
    of state: inout State, _ reason: EndReason = .dropped, where isMeant: (Entry) -> Bool
  ) -> Bool {
    func order(_ entry: Entry) -> (Int, ContinuousClock.Instant) { (entry.peer == nil ? 0 : 1, entry.since) }
    let meant = state.entries.filter { isMeant($0.value) }
    guard let (id, entry) = meant.min(by: { order($0.value) < order($1.value) }) else { return false }
    entry.end(reason)
    forget(id, in: &state)
    if reason == .crowded {
      state.entries[id] = entry
      state.entries[id]?.peer = nil
    }
    return true
  }

  /// Sets a connection's phase and deadline.
  ///
  /// - Returns: `false` if it was dropped in the meantime.
  @discardableResult
  func set(
    _ phase: Phase, of id: ID, since now: ContinuousClock.Instant, until deadline: ContinuousClock.Instant?
  ) -> Bool {
    state.withLock { state in
      guard let index = state.entries.index(forKey: id) else { return false }
      state.entries.values[index].phase = phase
      state.entries.values[index].since = now
      state.entries.values[index].deadline = deadline
      return true
    }
  }

  /// Lets a client that may be gone wait no longer than that for its answer.
  ///
  /// - Returns: `false` if it receives events, for as long as it likes.
  func hurry(_ id: ID, until deadline: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard let entry = state.entries[id], !entry.phase.isStream else { return false }
      state.entries[id]?.deadline = min(entry.deadline ?? deadline, deadline)
      return true
    }
  }

  /// Makes room for an answer before it is begun, in place of those of which nobody has read anything for a while.
  ///
  /// - Parameters:
  ///   - client: whoever asked for it.
  ///   - deadline: when the client must have read all of it.
  /// - Returns: `false` if there is no room, or the client has too many answers to read: none is cut off for those.
  func reserve(
    _ bytes: Int, of id: ID, to client: String, since now: ContinuousClock.Instant,
    until deadline: ContinuousClock.Instant
  ) -> Bool {
    state.withLock { state in
      guard state.entries[id] != nil else { return true }
      func unsent(where isMeant: (Entry) -> Bool) -> Int {
        state.entries.values.reduce(bytes) { $0 + (isMeant($1) ? $1.phase.unsentBytes : 0) }
      }
      // A small answer takes no more than the connection itself may.
      let isSmall = bytes <= Self.piece
      if !isSmall, unsent(where: { $0.client == client }) > limits.unsentBytesOfClient { return false }
      while !isSmall, unsent(where: { _ in true }) > limits.unsentBytes {
        guard Self.dropOldest(of: &state, where: { hasStalled($0, at: now) }) else { return false }
      }
      state.entries[id]?.client = client
      state.entries[id]?.phase = .sending(bytes)
      state.entries[id]?.since = now
      state.entries[id]?.deadline = deadline
      return true
    }
  }

  /// In bytes: as much of an answer as is sent at once.
  static let piece = 64 * 1024

  /// Whether there may be one more event stream, in all and to this client.
  func allowsStream(of id: ID, to client: String) -> Bool {
    state.withLock { state in
      guard state.entries[id]?.peer != nil else { return false }
      state.entries[id]?.client = client
      let streaming = state.entries.values.lazy.filter { $0.phase.isStream }
      guard streaming.count < limits.streams else { return false }
      return limits.isShared(client) || streaming.count { $0.client == client } < limits.streamsOfClient
    }
  }

  func endOverdue(at now: ContinuousClock.Instant) {
    state.withLock { state in
      for entry in state.entries.values {
        if let deadline = entry.deadline, deadline <= now { entry.end(.overdue) }
      }
    }
  }

  func endAll() {
    state.withLock { state in
      for entry in state.entries.values { entry.end(.dropped) }
    }
  }

  /// Forgets a connection that is closed.
  func remove(_ id: ID) {
    state.withLock { Self.forget(id, in: &$0) }
  }

  private static func forget(_ id: ID, in state: inout State) {
    guard let peer = state.entries.removeValue(forKey: id)?.peer else { return }
    let left = state.ofPeer[peer, default: 1] - 1
    state.ofPeer[peer] = left > 0 ? left : nil
  }
}
