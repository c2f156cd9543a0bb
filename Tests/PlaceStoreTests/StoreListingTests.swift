import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

/// Lists of a store's places, compared with checking every place.
@Suite(.timeLimit(.minutes(5))) struct StoreListingTests {
  private static func all(_ listing: some PlaceListing, _ query: PlaceListQuery) async throws -> [String] {
    var query = query
    var ids: [String] = []
    repeat {
      let page = try await listing.page(of: query)
      #expect(page.places.count <= query.limit)
      #expect(page.next == nil || !page.places.isEmpty)
      ids += page.places.map(\.id)
      query.after = page.next
    } while query.after != nil
    return ids
  }

  @Test("lists what is in a box, page by page, in the order of an export", arguments: PlaceLayout.allCases)
  func boxes(layout: PlaceLayout) async throws {
    var random = RandomPlaces(seed: 41)
    var generator = SeededGenerator(seed: 42)
    let places = (0..<300).map { number in
      let place = random.place(id: "\(number)", at: layout.coordinate(using: &generator))
      // A place lies on its extent.
      let corner = place.extent.flatMap { $0.lines.first?.first ?? $0.rings.first?.first }
      return PointOfInterest(
        id: place.id, name: place.name, category: place.category, coordinate: corner ?? place.coordinate,
        extent: place.extent, tags: place.tags)
    }
    let temporary = try TemporaryStore(places)
    defer { withExtendedLifetime(temporary) {} }
    let store = try temporary.open()
    var order: [PointOfInterest] = []
    try store.forEachEntry {
      order.append($0.place)
      return true
    }
    #expect(try await Self.all(store, PlaceListQuery(limit: 37)) == order.map(\.id))

    var found = 0
    for _ in 0..<25 {
      let (first, second) = (random.pick(places).coordinate, random.pick(places).coordinate)
      var query = PlaceListQuery(limit: random.pick([3, 11, 1000]))
      query.box = BoundingBox(
        west: first.longitude, south: min(first.latitude, second.latitude), east: second.longitude,
        north: max(first.latitude, second.latitude))
      if random.one(in: 2) { query.filter = random.filter(for: places) }
      let matcher: PlaceMatcher
      do { matcher = try query.filter.matcher(among: places) } catch { continue }
      let expected = order.filter { query.reaches($0) && matcher.matches($0) }.map(\.id)
      #expect(try await Self.all(store, query) == expected, "\(query)")
      found += expected.count
    }
    #expect(found > 200)

    let overview = try await store.overview()
    let box = try #require(overview.box)
    for place in places {
      #expect(try #require(place.boundingBox).withoutDateLine.allSatisfy(box.contains), "\(place)")
    }
  }

  @Test("the box of a town is hardly larger than the town, and there is none of nothing")
  func overview() async throws {
    let file = PlaceFile(path: Fixtures.path("places/kamppi.osm.pbf"))
    let records = try file.read()
    let store = try TemporaryStore()
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: .extract(named: "kamppi"), from: file)
    let overview = try await store.open().overview()
    let (box, exact) = (overview.box, BoundingBox(around: records.places.compactMap(\.boundingBox)))
    #expect(overview.attribution == "© OpenStreetMap contributors")
    #expect(try #require(box).contains(#require(exact)))
    #expect(try #require(exact?.grown(by: 800)).contains(#require(box)))
    #expect(try await PlaceFileProvider(file: file).overview().box == exact)

    _ = try PlaceImporter(storePath: store.path).removeSource(named: "kamppi")
    #expect(try await store.open().overview().box == nil)
    #expect(try await store.open().page(of: PlaceListQuery()).places.isEmpty)
  }

  @Test("a file lists the places as a store does, in its own order")
  func file() async throws {
    let file = PlaceFile(path: Fixtures.path("places/helsinki.geojson"))
    let provider = PlaceFileProvider(file: file)
    let places = try file.read().places
    #expect(try await Self.all(provider, PlaceListQuery(limit: 7)) == places.map(\.id))
    var query = PlaceListQuery(filter: PlaceFilter(categories: ["cafe"]), limit: 2)
    query.box = try BoundingBox(parsing: "24.93,60.165,24.945,60.175")
    let store = try TemporaryStore()
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: .extract(named: "helsinki"), from: file)
    let found = try await Self.all(provider, query)
    #expect(found.count > 2)
    #expect(Set(found) == Set(try await Self.all(store.open(), query)))
    let first = try #require(places.first)
    #expect(try await provider.place(withID: first.id) == first)
    #expect(try await store.open().place(withID: first.id)?.id == first.id)
    #expect(try await provider.place(withID: "nobody") == nil)
    #expect(try await store.open().place(withID: String(first.id.prefix(3))) == nil)
  }

  @Test(
    "a box that ends at the date line has places there under both of its numbers",
    arguments: [("179,-1,180,1", ["a", "b", "c"]), ("-180,-1,-179,1", ["a", "b", "d"])])
  func dateLine(text: String, ids: [String]) async throws {
    let store = try TemporaryStore()
    let file = try store.directory.write(
      "id,lat,lon\na,0,180\nb,0,-180\nc,0,179.5\nd,0,-179.5\ne,0,0\n", as: "line.csv")
    _ = try PlaceImporter(storePath: store.path).importPlaces(
      of: .extract(named: "line"), from: PlaceFile(path: file))
    var query = PlaceListQuery()
    query.box = try BoundingBox(parsing: text)
    #expect(try await Set(Self.all(store.open(), query)) == Set(ids))
  }

  @Test("a list ends when its time is up, and says so if it has found nothing yet")
  func budget() async throws {
    let provider = PlaceFileProvider(file: PlaceFile(path: Fixtures.path("places/helsinki.geojson")))
    _ = try await provider.overview()
    await #expect(throws: PlacesError.tookTooLong(seconds: 0)) {
      try await QuestionBudget.$current.withValue(QuestionBudget(seconds: 0)) {
        try await provider.page(of: PlaceListQuery())
      }
    }
    var page = PlacePage(limit: 2)
    let wasEmpty = !page.end()
    #expect(wasEmpty && page.next == nil)
    _ = page.take(PointOfInterest(id: "a", coordinate: Coordinate(latitude: 0, longitude: 0)), number: 5)
    let isWhole = page.end()
    #expect(isWhole && page.next == 5)
  }

  @Test("a page ends at its limit, or when its places are large")
  func size() throws {
    var page = PlacePage(limit: 2)
    let place = PointOfInterest(id: "a", coordinate: Coordinate(latitude: 0, longitude: 0))
    let taken = (1...3).map { page.take(place, number: $0) }
    #expect(taken == [true, true, false])
    #expect(page.places.count == 2 && page.next == 2)

    let large = PointOfInterest(
      id: "b", coordinate: Coordinate(latitude: 0, longitude: 0),
      tags: ["description": String(repeating: "x", count: 500_000)])
    page = PlacePage(limit: 1000)
    var count: Int64 = 0
    while page.take(large, number: count) { count += 1 }
    #expect(count == 4)
  }
}

extension BoundingBox {
  /// For boxes that do not span the date line.
  fileprivate func contains(_ other: BoundingBox) -> Bool {
    west <= other.west && south <= other.south && east >= other.east && north >= other.north
  }
}
