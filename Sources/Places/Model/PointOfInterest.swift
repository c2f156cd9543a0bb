import Geography

/// A place: where it is, what it is called, and what is known about it.
public struct PointOfInterest: Hashable, Codable, Sendable, Identifiable {
  /// The source's own name for it, like `node/123`; unique within the source.
  public let id: String
  /// What people call it, in the source's default language.
  public let name: String?
  /// What the source files it under: its own word, else the main OSM tag's value, like `cafe`; `mainCategory` and
  /// `label` are what users see.
  public let category: String?
  /// A point on it or inside it; valid.
  public let coordinate: Coordinate
  /// How near counts as being there, if the source says so.
  public let proximity: Distance?
  /// Everything else, by OSM keys if the source has them.
  public let tags: [String: String]

  /// A place; without a `category`, the tags tell it.
  public init(
    id: String, name: String? = nil, category: String? = nil, coordinate: Coordinate,
    proximity: Distance? = nil, tags: [String: String] = [:]
  ) {
    self.id = id
    self.name = name
    self.category = category ?? Category.primaryWord(of: tags)
    self.coordinate = coordinate
    self.proximity = proximity
    self.tags = tags
  }

  /// Whether it could have come from a source: files are not trusted.
  package var isSound: Bool {
    coordinate.isValid && (proximity.map { $0.metres.isFinite && $0 >= .zero } ?? true)
  }

  /// The value of a tag; the name is one too.
  public func tag(_ key: String) -> String? {
    key == "name" ? name : tags[key]
  }
}

/// A place as seen from a position.
public struct NearbyPlace: Hashable, Sendable {
  /// The place.
  public package(set) var place: PointOfInterest
  /// How far it is over the ground.
  public let distance: Distance
  /// The direction to it at the position; none if it is exactly there.
  public let bearing: Bearing?
  /// Why it may not be what the user wants, such as `potability unknown`.
  public package(set) var caveat: String?
  /// The requested word that it was found by, as it was written, if it is another than its main category.
  public package(set) var matched: String?

  /// A place with its distance and bearing from a position.
  public init(_ place: PointOfInterest, from position: Coordinate) {
    self.place = place
    (distance, bearing) = WGS84.inverse(from: position, to: place.coordinate)
  }

  /// A place whose distance and bearing are known already.
  package init(_ place: PointOfInterest, distance: Distance, bearing: Bearing?) {
    self.place = place
    self.distance = distance
    self.bearing = bearing
  }
}
