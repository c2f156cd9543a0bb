import FoundationEssentials
import Geography
import Places

/// A node, way or relation as Overpass writes it with `out geom`.
struct OverpassElement: Decodable {
  enum Kind: String, Decodable {
    case node, way, relation
  }

  struct Point: Decodable {
    let lat: Double
    let lon: Double

    var coordinate: Coordinate { Coordinate(latitude: lat, longitude: lon) }
  }

  /// A member of a relation; without geometry if it is outside the server's data.
  struct Member: Decodable {
    let role: String?
    let lat: Double?
    let lon: Double?
    let geometry: [Point?]?
  }

  let type: Kind
  let id: Int64
  let lat: Double?
  let lon: Double?
  /// The middle of its bounding box, if the server was asked for no more.
  let center: Point?
  let geometry: [Point?]?
  let members: [Member]?
  let tags: [String: String]?

  static func decode(_ bytes: [UInt8]) throws(PlaceRecord.Problem) -> PlaceRecord {
    guard let element = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw .malformed("not an element of OpenStreetMap")
    }
    return element.record
  }

  private var record: PlaceRecord {
    var record = PlaceRecord()
    record.coordinate = coordinate
    record.set("\(type.rawValue)/\(id)", for: "id", as: .id)
    for (key, value) in tags ?? [:] {
      record.set(value, for: key, as: key == "name" ? .name : nil)
    }
    return record
  }

  /// A point on it or inside it, by the rule for extracts: `OSMGeometry`.
  var coordinate: Coordinate? {
    if let lat, let lon { return Coordinate(latitude: lat, longitude: lon) }
    return shape?.representativePoint ?? center?.coordinate
  }

  private var shape: OSMGeometry? {
    switch type {
    case .node: nil
    case .way: geometry.flatMap(OSMGeometry.Line.init).map { OSMGeometry(way: [$0]) }
    case .relation: members.map { OSMGeometry(relation: $0.compactMap(\.line), type: tags?["type"]) }
    }
  }
}

extension OverpassElement.Member {
  /// `nil` if nothing about it is known.
  fileprivate var line: OSMGeometry.Line? {
    if let lat, let lon {
      return OSMGeometry.Line(points: [Coordinate(latitude: lat, longitude: lon)], isClosed: false)
    }
    return geometry.flatMap(OSMGeometry.Line.init)
  }
}

extension OSMGeometry.Line {
  /// What is known about a way; `nil` if nothing is.
  fileprivate init?(_ geometry: [OverpassElement.Point?]) {
    let points = geometry.compactMap { $0?.coordinate }
    guard !points.isEmpty else { return nil }
    self.init(points: points, isClosed: points.count > 3 && points.first == points.last)
  }
}
