import Foundation
import Geography
import Input
import PlaceDatabase
import PlaceStore
import Places
import TestSupport
import Testing

extension PostgreSQLTests {
  /// The edges of maps.
  @Suite(.timeLimit(.minutes(10))) struct World {
    private var databases: Databases { get throws { try #require(Databases.current) } }

    @Test("beyond 180° and near the poles, a database gives the store's answers, on a map too")
    func edges() async throws {
      let databases = try databases
      let folder = try TemporaryDirectory()
      var generator = SeededGenerator(seed: 180)
      func position() -> Coordinate {
        let aside = pow(10, Double.random(in: -3...1, using: &generator))
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: Coordinate(latitude: Double.random(in: -80...80, using: &generator), longitude: 180 - aside)
        case 1: Coordinate(latitude: Double.random(in: -80...80, using: &generator), longitude: aside - 180)
        case 2: Coordinate(latitude: 85 - aside, longitude: Double.random(in: -180...180, using: &generator))
        default:
          Coordinate(
            latitude: Double.random(in: -85...85, using: &generator),
            longitude: Double.random(in: -180...180, using: &generator))
        }
      }
      let nodes = (1...600).map { number in
        let position = position()
        return """
          <node id="\(number)" version="1" lat="\(String(format: "%.7f", position.latitude))" \
          lon="\(String(format: "%.7f", position.longitude))"><tag k="amenity" v="cafe"/></node>
          """
      }
      let extract = try folder.write(
        "<osm version=\"0.6\">\n\(nodes.joined(separator: "\n"))\n</osm>\n", as: "edges.osm")
      let path = folder.path(of: "edges.sqlite")
      try await PoiApp().require(["import", extract, "--store", path])
      let statements = try await PoiApp().require(["places", "export", "--format", "sql", "--store", path])
      try await databases.server.execute("CREATE DATABASE edges; CREATE DATABASE edgesmap")
      try await databases.server.execute(statements, in: "edges")
      try await databases.server.execute("CREATE EXTENSION postgis; CREATE EXTENSION hstore", in: "edgesmap")
      try await databases.server.importExtract(extract, into: "edgesmap")
      let store = try PlaceStore(path: path)
      for database in ["edges", "edgesmap"] {
        let provider = try databases.provider(of: database)
        for number in 0..<40 {
          var query = PlaceQuery(limit: Int.random(in: 1...8, using: &generator))
          if number % 3 == 0 { query.radius = Distance(metres: 1_500_000) }
          let position =
            number < 4 ? Coordinate(latitude: [90, -90, 89.7, 0][number], longitude: 180) : position()
          let expected = try await store.places(near: position, matching: query)
          let answer = try await provider.places(near: position, matching: query)
          #expect(
            answer.places.map(\.place.id) == expected.places.map(\.place.id),
            "\(database) \(position) \(query)")
        }
      }
    }

    @Test("a ride gives the same events with a database as with the store")
    func watch() async throws {
      let databases = try databases
      func events(_ source: [String]) async throws -> CommandRunner.Outcome {
        try await PoiApp().run(
          ["watch", "--gps-log", Fixtures.path("gps/walk.nmea"), "--format", "jsonl", "--within", "100"]
            + source)
      }
      func storeEvents(of database: String) async throws -> CommandRunner.Outcome {
        try await events(["--source", "store", "--store", databases.stored(in: database).path])
      }
      let expected = try await storeEvents(of: "own")
      let own = try await events(["--source", databases.server.url(of: "own")])
      #expect(own.status == expected.status && own.output == expected.output)
      // osm2pgsql leaves out some tags.
      func core(_ outcome: CommandRunner.Outcome) -> [[Substring]] {
        outcome.output.split(separator: "\n").map { line in
          [line.prefix(20), line.split(separator: "\"place\":").last?.prefix(40) ?? ""]
        }
      }
      let osm = try await events(["--source", databases.server.url(of: "osm")])
      let difference = core(osm).difference(from: core(try await storeEvents(of: "osm")))
      #expect(difference.isEmpty, "\(difference)")
      #expect(expected.output.contains("enter"))
    }

    @Test("finds a place anywhere by its name and its id")
    func finding() async throws {
      let databases = try databases
      let named = try await databases.imported.store.places(
        near: Coordinate(latitude: 60.17, longitude: 24.94), matching: PlaceQuery(limit: 10))
      for database in ["own", "osm", "fleet"] {
        let provider = try databases.provider(of: database)
        for place in named.places.map(\.place) {
          #expect(try await provider.places(called: place.id).map(\.id) == [place.id])
          guard let name = place.name else { continue }
          let expected = try databases.stored(in: database).store.places(called: name).map(\.id)
          #expect(Set(try await provider.places(called: name).map(\.id)) == Set(expected), "\(name)")
        }
        let nothing = try await provider.places(called: "Nowhere at all")
        #expect(nothing.isEmpty)
      }
    }

    @Test("finds an exact name among very many longer ones")
    func exactName() async throws {
      let databases = try databases
      try await databases.server.execute("CREATE DATABASE bars")
      try await databases.server.execute(
        """
        CREATE EXTENSION postgis;
        CREATE VIEW poi_places AS SELECT number::text AS id,
          'Bar' || coalesce(' ' || nullif(number, 1500), '') AS name, ST_MakePoint(24, 60)::geography AS geog
          FROM generate_series(1, 1500) AS number
        """, in: "bars")
      #expect(try await databases.provider(of: "bars").places(called: "bar").map(\.id) == ["1500"])
    }
  }
}
