import Foundation
import Geography
import SQLite
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

/// Streets, addresses and areas in a store.
@Suite struct GazetteerTests {
  private let terrain = Terrain()

  private func surroundings(
    in store: TemporaryStore, east: Double, north: Double = 0, within metres: Double = 100
  ) throws -> Surroundings? {
    try store.open().surroundings(
      of: terrain.coordinate(east: east, north: north), streetsWithin: Distance(metres: metres),
      addressWithin: Distance(metres: metres))
  }

  private func take(
    _ document: OSMText, into store: TemporaryStore, of name: String = "region",
    from file: String = "region.osm", parts: Set<GazetteerPart> = Set(GazetteerPart.allCases),
    replacing: Bool = false, keepingFile: Bool = false, dated: Date? = nil
  ) throws {
    var file = PlaceFile(path: try store.directory.write(document.text, as: file))
    file.gazetteer = parts
    var source = SourceDescription.extract(named: name)
    source.dated = dated
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: source, replacing: replacing, from: file)
    if !keepingFile { try FileManager.default.removeItem(atPath: file.path) }
  }

  /// A street of 4 km from west to east, a house in a side street, and a municipality within a country.
  private var village: OSMText {
    var text = OSMText(terrain)
    text.add(
      way: 1, [(-2000, 0), (2000, 0)], ["highway": "residential", "name": "High Street", "ref": "B 1"])
    text.add(way: 2, [(0, 0), (0, 300)], ["highway": "track"])
    text.add(
      way: 3, [(60, 10), (80, 10), (80, 20), (60, 20), (60, 10)],
      ["building": "yes", "addr:housenumber": "7", "addr:street": "Side Lane"])
    text.add(
      node: 900, (500, -20), ["addr:housenumber": "12", "addr:street": "High Street", "addr:city": "Thorpe"])
    text.add(area: 10, within: 3000, ["name": "Thorpe", "admin_level": "8", "name:fr": "Torpe"])
    text.add(area: 11, within: 9000, ["name": "Arcadia", "admin_level": "2"])
    return text
  }

  @Test("finds the nearest street, the address, and the areas around from small to large")
  func found() throws {
    let store = try TemporaryStore()
    try take(village, into: store)
    let here = try #require(try surroundings(in: store, east: 65, north: 5))
    #expect(here.streets.map(\.thing.name) == ["High Street"])
    #expect(here.streets.map(\.thing.ref) == ["B 1"])
    let street = try #require(here.streets.first)
    #expect(abs(street.distance.metres - 5) < 1)
    #expect(here.address?.thing.housenumber == "7")
    #expect(here.address?.thing.street == "Side Lane")
    #expect(here.areas.map { $0.name(in: .local) } == ["Thorpe", "Arcadia"])
    #expect(here.areas.map(\.level) == [8, 2])
    let french = try #require(NameLanguage(parsing: "fr"))
    #expect(here.areas.map { $0.name(in: french) } == ["Torpe", "Arcadia"])
    let outside = try #require(try surroundings(in: store, east: 5000, north: 5))
    #expect(outside.streets.isEmpty && outside.address == nil)
    #expect(outside.areas.map { $0.name(in: .local) } == ["Arcadia"])
    #expect(try surroundings(in: store, east: 20_000) == nil)
    try store.expectSound()
  }

  @Test("of too many areas around one spot, the smallest are told")
  func tooManyAreas() throws {
    let store = try TemporaryStore()
    var text = OSMText(terrain)
    for number in 0..<300 {
      text.add(
        area: number, within: 2000 + Double(number), ["name": "Area \(number)", "admin_level": "9"])
    }
    try take(text, into: store)
    let here = try #require(try surroundings(in: store, east: 0))
    #expect(here.lacksAreas)
    #expect(here.areas.map { $0.name(in: .local) } == (0..<200).map { "Area \($0)" })
  }

  @Test("areas keep the codes of countries and regions, which have no name")
  func codes() throws {
    var text = OSMText(terrain)
    text.add(area: 10, within: 3000, ["name": "Thorpe", "admin_level": "8"])
    text.add(area: 11, within: 9000, ["name": "Arcadia", "admin_level": "4", "ISO3166-2": "GR-H"])
    let store = try TemporaryStore()
    try take(text, into: store)
    let opened = try store.open()
    for east in [0.0, 8950.0] {
      let areas = try opened.codedAreas(around: terrain.coordinate(east: east, north: 0))
      #expect(areas.map { $0.names["ISO3166-2"] } == ["GR-H"])
    }
    #expect(try opened.codedAreas(around: terrain.coordinate(east: 9050, north: 0)) == [])
    #expect(try surroundings(in: store, east: 0)?.areas.map { $0.name(in: .local) } == ["Thorpe", "Arcadia"])
  }

  @Test("a boundary that the file has only in part contains nothing")
  func cut() throws {
    var text = OSMText(terrain)
    text.add(way: 1, [(-500, 0), (500, 0)], ["highway": "path", "name": "Ridge Way"])
    text.add(area: 10, within: 3000, ["name": "Thorpe", "admin_level": "8"], missing: 1)
    let store = try TemporaryStore()
    try take(text, into: store)
    let here = try #require(try surroundings(in: store, east: 0))
    #expect(here.streets.map(\.thing.title) == ["Ridge Way"])
    #expect(here.areas.isEmpty)
  }

  @Test("leaves out the parts that are not wanted, and knows which ones it has")
  func parts() throws {
    let store = try TemporaryStore()
    try take(village, into: store, parts: [.areas])
    let here = try #require(try surroundings(in: store, east: 65, north: 5))
    #expect(here.streets.isEmpty && here.address == nil && here.areas.count == 2)
    #expect(try store.open().sources().map(\.gazetteer) == [[.areas]])
    try take(village, into: store, of: "none", parts: [])
    #expect(try store.open().sources().first { $0.name == "none" }?.gazetteer == [])
  }

  @Test("a later import renews streets, and a replaced or removed source leaves none behind")
  func renewed() throws {
    let store = try TemporaryStore()
    try take(village, into: store, keepingFile: true)
    var later = OSMText(terrain)
    later.add(way: 1, [(-2000, 40), (2000, 40)], ["highway": "residential", "name": "New Street"])
    try take(later, into: store, from: "beside.osm")
    let both = try #require(try surroundings(in: store, east: 500))
    #expect(both.streets.map(\.thing.title) == ["New Street"])
    #expect(both.areas.count == 2 && both.address?.thing.housenumber == "12")
    try take(later, into: store, from: "beside.osm", replacing: true)
    let replaced = try #require(try surroundings(in: store, east: 500))
    #expect(replaced.areas.isEmpty && replaced.address == nil)
    try take(village, into: store, of: "other", from: "other.osm")
    #expect(try PlaceImporter(storePath: store.path).removeSource(named: "region") != nil)
    let other = try #require(try surroundings(in: store, east: 300))
    #expect(other.streets.map(\.thing.title) == ["High Street"])
    #expect(try PlaceImporter(storePath: store.path).removeSource(named: "other") != nil)
    #expect(try surroundings(in: store, east: 300) == nil)
    for table in ["gazetteer", "map", "street_name", "area", "area_box"] {
      let count = try store.query { try $0.statement("SELECT count(*) FROM \(table)").firstInteger() }
      #expect(count == 0, "\(table)")
    }
  }

  @Test("of what two extracts have, the newer form counts, whichever came first", arguments: [true, false])
  func newest(isNewFirst: Bool) throws {
    let store = try TemporaryStore()
    for isNew in [isNewFirst, !isNewFirst] {
      let name = isNew ? "New" : "Old"
      var text = OSMText(terrain)
      text.add(way: 1, [(-200, 0), (0, 0), (200, 0)], ["highway": "residential", "name": "\(name) Street"])
      text.add(way: 2, [(0, -200), (0, 0), (0, 200)], ["highway": "path", "name": "Lane"])
      text.add(way: 3, [(-200, 30), (200, 30)], ["railway": "rail", "name": "\(name) Railway"])
      text.add(node: 1, (10, 5), ["addr:housenumber": isNew ? "7" : "6", "addr:street": "\(name) Street"])
      text.add(node: 2, (isNew ? 90 : -90, 5), ["addr:housenumber": "1", "addr:street": "\(name) Street"])
      // An edge passes here, and lies farther out in the other.
      text.add(area: 10, within: isNew ? 100 : 5000, ["name": "\(name) Town", "admin_level": "8"])
      text.add(area: 11, within: 9000, ["name": "\(name) Country", "admin_level": "2"])
      try take(text, into: store, of: name, dated: Date(timeIntervalSince1970: isNew ? 2e9 : 1e9))
    }
    let here = try #require(try surroundings(in: store, east: 10))
    #expect(Set(here.streets.map(\.thing.title)) == ["New Street", "Lane"])
    #expect(here.address?.thing.housenumber == "7" && here.address?.thing.street == "New Street")
    #expect(here.areas.map { $0.name(in: .local) } == ["New Town", "New Country"])
    let opened = try store.open()
    let areas = try opened.areas(named: ["new town", "old town"])
    #expect(areas.map { $0.area.name(in: .local) } == ["New Town", "Old Town"])
    // What only the older one has stays.
    #expect(try surroundings(in: store, east: -90)?.address?.thing.street == "Old Street")
    let middle = terrain.coordinate(east: 0, north: 0)
    let ground = try opened.ground(in: try #require(BoundingBox(of: middle)).grown(by: 100), .fine)
    #expect(Set(ground.features.compactMap(\.name)) == ["New Street", "Lane", "New Railway"])
    let network = try #require(try opened.network(within: Distance(metres: 100), of: middle))
    #expect(Set(network.junctions.flatMap { $0.arms.map(\.name) }) == ["New Street", "Lane"])
    try store.expectSound()
  }

  @Test("of what several files have that are imported together, the form of the first counts")
  func firstFile() throws {
    let store = try TemporaryStore()
    let files = try ["New", "Old"].map { name in
      var text = OSMText(terrain)
      let isNew = name == "New"
      text.add(node: 1, (10, 5), ["addr:housenumber": isNew ? "7" : "6", "addr:street": "\(name) Street"])
      text.add(node: 2, (0, 0), ["highway": "crossing", "crossing": isNew ? "traffic_signals" : "zebra"])
      text.add(node: 3, (isNew ? 90 : -90, 5), ["addr:housenumber": "1", "addr:street": "\(name) Street"])
      text.add(area: 10, within: 5000, ["name": "\(name) Town", "admin_level": "8"])
      var file = PlaceFile(path: try store.directory.write(text.text, as: "\(name).osm"))
      file.gazetteer = Set(GazetteerPart.allCases)
      return file
    }
    _ = try PlaceImporter(storePath: store.path)
      .importPlaces(of: .extract(named: "both"), replacing: true, from: files)
    let here = try #require(try surroundings(in: store, east: 10))
    #expect(here.address?.thing.housenumber == "7")
    #expect(here.areas.map { $0.name(in: .local) } == ["New Town"])
    // What only the other has stays.
    #expect(try surroundings(in: store, east: -90, within: 30)?.address?.thing.street == "Old Street")
  }

  @Test("what is gone from the only file of a source is gone")
  func gone() throws {
    let store = try TemporaryStore()
    try take(village, into: store)
    #expect(try surroundings(in: store, east: 500)?.address?.thing.housenumber == "12")
    var later = OSMText(terrain)
    later.add(way: 1, [(-2000, 40), (2000, 40)], ["highway": "residential", "name": "New Street"])
    later.add(area: 10, within: 3000, ["name": "New Thorpe", "admin_level": "8"])
    try take(later, into: store)
    let here = try #require(try surroundings(in: store, east: 500))
    #expect(here.streets.map(\.thing.title) == ["New Street"])
    #expect(here.address == nil)
    #expect(here.areas.map { $0.name(in: .local) } == ["New Thorpe"])
    try store.expectSound()
  }

  @Test("tells a house of which only the number is known if no other is near")
  func numberAlone() throws {
    var text = OSMText(terrain)
    text.add(node: 1, (5, 0), ["addr:housenumber": "3"])
    text.add(node: 2, (30, 0), ["addr:housenumber": "4", "addr:street": "Main Street"])
    let store = try TemporaryStore()
    try take(text, into: store)
    #expect(try surroundings(in: store, east: 0)?.address?.thing.street == "Main Street")
    #expect(try surroundings(in: store, east: 0, within: 20)?.address?.thing.housenumber == "3")
  }

  @Test("tells the houses between two, unless these are known themselves, and finds them by their street")
  func interpolated() throws {
    var text = OSMText(terrain)
    // Far enough for several squares, and round a corner.
    text.add(way: 1, [(0, 10), (700, 10), (700, 710)], ["addr:interpolation": "even"])
    let houses = [((0.0, 10.0), "2"), ((700.0, 710.0), "30"), ((620.0, 12.0), "14")]
    for (index, house) in houses.enumerated() {
      text.add(node: 900 + index, house.0, ["addr:housenumber": house.1, "addr:street": "Main Street"])
    }
    let store = try TemporaryStore()
    try take(text, into: store)
    // 100 m from one to the next.
    let between = try #require(try surroundings(in: store, east: 300, north: 5)?.address)
    #expect(between.thing.housenumber == "8" && between.thing.street == "Main Street")
    #expect(between.thing.isInterpolated && abs(between.distance.metres - 5) < 0.5)
    let corner = try #require(try surroundings(in: store, east: 700, north: 205)?.address)
    #expect(corner.thing.housenumber == "20" && corner.thing.isInterpolated)
    let known = try #require(try surroundings(in: store, east: 600, north: 10)?.address)
    #expect(known.thing.housenumber == "14" && !known.thing.isInterpolated)
    let end = try #require(try surroundings(in: store, east: 0, north: 10)?.address)
    #expect(end.thing.housenumber == "2" && !end.thing.isInterpolated)
    let found = try store.open().streets(named: ["main street"], within: nil).addresses
    #expect(found.filter(\.isInterpolated).map(\.housenumber).sorted() == Self.numbersBetween)
    try store.expectSound()
  }

  @Test("a house known in any square that an interpolation crosses is not told between others")
  func interpolatedAcross() throws {
    var text = OSMText(terrain)
    // Four squares wide; its ends lie in the first and the last.
    text.add(way: 1, [(0, 10), (1000, 10)], ["addr:interpolation": "even"])
    for (index, (east, number)) in [(0.0, "2"), (1000, "12"), (500, "8")].enumerated() {
      text.add(node: 900 + index, (east, 10), ["addr:housenumber": number, "addr:street": "Main Street"])
    }
    let store = try TemporaryStore()
    try take(text, into: store)
    let found = try store.open().streets(named: ["main street"], within: nil).addresses
    #expect(found.filter(\.isInterpolated).map(\.housenumber).sorted() == ["10", "4", "6"])
  }

  @Test("a street's name in another language finds its houses in squares beside it, but none farther away")
  func otherLanguage() throws {
    var text = OSMText(terrain)
    // A square ends 20 m to the west, and its neighbour 305 m farther.
    text.add(
      way: 1, [(0, 0), (100, 0)],
      ["highway": "residential", "name": "Fabianinkatu", "name:sv": "Fabiansgatan"])
    for (index, east) in [50.0, -60, -600].enumerated() {
      text.add(
        node: 900 + index, (east, 10), ["addr:housenumber": "\(index + 1)", "addr:street": "Fabianinkatu"])
    }
    let store = try TemporaryStore()
    try take(text, into: store)
    func numbers(of name: String) throws -> [String] {
      try store.open().streets(named: [name], within: nil).addresses.map(\.housenumber).sorted()
    }
    #expect(try numbers(of: "fabiansgatan") == ["1", "2"])
    #expect(try numbers(of: "fabianinkatu") == ["1", "2", "3"])
  }

  @Test("a street has its names in speech and in many languages, those in a list each")
  func otherNames() throws {
    var text = OSMText(terrain)
    let languages = ["ar", "be", "de", "en", "fr", "he", "ru", "sr-Latn"]
    var tags = Dictionary(uniqueKeysWithValues: languages.map { ("name:\($0)", "Street \($0)") })
    tags.merge([
      "highway": "residential", "name": "Katu", "loc_name": "Bule; Bulis", "name:etymology": "Hero",
    ]) {
      $1
    }
    text.add(way: 1, [(0, 0), (100, 0)], tags)
    let store = try TemporaryStore()
    try take(text, into: store)
    for name in languages.map({ "street \($0.lowercased().replacing("-", with: " "))" }) + [
      "bule", "bulis", "katu",
    ] {
      #expect(try store.open().streets(named: [name], within: nil).streets.count == 1, "\(name)")
    }
    #expect(try store.open().streets(named: ["hero"], within: nil).streets.isEmpty)
  }

  /// From 4 to 28 as texts in order, without 14.
  private static let numbersBetween = stride(from: 4, to: 30, by: 2).map(String.init).filter { $0 != "14" }
    .sorted()

  @Test("a square with too much in one place keeps the same of it in every order, and counts the rest")
  func crowd() {
    let point = GazetteerSquare.Point(latitude: 1, longitude: 1)
    let houses = (0..<GazetteerSquare.mostEntries + 3).map {
      GazetteerSquare.House(street: nil, postcode: nil, city: nil, number: "\($0)", point: point)
    }
    var (whole, parts) = (GazetteerSquare(), GazetteerSquare())
    whole.houses = Set(houses)
    #expect(whole.leaveOutCrowd() == 3 && whole.houses.count == GazetteerSquare.mostEntries)
    var later = GazetteerSquare()
    parts.houses = Set(houses.suffix(GazetteerSquare.mostEntries + 1))
    later.houses = Set(houses.prefix(2))
    var leftOut = parts.leaveOutCrowd()
    parts.formUnion(later)
    leftOut += parts.leaveOutCrowd()
    #expect(leftOut == 3 && parts == whole)
  }

  @Test("a boundary whose ways are all there and do not close is counted and said")
  func open() throws {
    let nodes = [(1, 60.0, 24.0), (2, 60.1, 24), (3, 60.1, 24.1)]
      .map { "<node id='\($0.0)' lat='\($0.1)' lon='\($0.2)'/>" }
    let pairs: KeyValuePairs = [
      "type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Thorpe",
    ]
    let tags = pairs.map { "<tag k='\($0.key)' v='\($0.value)'/>" }
    let way = "<way id='4'><nd ref='1'/><nd ref='2'/><nd ref='3'/>\(tags.dropFirst().joined())</way>"
    let relation = "<relation id='5'><member type='way' ref='4' role='outer'/>\(tags.joined())</relation>"
    let street = "<way id='6'><nd ref='1'/><nd ref='2'/><tag k='highway' v='path'/></way>"
    let store = try TemporaryStore()
    let text = "<osm>\(nodes.joined())\(way)\(street)\(relation)</osm>"
    var file = PlaceFile(path: try store.directory.write(text, as: "open.osm"))
    file.gazetteer = [.areas, .streets]
    let summary = try PlaceImporter(storePath: store.path).importPlaces(
      of: .extract(named: "open"), from: file)
    #expect(summary.skipped == 1 && summary.entries == 1)
    #expect(summary.problems.map(\.description) == ["relation/5: its boundary does not close"])
  }

  @Test("the nearest of many crooked streets is that of all their points")
  func bruteForce() throws {
    var generator = SeededGenerator(seed: 27)
    var text = OSMText(terrain)
    var lines: [String: [(Double, Double)]] = [:]
    for id in 1...120 {
      var point = (
        Double.random(in: -3000...3000, using: &generator), Double.random(in: -3000...3000, using: &generator)
      )
      let points = (0..<Int.random(in: 2...30, using: &generator)).map { _ in
        point.0 += .random(in: -150...150, using: &generator)
        point.1 += .random(in: -150...150, using: &generator)
        return point
      }
      lines["Street \(id)"] = points
      text.add(way: id, points, ["highway": "service", "name": "Street \(id)"])
    }
    let store = try TemporaryStore()
    try take(text, into: store)
    for _ in 0..<300 {
      let (east, north) = (
        Double.random(in: -3000...3000, using: &generator), Double.random(in: -3000...3000, using: &generator)
      )
      let expected = lines.mapValues { Self.distance(from: (east, north), to: $0) }.filter { $0.value < 99 }
      let found = try surroundings(in: store, east: east, north: north)?.streets ?? []
      // What is kept is within a metre of the line.
      for (name, metres) in expected {
        let near = try #require(found.first { $0.thing.title == name }, "\(name)")
        #expect(abs(near.distance.metres - metres) < 1.2)
      }
    }
  }

  private static func distance(from position: (Double, Double), to line: [(Double, Double)]) -> Double {
    zip(line, line.dropFirst()).map { start, end in
      let (x, y) = (end.0 - start.0, end.1 - start.1)
      let along = ((position.0 - start.0) * x + (position.1 - start.1) * y) / max(1e-9, x * x + y * y)
      let part = min(1, max(0, along))
      return hypot(start.0 + part * x - position.0, start.1 + part * y - position.1)
    }.min() ?? .infinity
  }

  @Test("what has an address and reaches into several squares is found in each, and listed once")
  func outline() throws {
    var text = OSMText(terrain)
    text.add(
      way: 1, [(-900, -900), (900, -900), (900, 900), (-900, 900), (-900, -900)],
      ["landuse": "industrial", "addr:housenumber": "100", "addr:street": "Mill Road"])
    text.add(
      way: 2, [(700, 700), (800, 700), (800, 800), (700, 800), (700, 700)],
      ["building": "yes", "name": "Hall", "addr:housenumber": "100b", "addr:street": "Mill Road"])
    let store = try TemporaryStore()
    try take(text, into: store)
    for (east, north, number, metres) in [
      (-890.0, -890.0, "100", 0.0), (890, 650, "100", 0), (790, 790, "100b", 0), (0, 930, "100", 30),
    ] {
      let near = try #require(try surroundings(in: store, east: east, north: north, within: 50)?.address)
      #expect(near.thing.housenumber == number && abs(near.distance.metres - metres) < 0.2, "\(near)")
    }
    #expect(
      try store.open().streets(named: ["mill road"], within: nil).addresses.map(\.housenumber).sorted() == [
        "100", "100b",
      ])
    try store.expectSound()
  }

  @Test("a square is read back as it was written, and damaged bytes are refused")
  func bytes() throws {
    var generator = SeededGenerator(seed: 28)
    var batch = GazetteerBatch()
    var entries = GazetteerEntries()
    for id in 0..<40 {
      func point() -> Coordinate {
        terrain.coordinate(
          east: .random(in: -200...200, using: &generator), north: .random(in: -200...200, using: &generator))
      }
      entries.streets.append(
        Street(
          id: Int64(id) * 1_000_003, kind: StreetKind.allCases[id % StreetKind.allCases.count],
          name: id % 3 == 0 ? nil : "Straße \(id % 5)", ref: id % 4 == 0 ? "A\u{7}\(id)" : nil,
          line: (0..<5).map { _ in point() }, isRoundabout: id % 7 == 0, isOneWay: id % 2 == 0,
          use: [nil, .sidewalk, .crossing][id % 3],
          steps: id % 5 == 0
            ? Steps(count: id == 0 ? nil : 3 * id, hasHandrail: id % 2 == 0, leadUp: nil) : nil))
      var crossing = Crossing(at: point())
      crossing.hasSignals = [nil, false, true][id % 3]
      crossing.marking = id % 4 == 3 ? nil : Crossing.Marking.allCases[id % 4]
      crossing.kerb = id % 6 == 5 ? nil : Crossing.Kerb.allCases[id % 6]
      crossing.hasTactilePaving = id % 2 == 0
      entries.features += [
        .crossing(crossing), .lift(point()), .signals(point()), .barrier(StreetBarrier("gate", at: point())),
      ]
      entries.addresses.append(
        Address(
          housenumber: "\(id) b", street: id % 2 == 0 ? "Straße" : nil, postcode: nil, city: "Ö",
          coordinate: point()))
    }
    batch.add(entries)
    #expect(!batch.squares.isEmpty)
    for (square, written) in batch.squares {
      let bytes = written.encoded(in: square)
      let read = try #require(bytes.withUnsafeBytes { GazetteerSquare(encoded: $0, in: square) })
      #expect(Set(read.pieces) == Set(written.pieces) && read.houses == written.houses)
      #expect(read.features == written.features)
      #expect(read.encoded(in: square) == bytes)
      for count in stride(from: 0, to: bytes.count, by: 7) {
        let read = bytes.prefix(count).withUnsafeBytes { GazetteerSquare(encoded: $0, in: square) }
        // Features come last, and not every square has them.
        #expect(read == nil || read?.features.isEmpty == true && read?.houses == written.houses)
      }
      for _ in 0..<200 {
        var damaged = bytes
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
        _ = damaged.withUnsafeBytes { GazetteerSquare(encoded: $0, in: square) }
      }
    }
    entries = GazetteerEntries()
    entries.interpolations = AddressInterpolation.Numbering.allCases.enumerated().map { index, numbering in
      let line = [(-900.0, 0.0), (900, 50)].map { terrain.coordinate(east: $0.0, north: $0.1) }
      return AddressInterpolation(id: Int64(index) * 7, numbering: numbering, line: line)
    }
    // A ring and a line.
    let corners = [(-300.0, 0.0), (300, 0), (300, 300), (-300, 0)].map {
      terrain.coordinate(east: $0.0, north: $0.1)
    }
    entries.addresses = ["1", "2"].map { number in
      Address(
        housenumber: number, street: "Straße", postcode: nil, city: "Ö", coordinate: corners[0],
        outline: [corners, Array(corners.prefix(2))])
    }
    var lines = GazetteerBatch()
    lines.add(entries)
    #expect(lines.squares.count > 1)
    for (square, written) in lines.squares {
      let bytes = written.encoded(in: square)
      let read = try #require(bytes.withUnsafeBytes { GazetteerSquare(encoded: $0, in: square) })
      #expect(read.interpolations == written.interpolations && read.houses == written.houses)
      #expect(bytes.dropLast().withUnsafeBytes { GazetteerSquare(encoded: $0, in: square) } == nil)
    }
    #expect(
      GridSquare(number: GridSquare(around: terrain.coordinate(east: 0)).numbers.upperBound - 1)
        == GridSquare(around: terrain.coordinate(east: 0)))
  }
}
