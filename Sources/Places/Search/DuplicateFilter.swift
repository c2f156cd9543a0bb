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
  /// Where nothing but the place tells that two parts are of one stop.
  private static let namelessStopReach = Distance(metres: 20)

  private struct Likeness: Hashable, Sendable {
    let name: String
    let category: String?
  }

  /// What a stop is mapped as.
  private enum StopPart {
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

  /// A filter that has seen nothing.
  package init() {}

  /// Takes a place; `false` if a twin of it has been taken before.
  package mutating func isNew(_ place: PointOfInterest) -> Bool {
    if let part = Self.stopPart(place) { return isNewStop(place, part) }
    guard let name = place.name, let isNode = Self.isNode(place.id) else { return true }
    let likeness = Likeness(name: name.lowercased(), category: place.category)
    let isTwin = seen[likeness, default: []].contains { other in
      other.isNode != isNode
        && WGS84.inverse(from: place.coordinate, to: other.coordinate).distance <= Self.reach
    }
    if !isTwin { seen[likeness, default: []].append((place.coordinate, isNode)) }
    return !isTwin
  }

  private mutating func isNewStop(_ place: PointOfInterest, _ part: StopPart) -> Bool {
    let name = (place.name ?? place.tags["ref"] ?? place.tags["local_ref"])?.lowercased()
    let twin = stops.indices.last { index in
      let stop = stops[index]
      guard !stop.parts.contains(part), name == nil || stop.name == nil || name == stop.name else {
        return false
      }
      let reach = name == nil || stop.name == nil ? Self.namelessStopReach : Self.stopReach
      return WGS84.inverse(from: place.coordinate, to: stop.coordinate).distance <= reach
    }
    guard let twin else {
      stops.append(Stop(name: name, coordinate: place.coordinate, parts: [part]))
      return true
    }
    stops[twin].parts.append(part)
    return false
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
