import Geography
import Input

extension MapKind {
  /// What a picture shows of a thing with these tags; `nil` if nothing.
  package init?(tags: [String: String]) {
    for (key, kinds) in Self.kinds {
      guard let value = tags[key], let kind = kinds[value] else { continue }
      // Nobody sees what runs below the ground.
      if !kind.isArea, let tunnel = tags["tunnel"], tunnel != "no" { return nil }
      self = kind
      return
    }
    return nil
  }

  /// The keys and values of all that it can be, except streets.
  static var keys: [String: Set<String>?] {
    Dictionary(uniqueKeysWithValues: kinds.map { ($0.key, Set($0.kinds.keys)) })
  }

  /// By its keys, the first of which counts.
  private static let kinds = ["natural", "waterway", "landuse", "leisure", "railway"].map { key in
    let values = WordLines("map", of: "tags").all.filter { $0.key.hasPrefix(key + "=") }
    return (
      key: key,
      kinds: Dictionary(
        uniqueKeysWithValues: values.compactMap { tag, kind in
          MapKind(rawValue: kind[0]).map { (String(tag.dropFirst(key.count + 1)), $0) }
        })
    )
  }
}

extension StreetKind {
  /// How a picture shows it.
  public var mapKind: MapKind {
    switch self {
    case .motorway, .motorwayLink, .trunk, .trunkLink: .motorway
    case .primary, .primaryLink, .secondary, .secondaryLink, .tertiary, .tertiaryLink: .main
    case .unclassified, .residential, .livingStreet, .pedestrian, .road, .busway: .minor
    case .service, .raceway: .service
    case .track, .cycleway, .footway, .path, .bridleway, .steps: .path
    }
  }

  /// The coarsest pictures that show it.
  package var coarsest: MapDetail {
    switch self {
    case .motorway, .trunk, .primary, .secondary: .coarse
    case .motorwayLink, .trunkLink, .tertiary: .middle
    default: .fine
    }
  }
}

/// Something of an extract that a store keeps for pictures, besides streets.
package struct MapEntry: Hashable, Sendable {
  /// Distinguishes ways and relations.
  package let id: Int64
  package let kind: MapKind
  package let name: String?
  package let extent: Extent
  /// Whether the store has its shape anyway, as that of a place or a street.
  package let isStored: Bool
  /// The coarsest pictures that show it, if it is large enough.
  package let coarsest: MapDetail
}

extension GazetteerRule {
  /// What a picture shows of an element; `nil` if nothing.
  package func mapKind(_ tags: [String: String], isRelation: Bool) -> MapKind? {
    guard parts.contains(.map) else { return nil }
    // The ways of a river are there themselves.
    if let kind = MapKind(tags: tags) { return isRelation && !kind.isArea ? nil : kind }
    let isBuilding = parts.contains(.buildings) && tags["building"].map { $0 != "no" } ?? false
    return isBuilding ? .building : nil
  }

  /// What coarser pictures show of a street, which finer ones have from the gazetteer; `nil` if nothing.
  package func mapEntry(_ street: Street) -> MapEntry? {
    guard parts.contains(.map), street.kind.coarsest > .fine, let extent = Extent(lines: [street.line]) else {
      return nil
    }
    return MapEntry(
      id: street.id << 1, kind: street.kind.mapKind, name: street.name ?? street.ref, extent: extent,
      isStored: true, coarsest: street.kind.coarsest)
  }

  /// - Parameter isStored: whether the store has its shape anyway.
  package func mapEntry(
    way id: Int64, isRelation: Bool, _ tags: [String: String], _ kind: MapKind, _ extent: Extent,
    isStored: Bool
  ) -> MapEntry {
    let isSmall =
      kind == .stream
      || kind == .rail
        && (tags["service"] != nil || ["tram", "subway", "monorail"].contains(tags["railway"]))
    return MapEntry(
      id: id << 1 | (isRelation ? 1 : 0), kind: kind,
      // The names of buildings are those of places.
      name: kind == .building ? nil : tags["name"].map { $0.cut(to: Self.lengthOfName) },
      extent: extent, isStored: isStored,
      coarsest: kind == .building ? .closest : isSmall ? .fine : .coarse)
  }
}
