/// Decides what to remove from a cache: a pure choice among its items.
public struct CleanupPolicy: Sendable {
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
  public var usualPolicy: CleanupPolicy { CleanupPolicy(maxAge: 180 * 86400, maxSize: sizeLimit) }
}
