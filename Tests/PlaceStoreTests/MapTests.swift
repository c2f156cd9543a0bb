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
}
