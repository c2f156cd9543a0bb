import Geography
import PlaceServers

/// What a cache holds, for people and for programs.
public struct CacheReport: Sendable {
  private let path: String
  private let size: Int
  private let sizeLimit: Int
  private let items: Int
  private let oldest: Double?

  public init(of cache: OnDiskCache, items: [OnDiskCache.Item]) {
    path = cache.directory
    size = items.reduce(0) { $0 + $1.size }
    sizeLimit = cache.sizeLimit
    self.items = items.count
    oldest = items.map(\.age).max()
  }

  /// A line for each of the facts.
  public var text: String {
    var lines = [
      "path    \(TerminalText.harmless(path))",
      "size    \(Self.wording(bytes: size)) of \(Self.wording(bytes: sizeLimit))",
      "items   \(items)",
    ]
    if let oldest { lines.append("oldest  \(Age.text(seconds: oldest))") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One JSON document: bytes and seconds; what is unknown is absent.
  public var json: String {
    JSONValue.known([
      "path": .string(path), "size": .integer(size), "limit": .integer(sizeLimit), "items": .integer(items),
      "oldest": oldest.map(JSONValue.rounded),
    ]).indented + "\n"
  }

  /// `1.2 MB`, as people say it.
  public static func wording(bytes: Int) -> String {
    for (unit, factor) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where Double(bytes) >= factor * 0.9995 {
      let tenths = (Double(bytes) / factor * 10).rounded()
      return tenths < 1000
        ? "\(Int(clamping: tenths) / 10).\(Int(clamping: tenths) % 10) \(unit)"
        : "\(Int(clamping: (tenths / 10).rounded())) \(unit)"
    }
    return "\(bytes) B"
  }
}
