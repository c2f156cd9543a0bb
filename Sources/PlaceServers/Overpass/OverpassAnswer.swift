import CivilTime
import FoundationEssentials
import Input
import Places

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
      throw .malformed("it does not look like an answer of the Overpass API")
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

/// What an Overpass server says on an HTML page instead of answering, often with status 200.
///
/// See `Dispatcher_Client::request_read_and_idx` in the server's source.
enum OverpassErrorPage {
  /// Why the server does not answer; `nil` if the page does not say.
  static func error(in body: Data) -> RequestError? {
    guard let words = words(of: String(decoding: body, as: UTF8.self)) else { return nil }
    if words.contains("::rate_limited") { return .status(429, retryAfter: nil) }
    if words.contains("::timeout") || words.contains("too busy") { return .status(504, retryAfter: nil) }
    if words.contains("parse error") || words.contains("static error") {
      return .malformed("the server does not understand the question (\(words))")
    }
    return .gaveUp(words)
  }

  /// The text from the first `Error:` to the end of its paragraph.
  private static func words(of page: String) -> String? {
    guard let start = page.firstRange(of: /Error(<\/[a-z]+>)?:/) else { return nil }
    let rest = page[start.upperBound...]
    let paragraph = rest.firstRange(of: "</p>").map { rest[..<$0.lowerBound] } ?? rest
    var text = paragraph.replacing("<br>", with: " ")
    for (entity, character) in [
      ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      text = text.replacing(entity, with: character)
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(InputLimits.serverWords))
  }
}
