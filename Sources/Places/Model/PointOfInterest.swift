import Geography

/// A place: where it is, what it is called, and what is known about it.
public struct PointOfInterest: Hashable, Codable, Sendable, Identifiable {
  /// The source's own name for it, like `node/123`; unique within the source.
  public let id: String
  /// What people call it, in the source's default language; what nobody can see is no name.
  public let name: String?
  /// What the source files it under: its own word, else the main OSM tag's value, like `cafe`; `mainCategory` and
  /// `label` are what users see.
  public let category: String?
  /// A point on it or inside it; valid.
  public let coordinate: Coordinate
  /// Its shape, if it is more than a point.
  public let extent: Extent?
  /// How near counts as being there, if the source says so.
  public let proximity: Distance?
  /// Everything else, by OSM keys if the source has them.
  public let tags: [String: String]
  /// Why it may not be what the user asked for, such as `potability unknown`; no source has it.
  public package(set) var caveat: String?

  /// A place; without a `category`, the tags tell it.
  public init(
    id: String, name: String? = nil, category: String? = nil, coordinate: Coordinate, extent: Extent? = nil,
    proximity: Distance? = nil, tags: [String: String] = [:], caveat: String? = nil
  ) {
    self.id = id
    self.name = name.flatMap { $0.isVisible ? $0 : nil }
    self.category = category ?? Category.primaryWord(of: tags)
    self.coordinate = coordinate
    self.extent = extent
    self.proximity = proximity
    self.tags = tags
    self.caveat = caveat
  }

  /// Whether it could have come from a source: files are not trusted.
  package var isSound: Bool {
    coordinate.isValid && (proximity.map { $0.metres.isFinite && $0 >= .zero } ?? true)
  }

  /// The box around it; `nil` for an invalid position, which no source has.
  package var boundingBox: BoundingBox? { extent?.boundingBox ?? BoundingBox(of: coordinate) }

  /// How far it is over the ground: to the nearest point of its extent, and zero inside an area.
  package func distance(from position: Coordinate) -> Distance {
    extent.map { $0.nearest(to: position).distance } ?? WGS84.inverse(from: position, to: coordinate).distance
  }

  package func isWithin(_ distance: Distance, of position: Coordinate) -> Bool {
    extent?.isWithin(distance, of: position) ?? (self.distance(from: position) <= distance)
  }

  /// How near a straight way comes to it; `nil` if that is farther than some distance.
  package func approach(
    from start: Coordinate, to end: Coordinate, within reach: Distance
  ) -> ClosestApproach? {
    if let extent { return extent.approach(from: start, to: end, within: reach) }
    let approach = ClosestApproach(of: coordinate, from: start, to: end)
    return approach.distance <= reach ? approach : nil
  }

  /// The value of a tag; the name is one too.
  public func tag(_ key: String) -> String? {
    key == "name" ? name : tags[key]
  }

  /// What people call it: its title; without a name, what it is, and what tells it from others: `toilets (Stadt Vaduz)`.
  ///
  /// - Parameter kind: what it is, in the words of who looks for it; by default its category's word.
  /// - Returns: `nil` if nothing is known of it.
  public func heading(as kind: String? = nil) -> String? {
    guard let kind = kind ?? label, ownName == nil, tags["amenity"] != "atm" else { return title ?? street }
    let detail =
      Self.keysOfOwner.lazy.compactMap { self.tags[$0] }.first(where: \.isVisible) ?? street
      ?? Self.keysOfNumber.lazy.compactMap { self.tags[$0] }.first(where: \.isVisible)
    return detail.map { "\(kind) (\($0))" } ?? kind
  }

  /// Its name, or its brand, which is as good.
  private var ownName: String? {
    name ?? Self.keysOfName.lazy.compactMap { self.tags[$0] }.first(where: \.isVisible) ?? foreignName
      ?? tags["brand"]
  }

  /// What to call it if it has no name: its brand, its operator, or its number on the spot; `nil` without
  /// any.
  public var title: String? {
    if let name = name ?? foreignName { return name }
    let keys = Self.keysOfName + ["brand"] + Self.keysOfOwner + Self.keysOfNumber
    let known = keys.lazy.compactMap { self.tags[$0] }.first(where: \.isVisible)
    guard let known else { return nil }
    // A bank's name alone promises its counter.
    return tags["amenity"] == "atm" ? "ATM \(known)" : known
  }

  /// The street and number, or the place, of its address; `nil` without any.
  public var street: String? {
    ["addr:street", "addr:place"].compactMap { tags[$0] }.first(where: \.isVisible)
      .flatMap { Address.line(street: $0, number: tags["addr:housenumber"]) }
  }

  private static let keysOfName = ["official_name", "short_name", "loc_name", "alt_name"]
  private static let keysOfOwner = ["operator", "network"]
  private static let keysOfNumber = ["local_ref", "ref"]
}

/// A place as seen from a position.
public struct NearbyPlace: Hashable, Codable, Sendable {
  public package(set) var place: PointOfInterest
  /// How far it is over the ground: to the nearest point of its extent, and zero inside an area.
  public let distance: Distance
  /// The direction to it at the position; none if it is exactly there, or around the position.
  public let bearing: Bearing?
  /// The nearest point of its extent; `nil` inside an area, and for a place that is a point.
  public let nearest: Coordinate?
  /// The size of its area in square metres, if the position is inside.
  private let areaAround: Double?
  /// The requested word that it was found by, as it was written, if it is another than its main category.
  public package(set) var matched: String?

  /// A place with its distance and bearing from a position.
  public init(_ place: PointOfInterest, from position: Coordinate) {
    guard let extent = place.extent else {
      let (distance, bearing) = WGS84.inverse(from: position, to: place.coordinate)
      self.init(point: place, distance: distance, bearing: bearing)
      return
    }
    self.init(place, extent.nearest(to: position))
  }

  /// A place without an extent, whose distance and bearing are known already.
  package init(point place: PointOfInterest, distance: Distance, bearing: Bearing?) {
    self.place = place
    self.distance = distance
    self.bearing = bearing
    nearest = nil
    areaAround = nil
  }

  /// A place with an extent, whose nearest point is known already.
  package init(_ place: PointOfInterest, _ nearest: Extent.Nearest) {
    self.place = place
    distance = nearest.distance
    bearing = nearest.bearing
    self.nearest = nearest.isInside ? nil : nearest.point
    areaAround = nearest.isInside ? place.extent?.area : nil
  }

  public var isInside: Bool { areaAround != nil }

  /// What decides about its rank in a list.
  package var rank: PlaceRank { PlaceRank(metres: distance.metres, areaAround: areaAround ?? 0) }
}

extension String {
  /// Whether there is anything to see.
  package var isVisible: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      // Most scripts, since looking up a property takes twenty times as long.
      case 0x21...0x7E, 0xC0...0x34E, 0x370...0x5FF, 0x620...0x115E, 0x3041...0x3163, 0x3400...0xD7FF:
        return true
      default:
        let properties = scalar.properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
          && ![.control, .format].contains(properties.generalCategory)
      }
    }
  }
}

extension NearbyPlace: Comparable {
  /// By rank; of places of the same rank, in the order of their ids.
  public static func < (left: NearbyPlace, right: NearbyPlace) -> Bool {
    (left.rank, left.place.id) < (right.rank, right.place.id)
  }
}

/// What decides which of two places comes first: it is nearer, or is the smaller of two areas around the position.
package struct PlaceRank: Comparable, Sendable {
  /// How far it is over the ground.
  package let metres: Double
  /// The square metres of an area around the position; zero for every other place.
  package let areaAround: Double

  package static func < (left: PlaceRank, right: PlaceRank) -> Bool {
    (left.metres, left.areaAround) < (right.metres, right.areaAround)
  }
}
