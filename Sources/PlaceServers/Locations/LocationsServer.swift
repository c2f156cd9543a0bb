import FoundationEssentials
import Geography
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

  /// Such a server does not say how far its answer reaches, so it gets another query soon.
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
    let places = try query.filter.apply(to: Twins.joined(records.places))
    let nearest = PlaceIndex(places).nearest(to: position, for: query)
    var source = PlaceSource(name: address, attribution: records.attribution)
    source.isServer = true
    // The server said nothing about places farther away.
    let end = nearest.places.count >= query.limit ? nearest.places.last?.distance : query.radius
    if let reach = records.reach.map(Distance.init(metres:)), end.map({ $0 > reach }) ?? true {
      source.knownWithin = reach
    }
    var answer = PlaceAnswer(places: nearest.places, source: source, closed: nearest.closed)
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
