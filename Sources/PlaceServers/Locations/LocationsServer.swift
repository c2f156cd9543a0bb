import FoundationEssentials
import Geography
import HTTPTypes
import Input
import Places

/// Places from a `/locations?lat=&long=` server.
public struct LocationsServer: PlaceProviding {
  private let address: String
  private let loader: APIRequestLoader<PointsOfInterestRequest>
  private let report: @Sendable (OnlineNotice) -> Void

  /// - Parameters:
  ///   - url: the address up to the query.
  ///   - dialect: its parameters and headers.
  ///   - report: called with notices, which are not part of an answer.
  public init(
    url: URL, dialect: LocationsDialect = LocationsDialect(), session: any HTTPSession,
    limits: AnswerLimits = AnswerLimits(),
    report: @escaping @Sendable (OnlineNotice) -> Void = { _ in }
  ) {
    address = url.withoutSecrets
    loader = APIRequestLoader(
      apiRequest: PointsOfInterestRequest(server: url, dialect: dialect), session: session,
      limits: limits, report: { report(.asked($0)) })
    self.report = report
  }

  public var areaRadius: Distance { Distance(metres: 2000) }

  public func cancelFetchingAll() { loader.cancelFetchingAll() }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let records: PlaceRecords
    do throws(RequestError) {
      records = try await loader.loadAPIRequest(requestData: position)
    } catch {
      throw .server(address: address, error)
    }
    report(.read(records))
    let places = try Twins(among: records.places).passing(query.filter, areAll: false)
    let nearest = PlaceIndex(places).nearest(to: position, for: query)
    var source = PlaceSource(name: address, attribution: records.attribution)
    source.isServer = true
    source.listedWithin = records.places.lazy.map { NearbyPlace($0, from: position).distance }.max()
    // The server said nothing about places farther away.
    let end = nearest.places.count >= query.limit ? nearest.places.last?.distance : query.radius
    if let reach = records.reach.map(Distance.init(metres:)), end.map({ $0 > reach }) ?? true {
      source.knownWithin = reach
    }
    var answer = PlaceAnswer(places: nearest.places, source: source, closed: nearest.closed)
    if !source.coversPosition { answer.knowNothing() }
    answer.leaveOutOtherRegions(for: query)
    return answer
  }
}

/// How to ask a `/locations` server.
public struct LocationsDialect: Equatable, Sendable {
  public var latitude: String
  public var longitude: String
  public var headers: [RequestHeader]

  /// `lat` and `long`, without headers, by default.
  public init(latitude: String = "lat", longitude: String = "long", headers: [RequestHeader] = []) {
    self.latitude = latitude
    self.longitude = longitude
    self.headers = headers
  }

  /// Whether headers, such as a token, go to a server so that others on the way can read them.
  public func isOverheard(at server: URL) -> Bool {
    let host = server.host ?? ""
    let isHere = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    return !headers.isEmpty && server.scheme == "http" && !isHere
  }
}

/// Asks a `/locations?lat=&long=` server what is around a position.
public struct PointsOfInterestRequest: APIRequest {
  private static let pieceSize = 64 * 1024

  private let server: URL
  private let dialect: LocationsDialect
  private let recordLimit: Int

  /// - Parameters:
  ///   - server: the address up to the query, like `https://example.org/locations`.
  ///   - recordLimit: more than any such server lists, and read within a second.
  public init(
    server: URL, dialect: LocationsDialect = LocationsDialect(), recordLimit: Int = InputLimits.answerRecords
  ) {
    self.server = server
    self.dialect = dialect
    self.recordLimit = recordLimit
  }

  public func makeRequest(from coordinate: Coordinate) throws(RequestError)
    -> (head: HTTPRequest, body: Data?)
  {
    guard coordinate.isValid, var components = URLComponents(url: server, resolvingAgainstBaseURL: false)
    else { throw .invalidCoordinate }
    // Decoded and encoded again, a key's %2B would become a plus sign, which servers take for a space.
    components.percentEncodedQueryItems =
      (components.percentEncodedQueryItems ?? []) + [
        URLQueryItem(name: dialect.latitude.percentEncoded(), value: "\(coordinate.latitude)"),
        URLQueryItem(name: dialect.longitude.percentEncoded(), value: "\(coordinate.longitude)"),
      ]
    guard let url = components.url else { throw .invalidCoordinate }
    guard var request = HTTPRequest(asking: url) else { throw .connection(.badAddress) }
    // A poi then sends shapes to measure to; other servers ignore it, while they may refuse a parameter.
    if let prefer = HTTPField.Name("Prefer") { request.headerFields[prefer] = "geometry" }
    for header in dialect.headers { request.headerFields[header.field.name] = header.field.value }
    return (request, nil)
  }

  public func refusal(after error: RequestError, body: Data) -> RequestError? {
    // Of these, the reason matters more than what poi would advise.
    guard case .status(let status, _) = error, [400, 403, 404, 422].contains(status) else { return nil }
    let member = try? JSONParser().parse(body.span) { $0["error"]?.string ?? $0["message"]?.string }
    let text = (member ?? nil) ?? String(decoding: body, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first?.trimmed() ?? ""
    guard let first = line.first, !"<{[".contains(first) else { return nil }
    return .refused(status, String(line.prefix(InputLimits.serverWords)))
  }

  /// Reads a bare array, an array within an object, or GeoJSON.
  public func parseResponse(data: Data) throws(RequestError) -> PlaceRecords {
    var records = PlaceRecords()
    var reader = JSONDocumentReader()
    var rest = data.span.extracting(...)
    while !rest.isEmpty {
      let count = min(rest.count, Self.pieceSize)
      reader.read(rest.extracting(first: count), into: &records)
      rest = rest.extracting(droppingFirst: count)
      // Reading continues after the answer's timeout.
      guard records.places.count + records.problemCount <= recordLimit else {
        throw .tooManyPlaces(limit: recordLimit)
      }
    }
    reader.finish(into: &records)
    if records.cut != nil || (records.places.isEmpty && records.problemCount > 0) {
      throw .malformed(records.problems.last?.description ?? "no records")
    }
    records.removeRepeats()
    return records
  }
}
