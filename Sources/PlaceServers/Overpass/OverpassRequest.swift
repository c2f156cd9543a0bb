import FoundationEssentials
import Geography
import HTTPTypes
import Input
import Places

/// Asks an Overpass API interpreter for the places of a circle.
struct OverpassRequest: APIRequest {
  /// The query.
  struct Question: Sendable {
    var selection: OverpassFilter
    var centre: Coordinate
    var radius: Distance
    /// How long the server may work on it.
    var seconds = 1
    /// A mirror, to use instead of the server.
    var mirror: URL?
  }

  /// How many places to take at most: a thousand square kilometres of town, or all of a city's benches.
  static let placeLimit = InputLimits.overpassPlaces
  /// Bytes of an answer; that many places with their outlines take half of it.
  static let byteLimit = InputLimits.overpassAnswer
  /// Bytes that the server may use; a server starts sooner if asked for less.
  private static let serverMemory = 128 * 1024 * 1024
  /// The server measures on a sphere of 40,000 km: up to 0.56 % more than it is over the ground.
  private static let sphereAllowance = 1.006

  let server: URL

  /// - Parameter server: the interpreter, like `https://overpass-api.de/api/interpreter`.
  init(server: URL) {
    self.server = server
  }

  func makeRequest(from question: Question) throws(RequestError) -> (head: HTTPRequest, body: Data?) {
    guard question.centre.isValid else { throw .invalidCoordinate }
    guard var request = HTTPRequest(asking: question.mirror ?? server) else { throw .connection(.badAddress) }
    request.method = .post
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    return (request, Data("data=\(Self.query(for: question).percentEncoded())".utf8))
  }

  /// The question in Overpass QL.
  ///
  /// With the whole geometry, as the middle of a bounding box may lie kilometres from a river.
  static func query(for question: Question) -> String {
    let radius = Int(clamping: (question.radius.metres * sphereAllowance).rounded(.up) + 1)
    let position = [question.centre.latitude, question.centre.longitude].map(decimal).joined(separator: ",")
    let statements = question.selection.statements(around: "around:\(radius),\(position)")
    return "[out:json][timeout:\(question.seconds)][maxsize:\(serverMemory)];"
      + "(\(statements));out body geom \(placeLimit + 1);"
  }

  func parseResponse(data: Data) throws(RequestError) -> OverpassAnswer {
    try OverpassAnswer(data)
  }

  func refusal(after error: RequestError, body: Data) -> RequestError? {
    switch error {
    case .unexpectedType, .status(400, _): OverpassRefusal.error(in: body)
    default: nil
    }
  }

  /// A number of degrees as the data has them, never with an exponent.
  private static func decimal(_ degrees: Double) -> String {
    degrees.fixed(7)
  }
}

/// What an Overpass API interpreter answered.
struct OverpassAnswer: Sendable {
  /// The places, in no order, and the attribution.
  private(set) var records = PlaceRecords()
  /// The date of the data, if the server gives one.
  private(set) var dataTime: Date?
  /// What the server says besides, such as why it gave up.
  private var remark: String?

  /// Reads the document element by element, so that it takes little memory.
  ///
  /// - Throws: `RequestError`, also if the server had to give up: it says so in a `remark`, with status 200.
  init(_ data: Data) throws(RequestError) {
    var splitter = JSONDocumentSplitter()
    let parser = JSONParser()
    var count = 0
    let bytes = data.span
    for index in bytes.indices {
      // A cut at the end of the document is all of it: it has no elements.
      guard let cut = splitter.take(bytes[index]), splitter.isUnfinished else { continue }
      count += 1
      guard count <= OverpassRequest.placeLimit else {
        throw .tooManyPlaces(limit: OverpassRequest.placeLimit)
      }
      records.add(at: "element \(count)") { () throws(PlaceRecord.Problem) in
        let bytes = try cut.get()
        do {
          return try parser.parse(bytes.span) { value throws(JSONProblem) in try OverpassElement(value).record
          }
        } catch {
          throw .malformed("not an element of OpenStreetMap")
        }
      }
    }
    guard splitter.hasBegun, !splitter.isUnfinished else {
      throw .malformed(splitter.hasBegun ? "it breaks off" : "no JSON object")
    }
    let frame = (splitter.head + splitter.tail).span
    do {
      try parser.parse(frame) { document throws(JSONProblem) in try read(document) }
    } catch {
      throw .malformed("it is not what an Overpass API answers")
    }
    if let remark, remark.contains("error") || records.places.isEmpty {
      throw .gaveUp(String(remark.prefix(Self.textLimit)))
    }
    if records.places.isEmpty, let problem = records.problems.first { throw .malformed("\(problem)") }
    // Names and tags select roads and relations, too.
    records.keepPlaces {
      OSMPlaceRule.shared.selects($0.describedTags, isRelation: $0.id.hasPrefix("relation/"))
    }
  }

  /// Reads the document without its elements.
  private mutating func read(_ document: ParsedJSON) throws(JSONProblem) {
    // Must be there; what is left in it is no element.
    guard var elements = try document.elements("elements"), elements.next() == nil else { throw .malformed }
    remark = try document.text("remark")
    let base = document["osm3s"]
    let copyright = try base?.text("copyright") ?? ""
    records.attribution =
      copyright.isEmpty ? "© OpenStreetMap contributors, ODbL" : String(copyright.prefix(Self.textLimit))
    dataTime = try base?.text("timestamp_osm_base").flatMap(Timestamp.date(parsing:))
  }

  /// The most letters of a server's text to show.
  private static let textLimit = InputLimits.serverWords
}
