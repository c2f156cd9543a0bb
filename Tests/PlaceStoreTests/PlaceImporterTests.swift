import Foundation
import Geography
import Input
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

@Suite(.timeLimit(.minutes(5))) struct PlaceImporterTests {
  private static let kiosk = place("node/1", name: "Kiosk", at: (60, 25), ["shop": "kiosk"])
  private static let cafe = place("node/2", name: "Café", at: (60.1, 25), ["amenity": "cafe"])
  private static let bar = place("node/3", name: "Bar", at: (-33, 151), ["amenity": "bar"])

  @Test("a source is as old as its oldest remaining data, if all of that has a date")
  func dated() throws {
    let store = try TemporaryStore()
    let old = Date(timeIntervalSince1970: 1_600_000_000)
    let new = Date(timeIntervalSince1970: 1_700_000_000)
    func dated(after dated: Date?, replacing: Bool = false) throws -> Date? {
      _ = try PlaceImporter(storePath: store.path).importPlaces(
        of: SourceDescription(name: "test", dated: dated), replacing: replacing,
        from: PlaceList(places: [Self.kiosk]))
      return try store.open().sources().first?.dated
    }
    #expect(try dated(after: new) == new)
    #expect(try dated(after: old) == old)
    #expect(try dated(after: new) == old)
    #expect(try dated(after: nil) == nil)
    #expect(try dated(after: old) == nil)
    #expect(try dated(after: new, replacing: true) == new)
    #expect(try dated(after: nil, replacing: true) == nil)
  }

  @Test("an answer from data without a date says when it was imported, even beside data with one")
  func undated() async throws {
    let store = try TemporaryStore()
    let importer = try PlaceImporter(storePath: store.path)
    func source() async throws -> PlaceSource {
      try await store.open().places(near: Self.kiosk.coordinate, matching: PlaceQuery(limit: 9)).source
    }
    _ = try importer.importPlaces(
      of: SourceDescription(name: "old", dated: Date(timeIntervalSince1970: 0)),
      from: PlaceList(places: [Self.kiosk]))
    #expect(try await source().age.map { $0 > 1e9 } == true)
    _ = try importer.importPlaces(
      of: SourceDescription(name: "mine", origin: .user), from: PlaceList(places: [Self.bar]))
    #expect(try await source().age.map { $0 > 1e9 } == true)
    _ = try importer.importPlaces(
      of: SourceDescription(name: "new"), from: PlaceList(places: [Self.cafe]))
    let joined = try await source()
    #expect(joined.age == nil)
    guard case .imported = joined.arrival else { throw StoreProblem.damaged("\(joined)") }
  }

  // MARK: Many imports, one after the other

  @Test("the store has the right places after any imports in any order", arguments: 0..<6)
  func model(seed: UInt64) throws {
    var random = RandomPlaces(seed: 100 + seed)
    let store = try TemporaryStore()
    var model = Model()
    for _ in 0..<12 {
      let source = random.pick(["a", "b"])
      let isReplacing = random.one(in: 4)
      let places = model.nextImport(of: source, &random)
      let counts = try store.take(
        places, of: source, replacing: isReplacing, limits: TemporaryStore.fewPlaces)
      #expect(counts == model.take(places, of: source, replacing: isReplacing))
      #expect(try store.content() == model.content)
      try store.expectSound()
    }
  }

  /// What a store should hold.
  private struct Model {
    private var sources: [String: [String: PointOfInterest]] = [:]

    var content: [String: [String: PointOfInterest]] { sources.filter { !$0.value.isEmpty } }

    /// Places that are there, as they are and changed, and new ones, some of them twice.
    func nextImport(of source: String, _ random: inout RandomPlaces) -> [PointOfInterest] {
      var places = sources[source, default: [:]].values.sorted { $0.id < $1.id }.filter { _ in
        random.one(in: 2)
      }
      for place in places where random.one(in: 3) {
        places.append(random.change(of: place))
      }
      for _ in 0..<random.int(0...30) {
        places.append(random.place(id: "node/\(random.int(0...60))", at: random.coordinate()))
      }
      return random.shuffled(places)
    }

    mutating func take(
      _ places: [PointOfInterest], of source: String, replacing isReplacing: Bool
    ) -> ImportSummary.Counts {
      var counts = ImportSummary.Counts()
      let old = sources[source, default: [:]]
      var new: [String: PointOfInterest] = [:]
      for place in places {
        if new[place.id] != nil {
          counts.repeated += 1
          continue
        }
        new[place.id] = place
        switch old[place.id] {
        case nil: counts.added += 1
        case place: counts.unchanged += 1
        default: counts.updated += 1
        }
      }
      if isReplacing {
        counts.removed = old.keys.count { new[$0] == nil }
      } else {
        new.merge(old) { new, _ in new }
      }
      sources[source] = new
      return counts
    }
  }

  // MARK: One thing at a time

  @Test("importing the same data again changes only the date")
  func unchanged() throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe, Self.bar])
    let before = try store.rows()
    let counts = try store.take([Self.bar, Self.kiosk, Self.cafe])
    #expect(counts.unchanged == 3)
    #expect(try store.rows() == before)
  }

  @Test(
    "a newer file updates a place, and the old version can no longer be found",
    arguments: [
      place("node/1", name: "Kiosk", at: (-33, 151), ["shop": "kiosk"]),
      place("node/1", name: "Kiosk", at: (60.000_000_1, 25), ["shop": "kiosk"]),
      place("node/1", name: "Newsstand", at: (60, 25), ["shop": "kiosk"]),
      place("node/1", name: nil, at: (60, 25), ["shop": "kiosk"]),
      place("node/1", name: "Kiosk", at: (60, 25), ["shop": "newsagent"]),
      place("node/1", name: "Kiosk", at: (60, 25), ["shop": "kiosk", "access": "private"]),
      place("node/1", name: "Kiosk", at: (60, 25), ["shop": "kiosk", "phone": "1"]),
      place("node/1", name: "Kiosk", category: "stand", at: (60, 25), ["shop": "kiosk"]),
      place("node/1", name: "Kiosk", at: (60, 25), ["shop": "kiosk"], proximity: 30),
    ])
  func updated(newer: PointOfInterest) throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe])
    let counts = try store.take([newer])
    #expect(counts.updated == 1 && counts.added == 0)
    #expect(try store.content() == ["test": ["node/1": newer, "node/2": Self.cafe]])
    try store.expectSound()
  }

  @Test("the first of several places with one id counts, wherever the others are, and again next time")
  func repeated() throws {
    // In the order of the store's numbers the first one comes last.
    let first = Self.place("node/1", name: "First", at: (80, 170))
    let places = [first] + (0..<40).map { Self.place("node/1", name: "Other", at: (Double(-$0), -170)) }
    let store = try TemporaryStore()
    for isAgain in [false, true] {
      let counts = try store.take(places, limits: TemporaryStore.fewPlaces)
      #expect(counts.added == (isAgain ? 0 : 1) && counts.unchanged == (isAgain ? 1 : 0))
      #expect(counts.repeated == 40)
      #expect(try store.content() == ["test": ["node/1": first]])
      try store.expectSound()
    }
  }

  @Test("sources with equal ids do not affect each other")
  func sources() throws {
    let other = Self.place("node/1", name: "Other", at: (0, 0))
    let store = try TemporaryStore([Self.kiosk])
    #expect(try store.take([other], of: "other").added == 1)
    #expect(try store.take([other], of: "other", replacing: true).unchanged == 1)
    #expect(try store.content() == ["test": ["node/1": Self.kiosk], "other": ["node/1": other]])
  }

  @Test("replacing a source removes what is gone, from this source only")
  func replacing() throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe])
    try store.take([Self.kiosk, Self.bar], of: "other")
    let counts = try store.take([Self.cafe, Self.bar], replacing: true)
    #expect(counts.removed == 1 && counts.unchanged == 1 && counts.added == 1)
    #expect(
      try store.content() == [
        "test": ["node/2": Self.cafe, "node/3": Self.bar],
        "other": ["node/1": Self.kiosk, "node/3": Self.bar],
      ])
    try store.expectSound()
  }

  @Test("removes a place by its id, from one source or from all")
  func removing() throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe])
    try store.take([Self.kiosk], of: "other")
    let importer = try PlaceImporter(storePath: store.path)
    let removed = try importer.removePlaces(withIDs: ["node/1", "node/9"], of: "other")
    #expect(removed.count == 1 && removed.missing == ["node/9"])
    #expect(try store.content() == ["test": ["node/1": Self.kiosk, "node/2": Self.cafe]])
    #expect(try importer.removePlaces(withIDs: ["node/1", "node/2"]).count == 2)
    #expect(try importer.removeSource(named: "nothing") == nil)
    #expect(try store.content() == [:])
    try store.expectSound()
  }

  @Test("removes a source with all its places")
  func removingSource() throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe])
    try store.take([Self.bar], of: "other")
    #expect(try PlaceImporter(storePath: store.path).removeSource(named: "test") == 2)
    #expect(try store.content() == ["other": ["node/3": Self.bar]])
    #expect(try store.open().sources().map(\.name) == ["other"])
    try store.expectSound()
  }

  @Test("keeps the licence and the attribution until an import gives others")
  func description() throws {
    let store = try TemporaryStore()
    let importer = try PlaceImporter(storePath: store.path)
    for (attribution, licence) in [("A", "ODbL 1.0"), (nil, nil), ("B", nil)] {
      _ = try importer.importPlaces(
        of: SourceDescription(name: "test", attribution: attribution, licence: licence),
        from: PlaceList(places: [Self.kiosk]))
    }
    let source = try #require(try store.open().sources().first)
    #expect(source.attribution == "B" && source.licence == "ODbL 1.0")
    #expect(abs(source.imported.timeIntervalSinceNow) < 60)
  }

  @Test("a refetched square loses what is gone, and other squares keep theirs")
  func square() throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe, Self.bar])
    let square = GridSquare(around: Self.kiosk.coordinate)
    let importer = try PlaceImporter(storePath: store.path)
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    let moved = Self.place("node/3", name: "Bar", at: (60, 25), ["amenity": "bar"])
    try importer.importSquare(square, [moved], of: SourceDescription(name: "test"), at: time)
    #expect(try store.content() == ["test": ["node/2": Self.cafe, "node/3": moved]])
    #expect(try importer.fetchedSquares(since: time, until: time) == [square: false])
    #expect(try importer.fetchedSquares(since: time + 1, until: time + 2) == [:])
    #expect(try importer.fetchedSquares(since: time - 2, until: time - 1) == [:])
    try store.expectSound()
  }

  @Test("a square from which a large area's edge is far away does not lose it")
  func largeArea() throws {
    let (park, middle, edge) = (LargePark.place, LargePark.middle, LargePark.edge)
    let store = try TemporaryStore()
    let importer = try PlaceImporter(storePath: store.path)
    func fetch(_ square: GridSquare, _ places: [PointOfInterest]) throws -> Int? {
      try importer.importSquare(square, places, of: .overpass, at: Date())
      return try store.content().values.first?.count
    }
    #expect(try fetch(edge, [park]) == 1)
    for inside in [
      GridSquare(around: middle), GridSquare(around: Coordinate(latitude: 60.1, longitude: 25.1)),
    ] {
      #expect(try fetch(inside, []) == 1)
    }
    #expect(try fetch(edge, []) == nil)
    try store.expectSound()
  }

  @Test("a square does not take away what is beyond its margin, though a server lists it")
  func beyondMargin() throws {
    let square = GridSquare(around: Coordinate(latitude: 0.1, longitude: 0.1))
    let (metre, box) = (1 / 111_000.0, square.boundingBox)
    let place = Self.place(
      "node/1", name: "Hut", at: (box.north - 150 * metre, box.east + 250 * metre), ["tourism": "alpine_hut"])
    let north = GridSquare(
      around: Coordinate(latitude: box.north + 100 * metre, longitude: box.east + 250 * metre))
    #expect(square.lists(place) && !square.isNear(place) && north.isNear(place))
    let store = try TemporaryStore()
    let importer = try PlaceImporter(storePath: store.path)
    try importer.importSquare(north, [place], of: .overpass, at: Date())
    try importer.importSquare(square, [], of: .overpass, at: Date())
    #expect(try store.content().values.first?.count == 1)
  }

  @Test("only changes use up place numbers, so that they last")
  func numbers() throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe])
    for _ in 0..<3 { try store.take([Self.kiosk, Self.cafe]) }
    #expect(try store.nextOrdinal() == 2)
    try store.take([Self.kiosk, Self.place("node/2", name: "Tea", at: (60.1, 25))])
    #expect(try store.nextOrdinal() == 3)
  }

  @Test("imports nothing if there are no numbers left")
  func noNumbers() throws {
    let store = try TemporaryStore([Self.kiosk])
    try store.query { try $0.execute("UPDATE counter SET next = \(1 << 31 - 1)") }
    #expect(try store.take([Self.cafe]).added == 1)
    #expect(throws: PlacesError.self) { try store.take([Self.bar]) }
    #expect(try store.content() == ["test": ["node/1": Self.kiosk, "node/2": Self.cafe]])
    try store.expectSound()
  }

  // MARK: Interrupted imports

  @Test("a failing import leaves the store unchanged", arguments: [0, 1, 30, 300])
  func failing(placesBefore count: Int) throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe])
    let before = try store.rows()
    let error = PlacesError.unreadable(path: "places", code: EIO)
    let reader = ScriptedPlaces(places: Self.many(count), size: 10, error: error)
    #expect(throws: error) { try store.take(reader, replacing: true) }
    #expect(try store.rows() == before)
    try store.expectSound()
  }

  @Test("imports truncated data only if asked to")
  func cutOff() throws {
    let store = try TemporaryStore([Self.cafe])
    let path = try store.directory.write(
      "{\"features\":[\n{\"lat\":1,\"lon\":2,\"id\":9},\n{\"la", as: "places")
    let file = PlaceFile(path: path)
    #expect(throws: PlacesError.self) { try store.take(file) }
    #expect(try store.content() == ["test": ["node/2": Self.cafe]])
    _ = try store.take(file, keepingGoing: true)
    #expect(try store.content()["test"]?.keys.sorted() == ["9", "node/2"])
  }

  /// When an import is cancelled.
  enum Moment: CaseIterable {
    case reading, writing
  }

  @Test("a cancelled import leaves the store unchanged", arguments: Moment.allCases, [1, 300])
  func cancelled(moment: Moment, count: Int) throws {
    let store = try TemporaryStore([Self.kiosk, Self.cafe])
    let before = try store.rows()
    let importer = try PlaceImporter(storePath: store.path, limits: TemporaryStore.fewPlaces)
    #expect(throws: PlacesError.store(path: store.path, .interrupted)) {
      try importer.importPlaces(
        of: SourceDescription(name: "test"), replacing: true,
        from: ScriptedPlaces(places: Self.many(count), size: 10)
      ) { progress in
        switch (progress, moment) {
        case (.reading, .reading), (.writing, .writing): importer.cancel()
        default: break
        }
      }
    }
    #expect(try store.rows() == before)
    try store.expectSound()
  }

  @Test("cancelling ends an import whose input does not continue")
  func cancelledWaiting() async throws {
    let store = try TemporaryStore([Self.kiosk])
    let importer = try PlaceImporter(storePath: store.path)
    let reader = StandingStillPlaces()
    let error = await withCheckedContinuation { continuation in
      Thread {
        let result = Result { () throws(PlacesError) in
          try importer.importPlaces(of: SourceDescription(name: "test"), from: reader)
        }
        continuation.resume(returning: result)
      }
      .start()
      reader.hasBegun.wait()
      importer.cancel()
    }
    reader.mayEnd.signal()
    #expect(throws: PlacesError.store(path: store.path, .interrupted)) { try error.get() }
    #expect(try store.content() == ["test": ["node/1": Self.kiosk]])
  }

  @Test("during a write, a store is busy for other writers, and complete for readers")
  func twoWriters() throws {
    let store = try TemporaryStore([Self.kiosk])
    let opened = try store.open()
    let other = try PlaceImporter(storePath: store.path, limits: ImportLimits(), patience: 0)
    let busy = Mutex<PlacesError?>(nil)
    let seen = Mutex<[String?]>([])
    _ = try PlaceImporter(storePath: store.path).importPlaces(
      of: SourceDescription(name: "test"), from: PlaceList(places: [Self.cafe])
    ) { progress in
      guard case .writing = progress else { return }
      do throws(PlacesError) {
        _ = try other.removePlaces(withIDs: ["node/1"])
      } catch {
        busy.withLock { $0 = error }
      }
      let answer = try? opened.answer(near: Self.kiosk.coordinate, matching: PlaceQuery())
      seen.withLock { $0 = answer?.places.map(\.place.name) ?? [] }
    }
    #expect(busy.withLock(\.self) == .store(path: store.path, .busy))
    #expect(seen.withLock(\.self) == ["Kiosk"])
    #expect(try store.content()["test"]?.count == 2)
  }

  @Test("writers at once wait for each other")
  func manyWriters() async throws {
    for _ in 0..<10 {
      let store = try TemporaryStore()
      try await withThrowingTaskGroup { group in
        for number in 0..<12 {
          group.addTask { [path = store.path] in
            try await BackgroundThread.outcome {
              Result {
                _ = try PlaceImporter(storePath: path).importPlaces(
                  of: SourceDescription(name: "\(number)"), from: PlaceList(places: [Self.cafe]))
              }
            }.get()
          }
        }
        try await group.waitForAll()
      }
      #expect(try store.content().count == 12)
    }
  }

  private static func many(_ count: Int) -> [PointOfInterest] {
    (0..<count).map { place("way/\($0)", name: "Way \($0)", at: (Double($0 % 90), Double($0))) }
  }

  fileprivate static func place(
    _ id: String, name: String?, category: String? = nil, at position: (Double, Double),
    _ tags: [String: String] = [:], proximity: Double? = nil
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category,
      coordinate: Coordinate(latitude: position.0, longitude: position.1),
      proximity: proximity.map { Distance(metres: $0) }, tags: tags)
  }
}

/// Places that come piece by piece, and then an error.
private struct ScriptedPlaces: PlaceStreaming {
  let name = "script"
  let places: [PointOfInterest]
  /// How many come at once.
  let size: Int
  var error: PlacesError?

  func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    for start in stride(from: 0, to: places.count, by: size) {
      var piece = PlaceRecords(places: Array(places[start..<min(places.count, start + size)]))
      guard take(&piece) else { break }
    }
    if let error { throw error }
    return PlaceRecords(places: [])
  }
}

/// A pipe into which nobody writes.
private struct StandingStillPlaces: PlaceStreaming {
  let name = "pipe"
  let hasBegun = DispatchSemaphore(value: 0)
  let mayEnd = DispatchSemaphore(value: 0)

  func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    hasBegun.signal()
    mayEnd.wait()
    return PlaceRecords(places: [])
  }
}

extension RandomPlaces {
  fileprivate mutating func coordinate() -> Coordinate {
    Coordinate(latitude: double(-90...90), longitude: double(-180...180))
  }

  /// The same place with a change, or unchanged.
  fileprivate mutating func change(of place: PointOfInterest) -> PointOfInterest {
    let other = self.place(id: place.id, at: coordinate())
    return PointOfInterest(
      id: place.id, name: one(in: 3) ? other.name : place.name,
      category: one(in: 3) ? other.category : place.category,
      coordinate: one(in: 3) ? other.coordinate : place.coordinate,
      extent: one(in: 3) ? other.extent : place.extent,
      proximity: one(in: 3) ? Distance(metres: double(0...100)) : place.proximity,
      tags: one(in: 3) ? other.tags : place.tags)
  }
}

extension TemporaryStore {
  @discardableResult
  fileprivate func take(
    _ reader: some PlaceStreaming, replacing: Bool = false, keepingGoing: Bool = false
  ) throws -> ImportSummary {
    try PlaceImporter(storePath: path, limits: Self.fewPlaces)
      .importPlaces(
        of: SourceDescription(name: "test"), replacing: replacing, keepingGoing: keepingGoing, from: reader)
  }

  /// The content of all tables, except the sources' dates.
  fileprivate func rows() throws -> [String] {
    try query { database in
      try [
        "json_array(\(StoredPlace.columns)) FROM place", "json_array(number, category, tags) FROM kind",
        "json_array(hash, place) FROM identity", "name FROM source",
      ].flatMap { try database.statement("SELECT \($0)").map { $0.text(0) ?? "" } }
    }
  }

  fileprivate func nextOrdinal() throws -> Int64? {
    try query { try $0.statement("SELECT next FROM counter").firstInteger() }
  }
}

/// A park of some 30 by 40 km.
enum LargePark {
  static let middle = Coordinate(latitude: 60.2, longitude: 25.3)
  /// A square just outside, near its western edge.
  static let edge = GridSquare(around: Coordinate(latitude: 60.1, longitude: 24.999))

  static let place = PointOfInterest(
    id: "way/1", name: "Park", coordinate: middle,
    extent: Extent(rings: [
      [(60.0, 25.0), (60, 25.6), (60.4, 25.6), (60.4, 25), (60, 25)]
        .map { Coordinate(latitude: $0.0, longitude: $0.1) }
    ]), tags: ["leisure": "park"])
}
