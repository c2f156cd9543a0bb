import CivilTime
import FoundationEssentials
import Input

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
