import Foundation
import Geography
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Nearby
@testable import PlaceFiles
@testable import PlaceServers
@testable import PlaceStore
@testable import Places

@Suite struct AutomaticPlaceProviderTests {
  private static let here = Coordinate(latitude: 60.1719, longitude: 24.9414)
  private static let toilets = PlaceQuery(filter: PlaceFilter(categories: ["toilets"]))
  private static let toiletsAround: PlaceQuery = {
    var query = toilets
    query.radius = Distance(metres: 500)
    return query
  }()
  private static let failure = PlacesError.server(address: "here", .status(504, retryAfter: nil))

  private let directory: TemporaryDirectory
  private let choices = Choices()

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A store with a café that has toilets, in a square that was fetched.
  private func store() throws -> PlaceStore {
    let path = directory.path(of: "places.sqlite")
    let square = GridSquare(around: Self.here).raised(to: 4)
    try PlaceImporter(storePath: path).importSquare(
      square, [Self.place("stored", ["amenity": "cafe", "toilets": "yes"])], of: .overpass,
      at: MockClock().date)
    return try PlaceStore(path: path)
  }

  /// As if an earlier version had fetched the square.
  private func forgetSelection() throws {
    try Connection(path: directory.path(of: "places.sqlite"))
      .execute("UPDATE fetched SET selection = NULL")
  }

  private static func place(_ id: String, _ tags: [String: String]) -> PointOfInterest {
    PointOfInterest(id: id, coordinate: here, tags: tags)
  }

  private func ids(
    _ query: PlaceQuery, _ store: PlaceStore?, _ online: Result<[PointOfInterest], PlacesError>
  ) async throws -> [String] {
    let provider = AutomaticPlaceProvider(store: store, online: MockPlaceProvider(online)) {
      [choices] choice in
      let word = "\(choice)".prefix { $0 != "(" }
      choices.words.withLock { $0.append(String(word)) }
    }
    return try await provider.places(near: Self.here, matching: query).orFailure().places.map(\.place.id)
  }

  private let online = Result<[PointOfInterest], PlacesError>.success([
    place("online", ["amenity": "toilets"])
  ])

  @Test("takes the online source's area radius, which may be smaller")
  func areaRadius() throws {
    let online = OverpassProvider(
      server: try #require(URL(string: "http://localhost/")), session: MockURLProtocol.session)
    #expect(AutomaticPlaceProvider(store: nil, online: online).areaRadius == online.areaRadius)
    #expect(online.areaRadius < MockPlaceProvider(.success([])).areaRadius)
  }

  @Test("a square fetched without a category answers for any category")
  func everyPlace() async throws {
    #expect(try await ids(Self.toiletsAround, store(), online) == ["stored"])
    #expect(choices.words.withLock(\.self) == ["store"])
  }

  @Test("a square fetched with a narrower selection does not answer for more")
  func lessFetched() async throws {
    let store = try store()
    try forgetSelection()
    #expect(try await ids(Self.toilets, store, online) == ["online"])
    #expect(try await ids(PlaceQuery(filter: PlaceFilter(categories: ["cafe"])), store, online) == ["stored"])
    #expect(try await ids(PlaceQuery(), store, online) == ["stored"])
    #expect(choices.words.withLock(\.self) == ["onlineForMore", "store", "store"])
  }

  @Test("if the online source fails, answers from the square, and says that there may be more")
  func onlineFails() async throws {
    let store = try store()
    try forgetSelection()
    #expect(try await ids(Self.toilets, store, .failure(Self.failure)) == ["stored"])
    #expect(choices.words.withLock(\.self) == ["storeWithoutMore"])
    // The store's lack of one proves nothing.
    await #expect(throws: Self.failure) {
      try await ids(PlaceQuery(filter: PlaceFilter(categories: ["ford"])), store, .failure(Self.failure))
    }
  }

  // MARK: What covers an area

  private func take(_ places: [PointOfInterest], of source: SourceDescription) throws {
    _ = try PlaceImporter(storePath: directory.path(of: "places.sqlite"))
      .importPlaces(of: source, from: PlaceList(places: places))
  }

  private func opened() throws -> PlaceStore { try PlaceStore(path: directory.path(of: "places.sqlite")) }

  private static func north(_ metres: Double) -> Coordinate {
    Coordinate(latitude: here.latitude + metres / 111_412, longitude: here.longitude)
  }

  private static let home = PointOfInterest(
    id: "favourite/1", coordinate: north(50), tags: ["amenity": "toilets"])
  private static let favourites = SourceDescription(name: "favourites", origin: .user)

  @Test("places of the user's own do not keep from asking online, and are among the answer, nearest first")
  func ownPlaces() async throws {
    let far = PointOfInterest(id: "favourite/2", coordinate: Self.north(900), tags: ["amenity": "toilets"])
    try take([Self.home, far], of: Self.favourites)
    try take([PointOfInterest(id: "node/9", coordinate: Self.here)], of: SourceDescription(name: "list"))
    let store = try opened()
    #expect(try !store.covers(Self.here) && store.hasPlaces(around: Self.here))
    #expect(try await ids(Self.toilets, store, online) == ["online", "favourite/1", "favourite/2"])
    var two = Self.toilets
    two.limit = 2
    #expect(try await ids(two, store, online) == ["online", "favourite/1"])
    var near = Self.toilets
    near.radius = Distance(metres: 100)
    #expect(try await ids(near, store, online) == ["online", "favourite/1"])
    #expect(choices.words.withLock(\.self) == Array(repeating: "onlineBeyondStore", count: 3))
  }

  @Test("a place that both have is shown as online, and what was fetched earlier not at all")
  func sharedPlaces() async throws {
    let toilets = ["amenity": "toilets"]
    let list = [
      PointOfInterest(id: "node/1", coordinate: Self.north(70), tags: toilets),
      PointOfInterest(id: "node/2", coordinate: Self.north(80), tags: toilets),
    ]
    try take(list, of: SourceDescription(name: "list"))
    let fetched = PointOfInterest(id: "node/3", coordinate: Self.north(20_000), tags: toilets)
    try PlaceImporter(storePath: directory.path(of: "places.sqlite")).importSquare(
      GridSquare(around: fetched.coordinate), [fetched], of: .overpass, at: MockClock().date)
    let online = PointOfInterest(id: "node/1", coordinate: Self.north(60), tags: toilets)
    let provider = AutomaticPlaceProvider(store: try opened(), online: MockPlaceProvider(.success([online])))
    let answer = try await provider.places(near: Self.here, matching: Self.toilets)
    #expect(answer.places.map(\.place) == [online, list[1]])
    #expect(answer.source.name == "mock and store")
  }

  @Test("where the online source fails, own places are told, unless there are none")
  func ownPlacesOffline() async throws {
    try take([Self.home], of: Self.favourites)
    let store = try opened()
    #expect(try await ids(Self.toilets, store, .failure(Self.failure)) == ["favourite/1"])
    #expect(choices.words.withLock(\.self) == ["storeWithoutMore"])
    await #expect(throws: Self.failure) {
      try await ids(PlaceQuery(filter: PlaceFilter(categories: ["cafe"])), store, .failure(Self.failure))
    }
  }

  @Test("where the server fails, the store's ground tells nothing from not known")
  func nothingWithoutServer() async throws {
    let store = try importExtract()
    let failing = AutomaticPlaceProvider(store: store, online: MockPlaceProvider(.failure(Self.failure)))
    var answer = try await failing.places(near: square(3, 3), matching: Self.toilets)
    #expect(answer.places.isEmpty && answer.failure == nil)
    #expect(answer.source.unasked == .failed(Self.failure))
    #expect(answer.source.knownWithin.map { (2200...2270).contains($0.metres) } == true)
    answer = try await failing.places(near: Self.north(-30_000), matching: Self.toilets)
    #expect(answer.failure == Self.failure)
    var nearby = Self.toilets
    nearby.radius = Distance(metres: 1000)
    answer = try await failing.places(near: square(3, 3), matching: nearby)
    #expect(answer.source.unasked == nil && answer.source.knownWithin == nil)
  }

  @Test("offline, the store or the cache answers, whichever knows more")
  func offline() async throws {
    let cafes = PlaceQuery(filter: PlaceFilter(categories: ["cafe"]))
    func answer(at position: Coordinate, cachedWithin metres: Double) async throws -> PlaceAnswer {
      let cached = PointOfInterest(id: "cached", coordinate: position, tags: ["amenity": "cafe"])
      var cache = PlaceSource(name: "cache", knownWithin: Distance(metres: metres))
      cache.unasked = .offline
      let online = MockPlaceProvider(.success(metres > 0 ? [cached] : []), from: cache)
      return try await AutomaticPlaceProvider(store: importExtract(), online: online)
        .places(near: position, matching: cafes)
    }
    var found = try await answer(at: square(3, 3), cachedWithin: 0)
    #expect(found.places.map(\.place.id) == ["node/1", "node/2"])
    #expect(found.source.unasked == .offline && found.source.coversPosition)
    found = try await answer(at: square(9, 9), cachedWithin: 0)
    #expect(found.places.map(\.place.id) == ["node/2", "node/1"])
    #expect(!found.source.coversPosition && found.failure == nil)
    found = try await answer(at: square(3, 3), cachedWithin: 50_000)
    #expect(found.places.map(\.place.id) == ["cached"])
    // What the store has farther away than the cache knows is better than nothing.
    found = try await answer(at: square(9, 9), cachedWithin: 300)
    #expect(found.places.map(\.place.id) == ["cached", "node/2", "node/1"])
    #expect(found.source.knownWithin == Distance(metres: 300))
  }

  @Test("without a radius, leaves out what an extract has in another region, but not what a list has")
  func otherRegion() async throws {
    _ = try importExtract()
    let position = Coordinate(latitude: square(3, 3).latitude + 3, longitude: square(3, 3).longitude)
    var query = PlaceQuery(filter: PlaceFilter(categories: ["cafe"]))
    var answer = try opened().answer(near: position, matching: query)
    #expect(answer.places.isEmpty && answer.elsewhere?.place.id == "node/2")
    #expect(answer.source.knownWithin == .zero)
    let farther = Coordinate(latitude: position.latitude - 7, longitude: position.longitude)
    let own = PointOfInterest(id: "own", coordinate: farther, tags: ["amenity": "cafe"])
    try take([own], of: .favourites)
    for limit in [1, 10] {
      query.limit = limit
      answer = try opened().answer(near: position, matching: query)
      #expect(answer.places.map(\.place.id) == ["own"] && answer.elsewhere?.place.id == "node/2")
    }
    query.radius = Distance(metres: 400_000)
    answer = try opened().answer(near: position, matching: query)
    #expect(answer.places.map(\.place.id) == ["node/2", "node/1"] && answer.elsewhere == nil)
  }

  @Test("a file's own word is looked for in the store")
  func ownWord() async throws {
    let hut = PointOfInterest(id: "1", category: "refuge", coordinate: Self.here)
    try take([hut], of: SourceDescription(name: "huts"))
    let query = PlaceQuery(filter: PlaceFilter(categories: ["refuge"]))
    let unknown = PlacesError.unknownCategory("refuge", suggestions: [])
    #expect(try await ids(query, opened(), .failure(unknown)) == ["1"])
  }

  @Test("a prefetched square covers itself, and nothing beside it")
  func squareCoversItself() throws {
    let store = try store()
    #expect(try store.covers(Self.here))
    #expect(try !store.covers(Self.north(15_000)))
    #expect(try store.hasPlaces(around: Self.north(15_000)))
  }

  @Test("a file covers where it has a hundred places within 25 km", arguments: [99, 100])
  func manyPlaces(count: Int) throws {
    let places = (1...count).map { PointOfInterest(id: "\($0)", coordinate: Self.north(Double($0) * 200)) }
    try take(places, of: SourceDescription(name: "list"))
    #expect(try opened().covers(Self.here) == (count == 100))
    #expect(try !opened().covers(Self.north(-10_000)))
  }

  /// The middle of a square of an extract of seven by seven, whose outermost are in doubt.
  private static func square(_ row: Int, _ column: Int) -> Coordinate {
    let middle = GridExtract.middle(row: 12060 + row, column: 16520 + column)
    return Coordinate(latitude: middle.latitude, longitude: middle.longitude)
  }

  /// Imports an extract with a café in the middle, and one in its last square.
  private func importExtract(
    _ selection: ImportSelection? = nil, count: Int = 7, cafes: [Coordinate]? = nil
  ) throws -> PlaceStore {
    let nodes = (cafes ?? [square(3, 3), square(6, 6)]).enumerated().map { index, position in
      "<node id='\(index + 1)' lat='\(position.latitude)' lon='\(position.longitude)'>"
        + "<tag k='amenity' v='cafe'/></node>"
    }
    var file = PlaceFile(
      path: try directory.write(
        GridExtract.document(row: 12060, column: 16520, count: count, nodes: nodes.joined()),
        as: "region.osm"))
    file.selection = selection
    _ = try PlaceImporter(storePath: directory.path(of: "places.sqlite"))
      .importPlaces(of: .extract(named: "region"), from: file)
    return try opened()
  }

  private func square(_ row: Int, _ column: Int) -> Coordinate { Self.square(row, column) }

  @Test("an extract covers where all squares around have whole ways, unless only a part was imported")
  func extractCovers() throws {
    let store = try importExtract()
    #expect(try store.covers(square(3, 3)) && store.covers(square(1, 5)))
    #expect(try !store.covers(square(0, 3)) && !store.covers(square(9, 9)) && !store.covers(Self.here))
    #expect(try store.hasPlaces(around: square(9, 9)))
    #expect(try store.coverageReach(around: square(3, 3), within: 1000) == (true, 1000))
    #expect(try store.coverageReach(around: square(9, 9), within: 1000) == (true, 0))
    let part = try importExtract(ImportSelection(categories: ["cafe"]))
    #expect(try part.covers(square(3, 3)))
    try FileManager.default.removeItem(atPath: directory.path(of: "places.sqlite"))
    #expect(try !importExtract(ImportSelection(categories: ["cafe"])).covers(square(3, 3)))
  }

  @Test(
    "an extract too small for a coverage covers what lies beside its places, if those are a hundred",
    arguments: [99, 100])
  func smallExtract(count: Int) async throws {
    let cafes = Array(repeating: square(0, 0), count: count)
    let store = try importExtract(count: 1, cafes: cafes)
    #expect(try store.covers(square(0, 0)) == (count == 100))
    #expect(try !store.covers(square(0, 3)))
    let file = PlaceFileProvider(file: PlaceFile(path: directory.path(of: "region.osm")))
    for (position, isKnown) in [(square(0, 0), true), (square(0, 3), false)] {
      let answer = try await file.places(near: position, matching: PlaceQuery())
      #expect((answer.source.knownWithin == nil) == isKnown)
    }
  }

  @Test("a place called like a category of which the server knows none is found by its name")
  func namesakes() async throws {
    let own = ["Stadium", "Stadium Café"].map {
      PointOfInterest(id: $0, name: $0, coordinate: Self.north(90))
    }
    try take(own, of: Self.favourites)
    var query = PlaceQuery(filter: PlaceFilter(categories: ["stadium"]))
    query.filter.phrase = "stadium"
    #expect(try await ids(query, opened(), .success([])) == ["Stadium"])
    #expect(try await ids(query, opened(), online) == ["online"])
  }

  @Test("what goes beyond the extract is asked online and joined, with the store's known ground")
  func beyondTheExtract() async throws {
    let store = try importExtract()
    let far = PointOfInterest(id: "online", coordinate: square(9, 3), tags: ["amenity": "cafe"])
    let cafe = PointOfInterest(id: "node/1", coordinate: square(3, 3), tags: ["amenity": "cafe"])
    try take(
      [PointOfInterest(id: "own", coordinate: square(3, 6), tags: ["amenity": "cafe"])], of: .favourites)
    let provider = AutomaticPlaceProvider(store: store, online: MockPlaceProvider(.success([cafe, far])))
    var query = PlaceQuery(filter: PlaceFilter(categories: ["cafe"]), radius: Distance(metres: 2000))
    var answer = try await provider.places(near: square(3, 3), matching: query)
    #expect(answer.places.map(\.place.id) == ["node/1"])
    #expect(answer.source.name == "store" && answer.source.knownWithin == nil)
    query.radius = Distance(metres: 10_000)
    answer = try await provider.places(near: square(3, 3), matching: query)
    // What the server does not know within its answer is gone, but not a list's.
    #expect(answer.places.map(\.place.id) == ["node/1", "own", "online"])
    #expect(answer.source.knownWithin == nil)
    // The nearest is surely the nearest.
    query = PlaceQuery(filter: query.filter, limit: 1)
    answer = try await provider.places(near: square(3, 3), matching: query)
    #expect(answer.places.map(\.place.id) == ["node/1"] && answer.source.name == "store")

    let failing = AutomaticPlaceProvider(store: store, online: MockPlaceProvider(.failure(Self.failure)))
    query = PlaceQuery(filter: query.filter, radius: Distance(metres: 10_000))
    answer = try await failing.places(near: square(3, 3), matching: query)
    #expect(answer.places.map(\.place.id) == ["node/1", "own", "node/2"])
    let known = try #require(answer.source.knownWithin?.metres)
    // Two and a half squares to the west.
    #expect((2200...2270).contains(known), "\(known)")
    #expect(answer.source.coverage != nil)
  }

  @Test("a list beside an extract makes nothing sure, and a store of lists claims nothing")
  func listBeside() async throws {
    let list = (1...200).map { PointOfInterest(id: "\($0)", coordinate: Self.north(Double($0))) }
    try take(list, of: SourceDescription(name: "list"))
    var answer = try opened().answer(near: Self.here, matching: PlaceQuery())
    #expect(answer.source.knownWithin == nil)
    #expect(try opened().covers(Self.here))
    answer = try importExtract().answer(near: Self.here, matching: PlaceQuery())
    #expect(answer.source.knownWithin == .zero)
    #expect(try !opened().covers(Self.here))
  }

  @Test("asks a store of an earlier format as it is")
  func earlierFormat() async throws {
    let path = directory.path(of: "places.sqlite")
    _ = try store()
    try makeItEarlier(path)
    #expect(try await ids(Self.toilets, PlaceStore(path: path), online) == ["online"])
  }

  /// Gives a store the tables of version 4.
  private func makeItEarlier(_ path: String) throws {
    let earlier = try Connection(path: nil)
    for migration in StoreSchema.migrations.prefix(1) { try migration(earlier) }
    let tables = try earlier.statement("SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL")
      .map { (name: $0.text(0), sql: $0.text(1)) }
    let database = try Connection(path: path)
    try database.transaction {
      try database.execute(
        """
        DROP INDEX own_place; DROP TABLE ground; DROP TABLE far;
        DROP TABLE gazetteer; DROP TABLE street_name; DROP TABLE area; DROP TABLE area_box;
        DROP TABLE map;
        ALTER TABLE source DROP COLUMN gazetteer;
        ALTER TABLE place DROP COLUMN extent; ALTER TABLE place DROP COLUMN reach;
        ALTER TABLE overlap DROP COLUMN extent; ALTER TABLE overlap DROP COLUMN reach;
        ALTER TABLE source DROP COLUMN extents;
        PRAGMA user_version = 4; PRAGMA writable_schema = ON
        """)
      // SQLite leaves a comment where a column was.
      for table in tables {
        try database.statement("UPDATE sqlite_schema SET sql = ? WHERE name = ?")
          .run(.init(table.sql), .init(table.name))
      }
    }
  }
}

/// What was heard, in order.
private final class Choices: Sendable {
  let words = Mutex<[String]>([])
}
