import Geography
import Input
import Places

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
    guard let kind = try object.text("type").flatMap(Kind.init), let id = object["id"]?.integer else {
      throw .malformed
    }
    type = kind
    self.id = id
    position = try Coordinate(of: object)
    center = try object["center"].flatMap { value throws(JSONProblem) in try Coordinate(of: value) }
    geometry = try Self.geometry(of: object)
    if let elements = try object.elements("members") {
      var members: [Member] = []
      for element in elements {
        members.append(
          Member(coordinate: try Coordinate(of: element), geometry: try Self.geometry(of: element)))
      }
      self.members = members
    } else {
      members = nil
    }
    if let value = object["tags"], !value.isNull {
      guard let texts = value.texts else { throw .malformed }
      tags = texts
    } else {
      tags = nil
    }
  }

  /// The points of a way; `nil` for those outside the area that was asked for.
  private static func geometry(of object: ParsedJSON) throws(JSONProblem) -> [Coordinate?]? {
    guard let elements = try object.elements("geometry") else { return nil }
    var points: [Coordinate?] = []
    for element in elements { points.append(element.isNull ? nil : try Coordinate(of: element)) }
    return points
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
