import FoundationEssentials
import Geography
import Input
import Places

/// Places of OpenStreetMap from an Overpass API server.
///
/// The server returns what is within a circle, in no order, so the circle is widened until it contains
/// enough: only what is inside it is surely nearest. An area is returned if the circle touches its edge, so
/// someone in the middle of a large park hears of the park only then. It is where an extract would put it, at
/// a point inside.
///
/// It follows the servers' rules: see `OverpassPoliteness`.
///
/// ```swift
/// guard let server = URL(string: OverpassProvider.publicServer) else { return }
/// let answer = try await OverpassProvider(server: server, session: session).places(near: position, matching: PlaceQuery())
/// ```
public struct OverpassProvider: AreaSource {
  /// The default server.
  public static let publicServer = "https://overpass-api.de/api/interpreter"

  public let name = "overpass"

  private let politeness: OverpassPoliteness
  private let loader: APIRequestLoader<OverpassRequest>
  private let gazetteer: APIRequestLoader<OverpassGazetteerRequest>
  private let limits: AnswerLimits
  private let time: any Clock
  private let report: @Sendable (OnlineNotice) -> Void

  /// - Parameters:
  ///   - server: the interpreter.
  ///   - mirrors: tried in order if those before are unreachable, silent or overloaded.
  ///   - limits: for all requests of one answer together.
  ///   - pauses: knows what a server asked of earlier runs; `nil` to do without.
  ///   - lock: keeps other processes of the user from asking at the same time.
  ///   - report: called with notices, which are not part of an answer.
  public init(
    server: URL, mirrors: [URL] = [], session: any HTTPSession,
    limits: AnswerLimits = AnswerLimits(),
    time: any Clock = SystemClock(), turn: RequestQueue = .shared,
    pauses: RememberedPauses? = nil, lock: ServerLock? = nil,
    report: @escaping @Sendable (OnlineNotice) -> Void = { _ in }
  ) {
    politeness = OverpassPoliteness(
      server: server, mirrors: mirrors, turn: turn, pauses: pauses, lock: lock, time: time)
    let ofAnswer = AnswerLimits(
      bytes: min(limits.bytes, OverpassRequest.byteLimit), seconds: limits.seconds)
    loader = APIRequestLoader(
      apiRequest: OverpassRequest(server: server), session: session, limits: ofAnswer,
      report: { report(.asked($0)) })
    gazetteer = APIRequestLoader(
      apiRequest: OverpassGazetteerRequest(server: server), session: session, limits: ofAnswer,
      report: { report(.asked($0)) })
    self.limits = limits
    self.time = time
    self.report = report
  }

  /// In the middle of a city, this is as much as one answer holds.
  public var areaRadius: Distance { Distance(metres: 2500) }

  public func cancelFetchingAll() {
    loader.cancelFetchingAll()
    gazetteer.cancelFetchingAll()
  }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let area = try await area(around: position, for: query)
    return area.provided(try area.answer(at: position, matching: query), by: name, at: time.date)
  }

  public func question(for filter: PlaceFilter) throws(PlacesError) -> String {
    // An address may contain a token, which does not belong in a cache.
    let server = Checksum.text(of: politeness.server.absoluteString.utf8)
    return "\(Self.answerForm) \(server) \(try OverpassFilter(filter).statements(around: ""))"
  }

  public func area(
    around position: Coordinate, for query: PlaceQuery, beyond known: Distance, unless fresh: () -> PlaceArea?
  ) async throws(PlacesError) -> PlaceArea {
    let selection = try OverpassFilter(query.filter)
    let question = try question(for: query.filter)
    var deadline = try await takeTurn()
    defer { politeness.turn.give() }

    func search(within radius: Distance, isFirst: Bool = false) async throws(PlacesError) -> PlaceArea {
      try await ask(
        OverpassRequest.Question(selection: selection, centre: position, radius: radius), of: loader,
        isFirst: isFirst, about: position, by: &deadline, unless: fresh
      ) { answer in
        report(.read(answer.records))
        var area = PlaceArea(
          question: question, centre: position, radius: radius, places: answer.records.places,
          attribution: answer.records.attribution, fetched: time.date, dataTime: answer.dataTime)
        if !answer.records.skippedIDs.isEmpty { area.skippedIDs = answer.records.skippedIDs }
        return area
      }
    }
    let (first, wider) = Self.radii(for: query, beyond: known)
    var area = try await search(within: first, isFirst: true)
    for radius in wider {
      let answer = try area.answer(at: position, matching: query)
      if answer.isComplete { break }
      do throws(PlacesError) {
        area = try await search(within: radius)
      } catch {
        // The nearer places are still the nearest.
        if answer.places.isEmpty || Task.isCancelled { throw error }
        report(.searchedOnly(within: area.radius, error))
        break
      }
    }
    return area
  }

  /// How far to look: at first, and then until there are enough places.
  ///
  /// A little farther than asked for, so that the same area still answers after a small move.
  ///
  /// - Parameter known: the distance within which too few places are known.
  static func radii(
    for query: PlaceQuery, beyond known: Distance = .zero
  ) -> (first: Distance, wider: [Distance]) {
    // A query for more places than an answer holds wants all of them, exactly within its area.
    let wantsAll = query.limit > OverpassRequest.placeLimit
    let farthest = min(
      query.radius.map { wantsAll ? $0.metres : max($0.metres * 1.25, $0.metres + 100) } ?? .infinity,
      query.filter.typo == nil ? PlaceQuery.farthest.metres : farthestDoubted)
    let steps = wantsAll ? [] : sequence(first: 500) { $0 * 6 }.prefix { $0 * 4 <= farthest }
    let radii = (steps.filter { $0 > known.metres } + [farthest]).map { Distance(metres: $0) }
    return (radii[0], Array(radii.dropFirst()))
  }

  /// How many metres away what is most likely a typo may yet be a name.
  private static let farthestDoubted = 18_000.0

  public var gazetteerQuestion: String? {
    "gazetteer of whole areas \(Self.answerForm) \(Checksum.text(of: politeness.server.absoluteString.utf8))"
  }

  public func gazetteer(
    in box: BoundingBox, unless fresh: () -> PlaceArea?
  ) async throws(PlacesError) -> PlaceArea {
    var deadline = try await takeTurn()
    defer { politeness.turn.give() }
    return try await ask(
      OverpassGazetteerRequest.Question(box: box), of: gazetteer, about: box.middle, by: &deadline,
      unless: fresh
    ) { area(of: $0, in: box) }
  }

  private func area(of answer: OverpassGazetteerRequest.Answer, in box: BoundingBox) -> PlaceArea {
    if !answer.knowsAreas { report(.withoutAreas) }
    if answer.unreadable > 0 { report(.skipped(elements: answer.unreadable)) }
    let middle = box.middle
    let edges = [
      Coordinate(latitude: box.north, longitude: middle.longitude),
      Coordinate(latitude: middle.latitude, longitude: box.east),
    ].map { WGS84.inverse(from: middle, to: $0).distance }
    var area = PlaceArea(
      question: gazetteerQuestion ?? "", centre: middle, radius: edges.min() ?? .zero, places: [],
      attribution: answer.document.attribution, fetched: time.date, dataTime: answer.document.dataTime)
    area.gazetteer = answer.entries(in: box)
    return area
  }

  // MARK: Asking

  /// Waits for the turn, and returns until when the server may take: a silent one is out of order only if it had all the time.
  private func takeTurn() async throws(PlacesError) -> Duration {
    let start = time.uptime
    await politeness.turn.take()
    let waited = time.uptime - start
    guard waited < .seconds(limits.seconds) else {
      politeness.turn.give()
      throw .server(address: politeness.server.withoutSecrets, .inUse(seconds: waited / .seconds(1)))
    }
    return time.uptime + .seconds(limits.seconds)
  }

  private func ask<Request: APIRequest>(
    _ question: Request.RequestData, of loader: APIRequestLoader<Request>, isFirst: Bool = true,
    about position: Coordinate? = nil, by deadline: inout Duration, unless fresh: () -> PlaceArea?,
    _ read: (Request.Response) -> PlaceArea
  ) async throws(PlacesError) -> PlaceArea where Request.RequestData: OverpassQuestion {
    try await politeness.answer(isFirst: isFirst, about: position, by: &deadline, unless: fresh) {
      server, end async throws(RequestError) -> PlaceArea in
      let remaining = (end - time.uptime) / .seconds(1)
      guard remaining > 0 else { throw .timedOut(seconds: limits.seconds) }
      var question = question
      question.seconds = max(1, Int(clamping: min(remaining, OverpassRequest.serverSeconds)))
      question.mirror = server
      do throws(RequestError) {
        return read(try await loader.loadAPIRequest(requestData: question, within: remaining))
      } catch {
        if case .timedOut = error { throw .timedOut(seconds: limits.seconds) }
        throw error
      }
    }
  }

  /// Changes with what becomes of an answer, so that it is never confused with an older one.
  private static let answerForm = 2
}
