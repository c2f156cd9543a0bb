import FoundationEssentials
import Geography
import Input
import NIOHTTP1
import Nearby
import OpeningHours
import Places
import Positioning
import Presentation
import Serving
import Synchronization

/// Answers `/locations`, `/nearby`, `/here`, `/where`, `/hours` and `/queries`: a query's parameters in, JSON out.
struct ServedPlaces: Sendable {
  /// Places as the source has them, for another poi.
  let raw: PlaceLookup
  /// The same with names in the user's language, and under the requested category.
  let named: PlaceLookup
  var settings: Settings
  let hours: PlaceHours
  let position: SharedPosition
  /// The current time, on any thread.
  let now: @Sendable () -> Date
  /// The store that knows streets and areas; `nil` if the places come from elsewhere.
  var store: PlaceLookup?
  /// How much work it may cause to evaluate the opening hours of an answer's places.
  var budget = QuestionBudget.served

  /// The default limit of `/locations`: some hundred kilobytes at most.
  static let usualLocations = 100
  static let mostLocations = 5000
  static let mostNearby = 1000

  /// That of names, unless a request asks for another.
  private var usualLanguage: NameLanguage {
    get throws { try settings.value(of: .language, given: settings.chosenLanguage) }
  }

  func query(_ parameters: QueryParameters) -> ServedQuery {
    ServedQuery(parameters, settings: settings, hours: hours, now: now())
  }

  /// The places around a position, as `--source URL` reads them.
  func locations(
    _ parameters: QueryParameters, preferringShapes prefersShapes: Bool = false
  ) async throws -> Response {
    let request = query(parameters)
    try request.allow(only: ["lat", "long", "radius", "limit", "geometry"], ServedQuery.ofFilter)
    try request.refusePlace { _ in ServedQuery.placeIsElsewhere }
    let position = try request.requiredPosition()
    let query = PlaceQuery(
      filter: try request.filter(), radius: try request.radius(),
      limit: try request.limit(usual: Self.usualLocations, most: Self.mostLocations),
      opening: try request.openings().wanted)
    let ignored = try request.ignoredWords()
    let hasGeometry = try request.flag("geometry", otherwise: prefersShapes)
    let answer = try await raw.places(near: position, matching: query)
    let document = LocationsDocument(answer, to: query, ignored: ignored, hasGeometry: hasGeometry)
    return document.map { .json($0.bytes) } ?? .tooLarge
  }

  /// What `poi nearby --json` prints.
  func nearby(_ parameters: QueryParameters) async throws -> Response {
    var request = query(parameters)
    try request.allow(
      only: [
        "radius", "limit", "all", "doubtful-last", "sure", "shown", "units", "language", "offline",
        "addresses",
      ], ServedQuery.ofFilter, ServedQuery.ofPosition
    )
    let language = try request.language()
    let placed = try await placed(request, in: language ?? usualLanguage)
    let area = placed.flatMap { $0.question.area(around: $0.spot) }
    if let placed { request.words = placed.question.what(in: area) }
    let openings = try request.openings()
    var query = PlaceQuery(
      filter: try request.filter(isForLists: true), radius: try request.radius(),
      limit: try request.limit(most: Self.mostNearby), opening: openings.wanted)
    query.putsSureFirst = try request.flag("doubtful-last") || request.flag("sure")
    query.skipsFurtherPieces = true
    let wording = try request.wording()
    let (location, provider) =
      try placed.map { (Location(coordinate: $0.spot.coordinate), "fixed") } ?? location(of: request)
    let isOffline = try request.flag("offline")
    guard let source = isOffline ? store?.ifThere?.named(in: try usualLanguage) : named else {
      return .problem("no places are stored on the server's machine", field: "offline", status: .notFound)
    }
    var answer = try await source.places(
      near: location.coordinate, matching: query, in: area,
      findsNearMisses: !isOffline)
    answer.corrections += [placed?.spot.typo].compactMap(\.self)
    if let language { answer.places = answer.places.map { $0.named(in: language) } }
    if try request.flag("addresses"), let name = query.filter.name {
      let source = store ?? source
      let found = try await source.addresses(called: name, near: location.coordinate)
      answer.places = found + answer.places
      if let listing = source.listing, !found.isEmpty {
        let own = try await source.answer(listing) { listing throws(PlacesError) in
          try await listing.overview()
        }
        answer.source.require(own.attribution)
      }
    }
    var report = NearbyReport(location: location, provider: provider, answer: answer, openings: openings)
    report.radius = query.radius
    report.around = try placed.map {
      $0.spot.place?.named(in: try language ?? usualLanguage).heading() ?? $0.spot.name
    }
    report.area = area
    report.ignored = try request.ignoredWords()
    if !["fixed", "log"].contains(provider) { report.arrival = now() }
    return try limited { report.json(shownIn: wording, within: $0, most: ServerLimits.answer) }
  }

  /// Where the words of a request say to look, and which of several such places is meant: the nearest.
  ///
  /// - Throws: `QueryParameters.Problem` if there are several and the position is not known.
  private func placed(
    _ request: ServedQuery, in language: NameLanguage
  ) async throws -> (question: PlacedQuestion, spot: NamedSpot)? {
    let question = try await store?.placed(request.words, in: language) { category in
      guard let here = try? location(of: request).0.coordinate else { return [] }
      let query = PlaceQuery(filter: PlaceFilter(categories: [category.word]), limit: 1)
      return try await named.places(near: here, matching: query).places.map(\.place)
    }
    guard let question else {
      if let store, try await store.knowsNames(besides: request.words) {
        try request.refusePlace(among: store.names, ifNamed: true) { "no place named '\($0.place)'" }
      }
      return nil
    }
    if question.spots.count == 1 { return (question, question.spots[0]) }
    guard !question.spots.isEmpty else {
      throw QueryParameters.Problem(field: "words", message: "there is no \(question.name) to look near")
    }
    guard let here = try? location(of: request).0.coordinate else {
      throw QueryParameters.Problem(
        field: "words",
        message:
          "\(question.spots.count) places match '\(question.name)'; add the town after a comma, or give a position with lat and long"
      )
    }
    return question.spots.nearest(to: here).map { (question, $0) }
  }

  /// What `poi here --json` prints.
  func here(_ parameters: QueryParameters) async throws -> Response {
    var request = query(parameters)
    try request.allow(only: ["within"], ServedQuery.ofFilter, ServedQuery.ofPosition)
    let placed = try await placed(request, in: usualLanguage)
    let area = placed.flatMap { $0.question.area(around: $0.spot, isElsewhere: true) }
    if let placed { request.words = placed.question.what(in: area) }
    let openings = try request.openings()
    let proximity = try request.fence(.proximity)
    let query = PlaceQuery.here(try request.filter(isForLists: true), within: proximity)
    let (location, provider) = try location(of: request)
    var answer = try await named.places(near: location.coordinate, matching: query, in: area)
      .here(within: proximity)
    answer.corrections += [placed?.spot.typo].compactMap(\.self)
    let ignored = try request.ignoredWords()
    return try limited { work in
      var report = NearbyReport(
        location: location, provider: provider,
        answer: answer.leavingOutClosed(by: openings.wanted, within: work), openings: openings)
      report.ignored = ignored
      return report.json(within: work, most: ServerLimits.answer)
    }
  }

  /// What `poi where --json` prints.
  func whereabouts(_ parameters: QueryParameters) async throws -> Response {
    let request = query(parameters)
    try request.allow(only: ["language", "shown", "units"], ServedQuery.ofPosition)
    let wording = try request.wording()
    let language = try request.language() ?? usualLanguage
    let (location, provider) = try location(of: request)
    let found = try await store?.whereabouts(of: location) ?? Whereabouts(of: location)
    let street = try request.position() == nil ? position.known.withLock { $0.street } : nil
    let report = WhereaboutsReport(found.travelling(on: street), provider: provider, language: language)
    return .json(
      (try store?.report(report, withJunctionAt: location) ?? report).json(Wording(), shownIn: wording))
  }

  /// What `poi hours VALUE --week --json` prints.
  func hours(_ parameters: QueryParameters) throws -> Response {
    let request = query(parameters)
    try request.allow(only: ["value"], ServedQuery.ofPosition)
    let hours = self.hours.hours(try request.openingHours())
    let locality = try request.position().map {
      self.hours.localities.locality(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude)
    }
    let condition = OpeningCondition(.now, now: now(), hours: self.hours)
    let (opening, time) = condition.opening(of: hours, in: locality ?? Localities.nowhere)
    let week = locality.flatMap { hours.week(from: time.seconds, in: $0) }
    return .json(HoursReport(hours, ShownOpening(opening, at: time), week: week).jsonLine)
  }

  /// The names of the saved queries, which `category` takes with `@` before them.
  func queries(_ parameters: QueryParameters) throws -> Response {
    try query(parameters).allow(only: [])
    let names = settings.file?.queries.keys.sorted() ?? []
    return .json(JSONValue.known(["queries": .array(names.map(JSONValue.string))]).line + "\n")
  }

  /// An answer whose writing takes no longer than its question may.
  ///
  /// - Throws: `PlacesError.tookTooLong`.
  private func limited(_ write: (LimitedWork) -> [UInt8]) throws(PlacesError) -> Response {
    let work = LimitedWork(within: budget)
    let bytes = write(work)
    try work.checkIsWhole()
    return bytes.count > ServerLimits.answer ? .tooLarge : .json(bytes)
  }

  /// The request's position, or else the receiver's.
  ///
  /// - Throws: `NoPosition` if the receiver has none now: an old one must not look live.
  private func location(of request: ServedQuery) throws -> (Location, provider: String) {
    if let written = try request.position() {
      return (Location(coordinate: written.coordinate, accuracy: written.accuracy), "fixed")
    }
    let known = position.known.withLock { $0 }
    guard let location = known.location, !known.isLost else { throw NoPosition(known: known) }
    return (location, known.provider)
  }
}

/// The receiver has no fix yet, or no longer.
struct NoPosition: Error {
  let known: SharedPosition.Known

  /// The state, and what to do.
  var message: String {
    let reason = (known.state.reason ?? known.state.reasonForNoFix).map { ": \($0)" } ?? ""
    let state = known.location == nil ? Phrases()(.noFixYet) : "the signal is lost"
    return "\(state)\(reason); give a position with lat and long, or try again"
  }
}

/// An answer to `/locations`: the places, and the distance within which they are complete.
struct LocationsDocument {
  /// UTF-8.
  private(set) var bytes: [UInt8] = []

  /// `nil` if it would be too large to send.
  ///
  /// - Parameters:
  ///   - ignored: what was typed that could not apply, a sentence each.
  ///   - hasGeometry: whether it has the shapes of the places, too.
  init?(
    _ answer: PlaceAnswer, to query: PlaceQuery, ignored: [String] = [], hasGeometry: Bool = false,
    byteLimit: Int = ServerLimits.answer
  ) {
    var members = ""
    if !ignored.isEmpty { members += "\"ignored\":\(JSONText.quoted(ignored.joined(separator: "; ")))," }
    // Put it before the list, for readers that keep only one place at a time.
    if let attribution = answer.source.attribution {
      members += "\"attribution\":\(JSONText.quoted(attribution)),"
    }
    var reach = Self.reach(of: answer, to: query)
    let writer = JSONLinesWriter()
    bytes.reserveCapacity(256 * (answer.places.count + 1))
    for (index, nearby) in answer.places.enumerated() {
      let end = bytes.count
      bytes.append(contentsOf: (index == 0 ? "\n" : ",\n").utf8)
      var place = ShownPlace(nearby.place, isExact: true)
      place.hasGeometry = hasGeometry
      writer.append(place, to: &bytes)
      guard bytes.count > byteLimit - members.utf8.count - Self.frame else { continue }
      guard index > 0, case let last = answer.places[index - 1].distance.metres, last > 0
      else { return nil }
      reach = min(reach ?? last, last)
      bytes.removeLast(bytes.count - end)
      break
    }
    if let reach { members += "\"reach\":\(reach)," }
    bytes.insert(contentsOf: "{\(members)\"locations\":[".utf8, at: 0)
    bytes.append(contentsOf: "\n]}\n".utf8)
  }

  /// More bytes than the reach and what stands around the list.
  private static let frame = 100

  /// Metres up to which these are all the places that match; `nil` if there are no more anywhere.
  private static func reach(of answer: PlaceAnswer, to query: PlaceQuery) -> Double? {
    let end = query.radius ?? answer.elsewhere.map { _ in PlaceQuery.farthest }
    let farthest = answer.places.count < query.limit ? end : answer.places.last?.distance
    return [farthest, answer.source.knownWithin].compactMap { $0?.metres }.min()
  }
}
