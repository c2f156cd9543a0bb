import Foundation
import Geography
import Input
import PlaceDatabase
import PlaceServers
import PlaceStore
import Places
import TestSupport
import Testing

extension PostgreSQLTests {
  /// Questions with a bad server, address or table.
  @Suite(.timeLimit(.minutes(10))) struct Failures {
    private static let position = Coordinate(latitude: 60.17, longitude: 24.94)
    private let position = ["--at", "60.17,24.94"]

    private var databases: Databases { get throws { try #require(Databases.current) } }

    private func nearby(
      _ source: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> CommandRunner.Outcome {
      var app = PoiApp()
      app.environment.merge(environment) { $1 }
      return try await app.run(["nearby"] + position + ["--source", source] + arguments)
    }

    @Test("if the primary dies, a replica gives the same answer; without it, the status is 69")
    func primaryGone() async throws {
      let databases = try databases
      let (primaryFolder, standbyFolder) = (try PostgreSQLServer.folder(), try PostgreSQLServer.folder())
      try await databases.server.copy(to: primaryFolder.url.path, asStandby: false)
      try await PostgreSQLServer.run(in: primaryFolder.url.path, port: 5002) { primary in
        try await primary.copy(to: standbyFolder.url.path, asStandby: true)
        try await PostgreSQLServer.run(in: standbyFolder.url.path, port: 5003) { standby in
          #expect(try await standby.execute("SELECT pg_is_in_recovery()") == "t\n")
          let url = primary.url(of: "own", or: standby)
          let provider = PostgreSQLProvider(
            address: try #require(PostgreSQLAddress(url)), limits: AnswerLimits(seconds: 300))
          var questions = RandomQuestions(seed: 69, around: databases.places)
          for number in 0..<40 {
            if number == 20 { primary.cutPower() }
            let (position, query) = questions.next()
            let expected = try await databases.store.places(near: position, matching: query)
            let answer = try await provider.places(near: position, matching: query)
            try #require(answer.places.map(\.place.id) == expected.places.map(\.place.id))
          }
          let found = try await nearby(url, ["--format", "plain"])
          #expect(found.status == 0, "\(found)")
          standby.cutPower()
          // One of the server's processes may outlive it for a moment.
          var failure: PlacesError?
          let deadline = ContinuousClock.now + .seconds(60)
          while failure == nil, .now < deadline {
            do throws(PlacesError) {
              let answer = try await provider.places(near: Self.position, matching: PlaceQuery())
              #expect(answer.places.count == 10)
            } catch {
              failure = error
            }
          }
          guard case .database(_, let problem)? = failure else {
            Issue.record("no failure")
            return
          }
          #expect(problem.description.contains("failed"))
          let nothing = try await nearby(url)
          #expect(nothing.status == 69, "\(nothing)")
          #expect(nothing.output.isEmpty)
        }
      }
    }

    @Test("replaces a lost idle connection, and answers")
    func lostAtRest() async throws {
      let databases = try databases
      let provider = try databases.provider(of: "own")
      let before = try await provider.places(near: Self.position, matching: PlaceQuery())
      try await databases.server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'poi' AND datname = 'own'"
      )
      let after = try await provider.places(near: Self.position, matching: PlaceQuery())
      #expect(after == before)
      #expect(after.places.count == 10)
    }

    @Test("skips dead hosts, and those of the wrong kind")
    func deadHost() async throws {
      let databases = try databases
      let url = databases.server.url(of: "own")
      let hosts = url.replacing("postgresql://poi@", with: "postgresql://poi@%2Fnowhere:5001,")
      #expect(try await nearby(hosts, ["--limit", "1"]).status == 0)
      #expect(try await nearby("\(hosts)?target_session_attrs=primary", ["--limit", "1"]).status == 0)
      let none = try await nearby("\(url)?target_session_attrs=standby", ["--limit", "1"])
      #expect(none.status == 69, "\(none)")
    }

    @Test("takes passwords from where libpq looks for them, and never shows them")
    func passwords() async throws {
      let databases = try databases
      let secret = "open%sesame"
      let folder = try TemporaryDirectory()
      func passwordFile(_ password: String) throws -> String {
        let path = try folder.write("*:*:*:guarded:\(password)\n", as: "pgpass-\(password.count)")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
      }
      let url = databases.server.url(of: "own", user: "guarded")
      let withPassword = url.replacing("guarded@", with: "guarded:open%25sesame@")
      let service = try folder.write(
        "[fleet]\nhost=\(databases.server.folder)\nport=\(databases.server.port)\nuser=guarded\ndbname=own\n",
        as: "services")
      let environments: [(String, [String: String])] = [
        (withPassword, [:]), (url, ["PGPASSFILE": try passwordFile(secret)]), (url, ["PGPASSWORD": secret]),
        ("postgresql://?service=fleet", ["PGSERVICEFILE": service, "PGPASSWORD": secret]),
        ("postgresql://", ["PGSERVICEFILE": service, "PGSERVICE": "fleet", "PGPASSWORD": secret]),
      ]
      for (url, environment) in environments {
        let outcome = try await nearby(url, ["--verbose", "--json"], environment: environment)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(!"\(outcome)".contains("sesame"))
      }
      let wrong = url.replacing("guarded@", with: "guarded:shut-sesame@")
      for (url, environment) in [
        (wrong, [:]), (url, ["PGPASSFILE": try passwordFile("shut-sesame")]), (wrong + "?host=/nowhere", [:]),
        (wrong.replacing(":5001", with: ":65536"), [:]),
      ] {
        let outcome = try await nearby(url, ["--verbose", "--json"], environment: environment)
        #expect([64, 69].contains(outcome.status), "\(outcome)")
        #expect(!"\(outcome)".contains("sesame"))
      }
    }

    @Test(
      "refuses an ambiguous address, without repeating it",
      arguments: [
        "postgresql://poi:se@same@host/db", "postgresql://poi:ses/ame@host/db",
        "postgresql://poi:ses?ame@host/db",
        "postgresql://host:sesame/db", "postgres://poi:sesame",
      ])
    func doubtfulAddress(url: String) async throws {
      let outcome = try await nearby(url)
      #expect(outcome.status == 64, "\(outcome)")
      #expect(!"\(outcome)".contains("ame@") && !"\(outcome)".contains("sesame"))
    }

    @Test("measures all of a view's shapes, and counts the rows that it leaves out")
    func leftOut() async throws {
      let databases = try databases
      try await databases.server.execute("CREATE DATABASE partly")
      try await databases.server.execute(
        """
        CREATE EXTENSION postgis;
        CREATE VIEW poi_places AS
          SELECT id, jsonb_build_object('name', id) AS tags, shape::geography AS geog FROM (VALUES
          ('point and line', 'POINT(24.95 60.17)'), ('point and line', 'GEOMETRYCOLLECTION(POINT(24.9404 60.17),LINESTRING(24.9406 60.17,24.9408 60.17))'),
          (NULL, 'POINT(24.94 60.17)'), ('nowhere', NULL), ('empty', 'POINT EMPTY')) AS place(id, shape)
        """, in: "partly")
      let outcome = try await nearby(databases.server.url(of: "partly"))
      #expect(outcome.output == "22 m  → E    point and line\n")
      #expect(outcome.messages.contains("left out 1 row without a position"), "\(outcome)")
      #expect(
        outcome.messages.contains("left out 3 rows (no id, the id of another row, or an empty shape)"),
        "\(outcome)"
      )
    }

    @Test("an address of something other than a place database has its own status")
    func statuses() async throws {
      let databases = try databases
      let empty = try await nearby(databases.server.url(of: "empty"))
      #expect(empty.status == 66 && empty.messages.contains("poi_places"), "\(empty)")
      let absent = try await nearby(databases.server.url(of: "absent"))
      #expect(absent.status == 69 && absent.messages.contains("absent"), "\(absent)")
      let offline = try await nearby(databases.server.url(of: "own"), ["--offline"])
      #expect(offline.status == 64, "\(offline)")
      let unknown = try await nearby(databases.server.url(of: "own"), ["--category", "car"])
      #expect(unknown.status == 64 && unknown.messages.contains("no category 'car'"), "\(unknown)")
      try await databases.server.execute(
        "CREATE DATABASE other; CREATE ROLE stranger LOGIN; REVOKE CONNECT ON DATABASE other FROM public")
      try await databases.server.execute(
        "CREATE VIEW poi_places AS SELECT 1 AS id, 'x'::text AS geog", in: "other")
      let other = try await nearby(databases.server.url(of: "other"))
      #expect(other.status == 65 && other.messages.contains("geography"), "\(other)")
      let forbidden = try await nearby(databases.server.url(of: "own", user: "stranger"))
      #expect(forbidden.status == 77, "\(forbidden)")
    }
  }
}
