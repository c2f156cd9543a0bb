import Places
import Testing

@testable import PlaceServers

@Suite struct CleanupPolicyTests {
  /// Items by name, from the newest to the oldest: 10 bytes each but `large`.
  private static let items = [
    item("new", age: 1), item("large", age: 50, size: 100), item("old", age: 100), item("oldest", age: 1000),
  ]

  private static func item(_ name: String, age: Double, size: Int = 10) -> OnDiskCache.Item {
    OnDiskCache.Item(path: "/cache/\(name)", age: age, size: size)
  }

  private static func names(_ items: [OnDiskCache.Item]) -> [Substring] {
    items.compactMap { $0.path.split(separator: "/").last }.sorted()
  }

  @Test(
    "removes what is older",
    arguments: [
      (1000, []), (999, ["oldest"]), (99, ["old", "oldest"]), (0, ["large", "new", "old", "oldest"]),
    ]
      as [(Double, [Substring])])
  func age(maxAge: Double, removed: [Substring]) {
    #expect(Self.names(MaxSizeCleanupPolicy(maxAge: maxAge).itemsToRemove(from: Self.items)) == removed)
  }

  @Test(
    "removes the oldest until the rest fits",
    arguments: [
      (130, []), (129, ["oldest"]), (110, ["old", "oldest"]), (109, ["large", "old", "oldest"]),
      (10, ["large", "old", "oldest"]), (9, ["large", "new", "old", "oldest"]),
      (0, ["large", "new", "old", "oldest"]), (-1, ["large", "new", "old", "oldest"]),
    ] as [(Int, [Substring])])
  func size(maxSize: Int, removed: [Substring]) {
    let policy = MaxSizeCleanupPolicy(maxSize: maxSize)
    #expect(Self.names(policy.itemsToRemove(from: Self.items)) == removed)
    #expect(Self.names(policy.itemsToRemove(from: Self.items.reversed())) == removed)
  }

  @Test("sorts items of the same age by name, so that every process makes the same choice")
  func sameAge() {
    let items = [Self.item("a", age: 1), Self.item("b", age: 1)]
    let policy = MaxSizeCleanupPolicy(maxSize: 10)
    #expect(policy.itemsToRemove(from: items) == policy.itemsToRemove(from: items.reversed()))
  }

  @Test("what is too old does not count as size")
  func combined() {
    let policy = MaxSizeCleanupPolicy(maxAge: 99, maxSize: 110)
    #expect(Self.names(policy.itemsToRemove(from: Self.items)) == ["old", "oldest"])
    let stricter = MaxSizeCleanupPolicy(maxAge: 999, maxSize: 119)
    #expect(Self.names(stricter.itemsToRemove(from: Self.items)) == ["old", "oldest"])
  }

  @Test("removes nothing from nothing")
  func empty() {
    let policy = MaxSizeCleanupPolicy(maxAge: 0, maxSize: 0)
    #expect(policy.itemsToRemove(from: []).isEmpty)
    #expect(MaxSizeCleanupPolicy().itemsToRemove(from: Self.items).isEmpty)
  }
}
