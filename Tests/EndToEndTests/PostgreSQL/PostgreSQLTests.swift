import Foundation
import Geography
import Input
import PlaceDatabase
import PlaceStore
import Places
import TestSupport
import Testing

/// Compares a real PostgreSQL database with the store.
@Suite(
  .enabled(if: PostgreSQLServer.isInstalled, "needs PostgreSQL with PostGIS, and osm2pgsql"), .databases,
  .timeLimit(.minutes(10)))
struct PostgreSQLTests {
  private var databases: Databases { get throws { try #require(Databases.current) } }

  /// How many questions to ask all databases.
  private static let questionCount =
    ProcessInfo.processInfo.environment["POI_DATABASE_QUESTIONS"].flatMap { Int($0) } ?? 300

  /// Foreign tables take a query per cell, so their database gets fewer questions.
  @Test(
    "a database gives the store's answers, in the same order",
    arguments: [("osm", 0.45), ("own", 0.45), ("fleet", 0.1)])
  func sameAsStore(database: String, share: Double) async throws {
    let databases = try databases
    let provider = try databases.provider(of: database)
    let stored = databases.stored(in: database)
    var questions = RandomQuestions(seed: 20, around: stored.places)
    let count = Int((share * Double(Self.questionCount)).rounded(.up))
    var found = 0
    for _ in 0..<count {
      let (position, query) = questions.next()
      // A store takes some of these places for a list's, which count wherever they are.
      let expected = try await stored.store.places(near: position, matching: query).places
        .filter { query.radius != nil || $0.distance <= PlaceQuery.farthest }
      let answer = try await provider.places(near: position, matching: query).places
      if let difference = Self.difference(of: answer, from: expected) {
        Issue.record("\(position) \(query): \(difference)")
      }
      found += expected.count
    }
    #expect(found > 2 * count)
  }

  private static func difference(of answer: [NearbyPlace], from expected: [NearbyPlace]) -> String? {
    let (ids, expectedIDs) = (answer.map(\.place.id), expected.map(\.place.id))
    guard ids == expectedIDs else {
      let (lacking, surplus) = (Set(expectedIDs).subtracting(ids), Set(ids).subtracting(expectedIDs))
      return lacking.isEmpty && surplus.isEmpty
        ? "\(ids) is another order than \(expectedIDs)"
        : "lacks \(lacking.sorted()), has \(surplus.sorted()) besides"
    }
    return zip(answer, expected).first { abs($0.distance.metres - $1.distance.metres) >= 1e-4 }.map {
      "\($0.place.id) is \($0.distance.metres) m away rather than \($1.distance.metres) m"
    }
  }

  @Test("osm2pgsql's tables lack only relations that are neither areas nor routes")
  func leftOut() throws {
    let databases = try databases
    let leftOut = Set(databases.all.places.map(\.id)).subtracting(databases.imported.places.map(\.id))
    for place in databases.all.places where leftOut.contains(place.id) {
      #expect(place.id.hasPrefix("relation/"))
      let type = try #require(place.tags["type"])
      #expect(!["multipolygon", "boundary", "route"].contains(type), "\(place.id)")
    }
    #expect(databases.imported.places.count > 500)
  }

  @Test("places come out of a database as they went in")
  func sameContent() async throws {
    let databases = try databases
    let everything = PlaceQuery(limit: .max)
    let position = Coordinate(latitude: 60.17, longitude: 24.94)
    let expected = try await databases.store.places(near: position, matching: everything)
    let answer = try await databases.provider(of: "own").places(near: position, matching: everything)
    #expect(answer.places.map { Self.written($0.place) } == expected.places.map { Self.written($0.place) })
    #expect(answer.source.attribution == expected.source.attribution)
    #expect(answer.places.count > 500)
  }

  @Test("every shape that is exported is valid to GEOS, which PostGIS asks")
  func validShapes() async throws {
    let databases = try databases
    let exported = try await PoiApp().require(
      ["places", "export", "--format", "geojson", "--store", databases.storePath])
    let answer = try await databases.server.execute(
      """
      SELECT count(*), string_agg(coalesce(f->>'id', f->'properties'->>'id'), ' ')
        FILTER (WHERE NOT ST_IsValid(ST_GeomFromGeoJSON(f->>'geometry')))
      FROM json_array_elements($places$\(exported)$places$::json->'features') f
      WHERE f->'geometry'->>'type' <> 'Point'
      """, in: "osm")
    let columns = answer.split(whereSeparator: \.isNewline)[0]
      .split(separator: "|", omittingEmptySubsequences: false)
    #expect(try #require(Int(columns[0])) > 20)
    #expect(columns[1].isEmpty, "\(answer)")
  }

  /// The place with its rings in the order and the direction in which they are written.
  private static func written(_ place: PointOfInterest) -> PointOfInterest {
    let extent = place.extent.flatMap { Extent(lines: $0.lines, rings: $0.polygons.flatMap(\.self)) }
    return PointOfInterest(
      id: place.id, name: place.name, category: place.category, coordinate: place.coordinate, extent: extent,
      proximity: place.proximity, tags: place.tags)
  }
}
