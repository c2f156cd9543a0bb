import Foundation
import Geography
import PlaceFiles
import SQLite
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite("Where streets of a store meet")
struct StoreNetworkTests {
  private let terrain = Terrain()

  /// A street through several squares, with two others that meet it where it is straight, and a crossing.
  private var extract: OSMText {
    var text = OSMText(terrain)
    text.add(
      way: 1, [(-2000, 0), (-10, 0), (0, 0), (20, 0), (300, 0), (320, 0), (700, 0), (2000, 0)],
      ["highway": "residential", "name": "Main Street"])
    text.add(way: 2, [(0, 0), (0, 300), (0, 900)], ["highway": "footway", "name": "Lane"])
    text.add(way: 3, [(320, 0), (320, -200)], ["highway": "steps", "step_count": "40", "name": "Stairs"])
    text.add(
      node: 1, (20, 0),
      ["highway": "crossing", "crossing": "traffic_signals", "tactile_paving": "yes", "kerb": "flush"])
    text.add(node: 2, (0, 300), ["barrier": "gate"])
    text.add(node: 3, (50, 50), ["barrier": "gate"])
    return text
  }

  private func store(_ text: OSMText) throws -> TemporaryStore {
    let store = try TemporaryStore()
    var file = PlaceFile(path: try store.directory.write(text.text, as: "region.osm"))
    file.gazetteer = Set(GazetteerPart.allCases)
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: .extract(named: "region"), from: file)
    try FileManager.default.removeItem(atPath: file.path)
    return store
  }

  private func network(
    _ store: TemporaryStore, east: Double = 0, within reach: Double = 200
  ) throws -> StreetNetwork? {
    try store.open().network(within: Distance(metres: reach), of: terrain.coordinate(east: east))
  }

  @Test("streets meet where they share a point, however straight they are there")
  func junctions() throws {
    let store = try store(extract)
    let network = try #require(try network(store))
    let found = network.junctions.map { junction in
      junction.arms.map { "\($0.name ?? "") \(Int($0.bearing.degrees.rounded()) % 360)" }.sorted()
    }
    #expect(
      Set(found) == [
        ["Lane 0", "Main Street 270", "Main Street 90"], ["Main Street 270", "Main Street 90", "Stairs 180"],
      ])
    try store.expectSound()
  }

  @Test("more streets than any town has are not joined, which would take seconds", arguments: [100, 1])
  func tooMany(points: Int) throws {
    let imported = try store(extract)
    let store = PlaceStore(at: imported.path, scanLimits: StoreReader.ScanLimits(corners: points))
    // The second answer is remembered.
    for _ in 0..<2 {
      let network = try store.network(within: Distance(metres: 200), of: terrain.coordinate(east: 0))
      #expect(network?.isCrowded == (points == 1))
      #expect(network?.edges.isEmpty == (points == 1))
    }
    withExtendedLifetime(imported) {}
  }

  @Test("a junction is the same wherever one asks from")
  func places() throws {
    let store = try store(extract)
    func all(_ east: Double) throws -> [Junction] {
      try network(store, east: east)?.junctions.filter { $0.names.contains("Lane") } ?? []
    }
    let here = try all(0)
    #expect(here.count == 1)
    for east in [-350.0, -100, 120, 400] {
      let there = try all(east)
      #expect(there.map(\.coordinate) == here.map(\.coordinate), "\(east)")
      #expect(there.map { $0.arms.map(\.bearing) } == here.map { $0.arms.map(\.bearing) }, "\(east)")
    }
  }

  @Test("crossings, steps and barriers on streets are kept")
  func features() throws {
    let network = try #require(try network(try store(extract), within: 400))
    var expected = Crossing(at: terrain.coordinate(east: 20), across: "Main Street")
    (expected.hasSignals, expected.hasTactilePaving, expected.kerb) = (true, true, .flush)
    let crossings = network.features.compactMap { feature -> Crossing? in
      if case .crossing(var crossing) = feature {
        let away = WGS84.inverse(from: crossing.coordinate, to: expected.coordinate).distance.metres
        #expect(away < 0.2)
        crossing.coordinate = expected.coordinate
        return crossing
      }
      return nil
    }
    #expect(crossings == [expected])
    let others = network.features.map { feature in
      switch feature {
      case .barrier(let barrier): barrier.kind
      case .steps(let end): "\(end.count ?? 0) steps"
      default: ""
      }
    }
    #expect(others.filter { !$0.isEmpty }.sorted() == ["40 steps", "40 steps", "gate"])
  }

  @Test("a store that an earlier version filled does not know")
  func earlierVersion() throws {
    let store = try store(extract)
    try store.query {
      try $0.execute("UPDATE source SET gazetteer = gazetteer || ',apart'; PRAGMA user_version = 10")
    }
    #expect(try network(store)?.edges.count == nil)
    #expect(try store.open().sources().map(\.lacksJunctions) == [true])
  }
}
