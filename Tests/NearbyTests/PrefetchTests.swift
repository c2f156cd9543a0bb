import Foundation
import Geography
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Nearby
@testable import PlaceServers
@testable import PlaceStore
@testable import Places

@Suite struct PrefetchPlanTests {
  @Test("a circle takes all squares that it touches, and no others")
  func circle() throws {
    let centre = Coordinate(latitude: 60.17, longitude: 24.94)
    let plan = try #require(PrefetchPlan(around: centre, radius: Distance(metres: 8000)))
    let view = GridSquare.View(from: centre)
    #expect(plan.tiles.allSatisfy { $0.leastDistance(from: view) <= 8000 })
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      let edge = Coordinate(
        latitude: 60.17 + 0.0715 * cos(bearing * .pi / 180),
        longitude: 24.94 + 0.143 * sin(bearing * .pi / 180))
      #expect(plan.tiles.contains(GridSquare(around: edge).raised(to: 4)), "\(bearing)°")
    }
  }

  @Test(
    "a box takes the squares from corner to corner, across the date line too",
    arguments: [("24.9,60.1,24.91,60.11", 1), ("24.8,60.1,25.1,60.3", 16), ("179.99,0.01,-179.99,0.02", 2)])
  func box(text: String, count: Int) throws {
    #expect(try #require(PrefetchPlan(in: try BoundingBox(parsing: text))).count == count)
  }

  @Test("a track takes the squares along it, across the date line too")
  func track() throws {
    let points = [179.9, 179.99, -179.99, -179.9].map { Coordinate(latitude: 0.02, longitude: $0) }
    let way = try Route(segments: [points.map { RoutePoint(coordinate: $0) }], isRecorded: true)
    let plan = try #require(PrefetchPlan(along: way, within: Distance(metres: 100)))
    #expect(Set(plan.tiles.map(\.column)) == [0, 1, 4094, 4095])
    #expect(Set(plan.tiles.map(\.row)) == [1024])
  }

  @Test("a track takes the squares between its points, but not those between its segments")
  func sparseTrack() throws {
    let segments = [[10.01, 10.51], [11.01, 11.02]].map { longitudes in
      longitudes.map { RoutePoint(coordinate: Coordinate(latitude: 0.02, longitude: $0)) }
    }
    let way = try Route(segments: segments, isRecorded: false)
    let plan = try #require(PrefetchPlan(along: way, within: Distance(metres: 100)))
    let first = GridSquare(around: segments[0][0].coordinate).raised(to: 4).column
    #expect(plan.tiles.map(\.column).sorted() == Array(first...first + 6) + [first + 12])
  }

  @Test("a wide corridor takes every square within it, however close its points are")
  func wideTrack() throws {
    let points = (0..<2000).map { Coordinate(latitude: 60 + 0.0001 * Double($0), longitude: 24.94) }
    let way = try Route(segments: [points.map { RoutePoint(coordinate: $0) }], isRecorded: true)
    let plan = try #require(PrefetchPlan(along: way, within: Distance(metres: 20_000)))
    var needed: Set<GridSquare> = []
    for point in points {
      needed.formUnion(
        try #require(
          GridSquare.squares(of: FetchedSquare.usualLevel, within: 20_000, of: point, atMost: 10_000)))
    }
    #expect(needed.isSubset(of: Set(plan.tiles)) && plan.count < needed.count * 5 / 4)
  }

  @Test("refuses half the world")
  func tooMuch() throws {
    #expect(PrefetchPlan(in: try BoundingBox(parsing: "-180,-80,0,80")) == nil)
    #expect(PrefetchPlan(around: Coordinate(latitude: 0, longitude: 0), radius: Distance(metres: 2e6)) == nil)
  }

  @Test("refuses text that is not a box", arguments: ["", "1,2,3", "1,2,3,x", "200,0,1,1", "0,5,1,4"])
  func noBox(text: String) {
    #expect(throws: BoundingBox.ParsingError.self) { try BoundingBox(parsing: text) }
  }
}

@Suite struct PrefetcherTests {
  private let directory: TemporaryDirectory
  private let importer: PlaceImporter
  private let plan: PrefetchPlan

  init() throws {
    directory = try TemporaryDirectory()
    importer = try PlaceImporter(storePath: directory.path(of: "places.sqlite"))
    plan = try #require(PrefetchPlan(in: try BoundingBox(parsing: "24.8,60.1,25.1,60.3")))
  }

  @Test("keeps what reaches into a square from beyond it, until the server no longer has it")
  func reachingIn() async throws {
    let west = try #require(plan.tiles.min { $0.column < $1.column }).boundingBox
    let outside = Coordinate(latitude: west.middle.latitude, longitude: west.west - 0.01)
    let inside = Coordinate(latitude: west.middle.latitude, longitude: west.west + 0.001)
    let river = PointOfInterest(
      id: "way/1", name: "Rhine", category: "waterway=river", coordinate: outside,
      extent: Extent(lines: [[outside, inside]]))
    func fetch(_ places: [PointOfInterest]) async throws {
      let source = MockAreaSource(
        .success(places), radius: Distance(metres: 20_000), time: MockClock())
      try await Prefetcher(from: source, into: importer).fetch(plan, maxAge: -86_400) { _ in }
    }
    try await fetch([river])
    #expect(try storedCount() == 1)
    try await fetch([])
    #expect(try storedCount() == 0)
  }

  @Test("counts a place once that is near two squares")
  func nearTwo() async throws {
    let west = try #require(plan.tiles.min { $0.column < $1.column }).boundingBox
    let edge = Coordinate(latitude: west.middle.latitude, longitude: west.east)
    var last: Prefetcher.Progress?
    let source = MockAreaSource(
      .success([PointOfInterest(id: "node/1", coordinate: edge)]), radius: Distance(metres: 20_000),
      time: MockClock())
    try await prefetcher(source).fetch(plan, maxAge: 86_400) { last = $0 }
    #expect(last?.places == 1 && last?.counts.unchanged == 1)
    #expect(try storedCount() == 1)
  }

  @Test("fetches each square once, and stores it")
  func whole() async throws {
    let source = OneInTheMiddle()
    try await Prefetcher(from: source, into: importer).fetch(plan, maxAge: 86_400) { _ in }
    #expect(source.asked.count == plan.count)
    #expect(try storedCount() == plan.count)
    #expect(try Prefetcher(from: source, into: importer).remaining(of: plan, maxAge: 86_400).squares == 0)
  }

  @Test("fetches a square again that was fetched under a clock that was ahead")
  func fromTheFuture() async throws {
    let prefetcher = Prefetcher(from: OneInTheMiddle(), into: importer)
    try await prefetcher.fetch(plan, maxAge: 86_400) { _ in }
    for (hours, count) in [(0.5, 0), (2, plan.count)] {
      let time = MockClock(at: Date() - hours * 3600)
      let then = Prefetcher(from: OneInTheMiddle(), into: importer, time: time)
      #expect(try then.remaining(of: plan, maxAge: 86_400).squares == count)
    }
  }

  @Test("an interrupted prefetch resumes")
  func resumed() async throws {
    let failing = OneInTheMiddle(failsAt: 5)
    await #expect(throws: PlacesError.self) {
      try await Prefetcher(from: failing, into: importer).fetch(plan, maxAge: 86_400) { _ in }
    }
    #expect(try storedCount() == 4)
    let source = OneInTheMiddle()
    try await Prefetcher(from: source, into: importer).fetch(plan, maxAge: 86_400) { _ in }
    #expect(source.asked.count == plan.count - 4)
    #expect(try storedCount() == plan.count)
  }

  @Test(
    "a square is too full if the server runs out of memory, not if it gives up for another reason",
    arguments: [("Query run out of memory using about 128 MB of RAM.", true), ("no areas", false)])
  func outOfMemory(words: String, isTooFull: Bool) {
    let error = PlacesError.server(address: "test", .gaveUp("runtime error: \(words)"))
    #expect(error.isOfTooMuch == isTooFull)
  }

  @Test("divides a square that is too full")
  func divided() async throws {
    let source = OneInTheMiddle(largestRadius: 4000)
    try await Prefetcher(from: source, into: importer).fetch(plan, maxAge: 86_400) { _ in }
    #expect(source.asked.count == plan.count * 5)
    #expect(try storedCount() == plan.count * 4)
  }

  @Test("refetching a square removes what is gone")
  func gone() async throws {
    let prefetcher = Prefetcher(from: OneInTheMiddle(), into: importer)
    try await prefetcher.fetch(plan, maxAge: 86_400) { _ in }
    let moved = Prefetcher(from: OneInTheMiddle(prefix: "way"), into: importer)
    try await moved.fetch(plan, maxAge: -86_400) { _ in }
    #expect(try storedCount() == plan.count)
    let store = try PlaceStore(path: directory.path(of: "places.sqlite"))
    try store.forEachEntry { entry in
      #expect(entry.place.id.hasPrefix("way/"))
      return true
    }
  }

  @Test("data of a server that lags behind replaces none that is newer")
  func outdated() async throws {
    func fetch(_ prefix: String, _ day: Double) async throws {
      let source = OneInTheMiddle(prefix: prefix, dataTime: Date(timeIntervalSince1970: day * 86_400))
      try await Prefetcher(from: source, into: importer).fetch(plan, maxAge: -86_400) { _ in }
    }
    try await fetch("node", 20_000)
    await #expect(throws: PlacesError.self) { try await fetch("way", 19_999) }
    let store = try PlaceStore(path: directory.path(of: "places.sqlite"))
    try store.forEachEntry { entry in
      #expect(entry.place.id.hasPrefix("node/"))
      return true
    }
    try await fetch("way", 20_001)
    #expect(try storedCount() == plan.count)
  }

  @Test("a place stays as it is where the server's record of it cannot be read")
  func unreadable() async throws {
    func answer(_ nodes: String...) -> MockURLProtocol.Reply {
      .response(body: Data("{\"elements\":[\(nodes.joined(separator: ","))]}".utf8))
    }
    func node(_ id: Int, at place: String = #""lat":60.2,"lon":24.95,"#, cafe: String = #""cafe""#) -> String
    {
      #"{"type":"node","id":\#(id),\#(place)"tags":{"amenity":\#(cafe)}}"#
    }
    let server = try MockURLProtocol.url(
      answering: answer(node(1), node(2), node(3), node(4)), answer(),
      answer(node(1, at: ""), node(2, cafe: "[]"), node(3)), answer())
    let source = OverpassProvider(
      server: server, session: MockURLProtocol.session, time: MockClock(), turn: RequestQueue())
    let square = try #require(PrefetchPlan(in: try BoundingBox(parsing: "24.95,60.2,24.951,60.201")))
    for count in [4, 3] {
      try await Prefetcher(from: source, into: importer, time: MockClock())
        .fetch(square, maxAge: -86_400) { _ in }
      #expect(try storedCount() == count)
    }
  }

  @Test("refetches squares that were fetched with a narrower selection")
  func narrowerSelection() async throws {
    let source = OneInTheMiddle()
    try await Prefetcher(from: source, into: importer).fetch(plan, maxAge: 86_400) { _ in }
    try Connection(path: directory.path(of: "places.sqlite"))
      .execute("UPDATE fetched SET selection = NULL WHERE \"column\" % 2 = 0")
    let remaining = try Prefetcher(from: source, into: importer).remaining(of: plan, maxAge: 86_400).squares
    #expect(remaining == plan.tiles.count { $0.column % 2 == 0 })
    #expect(remaining > 0)
  }

  // MARK: Streets, addresses and areas

  private static let street = Coordinate(latitude: 60.2, longitude: 24.95)

  /// A source with a place, and a short street in whatever box that lies in.
  private func source(
    failing error: PlacesError? = nil, streetNamed name: String? = "Street"
  ) -> MockAreaSource {
    let place = PointOfInterest(id: "node/1", category: "cafe", coordinate: Self.street)
    let radius = Distance(metres: 20_000)
    return MockAreaSource(.success([place]), radius: radius, time: MockClock()) { box throws(PlacesError) in
      if let error { throw error }
      var entries = GazetteerEntries()
      if let name, box.contains(Self.street) {
        let end = Coordinate(latitude: 60.2, longitude: 24.951)
        entries.streets = [Street(id: 1, kind: .service, name: name, ref: nil, line: [Self.street, end])]
      }
      return entries
    }
  }

  private func prefetcher(_ source: MockAreaSource) -> Prefetcher {
    Prefetcher(from: source, into: importer, time: MockClock())
  }

  private func streets(at position: Coordinate = street) throws -> [String]? {
    try PlaceStore(path: directory.path(of: "places.sqlite")).surroundings(
      of: position, streetsWithin: Distance(metres: 100), addressWithin: Distance(metres: 50)
    )?.streets.map(\.thing.title)
  }

  @Test("asks twice a square, and knows where there is no street")
  func gazetteer() async throws {
    let source = source()
    let prefetcher = prefetcher(source)
    #expect(try prefetcher.remaining(of: plan, maxAge: 86_400).requests == 2 * plan.count)
    try await prefetcher.fetch(plan, maxAge: 86_400) { _ in }
    #expect(source.questions.count == plan.count)
    #expect(source.boxesAsked == plan.tiles.map(\.boundingBox))
    #expect(try prefetcher.remaining(of: plan, maxAge: 86_400).requests == 0)
    #expect(try streets() == ["Street"])
    #expect(try streets(at: Coordinate(latitude: 60.15, longitude: 25)) == [])
    #expect(try streets(at: Coordinate(latitude: 61, longitude: 25)) == nil)
    let renamed = self.prefetcher(self.source(streetNamed: "Lane"))
    try await renamed.fetch(plan, maxAge: -86_400) { _ in }
    #expect(try streets() == ["Lane"])
  }

  @Test("what an earlier version fetched lacks streets, and only these are fetched")
  func earlierSquares() async throws {
    let earlier = MockAreaSource(.success([]), radius: Distance(metres: 20_000), time: MockClock())
    try await prefetcher(earlier).fetch(plan, maxAge: 86_400) { _ in }
    #expect(try streets() == nil)
    let source = source()
    let prefetcher = prefetcher(source)
    #expect(try prefetcher.remaining(of: plan, maxAge: 86_400).requests == plan.count)
    try await prefetcher.fetch(plan, maxAge: 86_400) { _ in }
    #expect(source.questions.isEmpty && source.boxesAsked.count == plan.count)
    #expect(try streets() == ["Street"])
  }

  @Test("a server without streets and areas keeps nobody from the places, and is asked once")
  func refusing() async throws {
    let source = source(failing: .server(address: "test", .gaveUp("runtime error: no areas")))
    var last: Prefetcher.Progress?
    try await prefetcher(source).fetch(plan, maxAge: 86_400) { last = $0 }
    #expect(last?.done == plan.count)
    #expect(last?.lacking?.contains("no areas") == true)
    #expect(source.questions.count == plan.count && source.boxesAsked.count == 1)
    #expect(try storedCount() == 1)
    let store = try PlaceStore(path: directory.path(of: "places.sqlite"))
    #expect(try store.covers(Self.street))
    #expect(try store.squaresWithoutGazetteer() == (plan.count, plan.count))
    #expect(try streets() == nil)
  }

  @Test("a passing failure ends the prefetch, which resumes with the whole square")
  func passing() async throws {
    let busy = PlacesError.server(address: "test", .status(504, retryAfter: nil))
    let failing = source(failing: busy)
    await #expect(throws: busy) {
      try await prefetcher(failing).fetch(plan, maxAge: 86_400) { _ in }
    }
    #expect(failing.questions.count == 1)
    #expect(try prefetcher(source()).remaining(of: plan, maxAge: 86_400).requests == 2 * plan.count)
  }

  @Test("an update keeps the streets of a square for which a server names none, unless told to replace them")
  func emptied() async throws {
    try await prefetcher(source()).fetch(plan, maxAge: 86_400) { _ in }
    let squares = try importer.squaresFetched()
    var last: Prefetcher.Progress?
    func update(checkingLoss checksLoss: Bool) async throws {
      let emptied = source(streetNamed: nil)
      try await Prefetcher(
        from: emptied, into: importer, time: MockClock(), checkingLoss: checksLoss
      ).fetchAgain(squares) { last = $0 }
    }
    try await update(checkingLoss: true)
    #expect(try streets() == ["Street"] && last?.lacking?.contains("sent no streets") == true)
    try await update(checkingLoss: false)
    #expect(try streets() == [] && last?.lacking == nil)
  }

  @Test("a square of which a server gives only the places stays as it was")
  func partly() async throws {
    try await prefetcher(source()).fetch(plan, maxAge: 86_400) { _ in }
    let busy = PlacesError.server(address: "test", .status(503, retryAfter: nil))
    let emptied = MockAreaSource(.success([]), radius: Distance(metres: 20_000), time: MockClock()) {
      _ throws(PlacesError) in throw busy
    }
    let squares = try importer.squaresFetched()
    await #expect(throws: busy) { try await prefetcher(emptied).fetchAgain(squares) { _ in } }
    #expect(try storedCount() == 1)
    #expect(try streets() == ["Street"])
  }

  @Test("divides a square that has too many streets")
  func dividedGazetteer() async throws {
    let source = MockAreaSource(
      .success([]), radius: Distance(metres: 20_000), time: MockClock()
    ) { box throws(PlacesError) in
      if box.north - box.south > 0.05 { throw .server(address: "test", .tooManyPlaces(limit: 1)) }
      return GazetteerEntries()
    }
    try await prefetcher(source).fetch(plan, maxAge: 86_400) { _ in }
    #expect(source.questions.count == plan.count)
    #expect(source.boxesAsked.count == 5 * plan.count)
    #expect(try prefetcher(source).remaining(of: plan, maxAge: 86_400).requests == 0)
    #expect(try streets() == [])
  }

  private func storedCount() throws -> Int {
    try PlaceStore(path: directory.path(of: "places.sqlite")).countsBySource().map(\.count).reduce(0, +)
  }
}

/// A source with one place in the middle of every circle.
private final class OneInTheMiddle: AreaSource {
  let name = "test"
  private let prefix: String
  private let failsAt: Int?
  private let largestRadius: Double
  private let dataTime: Date?
  private let centres = Mutex<[Coordinate]>([])

  init(
    prefix: String = "node", failsAt: Int? = nil, largestRadius: Double = .infinity, dataTime: Date? = nil
  ) {
    self.dataTime = dataTime
    self.prefix = prefix
    self.failsAt = failsAt
    self.largestRadius = largestRadius
  }

  var asked: [Coordinate] { centres.withLock(\.self) }

  func question(for filter: PlaceFilter) -> String { "" }

  func area(
    around position: Coordinate, for query: PlaceQuery, beyond known: Distance, unless area: () -> PlaceArea?
  ) throws(PlacesError) -> PlaceArea {
    let count = centres.withLock { centres in
      centres.append(position)
      return centres.count
    }
    if count == failsAt { throw .server(address: "test", .status(504, retryAfter: nil)) }
    let radius = query.radius ?? .zero
    if radius.metres > largestRadius { throw .server(address: "test", .tooManyPlaces(limit: 1)) }
    let place = PointOfInterest(
      id: "\(prefix)/\(position.latitude),\(position.longitude)", category: "cafe", coordinate: position)
    return PlaceArea(
      question: "", centre: position, radius: radius, places: [place], fetched: Date(),
      dataTime: dataTime)
  }

  func places(near position: Coordinate, matching query: PlaceQuery) -> PlaceAnswer {
    PlaceAnswer(places: [], source: PlaceSource(name: name))
  }
}
