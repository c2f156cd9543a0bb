import Foundation
import Glibc
import TestSupport
import Testing

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

  @Test("what is kept is had again, until something else takes its place")
  func keeping() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try await cache.keep(Data("two".utf8), as: "b")
    try await cache.keep(Data("three".utf8), as: "a")
    #expect(try content(of: "a") == "three")
    #expect(try content(of: "b") == "two")
    #expect(try everyFile() == [".lock", "a", "b"])
  }

  @Test("where nothing was kept there is nothing, and no folder is made")
  func nothing() async throws {
    #expect(try cache.items() == [])
    #expect(try await cache.clean(MaxAgeCleanupPolicy(maxAge: 0)) == [])
    #expect(!FileManager.default.fileExists(atPath: cache.directory))
  }

  @Test("it is for the user's eyes alone")
  func permissions() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    for (path, permissions) in [(cache.directory, 0o700), ("\(cache.directory)/a", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test("an item has its age and its size on the disk")
  func items() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try setAge(of: "a", seconds: 100)
    let item = try #require(try cache.items().first)
    #expect(item.path == "\(cache.directory)/a")
    #expect(abs(item.age - 100) < 0.001)
    #expect(item.size == 29 + 3)
  }

  @Test("one that is written in the future, before the clock was set, is new")
  func future() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try setAge(of: "a", seconds: -1000)
    #expect(try cache.items().first?.age == 0)
  }

  // MARK: The limit

  @Test("the oldest make room, and the limit is kept at every moment")
  func room() async throws {
    for name in ["a", "b", "c"] {
      try await cache.keep(Data(count: 300), as: name)
      try setAge(of: name, seconds: name == "b" ? 200 : 100)
    }
    try await cache.keep(Data(count: 300), as: "d")
    #expect(try names() == ["a", "c", "d"])
    #expect(try cache.items().reduce(0) { $0 + $1.size } <= 1000)
  }

  @Test("what is larger than the limit is not kept, and drives nothing out")
  func tooLarge() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try await cache.keep(Data(count: 1000), as: "b")
    #expect(try names() == ["a"])
  }

  @Test("what is superseded goes first")
  func superseding() async throws {
    try await cache.keep(Data(count: 300), as: "a")
    try await cache.keep(Data(count: 300), as: "b")
    try await cache.keep(Data("x".utf8), as: "c") { $0.name == "b" }
    #expect(try names() == ["a", "c"])
  }

  @Test("cleaning removes what the policy says, and tells")
  func cleaning() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try await cache.keep(Data("two".utf8), as: "b")
    try setAge(of: "a", seconds: 100)
    #expect(try await cache.clean(MaxAgeCleanupPolicy(maxAge: 50)).map(\.name) == ["a"])
    #expect(try names() == ["b"])
  }

  // MARK: Damage

  @Test(
    "a damaged item is forgotten",
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

  @Test("what is no file is no item")
  func noFiles() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    mkfifo("\(cache.directory)/fifo", 0o600)
    mkdir("\(cache.directory)/folder", 0o700)
    symlink("/dev/zero", "\(cache.directory)/link")
    #expect(try names() == ["a"])
  }

  @Test("what a killed process leaves behind goes, and is no item before")
  func leftovers() async throws {
    try await cache.keep(Data("one".utf8), as: "a")
    try Data(count: 10).write(to: URL(fileURLWithPath: "\(cache.directory)/.b"))
    #expect(try names() == ["a"])
    try await cache.keep(Data("two".utf8), as: "c")
    #expect(try everyFile() == [".lock", "a", "c"])
  }

  // MARK: Failures

  @Test("a process that holds the cache is not waited for without end")
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

  @Test("a folder that is none is told of")
  func noFolder() async throws {
    let file = try folder.write("", as: "file")
    for path in [file, "\(file)/poi"] {
      let cache = OnDiskCache(directory: path)
      await #expect(throws: OnDiskCache.Problem.self) { try await cache.keep(Data(), as: "a") }
      #expect(throws: OnDiskCache.Problem(path: path, code: ENOTDIR)) { try cache.items() }
    }
  }

  @Test("what is wrong, in words")
  func wording() {
    #expect(OnDiskCache.Problem(path: "/a", code: ENOSPC).description == "/a: No space left on device")
    #expect(
      OnDiskCache.Problem(path: "/a", code: EWOULDBLOCK).description
        == "/a: another process does not let go of it")
  }

  // MARK: Where

  @Test(
    "where a user's cache is",
    arguments: [
      (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/poi"), (["HOME": "/h"], "/h/.cache/poi"),
      (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/poi"), (["XDG_CACHE_HOME": "", "HOME": ""], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func userDirectory(environment: [String: String], path: String?) {
    #expect(OnDiskCache.userDirectory(in: environment) == path)
  }
}
