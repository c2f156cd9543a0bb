import Foundation
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CacheCommandTests {
  private let folder: TemporaryDirectory
  private let context: CommandContext

  init() throws {
    folder = try TemporaryDirectory()
    context = .mock(environment: ["XDG_CACHE_HOME": folder.url.path, "POI_CACHE_SIZE": "2kB"])
  }

  /// Fills the cache with items of a kilobyte, each this many days old.
  private func keep(ages: Int...) throws {
    try FileManager.default.createDirectory(atPath: folder.path(of: "poi"), withIntermediateDirectories: true)
    for age in ages {
      let path = try folder.write(Data(count: 1000), as: "poi/\(age).area")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(-age) * 86_400 - 60)], ofItemAtPath: path)
    }
  }

  private func kept() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "poi"))
      .filter { $0.hasSuffix(".area") }.sorted()
  }

  @Test("shows where the cache is, how large, and how old")
  func show() async throws {
    try keep(ages: 1, 3)
    for arguments in [["cache"], ["cache", "show"]] {
      let run = await CommandRun(arguments, in: context)
      #expect(run.status == .success)
      #expect(
        run.output
          == "path    \(folder.path(of: "poi"))\nsize    2.0 kB of 2.0 kB\nitems   2\noldest  3 days\n")
      #expect(run.messages == [])
    }
  }

  @Test("JSON has bytes and seconds")
  func json() async throws {
    struct Shown: Decodable {
      let path: String
      let size: Int
      let limit: Int
      let items: Int
      let oldest: Double?
    }
    func shown() async throws -> Shown {
      let run = await CommandRun(["cache", "show", "--json"], in: context)
      #expect(run.status == .success)
      return try JSONDecoder().decode(Shown.self, from: Data(run.output.utf8))
    }
    let empty = try await shown()
    #expect(empty.size == 0 && empty.items == 0 && empty.oldest == nil)
    try keep(ages: 1)
    let one = try await shown()
    #expect(one.path == folder.path(of: "poi"))
    #expect(one.size == 1000)
    #expect(one.limit == 2000)
    #expect(one.items == 1)
    #expect(try abs(#require(one.oldest) - 86_460) < 3600)
  }

  @Test(
    "removes what is old, what is too much, or everything",
    arguments: [
      ([], ["2.area", "3.area"], "removed 2 items, 2.0 kB"),
      (["--max-age", "60h"], ["2.area"], "removed 3 items, 3.0 kB"),
      (["--max-size", "1kB"], ["2.area"], "removed 3 items, 3.0 kB"),
      (["--max-age", "100d"], ["2.area", "3.area", "4.area"], "removed 1 item, 1.0 kB"),
      (["--all"], [], "removed 4 items, 4.0 kB"),
    ])
  func clean(arguments: [String], left: [String], message: String) async throws {
    try keep(ages: 2, 3, 4, 200)
    let run = await CommandRun(["cache", "clean"] + arguments, in: context)
    #expect(run.status == .success)
    #expect(run.output == "")
    #expect(run.messages == [message])
    #expect(try kept() == left)
  }

  @Test(
    "without a home there is no cache",
    arguments: [["show"], ["show", "--json"], ["clean"], ["clean", "--all"]])
  func noHome(arguments: [String]) async {
    let run = await CommandRun(["cache"] + arguments, in: .mock())
    #expect(run.status == .noSuchInput)
    #expect(run.messages == ["no home directory for the cache; set XDG_CACHE_HOME"])
    #expect(run.output == "")
  }

  @Test(
    "refuses impossible limits",
    arguments: [
      (
        ["--all", "--max-age", "1d"],
        "--all removes everything; leave out --max-age and --max-size"
      ),
      (["--max-age", "old"], "--max-age: 'old' is not a time"),
    ])
  func refused(arguments: [String], message: String) async throws {
    try keep(ages: 200)
    let run = await CommandRun(["cache", "clean"] + arguments, in: context)
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix(message) == true, "\(run)")
    #expect(try kept() == ["200.area"])
  }
}
