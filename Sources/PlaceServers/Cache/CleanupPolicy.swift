/// Decides what to remove from a cache: a pure choice among its items.
public protocol CleanupPolicy: Sendable {
  func itemsToRemove(from items: [OnDiskCache.Item]) -> [OnDiskCache.Item]
}

/// Removes items older than this many seconds.
public struct MaxAgeCleanupPolicy: CleanupPolicy {
  private let maxAge: Double

  public init(maxAge: Double) {
    self.maxAge = maxAge
  }

  public func itemsToRemove(from items: [OnDiskCache.Item]) -> [OnDiskCache.Item] {
    items.filter { $0.age > maxAge }
  }
}

/// Removes the oldest items until the rest is no larger than this many bytes.
public struct MaxSizeCleanupPolicy: CleanupPolicy {
  private let maxSize: Int

  public init(maxSize: Int) {
    self.maxSize = maxSize
  }

  public func itemsToRemove(from items: [OnDiskCache.Item]) -> [OnDiskCache.Item] {
    var excess = items.reduce(0) { $0 + $1.size } - maxSize
    return items.sorted { ($0.age, $0.path) > ($1.age, $1.path) }.prefix { item in
      defer { excess -= item.size }
      return excess > 0
    }
  }
}

/// Several policies, one after the other: each sees what those before it leave.
public struct CombinedCleanupPolicy: CleanupPolicy {
  private let policies: [any CleanupPolicy]

  public init(_ policies: any CleanupPolicy...) {
    self.policies = policies
  }

  public func itemsToRemove(from items: [OnDiskCache.Item]) -> [OnDiskCache.Item] {
    var removed: Set<OnDiskCache.Item> = []
    for policy in policies {
      removed.formUnion(policy.itemsToRemove(from: items.filter { !removed.contains($0) }))
    }
    return items.filter(removed.contains)
  }
}

extension OnDiskCache {
  /// In bytes.
  public static let defaultSizeLimit = 100_000_000

  /// What is removed automatically: anything older than half a year, and whatever exceeds the limit.
  public var usualPolicy: CombinedCleanupPolicy {
    CombinedCleanupPolicy(
      MaxAgeCleanupPolicy(maxAge: 180 * 86400), MaxSizeCleanupPolicy(maxSize: sizeLimit))
  }
}
