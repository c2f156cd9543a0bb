import ArgumentParser
import PlaceServers
import Presentation

struct CacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Show or clear cached server answers",
    discussion: """
      poi cache
      poi cache clean --max-age 30d
      poi cache clean --all
      """,
    subcommands: [CacheShowCommand.self, CacheCleanCommand.self],
    defaultSubcommand: CacheShowCommand.self)
}

struct CacheShowCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the folder, size and age of the cache",
    discussion: """
      poi cache show
      poi cache show --json | jq .size
      """)

  @Flag(help: "Print JSON, in bytes and seconds") var json = false

  func run(in context: CommandContext) async throws -> ExitStatus {
    let cache = try OnDiskCache.orFailure(in: context.settings)
    let report = CacheReport(of: cache, items: try cache.items())
    try context.console.write(json ? report.json : report.text)
    return .success
  }
}

struct CacheCleanCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Remove old answers, and more if the cache is too large",
    discussion: """
      poi cache clean
      poi cache clean --max-age 30d --max-size 50MB
      poi cache clean --all
      """)

  @Flag(help: "Remove everything") var all = false

  @Option(SettingType.time, help: "Remove older answers: 30m, 12h, 7d, 2w") var maxAge: Double?

  @Option(SettingType.bytes, help: "Remove the oldest until the rest fits: 50MB, 1GB") var maxSize: Int?

  func validate() throws {
    if all, maxAge != nil || maxSize != nil {
      throw ValidationError("--all removes everything; leave out --max-age and --max-size")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let cache = try OnDiskCache.orFailure(in: context.settings)
    let removed = try await cache.clean(policy(for: cache))
    let size = CacheReport.wording(bytes: removed.reduce(0) { $0 + $1.size })
    context.console.tell("removed \(removed.count == 1 ? "1 item" : "\(removed.count) items"), \(size)")
    return .success
  }

  private func policy(for cache: OnDiskCache) -> MaxSizeCleanupPolicy {
    // Even an empty cache is larger than -1 bytes, so everything goes.
    if all { return MaxSizeCleanupPolicy(maxSize: -1) }
    if maxAge == nil, maxSize == nil { return cache.usualPolicy }
    return MaxSizeCleanupPolicy(maxAge: maxAge ?? .infinity, maxSize: maxSize ?? .max)
  }
}

extension OnDiskCache {
  /// - Throws: `CommandFailure` if the user has no home.
  fileprivate static func orFailure(in settings: Settings) throws -> OnDiskCache {
    guard let cache = try ofUser(in: settings) else {
      throw CommandFailure("no home directory for the cache; set XDG_CACHE_HOME", .noSuchInput)
    }
    return cache
  }
}
