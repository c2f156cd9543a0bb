import Foundation
import Geography
import Input
import PlaceFiles
import SQLite
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite struct StoreCoverageTests {
  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
  }

  private static func square(_ row: Int, _ column: Int) -> Coordinate {
    let middle = GridExtract.middle(row: 12060 + row, column: 16520 + column)
    return Coordinate(latitude: middle.latitude, longitude: middle.longitude)
  }

  private func take(
    _ document: String, of name: String = "region", as file: String = "region.osm", replacing: Bool = false,
    keepingGoing: Bool = false
  ) throws {
    let path = try store.directory.write(document, as: file)
    _ = try PlaceImporter(storePath: store.path).importPlaces(
      of: .extract(named: name), replacing: replacing, keepingGoing: keepingGoing, from: PlaceFile(path: path)
    )
    try FileManager.default.removeItem(atPath: path)
  }

  private func coverage(of name: String = "region") throws -> Coverage? {
    let store = try store.open()
    return try store.sources().first { $0.name == name }.flatMap { try store.coverage(of: $0) }
  }

  private static let region = GridExtract.document(row: 12060, column: 16520, count: 7)
  private static let whole = Coverage(
    of: (0..<25).map { GridSquare(level: 1, column: 16521 + $0 % 5, row: 12061 + $0 / 5) })

  @Test("keeps the ground of an extract, with a lake and without the ways that leave it")
  func extract() throws {
    // Of a way that goes far beyond, all nodes are there.
    let far = (1...30).map { step in
      let (latitude, longitude) = GridExtract.middle(row: 12063, column: 16520 + 2 * step)
      return "<node id='\(step)' lat='\(latitude)' lon='\(longitude)'/>"
    }
    let refs = (1...30).map { "<nd ref='\($0)'/>" }.joined()
    try take(
      GridExtract.document(
        row: 12060, column: 16520, count: 7, without: [(3, 3), (3, 4)], nodes: far.joined(),
        ways: "<way id='1'>\(refs)<tag k='highway' v='path'/></way>"))
    #expect(try coverage() == Self.whole)
    let answer = try store.open().answer(
      near: Self.square(3, 3), matching: PlaceQuery(radius: Distance(metres: 5000)))
    #expect((2200...2270).contains(try #require(answer.source.knownWithin?.metres)))
    try store.expectSound()
  }

  @Test("a second file of a source adds its ground, and one that replaces it leaves only its own")
  func moreFiles() throws {
    try take(Self.region)
    try take(GridExtract.document(row: 12060, column: 16540, count: 7), as: "other.osm")
    let both = try #require(try coverage())
    #expect(both.contains(Self.square(3, 3)) && both.contains(Self.square(3, 23)))
    try take(GridExtract.document(row: 12060, column: 16560, count: 7), replacing: true)
    let last = try #require(try coverage())
    #expect(!last.contains(Self.square(3, 3)) && last.contains(Self.square(3, 43)))
    #expect(abs(last.area / Self.whole.area - 1) < 0.01)
  }

  @Test("what a file no longer has is no ground")
  func smaller() throws {
    try take(GridExtract.document(row: 12060, column: 16520, count: 9))
    try take(Self.region)
    #expect(try coverage() == Self.whole)
  }

  @Test("a file that breaks off, and one that is out of order, tell no ground; a removed source has none")
  func noCoverage() throws {
    let cafe = "<node id='1' lat='42.5' lon='1.5'><tag k='amenity' v='cafe'/></node>"
    let region = GridExtract.document(row: 12060, column: 16520, count: 7, nodes: cafe)
    try take(String(region.dropLast(40)), keepingGoing: true)
    #expect(try coverage() == nil)
    try take(
      Self.region.replacing("<osm version='0.6'>", with: "<osm><node id='9999999' lat='1' lon='1'/>"),
      replacing: true)
    #expect(try coverage()?.isEmpty == true)
    try take(Self.region, replacing: true)
    _ = try PlaceImporter(storePath: store.path).removeSource(named: "region")
    #expect(try store.query { try $0.statement("SELECT count(*) FROM ground").firstInteger() } == 0)
  }

  @Test("prefetched squares are ground")
  func squares() throws {
    let here = Coordinate(latitude: 60.1719, longitude: 24.9414)
    let square = GridSquare(around: here).raised(to: 4)
    try PlaceImporter(storePath: store.path).importSquare(square, [], of: .overpass, at: Date())
    #expect(try coverage(of: "overpass") == Coverage(of: [square]))
    let reach = try store.open().coverageReach(around: here, within: 100_000)
    #expect(reach.isClaimed && (900...1200).contains(reach.metres), "\(reach)")
    // Not those that an earlier version fetched for less.
    try store.query { try $0.execute("UPDATE fetched SET selection = NULL") }
    #expect(try store.open().coverageReach(around: here, within: 100_000) == (false, 0))
    #expect(try store.open().covers(here))
  }

  @Test("the mark of fetched squares is that of the rule by which they are fetched")
  func mark() {
    let places = OSMPlaceRule.expression.description
    #expect(FetchedSelection.places == Checksum.text(of: places.utf8))
    let gazetteer = GazetteerRule(parts: [.streets, .addresses, .areas]).description
    #expect(FetchedSelection.placesAndGazetteer == Checksum.text(of: "\(places) \(gazetteer)".utf8))
  }

  @Test("an extract that an earlier version imported covers, and does not say how far")
  func earlierVersion() throws {
    try take(
      Self.region.replacing(
        "</osm>", with: "<node id='99999' lat='42.5' lon='1.5'><tag k='amenity' v='cafe'/></node></osm>"))
    try store.query { try $0.execute("DELETE FROM ground") }
    #expect(try store.open().coverageReach(around: Self.square(3, 3), within: 1000) == (false, 0))
    #expect(
      try store.open().answer(near: Self.square(30, 3), matching: PlaceQuery()).source.knownWithin == nil)
  }

  @Test("a stranger's ground is refused")
  func hostile() throws {
    try take(Self.region)
    try store.query { try $0.statement("UPDATE ground SET squares = ?").run(.blob([7, 7, 7])) }
    #expect(throws: PlacesError.store(path: store.path, .damaged("the ground of source 1"))) {
      try store.open().answer(near: Self.square(3, 3), matching: PlaceQuery())
    }
  }
}
