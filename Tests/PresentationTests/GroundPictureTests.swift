import Foundation
import Geography
import Places
import Synchronization
import TestSupport
import Testing

@testable import Presentation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The ground under places, on a terminal and in files.
@Suite struct GroundPictureTests {
  private let terrain = Terrain()

  private final class Ground: MapProviding {
    let features: [MapFeature]
    let asked = Mutex<[MapDetail]>([])

    init(_ features: [MapFeature]) { self.features = features }

    func ground(in box: BoundingBox, _ detail: MapDetail) throws(PlacesError) -> GroundMap {
      asked.withLock { $0.append(detail) }
      return GroundMap(features: features, attribution: "© OpenStreetMap contributors")
    }
  }

  private func feature(
    _ kind: MapKind, _ name: String? = nil, _ points: [(east: Double, north: Double)]
  ) -> MapFeature {
    MapFeature(
      kind: kind, name: name, parts: [points.map { terrain.coordinate(east: $0.east, north: $0.north) }])
  }

  private var town: [MapFeature] {
    [
      feature(.main, "High Street", [(-300, 40), (300, 40)]), feature(.minor, nil, [(60, -300), (60, 300)]),
      feature(.water, nil, [(-90, -90), (-30, -90), (-30, -30), (-90, -30)]),
    ]
  }

  private func places(_ name: String = "Kiosk") -> [ShownPlace] {
    let place = PointOfInterest(id: "1", name: name, coordinate: terrain.coordinate(east: 0, north: -100))
    return [ShownPlace(NearbyPlace(place, from: terrain.coordinate(east: 0)))]
  }

  private func picture(_ ground: GroundKeeper?, palette: TerminalPalette? = nil, up: Double = 0) -> String {
    var table = NearbyTable(wording: Wording(), width: 80, palette: palette)
    table.up = Bearing(degrees: up)
    var radar = Radar(table: table, rows: 14)
    radar.ground = ground.map { ($0, terrain.coordinate(east: 0)) }
    return radar.picture(of: places())
  }

  private func keeper(_ features: [MapFeature]) -> GroundKeeper {
    GroundKeeper(Ground(features))
  }

  @Test("streets and waters lie under the rings, the numbers and the labels")
  func radar() {
    let lines = picture(keeper(town)).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let text = lines.joined(separator: "\n")
    #expect(text.contains("High Street"))
    #expect(text.contains("●") && text.contains("100 m") && text.contains(" 1"))
    // A water south-west of the middle, and a street from south to north in the east.
    let braille = lines.map { line in
      line.enumerated().filter { ("\u{2801}"..."\u{28FF}").contains($0.element) }.map(\.offset)
    }
    #expect(braille.joined().count > 30)
    let middle = lines.firstIndex { $0.contains("●") } ?? 0
    #expect(braille[(middle + 1)...].joined().contains { $0 < 14 })
    #expect(lines.allSatisfy { $0.count < 80 })
  }

  @Test("without ground the radar is what it was")
  func nothing() {
    #expect(picture(keeper([])) == picture(nil))
  }

  @Test("colours tell kinds apart, and every cell is of one")
  func colours() {
    let palette = TerminalPalette(.cube, on: .black)
    let text = picture(keeper(town), palette: palette)
    for kind in [MapKind.main, .water, .minor] {
      #expect(text.contains("\u{1B}[\(palette.code(of: .ground(kind)) ?? "")m"), "\(kind)")
    }
  }

  @Test("a water has its name where that fits, and none where it does not")
  func waters() {
    func lake(_ east: Double) -> MapFeature {
      feature(.water, "Blue Lake", [(-east, -60), (east, -60), (east, -10), (-east, -10)])
    }
    #expect(picture(keeper([lake(90)])).contains("Blue Lake"))
    #expect(!picture(keeper([lake(20)])).contains("Blue Lake"))
  }

  @Test("what reaches beyond the picture, or is no number, draws nothing outside its cells")
  func hostile() {
    let far = [
      feature(.main, nil, [(-1e7, -1e6), (1e7, 1e6)]),
      feature(.water, nil, [(-1e6, 0), (1e6, 1e6), (0, -1e6)]),
      MapFeature(
        kind: .wood,
        parts: [
          [Coordinate(latitude: .nan, longitude: 1), Coordinate(latitude: 1, longitude: .infinity)], [],
        ]),
      MapFeature(kind: .main, name: "\u{1B}[31mEvil\u{7}", parts: town[0].parts),
    ]
    let text = picture(keeper(far))
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 80 })
  }

  @Test("the ground is asked for once while the position stays near")
  func kept() {
    let ground = Ground(town)
    let keeper = GroundKeeper(ground)
    for east in [0.0, 20, 40] {
      _ = keeper.plan(around: terrain.coordinate(east: east), within: 200, metresPerDot: 5)
    }
    #expect(ground.asked.withLock { $0 } == [.fine])
    _ = keeper.plan(around: terrain.coordinate(east: 500), within: 200, metresPerDot: 5)
    _ = keeper.plan(around: terrain.coordinate(east: 500), within: 8000, metresPerDot: 200)
    #expect(ground.asked.withLock { $0 } == [.fine, .fine, .coarse])
  }

  @Test("the file is sound XML, with names escaped, fonts by name and the attribution")
  func svg() throws {
    let text = NearbyMap(
      table: NearbyTable(),
      ground: keeper(town + [feature(.main, "A<&\"B\u{FFFF}", [(-300, -80), (300, -80)])])
    )
    .svg(of: places("<script>\u{1B}\u{FFFE}"), around: terrain.coordinate(east: 0), attribution: nil)
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse())
    #expect(text.contains("A&lt;&amp;") && text.contains("&lt;script&gt;"))
    #expect(text.contains("© OpenStreetMap contributors"))
    #expect(!text.contains("http://") || text.components(separatedBy: "http://").count == 2)
    #expect(text.contains("width=\"720\"") && text.contains("class=\"main\""))
  }

  @Test("in the file, places at one spot share a disc that has all of their numbers")
  func shared() {
    let here = terrain.coordinate(east: 0)
    let places = [100.0, 101, 400, 102].map { north in
      ShownPlace(
        NearbyPlace(
          PointOfInterest(id: "\(north)", coordinate: terrain.coordinate(east: 0, north: north)), from: here))
    }
    let text = NearbyMap(table: NearbyTable(), ground: nil).svg(of: places, around: here, attribution: nil)
    let numbers = text.matches(of: /class="number"[^>]*>([^<]*)</).map { String($0.output.1) }
    #expect(numbers == ["3", "1,2,4"])
  }
}
