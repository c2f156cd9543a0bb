import Foundation
import TestSupport
import Testing

/// One cache, and many processes that use it at once, some of which are killed.
@Suite(.timeLimit(.minutes(5))) struct SharedCacheTests {
  private static let rounds = 6
  private static let processes = 10
  /// Room for four answers of 12 kB.
  private static let limit = 50_000

  @Test("killed processes and damaged files do not spoil the cache for others, and the limit holds")
  func storm() async throws {
    let home = try TemporaryDirectory()
    let server = try RunningServer { _ in .json(try Fixtures.data("api/overpass.json")) }
    let environment = [
      "IS_UNIT_TESTING": "1", "XDG_CACHE_HOME": home.url.path, "POI_CACHE_SIZE": "\(Self.limit)",
      "POI_OVERPASS_URL": server.address,
    ]
    let folder = home.url.appendingPathComponent("poi")
    var generator = SeededGenerator(seed: 9)
    /// The first answer for each position.
    var answers: [Int: String] = [:]

    for round in 0..<Self.rounds {
      let delays = (0..<Self.processes).map { _ in Double.random(in: 0.05...0.5, using: &generator) }
      let outcomes = try await withThrowingTaskGroup(of: (Int, CommandRunner.Outcome).self) { group in
        for (number, delay) in delays.enumerated() {
          let isKilled = number % 2 == 1
          // Positions far enough apart to be separate areas, the same in each round.
          let poi =
            [
              PoiApp.path, "nearby", "--source", "overpass", "--at", "60.17\(number),24.9414", "--category",
              "cafe",
              "--radius", "1km", "--format", "plain",
            ] + (round % 2 == 0 ? ["--max-age", "0"] : [])
          let command = isKilled ? ["timeout", "-s", "KILL", "\(delay)"] + poi : poi
          group.addTask {
            (number, try await CommandRunner.run("/usr/bin/env", command, environment: environment))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for (number, outcome) in outcomes where outcome.status != 137 && outcome.signal != 9 {
        #expect(outcome.status == 0, "\(outcome)")
        #expect(!outcome.output.isEmpty)
        #expect(outcome.output == answers[number, default: outcome.output], "\(outcome)")
        answers[number] = outcome.output
        // A process that has to wait for its turn to run may keep the others from the cache meanwhile.
        let messages = outcome.messages.split(separator: "\n").filter { line in
          !(line.contains("the cache cannot be used") && line.contains("another process"))
        }
        #expect(messages.isEmpty, "\(outcome)")
      }
      #expect(try Self.size(of: folder) <= Self.limit)
      try Self.damage(one: round, in: folder)
    }
    server.stop()

    // What is left still answers, and the rest is gone.
    let app = PoiApp(environment: environment)
    var answered = 0
    for number in 0..<Self.processes {
      let outcome = try await app.nearby(
        "--source", "overpass", "--at", "60.17\(number),24.9414", "--category", "cafe", "--radius", "1km",
        "--format", "plain", "--offline")
      // Without its own answer, another's covers the position, or nothing does.
      #expect([0, 1, 75].contains(outcome.status), "\(outcome)")
      if outcome.status == 0 { answered += 1 }
    }
    #expect(answered > 0)
  }

  private static func size(of folder: URL) throws -> Int {
    // A folder has its own size, and the files by which processes take turns are empty.
    let keys: Set = [URLResourceKey.fileSizeKey, .isRegularFileKey]
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
      .map { try $0.resourceValues(forKeys: keys) }
      .reduce(0) { $0 + ($1.isRegularFile == true ? $1.fileSize ?? 0 : 0) }
  }

  /// Truncates one of the files in the middle.
  private static func damage(one number: Int, in folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".area")
    }
    guard !names.isEmpty else { return }
    let file = folder.appendingPathComponent(names.sorted()[number % names.count])
    let data = try Data(contentsOf: file)
    try data.prefix(data.count / 2).write(to: file)
  }
}
