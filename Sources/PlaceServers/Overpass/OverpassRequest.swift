import FoundationEssentials
import Geography
import HTTPTypes
import Input
import Places

/// A question to an Overpass API interpreter.
protocol OverpassQuestion: Sendable {
  /// How long the server may work on it.
  var seconds: Int { get set }
  /// A mirror, to use instead of the server.
  var mirror: URL? { get set }
}

/// Asks an Overpass API interpreter for the places of a circle.
struct OverpassRequest: APIRequest {
  struct Question: OverpassQuestion {
    var selection: OverpassFilter
    var centre: Coordinate
    var radius: Distance
    var seconds = 1
    var mirror: URL?
  }

  /// How many places to take at most: a thousand square kilometres of town, or all of a city's benches.
  static let placeLimit = InputLimits.overpassPlaces
  /// Bytes of an answer; that many places with their outlines take half of it.
  static let byteLimit = InputLimits.overpassAnswer
  /// Bytes that the server may use, and seconds that it may work; it starts sooner if asked for less.
  static let (serverMemory, serverSeconds) = (128 * 1024 * 1024, 25.0)
  /// The server measures on a sphere of 40,000 km: up to 0.56 % more than it is over the ground.
  private static let sphereAllowance = 1.006

  /// The interpreter, like `https://overpass-api.de/api/interpreter`.
  let server: URL

  func makeRequest(from question: Question) throws(RequestError) -> (head: HTTPRequest, body: Data?) {
    guard question.centre.isValid else { throw .invalidCoordinate }
    return try Self.post(Self.query(for: question), to: question.mirror ?? server)
  }

  /// A request with a query in Overpass QL.
  static func post(_ query: String, to server: URL) throws(RequestError) -> (head: HTTPRequest, body: Data?) {
    guard var request = HTTPRequest(asking: server) else { throw .connection(.badAddress) }
    request.method = .post
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    return (request, Data("data=\(query.percentEncoded())".utf8))
  }

  /// The question in Overpass QL.
  ///
  /// With the whole geometry, as the middle of a bounding box may lie kilometres from a river.
  static func query(for question: Question) -> String {
    let radius = Int(clamping: (question.radius.metres * sphereAllowance).rounded(.up) + 1)
    let position = [question.centre.latitude, question.centre.longitude].map { $0.fixed(7) }
      .joined(separator: ",")
    let statements = question.selection.statements(around: "around:\(radius),\(position)")
    return "[out:json][timeout:\(question.seconds)][maxsize:\(serverMemory)];"
      + "(\(statements));out body geom \(placeLimit + 1);"
  }

  func parseResponse(data: Data) throws(RequestError) -> OverpassAnswer {
    try OverpassAnswer(data)
  }

  func refusal(after error: RequestError, body: Data) -> RequestError? {
    switch error {
    case .unexpectedType, .status(400, _): OverpassErrorPage.error(in: body)
    default: nil
    }
  }
}
