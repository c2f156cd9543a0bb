import Geography
import SQLite
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

/// A store's answers, compared with checking every place.
@Suite struct PlaceStoreQueryTests {
  @Test("answers three thousand random queries like a full search")
  func randomQueries() throws {
    var random = RandomPlaces(seed: 31)
    let places = Self.places(500, &random)
    let store = try TemporaryStore()
    // The places of two sources are mixed.
    try store.take(places.filter { $0.id.hasSuffix("7") }, of: "other")
    try store.take(places.filter { !$0.id.hasSuffix("7") })
    let bruteForce = try BruteForce(places, in: store)
    let scanning = try store.open()
    let searching = PlaceStore(
      at: store.path, scanLimits: StoreReader.ScanLimits(kinds: 20, details: 0))

    let filters = try (0..<300).map { _ in random.filter(for: places) }.map { filter in
      (filter, try bruteForce.passing(filter))
    }
    var found = 0
    for _ in 0..<60 {
      let position = Self.position(near: places, &random)
      let sorted = bruteForce.sorted(from: position)
      for round in 0..<50 {
        let (filter, passing) = random.one(in: 10) ? (PlaceFilter(), nil) : random.pick(filters)
        let radius: Distance? =
          switch random.int(0...9) {
          case 0: nil
          case 1: random.pick(sorted).distance
          // The distance of a place itself is within the radius.
          case 2...7: sorted[random.int(0...40)].distance
          default: Distance(metres: random.pick([0, 100, 1000, 50_000]))
          }
        let limit = random.pick([1, 2, 5, 10, 10, 20])
        let query = PlaceQuery(filter: filter, radius: radius, limit: random.one(in: 50) ? .max : limit)
        let expected = bruteForce.answer(query, among: sorted, passing: passing)
        let opened = round.isMultiple(of: 2) ? scanning : searching
        let answer = try opened.answer(near: position, matching: query).places
        #expect(answer == expected, "\(query) at \(position)")
        found += expected.count
      }
    }
    // Queries that find nothing would prove little.
    #expect(found > 3000)
  }

  @Test("a lake that is a way and a relation is one row")
  func lake() throws {
    func square(_ start: Double, _ end: Double) -> [Coordinate] {
      [(start, start), (start, end), (end, end), (end, start)].map(Coordinate.init(latitude:longitude:))
    }
    let shore = square(0, 0.3)
    let extents = [
      "way/1": Extent(rings: [shore]), "relation/2": Extent(rings: [shore, square(0.1, 0.11)]),
      "way/3": Extent(rings: [square(0.3, 0.31)]),
    ]
    let store = try TemporaryStore(
      extents.map {
        PointOfInterest(
          id: $0, name: "Saimaa", coordinate: shore[0], extent: $1, tags: ["natural": "water"])
      })
    let query = PlaceQuery(radius: Distance(metres: 100_000), limit: 5)
    let answer = try store.open().answer(near: Coordinate(latitude: 0.2, longitude: 0.2), matching: query)
    #expect(answer.places.map(\.place.id) == ["relation/2", "way/3"])
  }

  @Test(
    "what is behind an elided article is a word of a name, and what is behind the same letter of another is none",
    arguments: [("ermita", true), ("sushi", true), ("ushi", false), ("L'Ermita", true), ("ermit", false)])
  func elidedNames(text: String, isName: Bool) throws {
    let places = ["L'Ermita", "Sushi"].map {
      PointOfInterest(id: $0, name: $0, coordinate: Coordinate(latitude: 60, longitude: 25))
    }
    let folder = try TemporaryStore(places)
    #expect(try folder.open().hasName(text) == isName)
  }

  @Test(
    "a name is found by how a word behind any elided article begins, and by one with a typo",
    arguments: [
      ("ermi", "L'Ermita"), ("or", "Bar dall'Orto"), ("arno", "Casa sull’Arno"), ("Ermitta", "L'Ermita"),
    ])
  func behindArticles(text: String, name: String) async throws {
    let position = Coordinate(latitude: 60, longitude: 25)
    let folder = try TemporaryStore(
      ["L'Ermita", "Bar dall'Orto", "Casa sull’Arno", "Sushi"].map {
        PointOfInterest(id: $0, name: $0, coordinate: position)
      })
    let query = PlaceQuery(filter: PlaceFilter(name: text), limit: 5)
    let answer = try await folder.open().placesOrNearMisses(near: position, matching: query)
    #expect(answer.places.map(\.place.name) == [name])
  }

  @Test("further pieces of a river are left out where the nearest is enough", arguments: [1, 2, 3, 100])
  func furtherPieces(limit: Int) throws {
    let places = (0..<30).map { number in
      // Ten rivers of three pieces, of which two have one name.
      let (north, east) = (60 + Double(number / 3) * 0.003, 25 + Double(number % 3) * 0.02)
      let line = [east, east + 0.02].map { Coordinate(latitude: north, longitude: $0) }
      return PointOfInterest(
        id: "way/\(number)", name: "Aa \(number / 6)", coordinate: line[0], extent: Extent(lines: [line]),
        tags: ["waterway": "river"])
    }
    let folder = try TemporaryStore(places)
    let store = try folder.open()
    let position = Coordinate(latitude: 60.0001, longitude: 25.03)
    var query = PlaceQuery(radius: Distance(metres: 10_000), limit: limit)
    query.skipsFurtherPieces = true
    let found = try store.answer(near: position, matching: query).places.map(\.place.id)
    #expect(found == (0..<10).map { "way/\(3 * $0 + 1)" }.prefix(limit).map(\.self))
    query.keepsDuplicates = true
    #expect(try store.answer(near: position, matching: query).places.count == min(limit, 30))
  }

  @Test("pieces of a river are one row with the river that has them, however many namesakes there are")
  func rivers() throws {
    var random = RandomPlaces(seed: 33)
    func line() -> [Coordinate] {
      let (latitude, longitude) = (random.double(60...60.05), random.double(25...25.05))
      return (0...3).map {
        Coordinate(
          latitude: latitude + Double($0) * random.double(0.001...0.003),
          longitude: longitude + Double($0) * random.double(0.001...0.003))
      }
    }
    let pieces = (0..<20).map { _ in line() }
    let rivers = (0..<4).map { river in pieces.indices.filter { $0 % 5 == river }.map { pieces[$0] } }
    let lines = pieces.map { [$0] } + rivers
    let places = lines.enumerated().map { number, lines in
      PointOfInterest(
        id: lines.count == 1 ? "way/\(number)" : "relation/\(number)", name: "Aa", coordinate: lines[0][1],
        extent: Extent(lines: lines), tags: ["waterway": "river"])
    }
    let store = try TemporaryStore(places)
    let bruteForce = try BruteForce(places, in: store)
    let opened = try store.open()
    for _ in 0..<6 {
      let position = Coordinate(latitude: random.double(59.99...60.06), longitude: random.double(25...25.06))
      let query = PlaceQuery(limit: random.pick([1, 3, 10, 100]))
      let expected = bruteForce.answer(query, among: bruteForce.sorted(from: position), passing: nil)
      #expect(try opened.answer(near: position, matching: query).places == expected)
    }
    let all = try opened.answer(near: pieces[0][0], matching: PlaceQuery(limit: 100)).places
    #expect(all.count < places.count - 4)
    for lines in rivers {
      let onPiece = try opened.answer(near: lines[0][1], matching: PlaceQuery(limit: 1)).places
      #expect(onPiece.map { $0.place.id.hasPrefix("relation/") } == [true])
    }
  }

  @Test("a sign and its platform are one stop, which has what either knows", arguments: [60.0, 60.0001])
  func stop(latitude: Double) async throws {
    func place(_ id: String, _ name: String?, _ latitude: Double, _ tags: [String: String]) -> PointOfInterest
    {
      PointOfInterest(
        id: id, name: name, coordinate: Coordinate(latitude: latitude, longitude: 25), tags: tags)
    }
    let places = [
      place("node/1", "Post", 60, ["highway": "bus_stop", "opening_hours": "24/7"]),
      place("way/2", nil, 60.0001, ["public_transport": "platform", "wheelchair": "yes"]),
      place("node/3", "Market", 60.0005, ["highway": "bus_stop"]),
    ]
    let store = try TemporaryStore(places)
    let searching = PlaceStore(
      at: store.path, scanLimits: StoreReader.ScanLimits(kinds: 0, details: 0))
    let position = Coordinate(latitude: latitude, longitude: 25)
    func names(_ filter: PlaceFilter, in store: PlaceStore) throws -> [String?] {
      let places = try store.answer(near: position, matching: PlaceQuery(filter: filter)).places.map(\.place)
      #expect(places.allSatisfy { $0.name != "Post" || $0.tags["wheelchair"] == "yes" })
      #expect(places.allSatisfy { $0.name != "Post" || $0.tags["opening_hours"] == "24/7" })
      return places.map(\.name)
    }
    let wheelchair = PlaceFilter.Tag(key: "wheelchair", value: "yes")
    for opened in [try store.open(), searching] {
      #expect(try names(PlaceFilter(), in: opened) == ["Post", "Market"])
      #expect(try names(PlaceFilter(categories: ["bus stop"]), in: opened) == ["Post", "Market"])
      #expect(try names(PlaceFilter(name: "post"), in: opened) == ["Post"])
      #expect(try names(PlaceFilter(tags: [wheelchair]), in: opened) == ["Post"])
      let both = PlaceFilter(categories: ["bus stop"], tags: [wheelchair], name: "post")
      #expect(try names(both, in: opened) == ["Post"])
    }
    // What is exported.
    let page = try await store.open().page(of: PlaceListQuery())
    #expect(page.places.first { $0.id == "way/2" }?.name == nil)
  }

  @Test("a store answers like the imported file")
  func file() async throws {
    let file = PlaceFile(path: Fixtures.path("places/helsinki.geojson"))
    let provider = PlaceFileProvider(file: file)
    let store = try TemporaryStore()
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: .extract(named: "helsinki"), from: file)
    // Repeating a query makes the store use its index.
    let limits = StoreReader.ScanLimits(passedOver: 1)
    let opened = PlaceStore(at: store.path, scanLimits: limits)
    var random = RandomPlaces(seed: 32)
    let filters = Category.all.map { PlaceFilter(categories: [$0.word]) }
    let names = ["karl fazer", "kahvila", "hotel", "k", "zzz"].map { PlaceFilter(name: $0) }
    let tags = ["wheelchair", "name:sv"].map { PlaceFilter(tags: [PlaceFilter.Tag(key: $0)]) }
    let typed = [["alko"], ["karl fazer", "atm"], ["hesburger", "market"], ["zzz"]].map {
      PlaceFilter(categories: $0)
    }
    for filter in [PlaceFilter()] + filters + names + tags + typed {
      let position = Coordinate(
        latitude: random.double(60.16...60.18), longitude: random.double(24.92...24.96))
      for (radius, limit) in [(nil, 10), (200, .max), (nil, 1), (1000, 20)] as [(Double?, Int)] {
        let query = PlaceQuery(filter: filter, radius: radius.map { Distance(metres: $0) }, limit: limit)
        let answer = try await provider.places(near: position, matching: query)
        #expect(try opened.answer(near: position, matching: query).places == answer.places, "\(query)")
      }
    }
    for text in ["Karl Fazer Café", "node/25038585", "kahvila", "Ateneum"] {
      let named = try await provider.places(called: text)
      #expect(try Set(opened.places(called: text)) == Set(named), "\(text)")
    }
  }

  /// Places in all corners of the earth, some at one spot, some twins.
  private static func places(_ count: Int, _ random: inout RandomPlaces) -> [PointOfInterest] {
    var places: [PointOfInterest] = []
    for number in 0..<count {
      let id = "\(random.pick(["node/", "way/", "hut "]))\(number)"
      let coordinate = position(&random)
      if random.one(in: 6), let last = places.last {
        let isNode = last.id.hasPrefix("node/")
        let reach = random.double(0...0.001)
        places.append(
          PointOfInterest(
            id: isNode ? "way/\(number)" : "node/\(number)", name: last.name, category: last.category,
            coordinate: Coordinate(
              latitude: max(-90, last.coordinate.latitude - reach), longitude: last.coordinate.longitude),
            tags: last.tags))
      } else if random.one(in: 6), !places.isEmpty {
        places.append(random.place(id: id, at: random.pick(places).coordinate))
      } else {
        places.append(random.place(id: id, at: coordinate))
      }
    }
    return places
  }

  private static func position(near places: [PointOfInterest], _ random: inout RandomPlaces) -> Coordinate {
    random.one(in: 3) ? random.pick(places).coordinate : position(&random)
  }

  private static func position(_ random: inout RandomPlaces) -> Coordinate {
    // Each remote place costs a worldwide search as much as a city.
    switch random.int(0...39) {
    case 0: return Coordinate(latitude: random.double(-90...90), longitude: random.double(-180...180))
    case 1: return Coordinate(latitude: random.double(89.99...90), longitude: random.double(-180...180))
    case 2: return Coordinate(latitude: random.double(-90...(-89.9)), longitude: random.double(-180...180))
    case 3: return Coordinate(latitude: random.pick([-90, 0, 90]), longitude: random.pick([-180, 0, 180]))
    case 4...12:
      let east = random.double(-0.01...0.01)
      return Coordinate(
        latitude: random.double(-17...(-16.99)), longitude: east > 0 ? east - 180 : east + 180)
    // Two cities that lie opposite each other, and one where the largest squares meet.
    case 13...20:
      return Coordinate(latitude: random.double(40.3...40.4), longitude: random.double(-3.7...(-3.6)))
    case 21...28:
      return Coordinate(latitude: random.double(-40.4...(-40.3)), longitude: random.double(176.3...176.4))
    default: return Coordinate(latitude: random.double(-0.01...0.01), longitude: random.double(-0.01...0.01))
    }
  }
}

/// Checks every place, and measures its distance.
private struct BruteForce {
  /// In the store's order, which decides between places at the same distance.
  private let places: [PointOfInterest]
  private let twins: Twins
  /// The ids of the places that each stands for.
  private let others: [String: [String]]

  init(_ places: [PointOfInterest], in store: TemporaryStore) throws {
    let ordinals = try store.query { database in
      try Dictionary(
        uniqueKeysWithValues: database.statement("SELECT id FROM place ORDER BY number").map {
          $0.text(0) ?? ""
        }
        .enumerated().map { ($1, $0) })
    }
    #expect(ordinals.count == places.count)
    let inOrder = places.sorted { ordinals[$0.id, default: 0] < ordinals[$1.id, default: 0] }
    let twins = Twins(among: inOrder)
    self.twins = twins
    self.places = try twins.passing(PlaceFilter()).places
    others = Dictionary(
      uniqueKeysWithValues: inOrder.indices.map { index in
        (inOrder[index].id, twins.others(of: index).map { inOrder[$0].id })
      })
  }

  func passing(_ filter: PlaceFilter) throws -> Set<String> {
    try Set(twins.passing(filter).places.map(\.id))
  }

  /// All places, the nearest first.
  func sorted(from position: Coordinate) -> [NearbyPlace] {
    places.map { NearbyPlace($0, from: position) }.enumerated()
      .sorted {
        ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
      }
      .map(\.element)
  }

  /// - Parameter ids: those of the places that pass; `nil` if all do.
  func answer(_ query: PlaceQuery, among sorted: [NearbyPlace], passing ids: Set<String>?)
    -> [NearbyPlace]
  {
    let found = sorted.filter { nearby in
      query.radius.map { nearby.distance <= $0 } != false && ids?.contains(nearby.place.id) != false
    }
    func others(_ nearby: NearbyPlace) -> [String] { self.others[nearby.place.id] ?? [] }
    var standIns = StandIns<String>()
    // Of those at the same distance, the one that stands for most.
    let kept = Set(
      found.sorted { ($0.rank, others($1).count) < ($1.rank, others($0).count) }
        .filter { standIns.take($0.place.id, standingFor: others($0)) }.map(\.place.id))
    return Array(found.filter { kept.contains($0.place.id) }.prefix(query.limit))
  }
}
