import Geography

/// Shows a place once that OpenStreetMap has twice: as a node and as the building around it, a lake or river as a way
/// and as the relation that has it, or a stop as its sign, its platform and the point where the vehicle halts.
///
/// Twins of the first kind have one name and one category, and one is a node within `reach` of the other or inside it,
/// which is a way or relation; two nodes of one name are two branches of a chain. Twins of the second kind have one
/// name and one category, too, and the first of them has all of the other; a piece of a river that comes before the
/// whole of it does not stand for it. Twins of the third kind have one name, or one of them has none, lie within
/// `stopReach`, and are different parts of a stop; two signs of one name are the two sides of a street.
package struct DuplicateFilter: Sendable {
  private static let reach = Distance(metres: 100)
  private static let stopReach = Distance(metres: 60)
  /// Within this distance, position alone shows that two parts belong to one stop.
  private static let namelessStopReach = Distance(metres: 20)

  /// What decides whether a place can have a twin, besides its position.
  enum Traits: Sendable {
    case named(Likeness, Element)
    /// The name is in lower case.
    case stop(StopPart, name: String?)

    /// `nil` if no place can be its twin.
    init?(of place: PointOfInterest) {
      if let part = DuplicateFilter.stopPart(place) {
        self = .stop(part, name: (place.name ?? place.tags["ref"] ?? place.tags["local_ref"])?.lowercased())
      } else if let name = place.name, let element = Element(ofID: place.id) {
        self = .named(Likeness(name: name.lowercased(), category: place.category), element)
      } else {
        return nil
      }
    }
  }

  struct Likeness: Hashable, Sendable {
    let name: String
    let category: String?
  }

  /// What a place is in OpenStreetMap.
  enum Element: UInt8, Sendable {
    case node, way, relation
    /// Either of these, by a number that other programs make up.
    case area

    /// By an id like `node/123` and `n123`; `nil` for any other.
    init?(ofID id: String) {
      let kind = id.prefix { !$0.isNumber }
      guard !kind.isEmpty, kind.endIndex != id.endIndex else { return nil }
      switch kind {
      case "node/", "n": self = .node
      case "way/", "w": self = .way
      case "relation/", "r": self = .relation
      case "area/", "a": self = .area
      default: return nil
      }
    }
  }

  /// What a stop is mapped as.
  enum StopPart: Sendable {
    case sign, platform, position
  }

  private struct Named {
    let element: Element
    let coordinate: Coordinate
    let extent: Extent?

    /// Whether it stands for one that comes later, with the same likeness.
    func standsFor(_ later: Named) -> Bool {
      guard element != later.element || element == .area else { return false }
      guard element == .node || later.element == .node else {
        return extent.flatMap { extent in later.extent.map(extent.standsFor) } ?? false
      }
      return WGS84.inverse(from: later.coordinate, to: coordinate).distance <= reach
        || extent?.contains(later.coordinate) ?? later.extent?.contains(coordinate) ?? false
    }
  }

  private struct Stop {
    let name: String?
    let coordinate: Coordinate
    /// The parts that have been taken, or left out as its twins.
    var parts: [StopPart]
  }

  private var seen: [Likeness: [Named]] = [:]
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
    // A bit for each element.
    var elements: [Likeness: UInt8] = [:]
    for case .named(let likeness, let element)? in traits {
      elements[likeness, default: 0] |= 1 << element.rawValue
    }
    return traits.map { traits in
      guard case .named(let likeness, let element) = traits else { return traits }
      let isAlone = element != .area && elements[likeness] == 1 << element.rawValue
      return isAlone ? nil : traits
    }
  }

  /// Takes a place; `false` if a twin of it has been taken before.
  package mutating func isNew(_ place: PointOfInterest) -> Bool {
    Traits(of: place).map { isNew(place, $0) } ?? true
  }

  /// The same for a place with these traits.
  mutating func isNew(_ place: PointOfInterest, _ traits: Traits) -> Bool {
    switch traits {
    case .stop(let part, let name): return isNewStop(part, name, place.coordinate)
    case .named(let likeness, let element):
      let named = Named(element: element, coordinate: place.coordinate, extent: place.extent)
      let isTwin = seen[likeness, default: []].contains { $0.standsFor(named) }
      if !isTwin { seen[likeness, default: []].append(named) }
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
}
