import Foundation
import Input
import PlaceDatabase
import PlaceFiles
import PlaceServers
import PlaceStore
import Places
import TestSupport
import Testing

/// A server with the same places in several databases, and stores with the expected answers.
struct Databases: Sendable {
  /// A store, and all its places.
  struct Stored: Sendable {
    let store: PlaceStore
    let path: String
    let places: [PointOfInterest]
  }

  let server: PostgreSQLServer
  /// All places of the extract.
  let all: Stored
  /// Those with rows in osm2pgsql's tables, with the tags that they have there.
  let imported: Stored

  var store: PlaceStore { all.store }
  var storePath: String { all.path }
  var places: [PointOfInterest] { all.places }

  @TaskLocal static var current: Databases?

  /// A provider of the places of a database.
  func provider(of database: String) throws -> PostgreSQLProvider {
    let address = try #require(PostgreSQLAddress(server.url(of: database)))
    // A busy machine is slow.
    return PostgreSQLProvider(address: address, limits: AnswerLimits(seconds: 300))
  }

  /// The store that must give a database's answers.
  func stored(in database: String) -> Stored { database == "osm" ? imported : all }

  /// Creates and fills them, and runs `body`.
  static func run(_ body: @Sendable () async throws -> Void) async throws {
    let folder = try PostgreSQLServer.folder()
    try await PostgreSQLServer.initialise(folder.url.path)
    try await PostgreSQLServer.run(in: folder.url.path, port: 5001) { server in
      let work = try TemporaryDirectory()
      let store = work.path(of: "places.sqlite")
      let extract = Fixtures.path("places/kamppi.osm.pbf")
      try await PoiApp().require(["import", extract, "--store", store])
      let statements = try await PoiApp().require(["places", "export", "--format", "sql", "--store", store])
      try await server.execute(
        """
        CREATE DATABASE osm; CREATE DATABASE own; CREATE DATABASE fleet; CREATE DATABASE empty;
        CREATE ROLE guarded LOGIN PASSWORD 'open%sesame'; GRANT pg_read_all_data TO guarded;
        """)
      try await server.execute("CREATE EXTENSION postgis; CREATE EXTENSION hstore", in: "osm")
      try await server.importExtract(extract, into: "osm")
      try await server.execute(statements, in: "own")
      try await fillFleet(statements, on: server)
      let places = try PlaceFile(path: extract).read().places
      let imported = try keep(
        try await server.imported(of: places), in: work.path(of: "imported.sqlite"))
      let all = Stored(store: try PlaceStore(path: store), path: store, places: places)
      try await $current.withValue(Databases(server: server, all: all, imported: imported)) {
        try await body()
      }
    }
  }

  private static func keep(_ places: [PointOfInterest], in path: String) throws -> Stored {
    _ = try PlaceImporter(storePath: path)
      .importPlaces(of: .extract(named: "imported"), from: PlaceList(places: places))
    return Stored(store: try PlaceStore(path: path), path: path, places: places)
  }

  /// The same view over partitions, each in a different database.
  private static func fillFleet(_ statements: String, on server: PostgreSQLServer) async throws {
    let columns = """
      number bigint NOT NULL, cell integer NOT NULL, id text NOT NULL, name text, category text,
      geog geography(Geometry, 4326) NOT NULL, proximity double precision, tags jsonb NOT NULL,
      terms tsvector NOT NULL
      """
    try await server.execute(
      """
      CREATE EXTENSION postgis; CREATE EXTENSION postgres_fdw;
      CREATE TABLE poi_place (\(columns)) PARTITION BY HASH (cell);
      """, in: "fleet")
    for part in 0..<3 {
      try await server.execute("CREATE DATABASE part\(part)")
      try await server.execute(
        """
        CREATE EXTENSION postgis; CREATE TABLE poi_place (\(columns));
        CREATE INDEX ON poi_place USING gist (geog);
        """, in: "part\(part)")
      try await server.execute(
        """
        CREATE SERVER part\(part) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(server.folder)',
          port '\(server.port)', dbname 'part\(part)', extensions 'postgis', batch_size '1000');
        CREATE USER MAPPING FOR poi SERVER part\(part) OPTIONS (user 'poi', password_required 'false');
        CREATE FOREIGN TABLE poi_place_\(part) PARTITION OF poi_place
          FOR VALUES WITH (MODULUS 3, REMAINDER \(part)) SERVER part\(part) OPTIONS (table_name 'poi_place');
        """, in: "fleet")
    }
    try await server.execute(statements, in: "fleet")
  }
}

extension PostgreSQLServer {
  /// The places in osm2pgsql's tables by their rows' ids and keys, read without poi: only relations that are
  /// areas or routes, and no tags that its style deletes.
  fileprivate func imported(of places: [PointOfInterest]) async throws -> [PointOfInterest] {
    let lines = try await execute(
      """
      SELECT json_build_object('id', id, 'keys', akeys(tags)) FROM (
        SELECT 'node/' || osm_id AS id, tags FROM planet_osm_point
        UNION SELECT 'way/' || osm_id, tags FROM planet_osm_line WHERE osm_id > 0
        UNION SELECT 'way/' || osm_id, tags FROM planet_osm_polygon WHERE osm_id > 0
        UNION SELECT 'relation/' || -osm_id, tags FROM planet_osm_line WHERE osm_id < 0
        UNION SELECT 'relation/' || -osm_id, tags FROM planet_osm_polygon WHERE osm_id < 0
      ) AS element
      """, in: "osm")
    struct Element: Decodable {
      let id: String
      let keys: Set<String>
    }
    var keys: [String: Set<String>] = [:]
    for line in lines.split(separator: "\n") {
      let element = try JSONDecoder().decode(Element.self, from: Data(line.utf8))
      keys[element.id, default: []].formUnion(element.keys)
    }
    return places.compactMap { place in
      guard let kept = keys[place.id] else { return nil }
      return PointOfInterest(
        id: place.id, name: place.name, coordinate: place.coordinate, extent: place.extent,
        tags: place.tags.filter { kept.contains($0.key) })
    }
  }
}

/// One server for all tests of a suite.
struct DatabasesTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Databases.run(function)
  }
}

extension Trait where Self == DatabasesTrait {
  static var databases: Self { Self() }
}

extension PoiApp {
  /// Runs `poi`, which must succeed, and returns its output.
  @discardableResult
  func require(_ arguments: [String]) async throws -> String {
    let outcome = try await run(arguments)
    try #require(outcome.status == 0, "\(outcome)")
    return outcome.output
  }
}
