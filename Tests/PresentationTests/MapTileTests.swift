import Foundation
import Geography
import Places
import Testing

@testable import Presentation

/// The tiles of the ground.
@Suite struct MapTileTests {
  private func text(_ tile: MapTile, _ features: [MapFeature], attribution: String? = nil) -> String {
    String(decoding: tile.json(of: GroundMap(features: features, attribution: attribution)), as: UTF8.self)
  }

  /// A position in parts of a tile.
  private func position(_ tile: MapTile, _ x: Double, _ y: Double) -> Coordinate {
    let across = Double(1 << tile.zoom)
    let latitude = atan(sinh(.pi * (1 - 2 * (Double(tile.y) + y) / across))) * 180 / .pi
    return Coordinate(latitude: latitude, longitude: (Double(tile.x) + x) / across * 360 - 180)
  }

  @Test(
    "paths of tiles",
    arguments: [
      ("14/9327/4742", true), ("8/0/0", true), ("8/255/255", true), ("8/256/0", false), ("7/0/0", false),
      ("17/0/0", false), ("14/9327", false), ("14/9327/4742/", false), ("14/+1/2", false), ("14/-1/2", false),
      ("14/1.0/2", false), ("14/99999999999999999999/2", false), ("", false),
    ])
  func paths(path: String, isTile: Bool) {
    #expect((MapTile(path: path) != nil) == isTile)
  }

  @Test("the box of a tile is a little larger")
  func box() throws {
    let tile = try #require(MapTile(zoom: 14, x: 9327, y: 4742))
    let (corner, opposite) = (position(tile, 0, 0), position(tile, 1, 1))
    #expect(tile.box.west < corner.longitude && tile.box.east > opposite.longitude)
    #expect(tile.box.north > corner.latitude && tile.box.south < opposite.latitude)
    #expect(abs(tile.box.west - position(tile, -1.0 / 64, 0).longitude) < 1e-9)
  }

  @Test("streets as lines and waters as areas, in whole numbers and steps, cut at the margin")
  func features() throws {
    let tile = try #require(MapTile(zoom: 14, x: 9327, y: 4742))
    let street = MapFeature(
      kind: .main, name: "Aleksanterinkatu \"Aleksi\"",
      parts: [[position(tile, -2, 0.5), position(tile, 0.5, 0.5), position(tile, 0.5, 0.75)]])
    let pond = MapFeature(
      kind: .water,
      parts: [[(0.25, 0.25), (0.5, 0.25), (0.5, 0.5), (0.25, 0.5)].map { position(tile, $0.0, $0.1) }])
    #expect(
      text(tile, [street, pond], attribution: "© OSM")
        == #"{"features":[{"kind":"water","areas":[[[1024,1024,1024,0,0,1024,-1024,0]]]},"#
        + #"{"kind":"main","name":"Aleksanterinkatu \"Aleksi\"","lines":[[-64,2048,2112,0,0,1024]]}],"#
        + #""attribution":"© OSM"}"# + "\n")
  }

  @Test("buildings are areas of the closest tiles", arguments: [(15, MapDetail.fine), (16, .closest)])
  func buildings(zoom: Int, detail: MapDetail) throws {
    let tile = try #require(MapTile(zoom: zoom, x: 100, y: 100))
    #expect(tile.detail == detail)
    let house = MapFeature(
      kind: .building,
      parts: [[(0.25, 0.25), (0.5, 0.25), (0.5, 0.5), (0.25, 0.5)].map { position(tile, $0.0, $0.1) }])
    #expect(text(tile, [house]).contains(#""kind":"building","areas""#) == (detail == .closest))
  }

  @Test("a kind of thing appears with the detail that has it", arguments: MapZooms.all)
  func details(zoom: Int) {
    let detail = MapZooms.detail(at: zoom)
    #expect((MapZooms.least(of: .building) <= zoom) == (detail == .closest))
    #expect((MapZooms.least(of: .minor) <= zoom) == (detail <= .fine))
    #expect(MapZooms.least(of: .main) <= zoom)
  }

  @Test("what is elsewhere or too small is left out, and nothing is no features")
  func empty() throws {
    let tile = try #require(MapTile(zoom: 12, x: 2331, y: 1185))
    let path = MapFeature(kind: .path, parts: [[position(tile, 0, 0), position(tile, 1, 1)]])
    let far = MapFeature(kind: .main, parts: [[position(tile, 2, 2), position(tile, 3, 3)]])
    let puddle = MapFeature(
      kind: .water, parts: [[(0.5, 0.5), (0.501, 0.5), (0.501, 0.501)].map { position(tile, $0.0, $0.1) }])
    #expect(text(tile, [path, far, puddle], attribution: "© OSM") == #"{"features":[]}"# + "\n")
  }

  @Test("an answer has a limit, whatever a store has")
  func limit() throws {
    let tile = try #require(MapTile(zoom: 16, x: 37309, y: 18971))
    let zigzag = (0..<400_000).map { position(tile, Double($0 % 977) / 977, Double($0 % 499) / 499) }
    #expect(tile.json(of: GroundMap(features: [MapFeature(kind: .path, parts: [zigzag])])).count < 1_000_000)
  }

  @Test("says if there is more than it has, and goes on across the date line")
  func partial() throws {
    let tile = try #require(MapTile(zoom: 12, x: 4095, y: 2250))
    let box = tile.box
    let latitude = (box.south + box.north) / 2
    let way = [179.95, -179.99].map { Coordinate(latitude: latitude, longitude: $0) }
    let feature = MapFeature(kind: .main, parts: [way])
    let whole = String(decoding: tile.json(of: GroundMap(features: [feature])), as: UTF8.self)
    #expect(!whole.contains("partial"))
    let numbers = try #require(whole.firstMatch(of: /"lines":\[\[([-0-9,]*)\]\]/)).output.1
      .split(separator: ",").compactMap { Int($0) }
    // To the tile's right edge, and a little beyond.
    #expect(numbers.count == 4 && (1500...2000).contains(numbers[0]) && numbers[0] + numbers[2] == 4160)
    let partial = tile.json(of: GroundMap(features: [feature], isPartial: true))
    #expect(String(decoding: partial, as: UTF8.self).hasSuffix(#","partial":true}"# + "\n"))
  }
}
