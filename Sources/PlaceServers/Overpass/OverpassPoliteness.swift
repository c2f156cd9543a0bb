import CivilTime
import FoundationEssentials
import Geography
import Glibc
import Input
import Places
import Synchronization

/// How Overpass servers are asked: one request at a time among all processes of a user, with a rest before the next
/// question, no sooner than a server allows, and with no mirror to get around a refusal.
struct OverpassPoliteness: Sendable {
  let server: URL
  /// Asked in order if those before are unreachable, silent or overloaded.
  let mirrors: [URL]
  /// The turn of this process, which whoever asks has taken.
  let turn: RequestQueue
  /// What a server asked of earlier runs; `nil` to do without.
  let pauses: RememberedPauses?
  /// Keeps other processes of the user from asking at the same time; `nil` to do without.
  let lock: ServerLock?
  let time: any Clock

  /// Seconds to wait if the server does not say how long.
  private static let defaultPause = 30
  /// Seconds to leave the servers alone before the next question.
  private static let rest = 1.0

  /// Asks one server after the other, as far as that is allowed; `ask` also takes by when a server must answer.
  ///
  /// - Parameters:
  ///   - isFirst: whether it begins a question: only then does it rest, and look what is known.
  ///   - position: what the question is about, so that a correction of the last one need not rest; `nil` to rest always.
  ///   - deadline: is put off by the rest.
  ///   - known: the answer, if it has become known while this waited.
  func answer<Answer>(
    isFirst: Bool = true, about position: Coordinate? = nil, by deadline: inout Duration,
    unless known: () -> Answer?, _ ask: (URL, Duration) async throws(RequestError) -> Answer
  ) async throws(PlacesError) -> Answer {
    var isFirst = isFirst
    var server = server
    var mirrors = mirrors[...]
    var hasWaited = false
    while true {
      var isAsked = false
      do throws(RequestError) {
        let turn = try await lock?.take(for: server, by: deadline)
        defer { withExtendedLifetime(turn) {} }
        if isFirst, let answer = known() { return answer }
        try await keepQuiet(towards: server, by: deadline)
        if isFirst { deadline += try await rest(turn, before: position) }
        isFirst = false
        isAsked = true
        defer {
          self.turn.lastEnd = time.date.timeIntervalSince1970
          turn?.lastEnd = self.turn.lastEnd
        }
        // Were all of the time the first one's, a silent server would leave none for its mirrors.
        return try await ask(server, time.uptime + (deadline - time.uptime) / (mirrors.count + 1))
      } catch {
        switch error {
        // The rest of a pause that holds is no new refusal.
        case .status(429, let retryAfter) where isAsked:
          let seconds = retryAfter ?? Self.defaultPause
          let end = time.uptime + .seconds(max(1, seconds))
          turn.keepQuiet(until: end)
          await pauses?.begin(for: server, seconds: Double(seconds))
          // After two refusals, give up for now.
          guard !hasWaited, end < deadline else {
            throw .server(address: server.withoutSecrets, .status(429, retryAfter: seconds))
          }
          hasWaited = true
        case _ where error.mayBeAnsweredElsewhere && !mirrors.isEmpty:
          server = mirrors.removeFirst()
        default:
          throw .server(address: server.withoutSecrets, error)
        }
      }
    }
  }

  /// Waits as long as a server asked to, if that is not too long.
  private func keepQuiet(towards server: URL, by deadline: Duration) async throws(RequestError) {
    let remembered = Duration.seconds(pauses?.remaining(for: server) ?? 0)
    let pause = max(turn.quietUntil - time.uptime, remembered)
    guard pause > .zero else { return }
    guard time.uptime + pause < deadline else {
      throw .status(429, retryAfter: Int(clamping: (pause / .seconds(1)).rounded(.up)))
    }
    try await wait(for: pause)
  }

  /// Waits until the last request of any process is a moment ago, and returns how long that took.
  private func rest(
    _ turn: ServerLock.Turn?, before position: Coordinate?
  ) async throws(RequestError) -> Duration {
    guard !self.turn.isAgain(position) else { return .zero }
    // Any bytes may stand in the file, and the clock may have been set.
    let passed = time.date.timeIntervalSince1970 - max(self.turn.lastEnd, turn?.lastEnd ?? 0)
    guard 0..<Self.rest ~= passed else { return .zero }
    let rest = Duration.seconds(Self.rest - passed)
    try await wait(for: rest)
    return rest
  }

  private func wait(for duration: Duration) async throws(RequestError) {
    do {
      try await time.wait(for: duration)
    } catch {
      throw .cancelled
    }
  }
}

extension RequestError {
  /// Whether another server may answer the same question: this one is unreachable, silent or too slow.
  fileprivate var mayBeAnsweredElsewhere: Bool {
    switch self {
    case .connection, .timedOut, .status(503...504, _): true
    // `runtime error: Query timed out in "query" at line 1 after 16 seconds.`
    case .gaveUp(let words): words.contains("timed out")
    default: false
    }
  }
}

/// Remembers how long servers asked to be left alone, so that a script that runs a program again and again
/// does not ask each time.
public struct RememberedPauses: Sendable {
  private let disk: OnDiskCache
  private let time: any Clock

  /// - Parameter directory: a folder of its own, which need not exist yet.
  public init(directory: String, time: any Clock = SystemClock()) {
    disk = OnDiskCache(directory: directory, sizeLimit: 10_000, time: time)
    self.time = time
  }

  /// For how many seconds not to ask a server; 0 if it may be asked.
  func remaining(for server: URL) -> Double {
    guard let item = try? disk.items().first(where: { $0.name == name(of: server) }),
      let content = disk.content(of: item),
      let end = Timestamp.date(parsing: String(decoding: content, as: UTF8.self))
    else { return 0 }
    let seconds = end.timeIntervalSince(time.date)
    return seconds <= Double(RetryAfter.longest) ? max(0, seconds) : 0
  }

  /// Notes that a server must not be asked for this many seconds.
  func begin(for server: URL, seconds: Double) async {
    let end = time.date.addingTimeInterval(min(seconds, Double(RetryAfter.longest)))
    // If nothing can be written, this run still waits.
    try? await disk.keep(Data(Timestamp.text(of: end).utf8), as: name(of: server))
  }

  /// An address may contain a token, which must not appear in a file.
  private func name(of server: URL) -> String {
    Checksum.text(of: server.absoluteString.utf8)
  }
}

/// Sends one request at a time, and none while a server has asked to wait.
public final class RequestQueue: Sendable {
  /// The turn that all requests of the process wait for.
  public static let shared = RequestQueue()

  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var quietUntil = Duration.zero
    var lastEnd = 0.0
    var position: Coordinate?
  }

  private let state = Mutex(State())

  /// A turn of its own, for tests.
  public init() {}

  /// Returns once the turn is free.
  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func give() {
    state.withLock { state in
      state.isTaken = !state.waiting.isEmpty
      return state.isTaken ? state.waiting.removeFirst() : nil
    }?.resume()
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Holds every request back until a time.
  func keepQuiet(until time: Duration) {
    state.withLock { $0.quietUntil = max($0.quietUntil, time) }
  }

  var quietUntil: Duration { state.withLock { $0.quietUntil } }

  /// Whether the last question was about this position, too.
  func isAgain(_ position: Coordinate?) -> Bool {
    state.withLock { state in
      defer { state.position = position }
      guard let position, let last = state.position else { return false }
      // The middle of a box around it is off by a rounding.
      return abs(position.latitude - last.latitude) + abs(position.longitude - last.longitude) < 1e-6
    }
  }

  /// When the last request of this process ended, in seconds since 1970.
  var lastEnd: Double {
    get { state.withLock { $0.lastEnd } }
    set { state.withLock { $0.lastEnd = newValue } }
  }
}

/// Lets one process of a user at a time ask a server; the others wait their turn.
public struct ServerLock: Sendable {
  /// The right to ask, until it is released or the process ends.
  final class Turn: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    /// When the last request of any process ended, in seconds since 1970; 0 if that is not known.
    var lastEnd: Double {
      get {
        var seconds = 0.0
        return pread(descriptor, &seconds, 8, 0) == 8 ? seconds : 0
      }
      set {
        var seconds = newValue
        // If nothing can be written, only this process rests.
        _ = pwrite(descriptor, &seconds, 8, 0)
      }
    }

    deinit {
      // Closing the file unlocks it.
      close(descriptor)
    }
  }

  private let directory: String
  private let time: any Clock

  /// How long to wait before looking again whether the turn is free.
  private static let pause = Duration.milliseconds(50)

  /// - Parameter directory: a folder of its own, which need not exist yet.
  public init(directory: String, time: any Clock = SystemClock()) {
    self.directory = directory
    self.time = time
  }

  /// Waits for the turn to ask a server; `nil` if no lock file can be created.
  ///
  /// - Throws: `RequestError.inUse` if another process still has it at `deadline`, and `cancelled`.
  func take(for server: URL, by deadline: Duration) async throws(RequestError) -> Turn? {
    let start = time.uptime
    guard (try? OnDiskCache.makeFolder(directory)) != nil else { return nil }
    // An address may contain a token, which must not appear in a file.
    let path = "\(directory)/\(Checksum.text(of: server.absoluteString.utf8)).lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    let turn = Turn(descriptor: descriptor)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // A file system without locks cannot tell.
      guard errno == EWOULDBLOCK || errno == EINTR else { return nil }
      guard time.uptime + Self.pause < deadline else {
        throw .inUse(seconds: (time.uptime - start) / .seconds(1))
      }
      do {
        try await time.wait(for: Self.pause)
      } catch {
        throw .cancelled
      }
    }
    return turn
  }
}
