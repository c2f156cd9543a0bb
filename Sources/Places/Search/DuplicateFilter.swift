import Geography

/// Shows a place once that OpenStreetMap has twice: as a node and as the building around it, or a stop as its
/// sign, its platform and the point where the vehicle halts.
///
/// Twins of the first kind have one name and one category, lie within `reach`, and one is a node while the other
/// is a way or relation; two nodes of one name are two branches of a chain. Twins of the second kind have one
/// name, or one of them has none, lie within `stopReach`, and are different parts of a stop; two signs of one name
/// are the two sides of a street.
package struct DuplicateFilter: Sendable {
  private static let reach = Distance(metres: 100)
  private static let stopReach = Distance(metres: 60)
  /// Within this distance, position alone shows that two parts belong to one stop.
  private static let namelessStopReach = Distance(metres: 20)

  /// What decides whether a place can have a twin, besides its position.
  enum Traits: Sendable {
    case named(Likeness, isNode: Bool)
    /// The name is in lower case.
    case stop(StopPart, name: String?)

    /// `nil` if no place can be its twin.
    init?(of place: PointOfInterest) {
      if let part = DuplicateFilter.stopPart(place) {
        self = .stop(part, name: (place.name ?? place.tags["ref"] ?? place.tags["local_ref"])?.lowercased())
      } else if let name = place.name, let isNode = DuplicateFilter.isNode(place.id) {
        self = .named(Likeness(name: name.lowercased(), category: place.category), isNode: isNode)
      } else {
        return nil
      }
    }
  }

  struct Likeness: Hashable, Sendable {
    let name: String
    let category: String?
  }

  /// What a stop is mapped as.
  enum StopPart: Sendable {
    case sign, platform, position
  }

  private struct Stop {
    let name: String?
    let coordinate: Coordinate
    /// The parts that have been taken, or left out as its twins.
    var parts: [StopPart]
  }

  private var seen: [Likeness: [(coordinate: Coordinate, isNode: Bool)]] = [:]
  private var stops: [Stop] = []
  /// The indices of the stops in each cell of space.
  private var stopsByCell: [Cell: [Int]] = [:]

  /// A cube whose edges are twice `stopReach`, so that whatever a stop can reach lies in eight of them.
  private typealias Cell = SIMD3<Int>

  /// A filter that has seen nothing.
  package init() {}

  /// The traits of each place that identify twins; `nil` for those without one here.
  static func traits(ofTwinsAmong places: [PointOfInterest]) -> [Traits?] {
    let traits = places.map(Traits.init)
    var kinds: [Likeness: (hasNode: Bool, hasOther: Bool)] = [:]
    for case .named(let likeness, let isNode)? in traits {
      if isNode {
        kinds[likeness, default: (false, false)].hasNode = true
      } else {
        kinds[likeness, default: (false, false)].hasOther = true
      }
    }
    return traits.map { traits in
      guard case .named(let likeness, _) = traits else { return traits }
      return kinds[likeness].map { $0.hasNode && $0.hasOther } == true ? traits : nil
    }
  }

  /// Takes a place; `false` if a twin of it has been taken before.
  package mutating func isNew(_ place: PointOfInterest) -> Bool {
    Traits(of: place).map { isNew($0, at: place.coordinate) } ?? true
  }

  /// The same for a place with these traits.
  mutating func isNew(_ traits: Traits, at coordinate: Coordinate) -> Bool {
    switch traits {
    case .stop(let part, let name): return isNewStop(part, name, coordinate)
    case .named(let likeness, let isNode):
      let isTwin = seen[likeness, default: []].contains { other in
        other.isNode != isNode && WGS84.inverse(from: coordinate, to: other.coordinate).distance <= Self.reach
      }
      if !isTwin { seen[likeness, default: []].append((coordinate, isNode)) }
      return !isTwin
    }
  }

  private mutating func isNewStop(_ part: StopPart, _ name: String?, _ coordinate: Coordinate) -> Bool {
    let point = WGS84.cartesian(coordinate)
    let twins = Self.cells(around: point).flatMap { stopsByCell[$0] ?? [] }.filter { index in
      let stop = stops[index]
      guard !stop.parts.contains(part), name == nil || stop.name == nil || name == stop.name else {
        return false
      }
      let reach = name == nil || stop.name == nil ? Self.namelessStopReach : Self.stopReach
      return WGS84.inverse(from: coordinate, to: stop.coordinate).distance <= reach
    }
    guard let twin = twins.max() else {
      stopsByCell[Self.cell(of: point), default: []].append(stops.count)
      stops.append(Stop(name: name, coordinate: coordinate, parts: [part]))
      return true
    }
    stops[twin].parts.append(part)
    return false
  }

  private static func cell(of point: SIMD3<Double>) -> Cell {
    let edges = (point / (2 * stopReach.metres)).rounded(.down)
    return Cell(Int(clamping: edges.x), Int(clamping: edges.y), Int(clamping: edges.z))
  }

  /// The cells of all points within `stopReach`.
  private static func cells(around point: SIMD3<Double>) -> [Cell] {
    let first = cell(of: point - stopReach.metres)
    return (0..<8).map { first &+ Cell($0 & 1, $0 >> 1 & 1, $0 >> 2) }
  }

  private static func stopPart(_ place: PointOfInterest) -> StopPart? {
    let tags = place.tags
    if tags["highway"] == "bus_stop" || tags["railway"] == "tram_stop" { return .sign }
    switch tags["public_transport"] {
    case "platform": return .platform
    case "stop_position": return .position
    default: return nil
    }
  }

  /// Whether an id is that of a node, like `node/123` and `n123`, or of a way, area or relation; `nil` for any other.
  private static func isNode(_ id: String) -> Bool? {
    let kind = id.prefix { !$0.isNumber }
    guard !kind.isEmpty, kind.endIndex != id.endIndex else { return nil }
    switch kind {
    case "node/", "n": return true
    case "way/", "relation/", "area/", "w", "r", "a": return false
    default: return nil
    }
  }
}
