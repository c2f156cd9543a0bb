import Foundation
import Geography
import SQLite
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite struct OverlappingPlacesTests {
  private static let old = extract("old", day: 1)
  private static let new = extract("new", day: 2)

  private static func extract(_ name: String, day: Int) -> SourceDescription {
    var source = SourceDescription.extract(named: name)
    source.dated = Date(timeIntervalSince1970: 1_700_000_000 + Double(day) * 86_400)
    return source
  }

  private static func place(_ number: Int, _ name: String, at longitude: Double = 25) -> PointOfInterest {
    PointOfInterest(
      id: "node/\(number)", name: name, coordinate: Coordinate(latitude: 60, longitude: longitude),
      tags: ["amenity": "cafe"])
  }

  @Test("shows a place in two extracts once, as in the newer one", arguments: [true, false])
  func shownOnce(isNewFirst: Bool) throws {
    let store = try TemporaryStore()
    let older = [Self.place(1, "Old name"), Self.place(2, "Gone since")]
    let newer = [Self.place(1, "New name", at: 25.5), Self.place(3, "Opened since")]
    if isNewFirst { try store.take(newer, of: Self.new) }
    let counts = try store.take(older, of: Self.old)
    #expect(counts.added == 2)
    if !isNewFirst { try store.take(newer, of: Self.new) }
    try store.expectSound()
    #expect(try store.open().count() == 3)
    #expect(try store.open().entries(called: "node/1").map(\.place.name) == ["New name"])
    #expect(try store.open().search("Old name").entries.isEmpty)
    #expect(try store.open().countsBySource().map(\.count) == [2, 2])
    #expect(
      try store.content(of: "old").values.map(\.name).sorted { $0 ?? "" < $1 ?? "" } == [
        "Gone since", "Old name",
      ])

    // Each can be removed, and leaves its places to the other.
    let importer = try PlaceImporter(storePath: store.path)
    #expect(try importer.removeSource(named: "new") == 2)
    #expect(try store.content() == ["old": Dictionary(uniqueKeysWithValues: older.map { ($0.id, $0) })])
    try store.expectSound()
  }

  @Test("a whole second is older than a part of it", arguments: [true, false])
  func partsOfSeconds(isNewFirst: Bool) throws {
    let store = try TemporaryStore()
    var newer = Self.old
    newer.name = "newer"
    newer.dated?.addTimeInterval(0.012)
    if isNewFirst { try store.take([Self.place(1, "New name")], of: newer) }
    try store.take([Self.place(1, "Old name")], of: Self.old)
    if !isNewFirst { try store.take([Self.place(1, "New name")], of: newer) }
    #expect(try store.open().entries(called: "node/1").map(\.place.name) == ["New name"])
  }

  @Test("of two equally new shapes, the whole one shows", arguments: [true, false])
  func cutShape(isCutFirst: Bool) throws {
    let ring = [(60.0, 25.0), (60, 25.1), (60.1, 25.1), (60.1, 25), (60, 25)].map {
      Coordinate(latitude: $0, longitude: $1)
    }
    let (whole, cut) = (Extent(rings: [ring]), Extent(lines: [Array(ring.prefix(3))]))
    func forest(_ extent: Extent?) -> PointOfInterest {
      PointOfInterest(
        id: "relation/1", name: nil, coordinate: ring[1], extent: extent, tags: ["natural": "wood"])
    }
    var (west, east) = (Self.old, Self.old)
    (west.name, east.name) = ("west", "east")
    let store = try TemporaryStore()
    if isCutFirst { try store.take([forest(cut)], of: west) }
    try store.take([forest(whole)], of: east)
    if !isCutFirst { try store.take([forest(cut)], of: west) }
    #expect(try store.open().entries(called: "relation/1").map(\.place.extent) == [whole])
    // Newer data counts all the same, and as it is now.
    west.dated?.addTimeInterval(1)
    try store.take([forest(cut)], of: west, replacing: true)
    #expect(try store.open().entries(called: "relation/1").map(\.place.extent?.isArea) == [false])
    try store.expectSound()
  }

  @Test("replacing one extract leaves the other alone")
  func replacing() throws {
    let store = try TemporaryStore()
    try store.take([Self.place(1, "Shared"), Self.place(2, "Only old")], of: Self.old)
    try store.take([Self.place(1, "Shared"), Self.place(3, "Only new")], of: Self.new)
    let counts = try store.take([Self.place(4, "Fresh")], of: Self.new, replacing: true)
    #expect(counts.removed == 2)
    #expect(counts.added == 1)
    #expect(try store.content(of: "old").count == 2)
    #expect(try Set(store.content()["old", default: [:]].keys) == ["node/1", "node/2"])
    try store.expectSound()
  }

  @Test("an import that changes nothing says so, whichever source shows")
  func unchanged() throws {
    let store = try TemporaryStore()
    let places = (1...50).map { Self.place($0, "Place \($0)") }
    try store.take(places, of: Self.old)
    try store.take(places, of: Self.new)
    for source in [Self.old, Self.new] {
      let counts = try store.take(places, of: source, replacing: true)
      #expect(counts.unchanged == 50)
      #expect(counts.added + counts.updated + counts.removed + counts.repeated == 0)
    }
    try store.expectSound()
  }

  @Test("a source's own ids mean nothing elsewhere, and may change to OpenStreetMap's")
  func otherIDs() throws {
    let store = try TemporaryStore()
    try store.take([Self.place(1, "Mine")], of: "file")
    try store.take([Self.place(1, "Theirs")], of: Self.old)
    #expect(try store.open().count() == 2)
    var same = Self.new
    same.name = "file"
    let problem = PlacesError.store(path: store.path, .sourceOfOtherFile("file", path: nil))
    #expect(throws: problem) { try store.take([Self.place(1, "Theirs")], of: same) }
    #expect(try store.open().count() == 2)
    #expect(try store.take([Self.place(1, "Theirs")], of: same, replacing: true).removed == 1)
    #expect(try store.open().count() == 1)
    try store.expectSound()
  }

  @Test("ids like OpenStreetMap's are taken for that where they may be, but not in a source that is there")
  func likeOSM() throws {
    func source(_ name: String) -> SourceDescription {
      var source = SourceDescription(name: name)
      source.mayHaveOSMIDs = true
      return source
    }
    let store = try TemporaryStore()
    try store.take([Self.place(1, "Early")], of: "early")
    try store.take([Self.place(1, "A"), Self.place(2, "B")], of: source("first"))
    try store.take([Self.place(1, "C")], of: source("second"))
    #expect(try store.open().sources().map(\.hasOSMIDs) == [false, true, true])
    #expect(try store.open().count() == 3)
    // What is filed under ids of its own stays.
    #expect(try store.take([Self.place(3, "Late")], of: source("early")).removed == 0)
    #expect(try store.content(of: "early").count == 2)
    try store.take([Self.place(1, "Early")], of: source("early"), replacing: true)
    #expect(try store.open().sources().map(\.hasOSMIDs) == [true, true, true])
    #expect(try store.open().count() == 2)
    // Others mean something else in each source.
    for id in ["node/", "node/1x", "Node/1", "street/1", "1", "n1"] {
      let place = PointOfInterest(id: id, coordinate: Coordinate(latitude: 1, longitude: 1))
      let count = try store.open().count()
      for name in ["one \(id)", "other \(id)", "last \(id)"] {
        try store.take(name.hasPrefix("last") ? [place] : [place, Self.place(1, "D")], of: source(name))
        #expect(
          try store.open().sources().first { $0.name == name }?.hasOSMIDs == !name.hasPrefix("last"), "\(id)")
      }
      #expect(try store.open().count() == count + 3)
      #expect(try store.open().entries(withID: id).count == 3)
      #expect(
        try store.take([place, Self.place(1, "D")], of: source("one \(id)"), replacing: true).unchanged == 2)
      #expect(try PlaceImporter(storePath: store.path).removePlaces(withIDs: [id]).count == 3)
    }
    try store.expectSound()
  }

  @Test("a file cannot replace squares from Overpass, and they cannot replace a file")
  func originClash() throws {
    let store = try TemporaryStore()
    try store.take([Self.place(1, "Mine")], of: "overpass")
    let importer = try PlaceImporter(storePath: store.path)
    let square = GridSquare(around: Coordinate(latitude: 60, longitude: 25)).raised(to: 4)
    try importer.importSquare(square, [Self.place(2, "Fetched")], of: .overpass, at: Date())
    #expect(try store.open().sources().map(\.name) == ["overpass", "overpass-2"])
    let problem = PlacesError.store(path: store.path, .sourceOfOtherOrigin("overpass-2"))
    #expect(throws: problem) { try store.take([Self.place(3, "More")], of: "overpass-2") }
  }

  @Test("a square far from a large area's edge keeps it, though an extract has it, too")
  func largeArea() throws {
    let (park, middle, edge) = (LargePark.place, LargePark.middle, LargePark.edge)
    let store = try TemporaryStore()
    let importer = try PlaceImporter(storePath: store.path)
    try importer.importSquare(edge, [park], of: .overpass, at: Date())
    var extract = Self.new
    extract.dated = Date().addingTimeInterval(86_400)
    try store.take([park], of: extract)
    try importer.importSquare(GridSquare(around: middle), [], of: .overpass, at: Date())
    #expect(try store.open().countsBySource().map(\.count) == [1, 1])
    #expect(try importer.removeSource(named: "new") == 1)
    #expect(try store.content().values.first?.count == 1)
    try importer.importSquare(edge, [], of: .overpass, at: Date())
    #expect(try store.open().count() == 0)
    try store.expectSound()
  }

  @Test("a fetched square replaces what an earlier version fetched there")
  func earlierSquares() throws {
    let store = try TemporaryStore()
    var earlier = Self.old
    earlier.name = "OpenStreetMap"
    try store.take([Self.place(1, "Gone since"), Self.place(2, "Elsewhere", at: 20)], of: earlier)
    try store.query { try $0.execute("UPDATE source SET origin = NULL") }
    let square = GridSquare(around: Coordinate(latitude: 60, longitude: 25)).raised(to: 4)
    let counts = try PlaceImporter(storePath: store.path)
      .importSquare(square, [Self.place(3, "There")], of: .overpass, at: Date())
    #expect(counts.added == 1)
    #expect(
      try store.content().mapValues { Set($0.keys) } == ["OpenStreetMap": ["node/2"], "overpass": ["node/3"]])
    try store.expectSound()
  }

  @Test(
    "after any imports and removals, each source keeps its places and the newest shows",
    arguments: 0..<8)
  func anything(seed: UInt64) throws {
    let store = try TemporaryStore()
    var random = SeededGenerator(seed: seed)
    // What each source has, by id, with its date.
    var sources: [String: [String: PointOfInterest]] = [:]
    var days: [String: Int] = [:]
    for step in 1...25 {
      let name = ["a", "b", "c"].randomElement(using: &random) ?? "a"
      let importer = try PlaceImporter(storePath: store.path, limits: TemporaryStore.fewPlaces)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let count = sources[name]?.count
        #expect(try importer.removeSource(named: name) == count)
        sources[name] = nil
      case 1:
        let id = "node/\(Int.random(in: 1...30, using: &random))"
        let source = Bool.random(using: &random) ? name : nil
        _ = try importer.removePlaces(withIDs: [id], of: source)
        for name in source.map({ [$0] }) ?? Array(sources.keys) { sources[name]?[id] = nil }
      default:
        let isReplacing = Bool.random(using: &random) || sources[name] == nil
        // An import that keeps older places keeps their date.
        let day =
          isReplacing
          ? Int.random(in: 1...1000, using: &random) * 3 + (name == "a" ? 0 : name == "b" ? 1 : 2)
          : days[name] ?? step
        let places = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          let number = Int.random(in: 1...30, using: &random)
          return Self.place(
            number, "N\(Int.random(in: 1...2, using: &random))",
            at: 25 + Double(Int.random(in: 0...1, using: &random)))
        }
        try store.take(
          places, of: Self.extract(name, day: day), replacing: isReplacing, limits: TemporaryStore.fewPlaces)
        if isReplacing { sources[name] = [:] }
        days[name] = day
        // If an id appears twice, the first counts.
        for (id, place) in Dictionary(places.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }) {
          sources[name, default: [:]][id] = place
        }
      }
      for (name, places) in sources {
        #expect(try store.content(of: name) == places, "\(name) after step \(step)")
      }
      var shown: [String: [String: PointOfInterest]] = [:]
      for id in Set(sources.values.flatMap(\.keys)) {
        let newest = sources.filter { $0.value[id] != nil }.max { days[$0.key] ?? 0 < days[$1.key] ?? 0 }
        if let newest { shown[newest.key, default: [:]][id] = newest.value[id] }
      }
      #expect(try store.content() == shown, "after step \(step)")
      try store.expectSound()
    }
  }
}
