import Foundation
import Geography
import SQLite
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

/// What a store has for pictures of the ground.
@Suite struct MapTests {
  private let terrain = Terrain()

  private func take(
    _ document: OSMText, into store: TemporaryStore, of name: String = "region",
    parts: Set<GazetteerPart> = Set(GazetteerPart.allCases), replacing: Bool = false
  ) throws {
    var file = PlaceFile(path: try store.directory.write(document.text, as: "region.osm"))
    file.gazetteer = parts
    _ = try PlaceImporter(storePath: store.path).importPlaces(
      of: .extract(named: name), replacing: replacing, from: file)
    try FileManager.default.removeItem(atPath: file.path)
  }

  private func box(_ metres: Double, east: Double = 0, north: Double = 0) throws -> BoundingBox {
    let low = terrain.coordinate(east: east - metres, north: north - metres)
    let high = terrain.coordinate(east: east + metres, north: north + metres)
    return try #require(
      BoundingBox(west: low.longitude, south: low.latitude, east: high.longitude, north: high.latitude))
  }

  private func square(_ size: Double) -> [(Double, Double)] {
    [(-size, -size), (size, -size), (size, size), (-size, size), (-size, -size)]
  }

  private var town: OSMText {
    var text = OSMText(terrain)
    text.add(way: 1, [(-2000, 0), (2000, 0)], ["highway": "primary", "name": "High Street"])
    text.add(way: 2, [(0, 0), (0, 300)], ["highway": "footway"])
    text.add(way: 3, [(-900, 100), (900, 110)], ["railway": "rail"])
    text.add(way: 4, [(-900, 140), (900, 150)], ["railway": "subway", "tunnel": "yes"])
    text.add(way: 5, square(400), ["landuse": "residential"])
    text.add(way: 6, square(50), ["natural": "water", "name": "Duck Pond"])
    text.add(way: 7, square(200), ["natural": "wood"])
    text.add(way: 8, [(-500, -500), (500, -500)], ["waterway": "stream"])
    text.add(way: 9, [(-900, -700), (900, -700)], ["natural": "coastline"])
    return text
  }

  private func kinds(_ ground: GroundMap) -> [MapKind] {
    var kinds: [MapKind] = []
    for feature in ground.features where kinds.last != feature.kind { kinds.append(feature.kind) }
    return kinds
  }

  @Test("has streets, woods, waters, railways and built-up land in the order of drawing")
  func fine() throws {
    let store = try TemporaryStore()
    try take(town, into: store)
    let ground = try store.open().ground(in: try box(1000), .fine)
    #expect(kinds(ground) == [.builtup, .wood, .water, .coast, .stream, .rail, .path, .main])
    #expect(ground.features.first { $0.kind == .water }?.name == "Duck Pond")
    #expect(ground.features.first { $0.kind == .main }?.name == "High Street")
    #expect(ground.attribution == "© OpenStreetMap contributors")
    try store.expectSound()
  }

  @Test(
    "coarser pictures have main streets, railways and what is large", arguments: [MapDetail.middle, .coarse])
  func coarser(detail: MapDetail) throws {
    let store = try TemporaryStore()
    try take(town, into: store)
    let expected: [MapKind] =
      detail == .middle
      ? [.builtup, .wood, .water, .coast, .rail, .main] : [.builtup, .coast, .rail, .main]
    #expect(kinds(try store.open().ground(in: try box(1000), detail)) == expected)
  }

  @Test("an area over several squares is whole in the picture", arguments: [3000.0, 30_000])
  func large(size: Double) throws {
    var text = OSMText(terrain)
    text.add(way: 1, square(size), ["landuse": "residential"])
    let store = try TemporaryStore()
    try take(text, into: store)
    for detail in MapDetail.allCases {
      let ground = try store.open().ground(in: try box(1000, east: size * 0.6), detail)
      #expect(!ground.features.isEmpty, "\(detail)")
      let inside = terrain.coordinate(east: size * 0.6, north: 10)
      let containing = ground.features.filter { Extent(rings: $0.parts)?.contains(inside) ?? false }
      #expect(!containing.isEmpty, "\(detail)")
    }
  }

  @Test("without its part a store has no map, and keeps what streets and places have")
  func without() throws {
    let store = try TemporaryStore()
    try take(town, into: store, parts: [.streets])
    #expect(
      kinds(try store.open().ground(in: try box(1000), .fine)) == [.wood, .water, .stream, .path, .main])
    #expect(try store.open().ground(in: try box(1000), .middle).features.isEmpty)
    let squares = try store.query { try $0.statement("SELECT count(*) FROM map").firstInteger() }
    #expect(squares == 0)
  }

  @Test("the closest pictures have the outlines of buildings, whatever else these are, unless left out")
  func buildings() throws {
    var text = town
    text.add(way: 20, square(10), ["building": "yes", "name": "Old Hall"])
    text.add(way: 21, square(20), ["building": "hotel", "tourism": "hotel", "name": "Inn"])
    text.add(way: 22, square(30), ["building": "no"])
    let without = Set(GazetteerPart.allCases).subtracting([.buildings])
    for (parts, count) in [(Set(GazetteerPart.allCases), 2), (without, 0)] {
      let store = try TemporaryStore()
      try take(text, into: store, parts: parts)
      let closest = try store.open().ground(in: try box(300), .closest)
      #expect(closest.features.filter { $0.kind == .building && $0.name == nil }.count == count)
      let fine = try store.open().ground(in: try box(300), .fine)
      #expect(closest.features.filter { $0.kind != .building } == fine.features)
      #expect(!kinds(fine).contains(.building))
      try store.expectSound()
    }
  }

  @Test("importing again changes nothing, and a source takes its map along")
  func again() throws {
    let store = try TemporaryStore()
    try take(town, into: store)
    let before = try store.open().ground(in: try box(1000), .fine)
    try take(town, into: store)
    #expect(try store.open().ground(in: try box(1000), .fine) == before)
    _ = try PlaceImporter(storePath: store.path).removeSource(named: "region")
    #expect(try store.open().ground(in: try box(1000), .fine).features.isEmpty)
    try store.expectSound()
  }

  @Test("the bytes of a square come back as they were")
  func bytes() throws {
    let square = GridSquare(around: terrain.coordinate(east: 0, north: 0)).raised(to: MapDetail.middle.level)
    var pieces = MapSquare()
    let points = [MapSquare.Point(latitude: 900_000, longitude: 20), .init(latitude: 900_010, longitude: -5)]
    pieces.pieces = [
      .init(id: -7, kind: .rail, name: nil, parts: [points]),
      .init(id: 9, kind: .water, name: "Loch", parts: [points + points, points]),
    ]
    let bytes = pieces.encoded(in: square, .middle)
    #expect(bytes.withUnsafeBytes { MapSquare(encoded: $0, in: square, .middle) } == pieces)
    for length in 0..<bytes.count {
      #expect(bytes[..<length].withUnsafeBytes { MapSquare(encoded: $0, in: square, .middle) } == nil)
    }
  }

  @Test("a damaged square is an error, not an empty picture")
  func damaged() throws {
    let store = try TemporaryStore()
    try take(town, into: store)
    try store.query { try $0.execute("UPDATE map SET pieces = x'0001FF'") }
    #expect(throws: PlacesError.self) { try store.open().ground(in: try box(1000), .fine) }
  }

  @Test("a box that is too large for its detail is drawn coarser, and the whole earth not at all")
  func bounds() throws {
    let store = try TemporaryStore()
    try take(town, into: store)
    #expect(!kinds(try store.open().ground(in: try box(50_000), .fine)).contains(.path))
    #expect(try store.open().ground(in: .world, .fine).features.isEmpty)
  }

  @Test("a picture that would have too much is coarser, and says so if that is not enough")
  func tooMuch() throws {
    let store = try TemporaryStore()
    try take(town, into: store)
    let box = try box(1000)
    func ground(_ most: Int) throws -> GroundMap {
      try store.query { try StoreReader().ground(in: box, .fine, in: $0, mostPoints: most) }
    }
    let whole = try ground(1000)
    #expect(kinds(whole).contains(.path) && !whole.isPartial)
    let coarser = try ground(28)
    #expect(!kinds(coarser).contains(.path) && kinds(coarser).contains(.main) && !coarser.isPartial)
    #expect(try ground(3).isPartial)
  }

  @Test("what lies across the date line is on both sides of it", arguments: MapDetail.allCases)
  func dateLine(detail: MapDetail) throws {
    func node(_ id: Int, _ latitude: Double, _ longitude: Double) -> String {
      "<node id='\(id)' lat='\(latitude)' lon='\(longitude)'/>"
    }
    func way(_ nodes: [Int], _ key: String, _ value: String) -> String {
      let members = nodes.map { "<nd ref='\($0)'/>" }.joined()
      return "<way id='\(nodes[0])'>\(members)<tag k='\(key)' v='\(value)'/></way>"
    }
    let corners = [(-17.02, 179.98), (-17.02, -179.98), (-16.98, -179.98), (-16.98, 179.98)]
    let area = corners.enumerated().map { node($0.offset + 1, $0.element.0, $0.element.1) }
    let street = (0...20).map { step in
      let longitude = 179.98 + Double(step) * 0.002
      return node(100 + step, -17, longitude > 180 ? longitude - 360 : longitude)
    }
    let ways = [way([1, 2, 3, 4, 1], "landuse", "residential"), way(Array(100...120), "railway", "rail")]
    let store = try TemporaryStore()
    let path = try store.directory.write(
      "<osm>\((area + street + ways).joined())</osm>", as: "region.osm")
    var file = PlaceFile(path: path)
    file.gazetteer = [.map]
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: .extract(named: "region"), from: file)
    let box = try #require(BoundingBox(west: 179.99, south: -17.01, east: -179.99, north: -16.99))
    let ground = try store.open().ground(in: box, detail)
    for longitude in [179.985, 179.9995, -179.9995, -179.985] {
      let point = Coordinate(latitude: -16.995, longitude: longitude)
      #expect(
        ground.features.contains {
          $0.kind == .builtup && Extent(rings: $0.parts)?.contains(point) ?? false
        }, "\(longitude)")
    }
    let rail = ground.features.filter { $0.kind == .rail }.flatMap(\.parts).joined().map(\.longitude)
    #expect(rail.contains { $0 == 180 } && rail.contains { $0 == -180 })
    #expect(
      rail.contains { (179.97...179.99).contains($0) } && rail.contains { (-179.99 ... -179.97).contains($0) }
    )
  }

  // MARK: The sea

  /// What draws water at a point.
  private func isSea(_ ground: GroundMap, east: Double, north: Double) -> Bool {
    let point = terrain.coordinate(east: east, north: north)
    return ground.features.contains { $0.kind == .water && Extent(rings: $0.parts)?.contains(point) ?? false }
  }

  /// A coast from west to east, to and fro by 300 m, with the sea in the south.
  private func coast(to end: Double) -> [(Double, Double)] {
    (-40...40).map { (end / 40 * Double($0), $0 % 2 == 0 ? 150 : -150) }
  }

  private func coast(_ lines: [[(Double, Double)]], within reach: Double? = nil) throws -> OSMText {
    var text = OSMText(terrain)
    for (index, line) in lines.enumerated() {
      text.add(way: index + 1, line, ["natural": "coastline"])
    }
    text.bounds = try reach.map { try box($0) }
    return text
  }

  @Test("the sea is water, on its side of the coast and around islands", arguments: MapDetail.allCases)
  func sea(detail: MapDetail) throws {
    let store = try TemporaryStore()
    let island = square(1200).map { ($0.0, $0.1 - 4000) }
    let line = coast(to: 90_000)
    try take(try coast([Array(line[40...]), island, Array(line[...40])]), into: store)
    let ground = try store.open().ground(in: try box(6000), detail)
    #expect(isSea(ground, east: 900, north: -1500) && isSea(ground, east: -1500, north: -600))
    #expect(!isSea(ground, east: 900, north: 800) && !isSea(ground, east: 0, north: -4000))
    #expect(isSea(ground, east: 0, north: -2500))
    try store.expectSound()
  }

  @Test("an island that is also a place keeps the sea around it")
  func island() throws {
    let store = try TemporaryStore()
    var text = OSMText(terrain)
    text.add(way: 1, square(300), ["natural": "coastline", "place": "island", "name": "Inis"])
    try take(text, into: store)
    let ground = try store.open().ground(in: try box(1000), .fine)
    #expect(isSea(ground, east: 350, north: 0) && !isSea(ground, east: 0, north: 0))
  }

  @Test("a coast that ends leaves its square unknown, unless the extract ends there, too")
  func cutCoast() throws {
    let line = [(-800.0, 0.0), (800, 0)]
    let cut = try TemporaryStore()
    try take(try coast([line]), into: cut)
    #expect(!isSea(try cut.open().ground(in: try box(1000), .fine), east: 0, north: -200))
    let whole = try TemporaryStore()
    try take(try coast([line], within: 850), into: whole)
    let ground = try whole.open().ground(in: try box(1000), .fine)
    #expect(isSea(ground, east: 0, north: -200) && !isSea(ground, east: 0, north: 200))
    #expect(!isSea(ground, east: 0, north: -900))
  }

  @Test("the open sea goes on beyond the coast's squares for a while, and no farther than the extract")
  func openSea() throws {
    let store = try TemporaryStore()
    try take(try coast([coast(to: 60_000)], within: 6000), into: store)
    func isSea(north: Double) throws -> Bool {
      self.isSea(try store.open().ground(in: try box(500, north: north), .fine), east: 0, north: north)
    }
    #expect(try isSea(north: -1000) && isSea(north: -3500) && isSea(north: -5500))
    #expect(try !isSea(north: -12_000) && !isSea(north: 3500))
    try store.expectSound()
  }

  @Test("open sea that one source supposes is not drawn where another has something")
  func neighbours() throws {
    let store = try TemporaryStore()
    try take(try coast([coast(to: 60_000)], within: 8000), into: store)
    var other = OSMText(terrain)
    other.add(way: 1001, square(50).map { ($0.0, $0.1 - 5000) }, ["landuse": "residential"])
    try take(other, into: store, of: "island")
    let ground = try store.open().ground(in: try box(300, north: -5000), .fine)
    #expect(ground.features.contains { $0.kind == .builtup } && !isSea(ground, east: 200, north: -4900))
    // In the next square it has nothing.
    #expect(isSea(ground, east: -200, north: -4900))
  }
}
