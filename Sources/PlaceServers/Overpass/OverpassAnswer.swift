import CivilTime
import FoundationEssentials
import Geography
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
    let document = try OverpassDocument(data, elements: OverpassRequest.placeLimit) { number, id, element in
      records.add(at: "element \(number)") { record throws(PlaceRecord.Problem) in
        if let id { record.set(id, for: "id", as: .id) }
        let element = try element.get()
        guard element.type != .area else { throw .malformed("not an element of OpenStreetMap") }
        record = element.record
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
    records.removeRepeats()
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

  /// Hands over the elements one after the other, with their numbers from 1, and the ids of unreadable ones: `node/1`.
  ///
  /// - Parameter limit: how many there may be.
  init(
    _ data: Data, elements limit: Int,
    _ take: (Int, String?, Result<OverpassElement, PlaceRecord.Problem>) -> Void
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
      let (id, element) = Self.element(cut, parser)
      take(count, id, element)
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
  ) -> (id: String?, Result<OverpassElement, PlaceRecord.Problem>) {
    var id: String?
    let element = cut.flatMap { bytes -> Result<OverpassElement, PlaceRecord.Problem> in
      do {
        return .success(
          try parser.parse(bytes.span) { value throws(JSONProblem) in try OverpassElement(value) })
      } catch {
        let known = try? parser.parse(bytes.span) { value throws(JSONProblem) in
          try OverpassElement.identity(of: value)
        }
        id = known.map { "\($0.type.rawValue)/\($0.id)" }
        return .failure(.malformed("not an element of OpenStreetMap"))
      }
    }
    return (id, element)
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

/// A node, way or relation as Overpass writes it with `out geom`, or an area that it made from one.
struct OverpassElement {
  enum Kind: String {
    case node, way, relation, area
  }

  /// A member of a relation; without geometry if it is outside the server's data.
  struct Member {
    let coordinate: Coordinate?
    let geometry: [Coordinate?]?
  }

  let type: Kind
  let id: Int64
  let position: Coordinate?
  /// The middle of its bounding box, if the server was asked for no more.
  let center: Coordinate?
  let geometry: [Coordinate?]?
  let members: [Member]?
  let tags: [String: String]?

  /// Its fields, on their way to a place.
  var record: PlaceRecord {
    var record = PlaceRecord()
    let shape = position == nil ? shape : nil
    record.coordinate = position ?? shape?.representativePoint ?? center
    record.extent = shape?.extent
    record.set("\(type.rawValue)/\(id)", for: "id", as: .id)
    for (key, value) in tags ?? [:] {
      record.set(value, for: key, as: key == "name" ? .name : nil)
    }
    return record
  }

  /// Where a place or an address is.
  var place: Coordinate? { position ?? shape?.representativePoint ?? center }

  /// Its shape, by the rule for extracts.
  var shape: OSMGeometry? {
    switch type {
    case .node, .area: nil
    case .way: geometry.flatMap(OSMGeometry.Line.init).map { OSMGeometry(way: [$0], tags: tags ?? [:]) }
    case .relation: members.map { OSMGeometry(relation: $0.compactMap(\.line), tags: tags ?? [:]) }
    }
  }
}

extension OverpassElement.Member {
  /// `nil` if nothing about it is known.
  fileprivate var line: OSMGeometry.Line? {
    coordinate.map { OSMGeometry.Line(points: [$0], isClosed: false) }
      ?? geometry.flatMap(OSMGeometry.Line.init)
  }
}

extension OSMGeometry.Line {
  /// What is known about a way; `nil` if nothing is.
  fileprivate init?(_ geometry: [Coordinate?]) {
    let points = geometry.compactMap(\.self)
    guard !points.isEmpty else { return nil }
    self.init(points: points, isClosed: points.count > 3 && points.first == points.last)
  }
}

extension OverpassElement {
  /// - Throws: `JSONProblem.malformed` if it lacks what it needs, or a value is of another type.
  init(_ object: ParsedJSON) throws(JSONProblem) {
    (type, id) = try Self.identity(of: object)
    position = try Coordinate(of: object)
    center = try object["center"].flatMap { value throws(JSONProblem) in try Coordinate(of: value) }
    geometry = try Self.geometry(of: object)
    members = try object.elements("members")?.map { element throws(JSONProblem) in
      Member(coordinate: try Coordinate(of: element), geometry: try Self.geometry(of: element))
    }
    if let value = object["tags"], !value.isNull {
      guard let texts = value.texts else { throw .malformed }
      tags = texts
    } else {
      tags = nil
    }
  }

  fileprivate static func identity(of object: ParsedJSON) throws(JSONProblem) -> (type: Kind, id: Int64) {
    guard let type = try object.text("type").flatMap(Kind.init), let id = object["id"]?.integer else {
      throw .malformed
    }
    return (type, id)
  }

  /// The points of a way; `nil` for those outside the area that was asked for.
  private static func geometry(of object: ParsedJSON) throws(JSONProblem) -> [Coordinate?]? {
    guard let elements = try object.elements("geometry") else { return nil }
    return try elements.map { element throws(JSONProblem) in
      element.isNull ? nil : try Coordinate(of: element)
    }
  }
}

extension Coordinate {
  /// The position that an object has as `lat` and `lon`; `nil` if it has none.
  fileprivate init?(of object: ParsedJSON) throws(JSONProblem) {
    guard let latitude = try object.number("lat"), let longitude = try object.number("lon") else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}
