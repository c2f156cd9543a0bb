import Geography

/// Shows a place once that OpenStreetMap has both as a node and as the building around it.
///
/// Twins have one name and one category, lie within `reach`, and one is a node while the other is a way or
/// relation. Two nodes of one name are two branches of a chain.
struct DuplicateFilter {
  private static let reach = Distance(metres: 100)

  private struct Likeness: Hashable {
    let name: String
    let category: String?
  }

  private var seen: [Likeness: [(coordinate: Coordinate, isNode: Bool)]] = [:]

  /// Takes a place; `false` where a twin of it has been taken before.
  mutating func isNew(_ place: PointOfInterest) -> Bool {
    guard let name = place.name, let isNode = Self.isNode(place.id) else { return true }
    let likeness = Likeness(name: name.lowercased(), category: place.category)
    let isTwin = seen[likeness, default: []].contains { other in
      other.isNode != isNode
        && WGS84.inverse(from: place.coordinate, to: other.coordinate).distance <= Self.reach
    }
    if !isTwin { seen[likeness, default: []].append((place.coordinate, isNode)) }
    return !isTwin
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
