import CivilTime
import FoundationEssentials
import Geography
import Input
import Places

/// How Overpass servers are asked: one request at a time among all processes of a user, no sooner than a server allows,
/// and with no mirror to get around a refusal.
struct OverpassPoliteness: Sendable {
  let server: URL
  /// Asked in order if those before are unreachable or overloaded.
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

  /// Asks one server after the other, as far as that is allowed.
  func answer<Answer>(
    by deadline: Duration, _ ask: (URL) async throws(RequestError) -> Answer
  ) async throws(PlacesError) -> Answer {
    var server = server
    var mirrors = mirrors[...]
    var hasWaited = false
    while true {
      do throws(RequestError) {
        let turn = try await lock?.take(for: server, by: deadline)
        defer { withExtendedLifetime(turn) {} }
        try await keepQuiet(towards: server, by: deadline)
        return try await ask(server)
      } catch {
        switch error {
        case .status(429, let retryAfter):
          let seconds = retryAfter ?? Self.defaultPause
          let end = time.uptime + .seconds(max(1, seconds))
          turn.keepQuiet(until: end)
          await pauses?.begin(for: server, seconds: Double(seconds))
          // After two refusals, give up for now.
          guard !hasWaited, end < deadline else {
            throw .server(address: server.withoutSecrets, .status(429, retryAfter: seconds))
          }
          hasWaited = true
        case .connection where !mirrors.isEmpty, .status(504, _) where !mirrors.isEmpty:
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
    do {
      try await time.wait(for: pause)
    } catch {
      throw .cancelled
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
