import Geography

/// A street or path, or a part of it.
public struct Street: Hashable, Codable, Sendable {
  /// The number of its way in OpenStreetMap.
  public let id: Int64
  public let kind: StreetKind
  public let name: String?
  /// The number of a road or the sign of a route, like `CG-1`.
  public let ref: String?
  public let line: [Coordinate]
  /// Whether it goes round a junction.
  public let isRoundabout: Bool
  /// Whether vehicles may only follow its line.
  public let isOneWay: Bool
  public let use: StreetUse?
  /// What is known of its steps, if it has any.
  public let steps: Steps?

  package init(
    id: Int64, kind: StreetKind, name: String?, ref: String?, line: [Coordinate], isRoundabout: Bool = false,
    isOneWay: Bool = false, use: StreetUse? = nil, steps: Steps? = nil
  ) {
    (self.id, self.kind, self.name, self.ref, self.line) = (id, kind, name, ref, line)
    (self.isRoundabout, self.isOneWay, self.use, self.steps) = (isRoundabout, isOneWay, use, steps)
  }

  /// Its name, else its number; empty without both.
  public var title: String { name ?? ref ?? "" }
}

/// What a footway or cycleway is for; the order is part of the store's format.
public enum StreetUse: String, CaseIterable, Codable, Sendable {
  /// It runs beside a street, whose name it has if that is known.
  case sidewalk
  /// It leads across a street.
  case crossing
}

public struct Steps: Hashable, Codable, Sendable {
  public let count: Int?
  public let hasHandrail: Bool?
  /// Whether they lead up along their line.
  public let leadUp: Bool?

  package init(count: Int? = nil, hasHandrail: Bool? = nil, leadUp: Bool? = nil) {
    (self.count, self.hasHandrail, self.leadUp) = (count, hasHandrail, leadUp)
  }
}

/// The values of `highway` that are streets or paths; their order is part of the store's format.
public enum StreetKind: String, CaseIterable, Codable, Sendable {
  case motorway, motorwayLink = "motorway_link", trunk, trunkLink = "trunk_link", primary
  case primaryLink = "primary_link", secondary, secondaryLink = "secondary_link", tertiary
  case tertiaryLink = "tertiary_link", unclassified, residential, livingStreet = "living_street", service
  case pedestrian, track, road, busway, cycleway, footway, path, bridleway, steps, raceway
}
