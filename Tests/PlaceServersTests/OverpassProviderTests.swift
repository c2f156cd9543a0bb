import Foundation
import Geography
import TestSupport
import Testing

@testable import Input
@testable import PlaceServers
@testable import Places

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct OverpassProviderTests {
  private static let station = Coordinate(latitude: 60.1719, longitude: 24.9414)
  private static let cafes = PlaceFilter(categories: ["cafe"])

  private let time = MockClock()
  private let notices = Notices()

  /// A provider and the servers it asks, the first of which is not a mirror.
  private func ask(
    _ servers: [URL], _ query: PlaceQuery = PlaceQuery(filter: cafes), seconds: Double = 30,
    turn: RequestQueue = RequestQueue(), pauses: RememberedPauses? = nil
  ) async throws -> PlaceAnswer {
    let provider = OverpassProvider(
      server: try #require(servers.first), mirrors: Array(servers.dropFirst()),
      session: MockURLProtocol.session, limits: AnswerLimits(seconds: seconds), time: time, turn: turn,
      pauses: pauses, report: notices.hear)
    return try await provider.places(near: Self.station, matching: query)
  }

  /// The radii that a server was asked for, in metres.
  private func radii(askedOf url: URL) throws -> [String] {
    try MockURLProtocol.requests(for: url).map { request in
      let body = String(decoding: try #require(request.body), as: UTF8.self)
      let query = try #require(body.dropFirst("data=".count).description.removingPercentEncoding)
      return try #require(OverpassQuery(query).around.first?.first)
    }
  }

  /// An answer with this many cafés, each this many metres farther north.
  private static func answer(cafes count: Int, metresApart: Double = 10) -> MockURLProtocol.Reply {
    let elements = (0..<count).map { number in
      let latitude = station.latitude + Double(number + 1) * metresApart / 111_400
      return
        #"{"type":"node","id":\#(number),"lat":\#(latitude),"lon":24.9414,"tags":{"amenity":"cafe"}}"#
    }
    let base = #""osm3s":{"timestamp_osm_base":"2026-01-01T09:59:00Z","copyright":"© OSM"}"#
    return .response(body: Data("{\(base),\"elements\":[\(elements.joined(separator: ","))]}".utf8))
  }

  private static func status(_ status: Int, retryAfter: String? = nil) -> MockURLProtocol.Reply {
    .response(status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:], body: Data())
  }

  @Test("moving on cancels the current request")
  func cancelled() async throws {
    let url = try MockURLProtocol.url(answering: .silence())
    let provider = OverpassProvider(
      server: url, session: MockURLProtocol.session, time: time, turn: RequestQueue())
    let answer = Task {
      try await provider.places(near: Self.station, matching: PlaceQuery(filter: Self.cafes))
    }
    while MockURLProtocol.requests(for: url).isEmpty { await Task.yield() }
    provider.cancelFetchingAll()
    await #expect(throws: PlacesError.server(address: url.withoutSecrets, .cancelled)) {
      _ = try await answer.value
    }
  }

  // MARK: Answers

  @Test("sorts the answer, and gives its attribution and its age")
  func answer() async throws {
    let url = try MockURLProtocol.url(answering: .response(body: Fixtures.data("api/overpass.json")))
    let answer = try await ask([url], PlaceQuery(filter: Self.cafes, limit: 3))
    #expect(answer.places.map(\.place.category) == ["cafe", "cafe", "cafe"])
    #expect(answer.places.map(\.distance) == answer.places.map(\.distance).sorted())
    #expect(answer.source.name == "overpass")
    #expect(answer.source.attribution?.hasSuffix("ODbL.") == true)
    #expect(answer.source.age == 0)
    #expect(answer.source.knownWithin == nil)
  }

  @Test("leaves out what the server sends beyond the question")
  func superset() async throws {
    let url = try MockURLProtocol.url(answering: .response(body: Fixtures.data("api/overpass.json")))
    let query = PlaceQuery(filter: PlaceFilter(categories: ["museum"]), radius: Distance(metres: 400))
    #expect(try await ask([url], query).places.map(\.place.name) == ["Ateneum", "Kiasma", "Amos Rex"])
  }

  @Test("reports what it skipped")
  func skipped() async throws {
    let url = try MockURLProtocol.url(
      answering: .response(body: Data(#"{"elements":[{"type":"node","id":1,"lat":60,"lon":24},{}]}"#.utf8)))
    _ = try await ask([url], PlaceQuery(radius: Distance(metres: 10)))
    guard case .asked(let trace) = notices.all.first, case .read(let records) = notices.all.last else {
      Issue.record("no notice")
      return
    }
    #expect(trace.address == url.absoluteString)
    #expect(records.problemCount == 1)
  }

  @Test("does not send an unknown category to the server")
  func unknownCategory() async throws {
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 1))
    await #expect(throws: PlacesError.unknownCategory("restaurnt", suggestions: ["restaurant"])) {
      try await ask([url], PlaceQuery(filter: PlaceFilter(categories: ["restaurnt"])))
    }
    #expect(MockURLProtocol.requests(for: url).isEmpty)
  }

  @Test("asks for a typed word that resembles a category as a name, but not everywhere")
  func doubtedName() async throws {
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 0))
    var filter = PlaceFilter(categories: ["restaurnt"])
    filter.isTyped = true
    let answer = try await ask([url], PlaceQuery(filter: filter))
    #expect(answer.places.isEmpty && answer.source.knownWithin == Distance(metres: 18_000))
    #expect(MockURLProtocol.requests(for: url).count == 3)
  }

  // MARK: Widening

  @Test(
    "widens the search by the limit and the radius",
    arguments: [
      (nil, 10, [500, 3000, 18000, 100_000]), (50, 10, [150]), (1000, 10, [1250]), (2000, 10, [500, 2500]),
      (10000, 10, [500, 3000, 12500]), (1_000_000, 10, [500, 3000, 18000, 100_000]), (5000, .max, [5000]),
      (nil, .max, [100_000]), (0, 1, [100]),
    ] as [(Double?, Int, [Double])])
  func radii(radius: Double?, limit: Int, radii: [Double]) {
    let query = PlaceQuery(radius: radius.map { Distance(metres: $0) }, limit: limit)
    let (first, wider) = OverpassProvider.radii(for: query)
    #expect(([first] + wider).map(\.metres) == radii)
  }

  @Test(
    "does not repeat a radius that is known to be too small",
    arguments: [(499, [500, 3000, 18000, 100_000]), (500, [3000, 18000, 100_000]), (50_000, [100_000])]
      as [(Double, [Double])])
  func knownRadius(known: Double, radii: [Double]) {
    let (first, wider) = OverpassProvider.radii(for: PlaceQuery(), beyond: Distance(metres: known))
    #expect(([first] + wider).map(\.metres) == radii)
  }

  @Test("starts where the cache's knowledge ends")
  func beyondCache() async throws {
    let folder = try TemporaryDirectory()
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 3), Self.answer(cafes: 20))
    let provider = CachedPlaceProvider(
      source: OverpassProvider(
        server: url, session: MockURLProtocol.session, time: time, turn: RequestQueue()),
      cache: AreasOnDisk(OnDiskCache(directory: folder.url.path)), use: .week, time: time)
    for limit in [3, 10] {
      let query = PlaceQuery(filter: Self.cafes, limit: limit)
      #expect(try await provider.places(near: Self.station, matching: query).places.count == limit)
    }
    #expect(try radii(askedOf: url) == ["504", "3019"])
  }

  @Test("waits while another process asks the server, but no longer than the timeout")
  func turnOfAnotherProcess() async throws {
    let folder = try TemporaryDirectory()
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 10))
    let lock = ServerLock(directory: folder.path(of: "turns"), time: time)
    var held = try await lock.take(for: url, by: .seconds(1))
    #expect(held != nil)
    let provider = OverpassProvider(
      server: url, session: MockURLProtocol.session, limits: AnswerLimits(seconds: 5), time: time,
      turn: RequestQueue(), lock: lock)
    let query = PlaceQuery(filter: Self.cafes)
    do {
      _ = try await provider.places(near: Self.station, matching: query)
      Issue.record("it did not wait")
    } catch PlacesError.server(_, .inUse(let seconds)) {
      #expect(seconds > 4)
    }
    #expect(MockURLProtocol.requests(for: url).isEmpty)
    held = nil
    #expect(try await provider.places(near: Self.station, matching: query).places.count == 10)
    // Another server has a turn of its own.
    held = try await lock.take(for: try MockURLProtocol.url(answering: Self.status(500)), by: .seconds(99))
    #expect(held != nil)
    #expect(try await provider.places(near: Self.station, matching: query).places.count == 10)
  }

  @Test("rests before the next question, but not before the first, a wider search or the same place again")
  func rest() async throws {
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 0))
    let turn = RequestQueue()
    func ask(_ position: Coordinate) async throws {
      let provider = OverpassProvider(
        server: url, session: MockURLProtocol.session, limits: AnswerLimits(seconds: 1), time: time,
        turn: turn)
      _ = try await provider.places(near: position, matching: PlaceQuery(filter: Self.cafes))
    }
    for _ in 0..<2 { try await ask(Self.station) }
    #expect(time.waits.isEmpty)
    try await time.wait(for: .milliseconds(400))
    // The rest is no part of the server's second.
    for latitude in [60.0, 61, 61 + 1e-9] { try await ask(Coordinate(latitude: latitude, longitude: 24)) }
    #expect(time.waits.map { ($0 / .milliseconds(1)).rounded() } == [400, 600, 1000])
    #expect(MockURLProtocol.requests(for: url).count == 20)
  }

  @Test("rests after the question of another process, too")
  func restOfAnotherProcess() async throws {
    let folder = try TemporaryDirectory()
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 10))
    var ends: [Duration] = []
    func ask() async throws {
      // Where a program starts at this moment, it has the lock file, too, until it runs.
      let provider = OverpassProvider(
        server: url, session: MockURLProtocol.session, limits: AnswerLimits(seconds: 1000), time: time,
        turn: RequestQueue(), lock: ServerLock(directory: folder.path(of: "turns"), time: time))
      _ = try await provider.places(near: Self.station, matching: PlaceQuery(filter: Self.cafes))
      ends.append(time.uptime)
    }
    for _ in 0..<2 { try await ask() }
    #expect(ends[1] - ends[0] > .milliseconds(999))
    // A damaged file says nothing.
    let turns = folder.url.appendingPathComponent("turns")
    let files = try FileManager.default.contentsOfDirectory(at: turns, includingPropertiesForKeys: nil)
    let file = try #require(files.first)
    for seconds in [Double.nan, .infinity, 1e300, -1e300] {
      try withUnsafeBytes(of: seconds) { try Data($0).write(to: file) }
      try await ask()
    }
  }

  @Test("what waited for its turn looks in the cache before it asks")
  func askedMeanwhile() async throws {
    let folder = try TemporaryDirectory()
    let turn = RequestQueue()
    await turn.take()
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 20))
    let query = PlaceQuery(filter: Self.cafes)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        let provider = CachedPlaceProvider(
          source: OverpassProvider(server: url, session: MockURLProtocol.session, time: time, turn: turn),
          cache: AreasOnDisk(OnDiskCache(directory: folder.url.path)), use: .week, time: time)
        group.addTask { try await provider.places(near: Self.station, matching: query).places.count }
      }
      while turn.waitingCount < 4 { await Task.yield() }
      turn.give()
      for try await count in group { #expect(count == 10) }
    }
    #expect(MockURLProtocol.requests(for: url).count == 1)
    #expect(time.waits.isEmpty)
  }

  @Test("widens the circle until it contains enough")
  func widening() async throws {
    let url = try MockURLProtocol.url(
      answering: Self.answer(cafes: 1), Self.answer(cafes: 3, metresApart: 1000), Self.answer(cafes: 20))
    let answer = try await ask([url], PlaceQuery(filter: Self.cafes, limit: 3))
    #expect(answer.places.count == 3)
    // The third of the second answer lies beyond the circle, so a nearer one may be missing.
    #expect(try radii(askedOf: url) == ["504", "3019", "18109"])
  }

  @Test("does not look farther than asked for")
  func radius() async throws {
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 0))
    let answer = try await ask([url], PlaceQuery(filter: Self.cafes, radius: Distance(metres: 1000)))
    #expect(answer.places.isEmpty)
    #expect(answer.source.knownWithin == nil)
    #expect(try radii(askedOf: url) == ["1259"])
  }

  @Test("says how far it looked if it finds nothing")
  func farthest() async throws {
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 0))
    let answer = try await ask([url])
    #expect(answer.places.isEmpty)
    #expect(answer.source.knownWithin == PlaceQuery.farthest)
    #expect(MockURLProtocol.requests(for: url).count == 4)
  }

  @Test("if a wider search fails, gives the nearer places")
  func partialAnswer() async throws {
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 2), Self.status(504))
    let answer = try await ask([url])
    #expect(answer.places.count == 2)
    #expect(answer.source.knownWithin == Distance(metres: 500))
    guard case .searchedOnly(let reach, let error) = notices.all.last else {
      Issue.record("no notice")
      return
    }
    #expect(reach == Distance(metres: 500))
    #expect(error == .server(address: url.absoluteString, .status(504, retryAfter: nil)))
  }

  @Test("if a wider search fails and there are no nearer places, reports the error, never nothing nearby")
  func noPartialAnswer() async throws {
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 0), Self.status(504))
    await #expect(throws: PlacesError.server(address: url.absoluteString, .status(504, retryAfter: nil))) {
      try await ask([url])
    }
  }

  // MARK: Mirrors

  @Test(
    "asks a mirror if a server is unreachable, too busy or too slow",
    arguments: [
      .failure(.cannotConnectToHost), .failure(.networkConnectionLost), status(503), status(504),
      .response(body: Data(#"{"elements":[],"remark":"runtime error: Query timed out after 9 s"}"#.utf8)),
    ] as [MockURLProtocol.Reply])
  func mirror(reply: MockURLProtocol.Reply) async throws {
    let servers = [
      try MockURLProtocol.url(answering: reply), try MockURLProtocol.url(answering: reply),
      try MockURLProtocol.url(answering: Self.answer(cafes: 10)),
      try MockURLProtocol.url(answering: Self.answer(cafes: 10)),
    ]
    #expect(try await ask(servers).places.count == 10)
    #expect(servers.map { MockURLProtocol.requests(for: $0).count } == [1, 1, 1, 0])
  }

  @Test("a silent server leaves its mirrors their share of the time")
  func silent() async throws {
    let servers = try ["a", "b", "c"].map { try #require(URL(string: "https://\($0).example")) }
    let politeness = OverpassPoliteness(
      server: servers[0], mirrors: Array(servers.dropFirst()), turn: RequestQueue(), pauses: nil, lock: nil,
      time: time)
    let start = time.uptime
    var asked: [URL] = []
    var end = start + .seconds(30)
    let answered = try await politeness.answer(by: &end, unless: { nil }) {
      server, end async throws(RequestError) -> Duration in
      asked.append(server)
      if server == servers[2] { return end - start }
      try? await time.wait(for: end - time.uptime)
      throw .timedOut(seconds: 30)
    }
    #expect(asked == servers)
    #expect(time.waits == [.seconds(10), .seconds(10)] && answered == .seconds(30))
  }

  @Test("the last mirror's error is the final one")
  func noMirrorLeft() async throws {
    let servers = [
      try MockURLProtocol.url(answering: Self.status(504)),
      try MockURLProtocol.url(answering: .failure(.cannotFindHost)),
    ]
    await #expect(
      throws: PlacesError.server(address: servers[1].absoluteString, .connection(.unknownHost))
    ) { try await ask(servers) }
  }

  @Test(
    "does not ask a mirror to get around a refusal",
    arguments: [
      (400, .status(400, retryAfter: nil)), (406, .status(406, retryAfter: nil)),
      (500, .status(500, retryAfter: nil)), (429, .status(429, retryAfter: 30)),
    ] as [(Int, RequestError)])
  func refusal(status: Int, error: RequestError) async throws {
    let servers = [
      try MockURLProtocol.url(answering: Self.status(status)),
      try MockURLProtocol.url(answering: Self.answer(cafes: 10)),
    ]
    await #expect(throws: PlacesError.server(address: servers[0].absoluteString, error)) {
      try await ask(servers)
    }
    #expect(servers.map { MockURLProtocol.requests(for: $0).count } == [1, 0])
  }

  // MARK: Waiting

  @Test(
    "asks a busy server again at the time it gives, or after half a minute",
    arguments: [("5", 5), (nil, 30), ("0", 1), ("soon", 30)] as [(String?, Int)])
  func patience(retryAfter: String?, seconds: Int) async throws {
    let url = try MockURLProtocol.url(
      answering: Self.status(429, retryAfter: retryAfter), Self.answer(cafes: 10))
    #expect(try await ask([url], seconds: 60).places.count == 10)
    #expect(time.waits == [.seconds(seconds)])
  }

  @Test("does not wait longer than the timeout")
  func noTime() async throws {
    let url = try MockURLProtocol.url(answering: Self.status(429, retryAfter: "31"), Self.answer(cafes: 10))
    await #expect(throws: PlacesError.server(address: url.absoluteString, .status(429, retryAfter: 31))) {
      try await ask([url])
    }
    #expect(time.waits == [])
  }

  @Test("gives up after a second refusal")
  func twice() async throws {
    let url = try MockURLProtocol.url(answering: Self.status(429, retryAfter: "1"))
    await #expect(throws: PlacesError.server(address: url.absoluteString, .status(429, retryAfter: 1))) {
      try await ask([url], seconds: 86400)
    }
    #expect(MockURLProtocol.requests(for: url).count == 2)
  }

  @Test("the next run also waits for the server that asked for it, but not for others")
  func quietBetweenRuns() async throws {
    let folder = try TemporaryDirectory()
    let url = try MockURLProtocol.url(answering: Self.status(429, retryAfter: "100"))
    let other = try MockURLProtocol.url(answering: Self.answer(cafes: 10))
    func askAgain(_ url: URL, seconds: Double = 30) async throws -> PlaceAnswer {
      try await ask(
        [url], seconds: seconds, pauses: RememberedPauses(directory: folder.path(of: "quiet"), time: time))
    }
    for _ in 0..<2 {
      await #expect(throws: PlacesError.server(address: url.absoluteString, .status(429, retryAfter: 100))) {
        try await askAgain(url)
      }
    }
    #expect(MockURLProtocol.requests(for: url).count == 1)
    #expect(try await askAgain(other).places.count == 10)
    // After that time, the server is asked again.
    await #expect(throws: PlacesError.self) { try await askAgain(url, seconds: 150) }
    #expect(MockURLProtocol.requests(for: url).count == 2)
  }

  @Test("a pause ends at its time, however often runs ask before then")
  func pauseEnds() async throws {
    let folder = try TemporaryDirectory()
    let url = try MockURLProtocol.url(answering: Self.status(429, retryAfter: "20"), Self.answer(cafes: 10))
    func askAgain() async throws -> PlaceAnswer {
      try await ask(
        [url], seconds: 3, pauses: RememberedPauses(directory: folder.path(of: "quiet"), time: time))
    }
    for seconds in [20, 13, 6] {
      await #expect(
        throws: PlacesError.server(address: url.absoluteString, .status(429, retryAfter: seconds))
      ) {
        try await askAgain()
      }
      try await time.wait(for: .seconds(7))
    }
    #expect(try await askAgain().places.count == 10)
  }

  @Test("asks no server while one has asked to wait, whoever the caller is")
  func quiet() async throws {
    let turn = RequestQueue()
    let url = try MockURLProtocol.url(answering: Self.status(429, retryAfter: "100"))
    let other = try MockURLProtocol.url(answering: Self.answer(cafes: 10))
    await #expect(throws: PlacesError.self) { try await ask([url], turn: turn) }
    await #expect(throws: PlacesError.server(address: other.absoluteString, .status(429, retryAfter: 100))) {
      try await ask([other], turn: turn)
    }
    #expect(MockURLProtocol.requests(for: other).isEmpty)
    #expect(try await ask([other], seconds: 101, turn: turn).places.count == 10)
    #expect(time.waits == [.seconds(100)])
  }

  @Test("all requests share one timeout")
  func deadline() async throws {
    let url = try MockURLProtocol.url(
      answering: Self.status(429, retryAfter: "29"), Self.answer(cafes: 0), Self.status(429))
    let stillSilent = try MockURLProtocol.url(answering: .silence())
    await #expect(throws: PlacesError.self) { try await ask([url]) }
    #expect(time.waits == [.seconds(29)])
    await #expect(throws: PlacesError.server(address: stillSilent.absoluteString, .timedOut(seconds: 0.05))) {
      try await ask([stillSilent], seconds: 0.05)
    }
  }

  @Test("asks the server for no more than the remaining time")
  func serverTime() async throws {
    let url = try MockURLProtocol.url(answering: Self.status(429, retryAfter: "20"), Self.answer(cafes: 10))
    _ = try await ask([url])
    let seconds = try MockURLProtocol.requests(for: url).map { request in
      let body = String(decoding: try #require(request.body), as: UTF8.self)
      return try OverpassQuery(
        #require(body.dropFirst("data=".count).description.removingPercentEncoding)
      ).timeout
    }
    #expect(seconds == ["25", "10"])
  }

  @Test("the wait for the turn takes no time from the server, and is no outage if it was too long")
  func timeOfTurn() async throws {
    let turn = RequestQueue()
    for (waited, isTooLong) in [(20, false), (30, true)] {
      let url = try MockURLProtocol.url(answering: Self.answer(cafes: 10))
      await turn.take()
      async let answer = ask([url], turn: turn)
      while turn.waitingCount < 1 { await Task.yield() }
      try await time.wait(for: .seconds(waited))
      turn.give()
      do {
        #expect(try await answer.places.count == 10)
      } catch PlacesError.server(_, let problem) {
        #expect(!problem.isOutage)
      }
      #expect(MockURLProtocol.requests(for: url).isEmpty == isTooLong)
    }
  }

  @Test("sends one request at a time")
  func oneAtATime() async throws {
    let turn = RequestQueue()
    await turn.take()
    let url = try MockURLProtocol.url(answering: Self.answer(cafes: 10))
    async let first = ask([url], turn: turn)
    async let second = ask([url], turn: turn)
    while turn.waitingCount < 2 { await Task.yield() }
    #expect(MockURLProtocol.requests(for: url).isEmpty)
    turn.give()
    #expect(try await first.places.count == 10)
    #expect(try await second.places.count == 10)
  }
}

extension URLRequest {
  /// The body, which URLSession may have turned into a stream.
  fileprivate var body: Data? {
    if let httpBody { return httpBody }
    guard let stream = httpBodyStream else { return nil }
    stream.open()
    defer { stream.close() }
    var body = Data()
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = stream.read(&piece, maxLength: piece.count), count > 0 {
      body.append(contentsOf: piece[..<count])
    }
    return body
  }
}
