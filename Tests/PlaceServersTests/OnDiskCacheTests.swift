import Foundation
import Glibc
import TestSupport
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct OnDiskCacheTests {
  private let folder: TemporaryDirectory
  private let cache: OnDiskCache
  private let time = MockClock(at: Date())

  init() throws {
    folder = try TemporaryDirectory()
    cache = OnDiskCache(
      directory: folder.url.appendingPathComponent("a/poi").path, sizeLimit: 1000, time: time)
  }

  private func content(of name: String) throws -> String? {
    try cache.items().first { $0.name == name }.flatMap(cache.content).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func names() throws -> [String] {
    try cache.items().map(\.name).sorted()
  }

  private func everyFile() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache.directory).sorted()
  }

  /// Makes an item older than those that come after it.
  private func setAge(of name: String, seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: time.date.addingTimeInterval(-seconds)], ofItemAtPath: "\(cache.directory)/\(name)")
  }

  // MARK: Keeping

  @Test("keeps an item until another one replaces it")
  func keeping() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try await cache.keep(Data("two".utf8), as: "b")
    try await cache.keep(Data("three".utf8), as: "a")
    #expect(try content(of: "a") == "three")
    #expect(try content(of: "b") == "two")
    #expect(try everyFile() == [".lock", "a", "b"])
  }

  @Test("an empty cache has no items and no folder")
  func nothing() async throws {
    #expect(try cache.items() == [])
    #expect(try await cache.clean(MaxSizeCleanupPolicy(maxAge: 0)) == [])
    #expect(!FileManager.default.fileExists(atPath: cache.directory))
  }

  @Test("only the user can read it")
  func permissions() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    for (path, permissions) in [(cache.directory, 0o700), ("\(cache.directory)/a", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test("an item has its age and its size on disk")
  func items() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try setAge(of: "a", seconds: 100)
    let item = try #require(try cache.items().first)
    #expect(item.path == "\(cache.directory)/a")
    #expect(abs(item.age - 100) < 0.001)
    #expect(item.size == 29 + 3)
  }

  @Test("an item from the future, written before the clock was set, is new")
  func future() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try setAge(of: "a", seconds: -1000)
    #expect(try cache.items().first?.age == 0)
  }

  // MARK: The limit

  @Test("the oldest items make room, so the limit always holds")
  func room() async throws {
    for name in ["a", "b", "c"] {
      try await cache.keep(Data(count: 300), as: name)
      try setAge(of: name, seconds: name == "b" ? 200 : 100)
    }
    try await cache.keep(Data(count: 300), as: "d")
    #expect(try names() == ["a", "c", "d"])
    #expect(try cache.items().reduce(0) { $0 + $1.size } <= 1000)
  }

  @Test("does not keep an item over the limit, and removes nothing for it")
  func tooLarge() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try await cache.keep(Data(count: 1000), as: "b")
    #expect(try names() == ["a"])
  }

  @Test("removes superseded items first")
  func superseding() async throws {
    try await cache.keep(Data(count: 300), as: "a")
    try await cache.keep(Data(count: 300), as: "b")
    try await cache.keep(Data("x".utf8), as: "c") { $0.name == "b" }
    #expect(try names() == ["a", "c"])
  }

  @Test("cleaning removes what the policy names, and reports it")
  func cleaning() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try await cache.keep(Data("two".utf8), as: "b")
    try setAge(of: "a", seconds: 100)
    #expect(try await cache.clean(MaxSizeCleanupPolicy(maxAge: 50)).map(\.name) == ["a"])
    #expect(try names() == ["b"])
  }

  // MARK: Damage

  @Test(
    "forgets a damaged item",
    arguments: [
      { $0.removeLast() }, { $0.append(0) }, { $0[$0.count - 1] ^= 1 }, { $0[20] ^= 1 }, { $0.removeAll() },
      { $0.removeFirst() }, { $0 = Data(count: 2000) },
    ] as [@Sendable (inout Data) -> Void])
  func damage(damage: @Sendable (inout Data) -> Void) async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    let url = URL(fileURLWithPath: "\(cache.directory)/a")
    var data = try Data(contentsOf: url)
    damage(&data)
    try data.write(to: url)
    #expect(try content(of: "a") == nil)
    #expect(try names() == [])
  }

  @Test("only files are items")
  func noFiles() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    mkfifo("\(cache.directory)/fifo", 0o600)
    mkdir("\(cache.directory)/folder", 0o700)
    symlink("/dev/zero", "\(cache.directory)/link")
    #expect(try names() == ["a"])
  }

  @Test("removes what a killed process left, and never lists it")
  func leftovers() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try Data(count: 10).write(to: URL(fileURLWithPath: "\(cache.directory)/.b"))
    #expect(try names() == ["a"])
    try await cache.keep(Data("two".utf8), as: "c")
    #expect(try everyFile() == [".lock", "a", "c"])
  }

  // MARK: Failures

  @Test("does not wait for ever for a process that holds the cache")
  func held() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    let lock = open("\(cache.directory)/.lock", O_RDWR | O_CLOEXEC)
    flock(lock, LOCK_EX)
    await #expect(throws: OnDiskCache.Problem(path: cache.directory, code: EWOULDBLOCK)) {
      try await cache.keep(Data("two".utf8), as: "b")
    }
    #expect(time.waits.reduce(.zero, +) < .seconds(1))
    close(lock)
    try await cache.keep(Data("two".utf8), as: "b")
    #expect(try names() == ["a", "b"])
  }

  @Test("reports a folder that is not one")
  func noFolder() async throws {
    let file = try folder.write("", as: "file")
    for path in [file, "\(file)/poi"] {
      let cache = OnDiskCache(directory: path)
      await #expect(throws: OnDiskCache.Problem.self) { try await cache.keep(Data(), as: "a") }
      #expect(throws: OnDiskCache.Problem(path: path, code: ENOTDIR)) { try cache.items() }
    }
  }

  @Test("says what is wrong")
  func wording() {
    #expect(OnDiskCache.Problem(path: "/a", code: ENOSPC).description == "/a: No space left on device")
    #expect(
      OnDiskCache.Problem(path: "/a", code: EWOULDBLOCK).description
        == "/a: another process keeps it locked")
  }

  // MARK: Where

  @Test(
    "finds the user's cache folder",
    arguments: [
      (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/poi"), (["HOME": "/h"], "/h/.cache/poi"),
      (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/poi"), (["XDG_CACHE_HOME": "", "HOME": ""], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func userDirectory(environment: [String: String], path: String?) {
    #expect(OnDiskCache.userDirectory(in: environment) == path)
  }
}
