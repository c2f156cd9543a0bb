import Foundation
import Geography
import Glibc
import Places
import Synchronization
import TestSupport
import Testing

extension PostgreSQLTests {
  /// A database behind `poi serve`, and what becomes of questions that nobody waits for any more.
  @Suite(.timeLimit(.minutes(10))) struct Serving {
    private var databases: Databases { get throws { try #require(Databases.current) } }

    /// The places of an answer and its common members; the store has an attribution only if it found some.
    private func places(in answer: RunningPoi.Answer) -> [Substring] {
      let lines = answer.body.split(separator: "\n")
        .drop { !$0.contains(#""places""#) && !$0.contains(#""locations""#) }
      return lines.count > 2 ? Array(lines) : []
    }

    @Test("poi serve gives the same answers from a database as from the store")
    func sameAsStore() async throws {
      let databases = try databases
      var questions = RandomQuestions(seed: 8, around: databases.places)
      var targets: [String] = []
      for _ in 0..<25 {
        let (position, query) = questions.next()
        var items = [
          URLQueryItem(name: "lat", value: "\(position.latitude)"),
          URLQueryItem(name: "long", value: "\(position.longitude)"),
        ]
        items += query.filter.categories.map { URLQueryItem(name: "category", value: $0) }
        items += query.filter.tags.map { tag in
          URLQueryItem(name: "tag", value: tag.value.map { "\(tag.key)=\($0)" } ?? tag.key)
        }
        if let name = query.filter.name { items.append(URLQueryItem(name: "name", value: name)) }
        for path in ["/locations", "/nearby", "/here"] {
          var target = URLComponents()
          target.path = path
          target.queryItems =
            items + (path == "/here" ? [] : [URLQueryItem(name: "limit", value: "\(query.limit)")])
          targets.append(try #require(target.string).replacing("+", with: "%2B"))
        }
      }
      let storePath = databases.storePath
      try await RunningPoi.serving(["--source", "store", "--store", storePath]) { [targets] store in
        try await RunningPoi.serving(["--source", databases.server.url(of: "own"), "--timeout", "300"]) {
          database in
          var found = 0
          for target in targets {
            let (expected, answer) = (await store.get(target), await database.get(target))
            #expect(answer.status == expected.status, "\(target): \(answer)")
            #expect(places(in: answer) == places(in: expected), "\(target)")
            if !places(in: expected).isEmpty { found += 1 }
          }
          #expect(found > 25)
        }
      }
    }

    @Test("Ctrl-C ends a long query at once, and the server cancels it")
    func interrupted() async throws {
      let server = try databases.server
      try await server.execute("CREATE DATABASE slow")
      try await server.execute(
        """
        CREATE EXTENSION postgis;
        CREATE VIEW poi_places AS SELECT 'a' AS id, 'A' AS name, 'cafe' AS category,
          ST_MakePoint(24.94, 60.17)::geography(Point, 4326) AS geog, NULL::double precision AS proximity,
          '{}'::jsonb AS tags FROM pg_sleep(3600);
        """, in: "slow")
      func sleepers() async throws -> String {
        try await server.execute(
          "SELECT count(*) FROM pg_stat_activity WHERE datname = 'slow' AND wait_event = 'PgSleep'")
      }
      let process = Mutex<Int32>(0)
      async let ended = CommandRunner.run(
        "/bin/sh",
        [
          "-c", "echo $$; exec \"$@\"", "sh", PoiApp.path, "nearby", "--at", "60.17,24.94", "--timeout",
          "3600", "--source", server.url(of: "slow"),
        ], environment: PoiApp().environment, afterLines: 1
      ) { id in process.withLock { $0 = id } }
      // The server does not announce its queries, so the test looks for them.
      while try await sleepers() != "1\n" || process.withLock({ $0 }) == 0 {}
      kill(process.withLock { $0 }, SIGINT)
      let outcome = try await ended
      #expect(outcome.signal == SIGINT, "\(outcome)")
      while try await sleepers() != "0\n" {}
    }
  }
}
