import Geography
import Input

/// The fields of one record, whatever the format, on their way to a place.
package struct PlaceRecord {
  /// Why a record is not a place.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case noPosition
    case notANumber(field: String, text: String)
    case belowZero(field: String, text: String)
    case outOfRange(Coordinate)
    case notUTF8
    case tooLong(limit: Int)
    case malformed(String)

    package var description: String {
      switch self {
      case .noPosition: "no latitude and longitude"
      case .notANumber(let field, let text): "\(field) '\(text)' is not a number"
      case .belowZero(let field, let text): "\(field) '\(text)' is below zero"
      case .outOfRange(let coordinate):
        "\(coordinate.latitude), \(coordinate.longitude) is out of range (latitude -90…90, longitude -180…180)"
      case .notUTF8: "not UTF-8; iconv converts other encodings"
      case .tooLong(let limit): "longer than \(limit / 1024) KiB"
      case .malformed(let how): how
      }
    }

    package init(_ problem: JSONProblem) {
      switch problem {
      case .notUTF8: self = .notUTF8
      case .malformed: self = .malformed("not valid JSON")
      }
    }
  }

  package var coordinate: Coordinate?
  /// Its shape, if it is more than a point.
  package var extent: Extent?
  /// A point on its shape, for a record without another position.
  var pointOfShape: Coordinate?
  /// How many of its values are no texts, too long, or of a key that has another.
  package var leftOut = 0
  private(set) var id: String?
  private var name: String?
  /// The key that the name has, if it is no tag of OpenStreetMap: `Name`, `title`.
  private var otherKeyOfName: String?
  private var category: String?
  private var latitude: String?
  private var longitude: String?
  private var proximity: String?
  private var geometry: String?
  var tags: [String: String]

  /// - Parameter tagCapacity: how many tags there may be.
  package init(tagCapacity: Int = 0) {
    tags = tagCapacity == 0 ? [:] : Dictionary(minimumCapacity: tagCapacity)
  }

  /// The column of a table that has tags as a JSON object.
  package static let keyOfTags = "tags"

  /// What poi itself writes of a place as seen from a position, which says nothing of the place.
  package static let keysOfView: Set = ["distance", "bearing", "nearest", "inside", "caveat", "matched"]

  /// Whether there is anything that says where it is.
  var hasPosition: Bool { coordinate != nil || hasWrittenPosition || geometry != nil || pointOfShape != nil }

  var hasWrittenPosition: Bool { latitude != nil || longitude != nil }

  /// Takes a field; the first one that has a role keeps it, `name` even if it comes later, and others become tags, of
  /// which the first of a key stays. Empty ones count as absent.
  package mutating func set(_ text: String, for key: String, as role: Role?) {
    guard !text.isEmpty else { return }
    /// Whether the role is free, or the text a repeated one, such as a feature's id among its properties.
    func fits(_ field: inout String?) -> Bool {
      if let field { return field == text }
      field = text
      return true
    }
    if role == .name, key != "name" {
      if name == nil { otherKeyOfName = key }
    } else if role == .name, let other = otherKeyOfName.take() {
      tags[other] = name.take()
    }
    let fits =
      switch role {
      case .id: fits(&id)
      case .name: fits(&name)
      case .category: fits(&category)
      case .latitude: fits(&latitude)
      case .longitude: fits(&longitude)
      case .proximity: fits(&proximity)
      // Another service's geometry is a tag.
      case .geometry: WellKnownText.isOne(text) && fits(&geometry)
      case nil: false
      }
    guard !fits else { return }
    if let known = tags[key], known != text { leftOut += 1 } else { tags[key] = text }
  }

  /// Adds the tags of a JSON object of strings; what has been set before stays.
  ///
  /// - Returns: whether the text is such an object.
  package mutating func addTags(inJSON text: String, by parser: JSONParser) -> Bool {
    guard text.utf8.first == UInt8(ascii: "{"),
      let more = try? parser.parse(text.utf8Span.span, { $0.texts })
    else { return false }
    tags.merge(more.filter { !$0.value.isEmpty }) { set, _ in set }
    return true
  }

  /// The place that the fields make.
  func place() throws(Problem) -> PointOfInterest {
    let shape = try geometry.map { text throws(Problem) in
      guard let shape = WellKnownText.geometry(of: text) else {
        throw .malformed("the geometry is not well-known text in degrees")
      }
      return shape
    }
    let extent = extent ?? shape?.extent
    let coordinate = if let coordinate { coordinate } else { try writtenCoordinate(orOn: shape) }
    guard coordinate.isValid else { throw .outOfRange(coordinate) }
    let metres = try Self.metres(proximity, "proximity")
    if let metres, metres < 0 { throw .belowZero(field: "proximity", text: proximity ?? "") }
    func make(filedUnder category: String?) -> PointOfInterest {
      PointOfInterest(
        id: id ?? id(at: coordinate), name: name, category: category, coordinate: coordinate,
        extent: extent, proximity: metres.map { Distance(metres: $0) }, tags: tags)
    }
    let place = make(filedUnder: category)
    // What poi itself wrote of the tags is no word of the source's own.
    guard let category, !tags.isEmpty, category != Category.primaryWord(of: tags) else { return place }
    let byTags = make(filedUnder: nil)
    return byTags.mainCategory == category ? byTags : place
  }

  /// The key of a place without an id: the same in each answer of a server, and in each version of a file.
  private func id(at coordinate: Coordinate) -> String {
    let title = name ?? category ?? ""
    var id = [UInt8]()
    id.reserveCapacity(64)
    // A letter has at least one byte.
    id += title.utf8.count <= Self.nameInID ? title.utf8 : String(title.prefix(Self.nameInID)).utf8
    id.append(UInt8(ascii: "@"))
    id.append(millionthsOf: coordinate.latitude)
    id.append(UInt8(ascii: ","))
    id.append(millionthsOf: coordinate.longitude)
    return String(decoding: id, as: UTF8.self)
  }

  /// How many letters of a name are enough to tell places at one spot apart.
  private static let nameInID = 40

  private func writtenCoordinate(orOn shape: Geometry?) throws(Problem) -> Coordinate {
    if !hasWrittenPosition, let point = shape?.representativePoint ?? pointOfShape { return point }
    guard let latitude = try Self.number(latitude, "latitude"),
      let longitude = try Self.number(longitude, "longitude")
    else { throw .noPosition }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A length, in metres unless it has a unit: `50`, `0.1km`.
  private static func metres(_ text: String?, _ field: String) throws(Problem) -> Double? {
    if let text, Double.decimal(text) == nil, let length = try? Distance(parsing: text.trimmed()) {
      return length.metres
    }
    return try number(text, field)
  }

  private static func number(_ text: String?, _ field: String) throws(Problem) -> Double? {
    guard let text else { return nil }
    let number = Double.decimal(text) ?? Double.decimal(text.trimmed())
    guard let number else { throw .notANumber(field: field, text: text) }
    return number
  }
}

extension [UInt8] {
  /// Writes a number of degrees as `%.6f` does, which takes ten times as long.
  mutating func append(millionthsOf degrees: Double) {
    let magnitude = degrees.magnitude
    let scaled = magnitude * 1e6
    var millionths = Int(clamping: scaled.rounded(.down))
    // In the middle between two, what rounding has taken of the product decides, and then the even one.
    let beyondMiddle = scaled - Double(millionths) - 0.5
    let rest = beyondMiddle != 0 ? beyondMiddle : (-scaled).addingProduct(magnitude, 1e6)
    if rest > 0 || rest == 0 && millionths % 2 == 1 { millionths += 1 }
    if degrees.sign == .minus { append(UInt8(ascii: "-")) }
    append(contentsOf: String(millionths / 1_000_000).utf8)
    append(UInt8(ascii: "."))
    var unit = 100_000
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(millionths / unit % 10))
      unit /= 10
    }
  }
}

extension PlaceRecord {
  /// What a field is for, which the name of its key or column tells: `lat`, `name` …
  package enum Role {
    case id, name, category, latitude, longitude, proximity
    /// Its shape as well-known text.
    case geometry

    /// The role that a key has by its name, in CSV headers and JSON objects alike.
    package init?(key: String) {
      // Most keys have another first letter or length, which takes less time to see.
      guard let first = key.utf8.first, key.utf8.count < 64,
        Self.lengths[Int(first | 0x20)] >> key.utf8.count & 1 == 1
      else { return nil }
      let isLowercase = key.utf8.allSatisfy {
        $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
      guard let role = Self.roles[isLowercase ? key : key.lowercased()] else { return nil }
      self = role
    }

    private static let roles: [String: Role] = [
      "id": .id, "@id": .id, "osm_id": .id, "name": .name, "title": .name,
      "category": .category, "type": .category, "kind": .category,
      "lat": .latitude, "latitude": .latitude, "y": .latitude,
      "lon": .longitude, "lng": .longitude, "long": .longitude, "longitude": .longitude, "x": .longitude,
      "proximity": .proximity, "radius": .proximity,
      "wkt": .geometry, "geometry": .geometry, "geom": .geometry, "the_geom": .geometry,
    ]

    /// By the first letter of a key, and the bit that makes it a small one: a bit for each length.
    private static let lengths: [UInt64] = roles.keys.reduce(into: Array(repeating: 0, count: 256)) {
      guard let first = $1.utf8.first else { return }
      $0[Int(first | 0x20)] |= 1 << $1.utf8.count
    }
  }
}
