import Foundation
import Geography

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

  /// A member of a relation; what lies outside of the server's data has no geometry.
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
  /// The middle of its bounding box, from a server that was asked for no more.
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

  /// A point on it or inside of it, by the rule for files: `Geometry.representativePoint`.
  var coordinate: Coordinate? {
    if let lat, let lon { return Coordinate(latitude: lat, longitude: lon) }
    return shape?.representativePoint ?? center?.coordinate
  }

  private var shape: Geometry? {
    switch type {
    case .node: nil
    case .way: geometry.flatMap { Self.shape(of: $0.compactMap { $0?.coordinate }) }
    case .relation: members.flatMap(Self.shape)
    }
  }

  /// A way that comes back to its start is an area.
  private static func shape(of way: [Coordinate]) -> Geometry? {
    guard !way.isEmpty else { return nil }
    return way.count > 3 && way.first == way.last ? .polygons([[way]]) : .lines([way])
  }

  private static func shape(of members: [Member]) -> Geometry? {
    let ways = members.compactMap { member in
      member.geometry.map { (isInner: member.role == "inner", points: $0.compactMap { $0?.coordinate }) }
    }
    .filter { !$0.points.isEmpty }
    let outer = RingAssembly(of: ways.filter { !$0.isInner }.map(\.points))
    if !outer.rings.isEmpty {
      let inner = RingAssembly(of: ways.filter(\.isInner).map(\.points)).rings
      return .polygons(Geometry.polygons(outer: outer.rings, inner: inner))
    }
    if !outer.openLines.isEmpty { return .lines(outer.openLines) }
    let points = members.compactMap { member -> Coordinate? in
      guard let lat = member.lat, let lon = member.lon else { return nil }
      return Coordinate(latitude: lat, longitude: lon)
    }
    return points.isEmpty ? nil : .points(points)
  }
}

/// Ways put together, end to end, to the rings that are the outline of an area.
struct RingAssembly {
  /// The closed ones, whose first point is their last.
  private(set) var rings: [[Coordinate]] = []
  /// What does not come back to its start.
  private(set) var openLines: [[Coordinate]] = []

  init(of ways: [[Coordinate]]) {
    var waysByEnd: [Coordinate: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      guard let first = way.first, let last = way.last else { continue }
      waysByEnd[first, default: []].append(index)
      if last != first { waysByEnd[last, default: []].append(index) }
    }
    var isUsed = [Bool](repeating: false, count: ways.count)
    /// The next way from a point on, beginning there.
    func takeWay(from point: Coordinate) -> [Coordinate]? {
      while let index = waysByEnd[point]?.popLast() {
        guard !isUsed[index] else { continue }
        isUsed[index] = true
        return ways[index].first == point ? ways[index] : ways[index].reversed()
      }
      return nil
    }
    for (index, way) in ways.enumerated() where !isUsed[index] && !way.isEmpty {
      isUsed[index] = true
      var line = way
      while line.first != line.last || line.count == 1, let end = line.last, let next = takeWay(from: end) {
        line += next.dropFirst()
      }
      if line.count > 3, line.first == line.last { rings.append(line) } else { openLines.append(line) }
    }
  }
}

extension Geometry {
  /// Polygons of these outlines, each with the holes that lie in it.
  static func polygons(outer: [[Coordinate]], inner: [[Coordinate]]) -> [[[Coordinate]]] {
    outer.map { ring in
      [ring] + inner.filter { hole in hole.first.map { isInside($0, of: ring) } ?? false }
    }
  }

  /// Whether a ray to the east crosses the ring an odd number of times.
  private static func isInside(_ point: Coordinate, of ring: [Coordinate]) -> Bool {
    var isInside = false
    for (start, end) in zip(ring, ring.dropFirst()) {
      guard (start.latitude > point.latitude) != (end.latitude > point.latitude) else { continue }
      let part = (point.latitude - start.latitude) / (end.latitude - start.latitude)
      if point.longitude < start.longitude + (end.longitude - start.longitude) * part { isInside.toggle() }
    }
    return isInside
  }
}
