import Geography
import PlaceServers

/// What a cache holds, for people and for programs.
public struct CacheReport: Sendable {
  private let cache: OnDiskCache
  private let items: [OnDiskCache.Item]
  private var size: Int { items.reduce(0) { $0 + $1.size } }
  private var oldest: Double? { items.map(\.age).max() }

  public init(of cache: OnDiskCache, items: [OnDiskCache.Item]) {
    self.cache = cache
    self.items = items
  }

  /// A line for each of the facts.
  public var text: String {
    var lines = [
      "path    \(TerminalText.harmless(cache.directory))",
      "size    \(Self.wording(bytes: size)) of \(Self.wording(bytes: cache.sizeLimit))",
      "items   \(items.count)",
    ]
    if let oldest { lines.append("oldest  \(Age.text(seconds: oldest))") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One JSON document: bytes and seconds; what is unknown is absent.
  public var json: String {
    JSONValue.known([
      "path": .string(cache.directory), "size": .integer(size), "limit": .integer(cache.sizeLimit),
      "items": .integer(items.count), "oldest": oldest.map(JSONValue.rounded),
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
