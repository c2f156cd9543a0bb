import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct TwinsTests {
  @Test(
    "a node and the building around it are one place, however their ids are written",
    arguments: [
      ("node/1", "way/2"), ("node/1", "relation/2"), ("way/1", "node/1"), ("n1", "w2"), ("a2", "n1"),
      ("node/1", "area/2"), ("r3", "node/1"),
    ])
  func twins(first: String, second: String) {
    #expect(Self.shown([Self.place(first), Self.place(second)]) == [first])
  }

  @Test(
    "places that only look alike are two",
    arguments: [
      place("node/2"), place("way/2", name: "Engel Bar"), place("way/2", category: "bar"),
      place("way/2", metresNorth: 101), place("way/2", name: nil), place("2"), place("hut/2"), place("way/"),
      place("/2"), place(""), place("way"), place("nöde/2"),
    ])
  func others(other: PointOfInterest) {
    #expect(Self.shown([Self.place("node/1"), other]) == ["node/1", other.id])
  }

  @Test("two ways with one name are two places")
  func branches() {
    #expect(Self.shown([Self.place("way/1"), Self.place("way/2")]) == ["way/1", "way/2"])
  }

  @Test("ignores the case of names")
  func letterCase() {
    #expect(Self.shown([Self.place("node/1"), Self.place("way/2", name: "CAFÉ ENGEL")]) == ["node/1"])
  }

  @Test("joins twins up to 100 m apart", arguments: [(99.9, ["node/1"]), (100.1, ["node/1", "way/2"])])
  func reach(metres: Double, ids: [String]) {
    #expect(Self.shown([Self.place("node/1"), Self.place("way/2", metresNorth: metres)]) == ids)
  }

  @Test("a node within a large building is its twin, wherever the building's point is")
  func within() {
    let hall = PointOfInterest(
      id: "way/1", name: "Café Engel", category: "cafe", coordinate: Self.place("way/1").coordinate,
      extent: Extent(rings: [
        [(0, 24.99), (0.01, 25.01), (-0.01, 25.01)].map(Coordinate.init(latitude:longitude:))
      ]))
    let node = Self.place("node/2", metresNorth: 300)
    #expect(Self.shown([hall, node]) == ["way/1"])
    #expect(Self.shown([node, hall]) == ["node/2"])
  }

  @Test("each branch of a chain has its own building")
  func chain() {
    let places = [
      Self.place("node/1"), Self.place("node/2", metresNorth: 500), Self.place("way/3", metresNorth: 520),
      Self.place("way/4", metresNorth: 10), Self.place("way/5", metresNorth: 1000),
    ]
    #expect(Self.shown(places) == ["node/1", "node/2", "way/5"])
  }

  @Test(
    "a stop is one place, however it is mapped",
    arguments: [
      ([sign(), platform(metresNorth: 5)], 1), ([platform(), sign(metresNorth: 50)], 1),
      ([sign(), platform(metresNorth: 5), position(metresNorth: 8)], 1),
      ([sign(), sign(metresNorth: 15)], 2), ([sign(), platform(metresNorth: 61)], 2),
      ([sign(), platform("Market", metresNorth: 5)], 2), ([sign(), platform(nil, metresNorth: 15)], 1),
      ([sign(), platform(nil, metresNorth: 25)], 2), ([sign(nil), position(nil, metresNorth: 15)], 1),
      // The two sides of a street, each with its sign and its platform.
      ([sign(), platform(metresNorth: 3), sign(metresNorth: 20), platform(metresNorth: 23)], 2),
    ])
  func stops(places: [PointOfInterest], count: Int) {
    #expect(Self.shown(places).count == count)
  }

  @Test("finds the other part of a stop in any direction, wherever the stop is")
  func stopsAnywhere() {
    for latitude in stride(from: -82.5, through: 82.5, by: 7.5) {
      for longitude in stride(from: -180.0, to: 180, by: 22.5) {
        let centre = Coordinate(latitude: latitude, longitude: longitude)
        let first = PointOfInterest(
          id: "1", name: "Quay", coordinate: centre, tags: ["public_transport": "platform"])
        for degrees in stride(from: 0.0, to: 360, by: 45) {
          for (metres, count) in [(59.9, 1), (60.1, 2)] {
            let end = WGS84.destination(
              from: centre, bearing: Bearing(degrees: degrees), distance: Distance(metres: metres))
            let second = PointOfInterest(
              id: "2", name: "Quay", coordinate: end, tags: ["highway": "bus_stop"])
            #expect(Self.shown([first, second]).count == count, "\(metres) m, \(degrees)° from \(centre)")
          }
        }
      }
    }
  }

  @Test(
    "a lake or river that is a way and a relation is one place, if the first has all of the other",
    arguments: [
      (["way/1 lake", "relation/2 lake"], ["way/1"]), (["relation/2 lake", "way/1 lake"], ["relation/2"]),
      (["a24 lake", "a25 lake"], ["a24"]), (["w1 lake", "r2 lake"], ["w1"]),
      // With an island.
      (["way/1 lake", "relation/2 islands"], ["way/1"]),
      (["relation/2 islands", "way/1 lake"], ["relation/2"]),
      // Of two parts.
      (["relation/2 lakes", "way/1 lake"], ["relation/2"]),
      (["way/1 lake", "relation/2 lakes"], ["way/1", "relation/2"]),
      (["relation/2 river", "way/1 upper", "way/3 lower"], ["relation/2"]),
      (["way/1 upper", "relation/2 river", "way/3 lower"], ["way/1", "relation/2"]),
      (["way/1 lake", "way/2 lake"], ["way/1", "way/2"]),
      (["way/1 lake", "relation/2 beside"], ["way/1", "relation/2"]),
      (["way/1 lake", "relation/2 within"], ["way/1", "relation/2"]),
    ])
  func wholes(places: [String], ids: [String]) throws {
    let places = try places.map { written in
      let words = written.split(separator: " ")
      return PointOfInterest(
        id: String(words[0]), name: "Valira", category: "water", coordinate: Self.corner(0, 0),
        extent: try #require(Self.shapes[String(words[1])]))
    }
    #expect(Self.shown(places) == ids)
    let nearest = [PlaceIndex.Use.once, .veryOften].map {
      PlaceIndex(places, use: $0).nearest(to: Self.corner(4.5, 4.5), limit: 9)
    }
    #expect(nearest[0] == nearest[1])
  }

  @Test("a stop has the name of its sign, whichever part comes first, and what each part knows besides")
  func nameOfStop() throws {
    let platform = Self.stop(
      ["public_transport": "platform", "wheelchair": "yes", "bench": "no"], nil, 8, id: "way/1")
    let sign = Self.stop(
      ["highway": "bus_stop", "name:fr": "Mairie", "bench": "yes", "opening_hours": "24/7"], "Town Hall", 0,
      id: "node/2")
    let joined = try Self.joined([platform, sign])
    #expect(try joined == Self.joined([sign, platform]).reversed())
    #expect(joined.map(\.name) == ["Town Hall", "Town Hall"])
    #expect(joined.map { $0.tags["wheelchair"] } == ["yes", "yes"])
    #expect(joined.map { $0.tags["opening_hours"] } == ["24/7", "24/7"])
    #expect(joined.map { $0.tags["name:fr"] } == ["Mairie", "Mairie"])
    // What each is stays its own, and so does what both say.
    #expect(joined.map { $0.tags["highway"] } == [nil, "bus_stop"])
    #expect(joined.map { $0.tags["bench"] } == ["no", "yes"])
    #expect(joined.map(\.category) == [platform.category, sign.category])
  }

  @Test("of a stop, the part that has a tag is found by it, and with a category besides, the sign")
  func taggedPart() throws {
    let platform = Self.stop(["public_transport": "platform", "bench": "yes"], "Town Hall", 8, id: "way/1")
    let twins = Twins(among: [Self.position(metresNorth: 0), platform, Self.sign(metresNorth: 16)])
    let bench = [PlaceFilter.Tag(key: "bench", value: "yes")]
    #expect(try twins.passing(PlaceFilter(tags: bench)).places.map(\.id) == ["way/1"])
    let stops = try twins.passing(PlaceFilter(categories: ["bus_stop"], tags: bench))
    #expect(stops.places.map(\.id) == ["node/16.0"])
    let parts = try twins.passing(PlaceFilter(tags: [PlaceFilter.Tag(key: "public_transport")]))
    #expect(parts.places.map(\.id) == ["node/0.0", "way/1"])
    #expect((0..<2).map(parts.others) == [[1], [0]])
  }

  @Test("a nameless platform between two stops has the name of the nearer one, and both stay")
  func betweenTwoStops() throws {
    let places = [
      Self.platform(nil, metresNorth: 9), Self.sign("Market", metresNorth: 0),
      Self.sign("Bridge", metresNorth: 20),
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 1, 0], [1, 0, 2], [2, 0, 1]] {
      let joined = try Self.joined(order.map { places[$0] })
      let shown = Set(Self.shown(joined))
      #expect(Set(joined.filter { shown.contains($0.id) }.compactMap(\.name)) == ["Market", "Bridge"])
      #expect(joined.first { $0.id == places[0].id }?.name == "Market")
      #expect(shown.count == 2)
    }
  }

  @Test("the platform across the street tells the name of a stop, but not whether there is a kerb")
  func acrossTheStreet() throws {
    let across = Self.stop(["public_transport": "platform", "wheelchair": "no"], nil, 15, id: "way/1")
    let near = Self.stop(["public_transport": "platform", "wheelchair": "yes"], nil, 2, id: "way/2")
    let sign = Self.stop(["highway": "bus_stop", "shelter": "yes"], "Town Hall", 0, id: "node/3")
    let joined = try Self.joined([across, near, sign])
    #expect(joined.map(\.name) == ["Town Hall", "Town Hall", "Town Hall"])
    #expect(joined.map { $0.tags["wheelchair"] } == ["no", "yes", "yes"])
    #expect(joined.map { $0.tags["shelter"] } == [nil, "yes", "yes"])
    #expect(Self.shown([across, sign, near]) == ["way/1", "node/3"])
  }

  @Test(
    "of a node and its building, either has the hours and the entrance of both", arguments: [false, true])
  func details(isReversed: Bool) throws {
    let node = PointOfInterest(
      id: "node/1", name: "Café Engel", coordinate: Self.place("node/1").coordinate,
      tags: ["amenity": "cafe", "opening_hours": "Mo-Fr 08:00-18:00", "wheelchair": "limited"])
    let building = PointOfInterest(
      id: "way/2", name: "Café Engel", coordinate: Self.place("way/2").coordinate,
      tags: ["amenity": "cafe", "building": "yes", "phone": "123", "wheelchair": "no", "access": "private"])
    let joined = try Self.joined(isReversed ? [building, node] : [node, building])
    for place in joined {
      #expect(place.tags["opening_hours"] == "Mo-Fr 08:00-18:00")
      #expect(place.tags["phone"] == "123")
      #expect(place.tags["wheelchair"] == (place.id == "node/1" ? "limited" : "no"))
      #expect(place.tags["building"] == (place.id == "node/1" ? nil : "yes"))
      #expect(place.tags["access"] == (place.id == "node/1" ? nil : "private"))
    }
  }

  @Test("many places of one name and category, with as many stops, take time in proportion")
  func many() {
    let places = (0..<2000).flatMap { number -> [PointOfInterest] in
      let metres = Double(number) * 70
      return [
        Self.place(number.isMultiple(of: 2) ? "node/\(number)" : "way/\(number)", metresNorth: metres),
        Self.stop(["highway": "bus_stop"], "Stop", metres, id: "node/9\(number)"),
      ]
    }
    #expect(growth(from: 1000) { _ = Twins(among: Array(places.prefix($0))) } < 9)
  }

  private static let shapes: [String: Extent?] = [
    "lake": Extent(rings: [square(0, size: 9)]),
    "islands": Extent(rings: [square(0, size: 9), square(4, size: 1)]),
    "lakes": Extent(rings: [square(0, size: 9), square(20, size: 3)]),
    "beside": Extent(rings: [square(9, size: 9)]),
    "within": Extent(rings: [square(4, size: 1)]),
    // Simplified in another way than its pieces.
    "river": Extent(lines: [[corner(0, 0), corner(2, 0), corner(4, 0.01), corner(9, 0)]])?.simplified,
    "upper": Extent(lines: [[corner(0, 0), corner(2, 0), corner(3, 0.005)]]),
    "lower": Extent(lines: [[corner(4, 0.01), corner(9, 0)]]),
  ]

  private static func square(_ start: Double, size: Double) -> [Coordinate] {
    let end = start + size
    return [corner(start, start), corner(start, end), corner(end, end), corner(end, start)]
  }

  /// A hundred metres a step, about.
  private static func corner(_ north: Double, _ east: Double) -> Coordinate {
    Coordinate(latitude: north / 1000, longitude: 179.995 + east / 1000 - (east >= 5 ? 360 : 0))
  }

  private static func sign(_ name: String? = "Town Hall", metresNorth: Double = 0) -> PointOfInterest {
    stop(["highway": "bus_stop"], name, metresNorth)
  }

  private static func platform(_ name: String? = "Town Hall", metresNorth: Double = 0) -> PointOfInterest {
    stop(["public_transport": "platform"], name, metresNorth)
  }

  private static func position(_ name: String? = "Town Hall", metresNorth: Double = 0) -> PointOfInterest {
    stop(["public_transport": "stop_position"], name, metresNorth)
  }

  private static func stop(
    _ tags: [String: String], _ name: String?, _ metresNorth: Double, id: String? = nil
  ) -> PointOfInterest {
    PointOfInterest(
      id: id ?? "node/\(metresNorth)", name: name,
      coordinate: Coordinate(latitude: metresNorth / 110_574.3, longitude: 25), tags: tags)
  }

  private static func joined(_ places: [PointOfInterest]) throws -> [PointOfInterest] {
    try Twins(among: places).passing(PlaceFilter()).places
  }

  private static func shown(_ places: [PointOfInterest]) -> [String] {
    let twins = Twins(among: places)
    var standIns = StandIns<Int>()
    return places.indices.filter { standIns.take($0, standingFor: twins.others(of: $0)) }
      .map { places[$0].id }
  }

  private static func place(
    _ id: String, name: String? = "Café Engel", category: String = "cafe", metresNorth: Double = 0
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category,
      coordinate: Coordinate(latitude: metresNorth / 110_574.3, longitude: 25))
  }
}
