import CivilTime
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
  /// The query.
  struct Question: OverpassQuestion {
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
  static let serverMemory = 128 * 1024 * 1024
  /// The server measures on a sphere of 40,000 km: up to 0.56 % more than it is over the ground.
  private static let sphereAllowance = 1.006

  let server: URL

  /// - Parameter server: the interpreter, like `https://overpass-api.de/api/interpreter`.
  init(server: URL) {
    self.server = server
  }

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
  let records: PlaceRecords
  /// The date of the data, if the server gives one.
  let dataTime: Date?

  /// Reads the document element by element, so that it takes little memory.
  ///
  /// - Throws: `RequestError`, also if the server had to give up: it says so in a `remark`, with status 200.
  init(_ data: Data) throws(RequestError) {
    var records = PlaceRecords()
    let document = try OverpassDocument(data, elements: OverpassRequest.placeLimit) { number, element in
      records.add(at: "element \(number)") { () throws(PlaceRecord.Problem) in
        let element = try element.get()
        guard element.type != .area else { throw .malformed("not an element of OpenStreetMap") }
        return element.record
      }
    }
    try document.checkRemark(hasFound: !records.places.isEmpty)
    if records.places.isEmpty, let problem = records.problems.first { throw .malformed("\(problem)") }
    records.attribution = document.attribution
    dataTime = document.dataTime
    // Names and tags select roads and relations, too.
    records.keepPlaces {
      OSMPlaceRule.shared.selects($0.describedTags, isRelation: $0.id.hasPrefix("relation/"))
    }
    self.records = records
  }
}

/// What an Overpass API interpreter answers besides elements.
struct OverpassDocument: Sendable {
  let attribution: String
  /// The date of the data, if the server gives one.
  let dataTime: Date?
  /// Whether the server knows areas, as it says if it was asked about them.
  let knowsAreas: Bool
  /// What the server says besides, such as why it gave up.
  private let remark: String?

  /// Hands over the elements one after the other, with their numbers from 1.
  ///
  /// - Parameter limit: how many there may be.
  init(
    _ data: Data, elements limit: Int,
    _ take: (Int, Result<OverpassElement, PlaceRecord.Problem>) -> Void
  ) throws(RequestError) {
    var splitter = JSONDocumentSplitter()
    let parser = JSONParser()
    var count = 0
    let bytes = data.span
    for index in bytes.indices {
      // A cut at the end of the document is all of it: it has no elements.
      guard let cut = splitter.take(bytes[index]), splitter.isUnfinished else { continue }
      count += 1
      guard count <= limit else { throw .tooManyPlaces(limit: limit) }
      take(count, Self.element(cut, parser))
    }
    guard splitter.hasBegun, !splitter.isUnfinished else {
      throw .malformed(splitter.hasBegun ? "it breaks off" : "no JSON object")
    }
    let frame = (splitter.head + splitter.tail).span
    do {
      (attribution, dataTime, knowsAreas, remark) = try parser.parse(frame) { document throws(JSONProblem) in
        try Self.read(document)
      }
    } catch {
      throw .malformed("it is not what an Overpass API answers")
    }
  }

  private static func element(
    _ cut: Result<[UInt8], PlaceRecord.Problem>, _ parser: JSONParser
  ) -> Result<OverpassElement, PlaceRecord.Problem> {
    cut.flatMap { bytes in
      do {
        return .success(
          try parser.parse(bytes.span) { value throws(JSONProblem) in try OverpassElement(value) })
      } catch {
        return .failure(.malformed("not an element of OpenStreetMap"))
      }
    }
  }

  /// Reads the document without its elements.
  private static func read(
    _ document: ParsedJSON
  ) throws(JSONProblem) -> (attribution: String, dataTime: Date?, knowsAreas: Bool, remark: String?) {
    // Must be there; what is left in it is no element.
    guard var elements = try document.elements("elements"), elements.next() == nil else { throw .malformed }
    let base = document["osm3s"]
    let copyright = try base?.text("copyright") ?? ""
    return (
      copyright.isEmpty ? "© OpenStreetMap contributors, ODbL" : String(copyright.prefix(textLimit)),
      try base?.text("timestamp_osm_base").flatMap(Timestamp.date(parsing:)),
      try base?.text("timestamp_areas_base")?.isEmpty == false, try document.text("remark")
    )
  }

  /// - Throws: `RequestError.gaveUp` if the server did.
  func checkRemark(hasFound: Bool) throws(RequestError) {
    if let remark, remark.contains("error") || !hasFound {
      throw .gaveUp(String(remark.prefix(Self.textLimit)))
    }
  }

  /// The most letters of a server's text to show.
  private static let textLimit = InputLimits.serverWords
}
