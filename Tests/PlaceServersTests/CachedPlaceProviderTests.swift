import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct CachedPlaceProviderTests {
  private static let station = Coordinate(latitude: 60.1719, longitude: 24.9414)
  private static let unreachable = PlacesError.server(address: "here", .connection(.unreachable))
  private static let day = Duration.seconds(86400)

  private let folder: TemporaryDirectory
  private let time = MockClock()
  private let notices = Notices()

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// A position this many metres north of the station.
  private static func position(_ metres: Double) -> Coordinate {
    Coordinate(latitude: station.latitude + metres / 111_412, longitude: station.longitude)
  }

  private static let places = [100.0, 400, 900].map { metres in
    PointOfInterest(id: "\(Int(metres))", coordinate: position(metres), tags: ["amenity": "cafe"])
  }

  private static func query(_ limit: Int, radius: Double? = nil, of category: String = "cafe") -> PlaceQuery {
    PlaceQuery(
      filter: PlaceFilter(categories: [category]), radius: radius.map { Distance(metres: $0) }, limit: limit)
  }

  private func source(
    _ places: Result<[PointOfInterest], PlacesError> = .success(places), metres: Double = 1000
  ) -> MockAreaSource {
    MockAreaSource(places, radius: Distance(metres: metres), time: time)
  }

  private func cached(_ source: MockAreaSource, _ use: CacheUse = .week) -> CachedPlaceProvider {
    CachedPlaceProvider(
      source: source, cache: AreasOnDisk(OnDiskCache(directory: folder.url.path)), use: use, time: time,
      report: notices.hear)
  }

  /// Fills the cache with the area around the station.
  private func fill() async throws {
    _ = try await cached(source()).places(near: Self.station, matching: Self.query(3))
  }

  // MARK: Fresh

  @Test("reports whether the cache has the answer")
  func noticesOfFreshness() async throws {
    let provider = cached(source())
    for _ in 1...2 { _ = try await provider.places(near: Self.station, matching: Self.query(3)) }
    guard notices.all.count == 2, case .notInCache = notices.all[0], case .foundInCache = notices.all[1]
    else {
      Issue.record("\(notices.all)")
      return
    }
  }

  @Test("does not ask again what it knows, nor a part of it")
  func fresh() async throws {
    let source = source()
    let fetched = PlaceSource.Arrival.fetched(time.date)
    let provider = cached(source)
    let first = try await provider.places(near: Self.station, matching: Self.query(3))
    #expect(first.source == Self.answered("mock", fetched))
    try await time.wait(for: Self.day)
    for (metres, query) in [
      (0.0, Self.query(3)), (0, Self.query(1)), (50, Self.query(2)), (-200, Self.query(2, radius: 700)),
    ] {
      let answer = try await provider.places(near: Self.position(metres), matching: query)
      #expect(answer.places.count == min(query.limit, 3))
      #expect(answer.source == Self.answered("cache", fetched))
    }
    #expect(source.questions.count == 1)
  }

  @Test(
    "asks what it does not know",
    arguments: [
      (0, query(4)), (0, query(4, radius: 1001)), (950, query(1)), (2000, query(1, radius: 10)),
      (0, query(1, of: "bar")),
    ])
  func notCovered(metres: Double, query: PlaceQuery) async throws {
    try await fill()
    let source = source()
    _ = try await cached(source).places(near: Self.position(metres), matching: query)
    #expect(source.questions.count == 1)
  }

  @Test("replaces an answer that is too old")
  func tooOld() async throws {
    try await fill()
    try await time.wait(for: Self.day * 8)
    let source = source(.success([]))
    let answer = try await cached(source).places(near: Self.station, matching: Self.query(3, radius: 500))
    #expect(answer.places.isEmpty)
    #expect(source.questions.count == 1)
    #expect(try OnDiskCache(directory: folder.url.path).items().count == 1)
  }

  @Test(
    "--max-age decides how old is too old", arguments: [(0, 1), (86400, 1), (86401, 0)] as [(Double, Int)])
  func maxAge(maxAge: Double, questions: Int) async throws {
    try await fill()
    try await time.wait(for: Self.day)
    let source = source()
    _ = try await cached(source, CacheUse(maxAge: maxAge)).places(near: Self.station, matching: Self.query(3))
    #expect(source.questions.count == questions)
  }

  @Test(
    "replaces an answer from the future, which would never be too old",
    arguments: [(1800, 0), (7200, 1)])
  func future(seconds: Int, questions: Int) async throws {
    try await time.wait(for: .seconds(seconds))
    try await fill()
    try await time.wait(for: .seconds(-seconds))
    let source = source()
    _ = try await cached(source).places(near: Self.station, matching: Self.query(3))
    #expect(source.questions.count == questions)
  }

  @Test("keeps an empty answer like any other")
  func nothing() async throws {
    let source = source(.success([]))
    for _ in 0..<2 {
      let answer = try await cached(source).places(near: Self.station, matching: Self.query(3, radius: 1000))
      #expect(answer.places.isEmpty)
    }
    #expect(source.questions.count == 1)
  }

  /// A server's answer, or what is kept of it.
  private static func answered(_ name: String, _ arrival: PlaceSource.Arrival) -> PlaceSource {
    var source = PlaceSource(name: name, attribution: "© us", arrival: arrival)
    source.isServer = true
    return source
  }

  // MARK: Stale

  @Test("if the source fails, answers from the cache at any age, and says so")
  func stale() async throws {
    let fetched = PlaceSource.Arrival.fetched(time.date)
    try await fill()
    try await time.wait(for: Self.day * 30)
    let provider = cached(source(.failure(Self.unreachable)))
    let answer = try await provider.places(near: Self.station, matching: Self.query(3))
    #expect(answer.places.map(\.place.id) == ["100", "400", "900"])
    #expect(answer.source == Self.answered("cache", fetched))
    guard case .answeredFromCache(let error) = notices.all.last else {
      Issue.record("no notice")
      return
    }
    #expect(error == Self.unreachable)
  }

  @Test("gives less than asked for rather than nothing, and says how far it reaches")
  func partial() async throws {
    try await fill()
    let provider = cached(source(.failure(Self.unreachable)))
    let answer = try await provider.places(near: Self.position(510), matching: Self.query(5))
    #expect(answer.places.map(\.place.id) == ["400", "900", "100"])
    #expect(answer.source.knownWithin.map { abs($0.metres - 490) < 1 } == true)
  }

  @Test(
    "without a usable answer, reports the failure, never nothing nearby",
    arguments: [
      (5000, query(3)), (0, query(1, of: "bar")), (500, query(.max, radius: 1000)),
    ])
  func noneKept(metres: Double, query: PlaceQuery) async throws {
    try await fill()
    let provider = cached(source(.failure(Self.unreachable)))
    await #expect(throws: Self.unreachable) {
      try await provider.places(near: Self.position(metres), matching: query)
    }
  }

  @Test("the cache does not answer for an invalid question")
  func unknownCategory() async throws {
    try await fill()
    try await time.wait(for: Self.day * 30)
    let error = PlacesError.unknownCategory("x", suggestions: [])
    await #expect(throws: error) {
      try await cached(source(.failure(error))).places(near: Self.station, matching: Self.query(3))
    }
  }

  // MARK: Offline

  @Test("offline, answers from the cache at any age, and does not ask the source")
  func offline() async throws {
    try await fill()
    try await time.wait(for: Self.day * 30)
    let source = source()
    let answer = try await cached(source, .offline)
      .places(near: Self.station, matching: Self.query(3))
    #expect(answer.places.count == 3)
    #expect(answer.source.arrival != nil)
    #expect(source.questions.isEmpty)
  }

  @Test("finding nothing as far as the cache knows, says how far that is, and why no server tells more")
  func nothingCached() async throws {
    try await fill()
    let failing = cached(source(.failure(Self.unreachable)))
    var answer = try await failing.places(near: Self.position(999), matching: Self.query(3))
    #expect(answer.places.isEmpty && answer.source.unasked == .failed(Self.unreachable))
    #expect(answer.source.knownWithin.map { (0...2).contains($0.metres) } == true)
    #expect(answer.failure == nil)
    let offline = cached(source(), .offline)
    answer = try await offline.places(near: Self.position(510), matching: Self.query(5))
    #expect(answer.places.count == 3 && answer.source.unasked == .offline)
  }

  @Test("offline, an answer missing from the cache knows nothing here")
  func offlineWithout() async throws {
    let source = source()
    for cache in [AreasOnDisk(OnDiskCache(directory: folder.url.path)), nil] {
      let provider = CachedPlaceProvider(
        source: source, cache: cache, use: .offline, time: time)
      let answer = try await provider.places(near: Self.station, matching: Self.query(3))
      #expect(answer.places.isEmpty && answer.source.knownWithin == .zero)
      #expect(answer.source.unasked == .offline && answer.source.coverage?.isEmpty == true)
      #expect(answer.source.name == "cache")
    }
    #expect(source.questions.isEmpty)
  }

  @Test("does not wait for a server again that was out of reach a moment ago, but asks the cache")
  func outage() async throws {
    try await fill()
    let failing = source(.failure(Self.unreachable))
    let provider = cached(failing)
    for questions in [1, 1, 2] {
      await #expect(throws: Self.unreachable) {
        try await provider.places(near: Self.position(5000), matching: Self.query(3))
      }
      #expect(try await provider.places(near: Self.station, matching: Self.query(3)).source.name == "cache")
      let beyond = try await provider.places(near: Self.station, matching: Self.query(5, radius: 2000))
      #expect(beyond.source.unasked == .failed(Self.unreachable))
      #expect(failing.questions.count == questions)
      try await time.wait(for: .seconds(16))
    }
  }

  // MARK: A cache that fails

  @Test("reports a cache that it cannot use, and asks the source")
  func failingCache() async throws {
    let file = try folder.write("", as: "file")
    let provider = CachedPlaceProvider(
      source: source(), cache: AreasOnDisk(OnDiskCache(directory: file)), use: .week, time: time,
      report: notices.hear)
    #expect(try await provider.places(near: Self.station, matching: Self.query(3)).places.count == 3)
    let codes = notices.all.compactMap {
      if case .cacheFailed(let problem) = $0 { problem.code } else { nil }
    }
    #expect(Set(codes) == [ENOTDIR])
  }

  @Test("forgets and replaces a damaged area")
  func damage() async throws {
    try await fill()
    let item = try #require(try OnDiskCache(directory: folder.url.path).items().first)
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: item.path))
    let source = source()
    #expect(try await cached(source).places(near: Self.station, matching: Self.query(3)).places.count == 3)
    #expect(source.questions.count == 1)
    #expect(try OnDiskCache(directory: folder.url.path).items().first?.size ?? 0 > 100)
  }

  @Test(
    "forgets an intact area that cannot be real",
    arguments: [
      #"{"question":"[\"cafe\"]","centre":{"latitude":60,"longitude":25},"radius":{"metres":-1},"places":[],"fetched":0}"#,
      #"{"question":"[\"bar\"]","centre":{"latitude":60,"longitude":25},"radius":{"metres":9000},"places":[],"fetched":0}"#,
      "{}", "",
    ])
  func unsound(content: String) async throws {
    let disk = OnDiskCache(directory: folder.url.path)
    let question = "[\"cafe\"]"
    let area = PlaceArea(
      question: question, centre: Self.station, radius: Distance(metres: 1000), places: [], fetched: time.date
    )
    try await disk.keep(Data(content.utf8), as: AreasOnDisk.Name(area).text)
    #expect(Array(try AreasOnDisk(disk).areas(of: question, around: Self.station)).isEmpty)
  }

  // MARK: Streets, addresses and areas

  private func sourceOfStreets(_ error: PlacesError? = nil) -> MockAreaSource {
    MockAreaSource(.success([]), radius: .zero, time: time) { box throws(PlacesError) in
      if let error { throw error }
      var entries = GazetteerEntries()
      let line = [Self.station, Self.position(50)]
      entries.streets = [Street(id: 1, kind: .footway, name: "Way", ref: nil, line: line)]
      let town = AdministrativeArea(id: "relation/1", level: 8, names: ["name": "Town"], size: .infinity)
      if let part = BoundaryWithinBox.outline(of: [], in: box, isInside: true) {
        entries.areas = [OutlinedArea(area: town, outline: part.outline)]
      }
      return entries
    }
  }

  private func words(
    _ source: MockAreaSource, at metres: Double = 0, _ use: CacheUse = .week
  ) async throws -> [String]? {
    let reach = Distance(metres: 100)
    let found = try await cached(source, use).surroundings(
      of: Self.position(metres), streetsWithin: reach, addressWithin: reach)
    return found.map { $0.streets.map(\.thing.title) + $0.areas.compactMap { $0.names["name"] } }
  }

  @Test("asks for streets and areas once, also after a small move")
  func streets() async throws {
    let source = sourceOfStreets()
    #expect(try await words(source) == ["Way", "Town"])
    #expect(try await words(source, at: 190) == ["Town"])
    #expect(source.boxesAsked.count == 1)
    #expect(try await words(source, at: 250) == ["Town"])
    #expect(source.boxesAsked.count == 2)
    try await time.wait(for: Self.day * 8)
    _ = try await words(source)
    #expect(source.boxesAsked.count == 3)
  }

  @Test("offline and after a failure an old answer has to do, and none is an error")
  func streetsWithoutServer() async throws {
    let offline = CacheUse.offline
    let source = sourceOfStreets()
    await #expect(throws: PlacesError.notCached(source: "mock")) {
      try await words(source, at: 0, offline)
    }
    await #expect(throws: Self.unreachable) { try await words(sourceOfStreets(Self.unreachable)) }
    _ = try await words(source)
    try await time.wait(for: Self.day * 8)
    #expect(try await words(source, at: 0, offline) == ["Way", "Town"])
    #expect(source.boxesAsked.count == 1)
    #expect(try await words(sourceOfStreets(Self.unreachable)) == ["Way", "Town"])
    guard case .answeredFromCache = notices.all.last else {
      Issue.record("\(notices.all)")
      return
    }
  }

  // MARK: Names

  @Test(
    "the name of a file describes its content",
    arguments: [(60.1719, 24.9414, 1000), (-89.9999999, -180, 0.5), (0.0000001, -0.0000001, 100_000)])
  func names(latitude: Double, longitude: Double, radius: Double) throws {
    let area = PlaceArea(
      question: "?", centre: Coordinate(latitude: latitude, longitude: longitude),
      radius: Distance(metres: radius), places: [], fetched: time.date)
    let name = try #require(AreasOnDisk.Name(AreasOnDisk.Name(area).text))
    #expect(name.question == "9005ec8648fdfd1f")
    #expect(name.centre == area.centre)
    #expect(name.radius == radius)
  }

  @Test(
    "ignores other files in the cache",
    arguments: [
      "", ".area", "a_1_2.area", "a_91_2_3.area", "a_1_2_nan.area", "a_1_2_inf.area", "a_1_2_3.txt",
    ])
  func otherNames(text: String) {
    #expect(AreasOnDisk.Name(text) == nil)
  }
}

extension CacheUse {
  static let week = CacheUse(maxAge: 7 * 86400)
  static let offline = CacheUse(maxAge: 7 * 86400, isOffline: true)
}
