import Geography

/// What a picture of the ground tells apart, in the order of drawing; the order is part of the store's format.
public enum MapKind: String, CaseIterable, Comparable, Sendable {
  case builtup, wood, park, water
  case coast, stream, river
  case rail
  case path, service, minor, main, motorway
  /// Only in the closest pictures.
  case building

  /// Whether its features are areas rather than lines.
  public var isArea: Bool { self <= .water || self == .building }

  public var isStreet: Bool { self >= .path && self < .building }

  public static func < (left: MapKind, right: MapKind) -> Bool { left.order < right.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Something on the ground that a picture shows under the places: a wood, a river, a street.
public struct MapFeature: Hashable, Sendable {
  public let kind: MapKind
  public let name: String?
  /// Lines, or the rings of an area, which is what lies inside an odd number of them; a ring need not come back to its
  /// start.
  public let parts: [[Coordinate]]

  public init(kind: MapKind, name: String? = nil, parts: [[Coordinate]]) {
    (self.kind, self.name, self.parts) = (kind, name, parts)
  }
}

/// The ground of a box, to be drawn under places.
public struct GroundMap: Hashable, Sendable {
  /// In the order of drawing; they reach beyond the box.
  public let features: [MapFeature]
  /// What the licences of its sources require.
  public let attribution: String?
  /// Whether there is more than a picture can have.
  public let isPartial: Bool

  public init(features: [MapFeature] = [], attribution: String? = nil, isPartial: Bool = false) {
    self.isPartial = isPartial
    let byKind = Dictionary(grouping: features, by: \.kind)
    self.features = MapKind.allCases.flatMap { byKind[$0] ?? [] }
    self.attribution = attribution
  }
}

/// How much a picture shows, and what a store keeps for it.
public enum MapDetail: Int, CaseIterable, Comparable, Sendable {
  /// Everything and buildings, which a store keeps by themselves.
  case closest = 3
  /// Everything but buildings, to within 2 m.
  case fine = 0
  /// From some 15 m a dot: main streets, railways, rivers and what is larger than a block.
  case middle = 1
  /// From some 60 m a dot.
  case coarse = 2

  public static func < (left: MapDetail, right: MapDetail) -> Bool {
    (left.rawValue + 1) % 4 < (right.rawValue + 1) % 4
  }
}

/// Has the ground to draw under places.
public protocol MapProviding: Sendable {
  /// The ground in a box; coarser than asked if the box is large or full, and nothing if it is larger than a country.
  func ground(in box: BoundingBox, _ detail: MapDetail) throws(PlacesError) -> GroundMap
}
