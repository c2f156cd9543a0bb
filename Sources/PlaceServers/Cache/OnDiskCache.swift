import FoundationEssentials
import Glibc
import Input

/// Files that may disappear at any time, within a limit of their total size.
///
/// Several processes can use it at once: an item is either complete or absent, whatever happens to the
/// process that writes it, and a damaged one is forgotten.
public struct OnDiskCache: Sendable {
  /// A file of the cache.
  public struct Item: Hashable, Sendable {
    public let path: String
    /// Seconds since it was written.
    public let age: Double
    /// Bytes.
    public let size: Int

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  /// Why a cache cannot be used; `code` is an errno.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    /// What could not be opened, read or written.
    public let path: String
    /// An errno; `EWOULDBLOCK` if another process holds the cache for long.
    public let code: Int32

    public init(path: String, code: Int32) {
      self.path = path
      self.code = code
    }

    public var description: String {
      "\(path): \(code == EWOULDBLOCK ? "another process keeps it locked" : String(cString: strerror(code)))"
    }
  }

  /// The folder, which need not exist yet.
  public let directory: String
  /// The limit for all items together, in bytes.
  public let sizeLimit: Int

  private let time: any Clock

  public init(
    directory: String, sizeLimit: Int = Self.defaultSizeLimit, time: any Clock = SystemClock()
  ) {
    self.directory = directory
    self.sizeLimit = sizeLimit
    self.time = time
  }

  /// The user's cache: `$XDG_CACHE_HOME/poi`, else `~/.cache/poi`; `nil` if the user has no home.
  public static func userDirectory(in environment: [String: String]) -> String? {
    BaseDirectory.path(of: "XDG_CACHE_HOME", orInHome: ".cache", in: environment).map { "\($0)/poi" }
  }
}

// MARK: - Items

extension OnDiskCache {
  /// Every item; none if there is no folder yet.
  public func items() throws(Problem) -> [Item] {
    let now = time.date.timeIntervalSince1970
    return try names().filter { !$0.hasPrefix(".") }.compactMap { name in
      var status = stat()
      // It may be gone by now.
      guard lstat(path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      let written = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
      return Item(path: path(of: name), age: max(0, now - written), size: Int(status.st_size))
    }
  }

  /// The data of an item; `nil` if it is gone or damaged, in which case the item is removed.
  func content(of item: Item) -> Data? {
    if item.size <= sizeLimit {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: item.path)) else { return nil }
      let content = data.dropFirst(Self.sealLength)
      if data.prefix(Self.sealLength) == Self.seal(of: content) { return content }
    }
    unlink(item.path)
    return nil
  }

  /// Stores data under a name, replacing what was there and whatever is `superseded`.
  ///
  /// The oldest items make room; anything larger than the limit is not stored.
  func keep(_ content: Data, as name: String, superseding superseded: (Item) -> Bool = { _ in false })
    async throws(Problem)
  {
    let data = Self.seal(of: content) + content
    guard data.count <= sizeLimit else { return }
    try await locked { () throws(Problem) in
      let items = try items()
      let replaced = items.filter { superseded($0) || $0.name == name }
      let room = MaxSizeCleanupPolicy(maxSize: sizeLimit - data.count)
      remove(replaced + room.itemsToRemove(from: items.filter { !replaced.contains($0) }))
      try write(data, as: name)
    }
  }

  /// Removes what a policy chooses, and returns it.
  @discardableResult
  public func clean(_ policy: MaxSizeCleanupPolicy) async throws(Problem) -> [Item] {
    // Do not create a folder only to clean it.
    guard try !names().isEmpty else { return [] }
    return try await locked { () throws(Problem) in
      let removed = policy.itemsToRemove(from: try items())
      remove(removed)
      return removed
    }
  }

  /// Creates the folder, and throws if nothing can be written into it.
  public func checkWritable() async throws(Problem) { try await locked {} }

  private func remove(_ items: [Item]) {
    for item in items { unlink(item.path) }
  }

  private func path(of name: String) -> String { "\(directory)/\(name)" }

  private func names() throws(Problem) -> [String] {
    guard let folder = opendir(directory) else {
      if errno == ENOENT { return [] }
      throw Problem(path: directory, code: errno)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}

// MARK: - Writing

extension OnDiskCache {
  private static let lockName = ".lock"

  /// The first line of an item, which reveals damage.
  private static func seal(of content: Data) -> Data {
    Data("poi cache 1 \(Checksum.text(of: content))\n".utf8)
  }
  private static let sealLength = seal(of: Data()).count

  /// Does something while no other process writes.
  private func locked<Value>(_ body: () throws(Problem) -> Value) async throws(Problem) -> Value {
    try Self.makeFolder(directory)
    let lock = open(path(of: Self.lockName), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Problem(path: path(of: Self.lockName), code: errno) }
    // Closing it unlocks it, and so does the end of the process.
    defer { close(lock) }
    var attempts = 0
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      attempts += 1
      guard errno == EWOULDBLOCK || errno == EINTR, attempts < Self.lockAttempts else {
        throw Problem(path: directory, code: errno)
      }
      try? await time.wait(for: Self.lockPause)
    }
    // The process that left these was killed while it held the lock.
    for name in try names() where name.hasPrefix(".") && name != Self.lockName { unlink(path(of: name)) }
    return try body()
  }

  /// Creates a folder that only the user can open, and its parents.
  static func makeFolder(_ path: String) throws(Problem) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw Problem(path: path, code: errno)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Problem(path: path, code: errno) }
  }

  /// A writer needs milliseconds; do not wait for a stopped one longer than a second.
  private static let lockAttempts = 100
  private static let lockPause = Duration.milliseconds(10)

  private func write(_ data: Data, as name: String) throws(Problem) {
    let temporary = path(of: ".\(name)")
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Problem(path: temporary, code: errno) }
    var failure = data.writeAll(to: descriptor)
    // A full disk may show only now.
    if close(descriptor) != 0 { failure = failure ?? errno }
    if failure == nil, rename(temporary, path(of: name)) != 0 { failure = errno }
    if let failure {
      unlink(temporary)
      throw Problem(path: path(of: name), code: failure)
    }
  }
}

/// Bounds the size of a cache, and the age of its items if asked.
public struct MaxSizeCleanupPolicy: Sendable {
  /// Removes items older than this many seconds.
  public var maxAge = Double.infinity
  /// Then removes the oldest items until the rest is no larger than this many bytes.
  public var maxSize = Int.max

  public init(maxAge: Double = .infinity, maxSize: Int = .max) {
    (self.maxAge, self.maxSize) = (maxAge, maxSize)
  }

  public func itemsToRemove(from items: [OnDiskCache.Item]) -> [OnDiskCache.Item] {
    let fresh = items.filter { $0.age <= maxAge }
    var excess = fresh.reduce(0) { $0 + $1.size } - maxSize
    let oldest = fresh.sorted { ($0.age, $0.path) > ($1.age, $1.path) }.prefix { item in
      defer { excess -= item.size }
      return excess > 0
    }
    return items.filter { $0.age > maxAge } + oldest
  }
}

extension OnDiskCache {
  /// In bytes.
  public static let defaultSizeLimit = 100_000_000

  /// What is removed automatically: anything older than half a year, and whatever exceeds the limit.
  public var usualPolicy: MaxSizeCleanupPolicy { .init(maxAge: 180 * 86400, maxSize: sizeLimit) }
}
