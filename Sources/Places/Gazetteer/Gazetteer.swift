import Geography

/// What words for a position are made of, besides places: streets, addresses and administrative areas.
public struct GazetteerEntries: Hashable, Codable, Sendable {
  public var streets: [Street] = []
  public var addresses: [Address] = []
  package var interpolations: [AddressInterpolation] = []
  public var areas: [OutlinedArea] = []
  /// What is on the streets; of steps, the streets themselves tell.
  package var features: [StreetFeature] = []
  /// What pictures show besides streets.
  package var map: [MapEntry] = []
  /// What streets are called in other languages, by their ids.
  package var otherNames: [Int64: [String]] = [:]

  package init() {}

  package var count: Int {
    streets.count + addresses.count + interpolations.count + areas.count + map.count
  }

  /// Servers give no map, and no other names.
  private enum CodingKeys: CodingKey {
    case streets, addresses, interpolations, areas, features
  }
}

/// What of a gazetteer can be left out of a store.
public enum GazetteerPart: String, CaseIterable, Sendable {
  case streets, addresses, areas
  /// What pictures show under places, and the outlines of buildings among it.
  case map, buildings
}

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

/// A house number, and what belongs to it.
public struct Address: Hashable, Codable, Sendable {
  public let housenumber: String
  /// The street, or the place whose houses are numbered.
  public let street: String?
  public let postcode: String?
  public let city: String?
  public let coordinate: Coordinate
  /// What has the address, if that is more than a point: its lines, and its rings as lines that come back to their
  /// start, of which an odd number is around what is inside.
  package let outline: [[Coordinate]]
  /// Whether it is only known to lie between its neighbours, and so is about there.
  public let isInterpolated: Bool

  package init(
    housenumber: String, street: String?, postcode: String?, city: String?, coordinate: Coordinate,
    outline: [[Coordinate]] = [], isInterpolated: Bool = false
  ) {
    (self.housenumber, self.street, self.postcode) = (housenumber, street, postcode)
    (self.city, self.coordinate, self.outline) = (city, coordinate, outline)
    self.isInterpolated = isInterpolated
  }

  /// Its city, unless somebody wrote a number there.
  public var town: String? { city.flatMap { $0.contains(where: \.isLetter) ? $0 : nil } }

  /// How it is written: `Städtle 12, 9490 Vaduz`, or what is known of that; `nil` if nothing is.
  public static func line(
    street: String?, number: String? = nil, postcode: String? = nil, city: String? = nil
  ) -> String? {
    let parts = [[street, number], [postcode, city]].map { words in
      words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
    let known = parts.filter { !$0.isEmpty }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }
}

/// A country, a municipality, or whatever lies between them.
public struct AdministrativeArea: Hashable, Codable, Sendable {
  /// `relation/47696`.
  public let id: String
  /// What it is in its country, from 2 for the country itself to 11.
  public let level: Int
  /// `name`, and in other languages `name:en` and so on; also the keys of its codes.
  public let names: [String: String]
  /// Square metres; infinite if it reaches farther than is known.
  public let size: Double

  package init(id: String, level: Int, names: [String: String], size: Double) {
    (self.id, self.level, self.names, self.size) = (id, level, names, size)
  }

  /// The keys of its codes of ISO 3166, the country's first.
  static let codeKeys = ["ISO3166-1", "ISO3166-1:alpha2", "ISO3166-2"]

  /// Whether it has a code of a country or a region; areas of older stores have none.
  package var hasCode: Bool { Self.codeKeys.contains { names[$0] != nil } }

  /// Whether it is a town or another municipality, as far as levels tell.
  public var isMunicipality: Bool { (7...8).contains(level) }

  /// Its names in all languages, and its codes of ISO 3166; of a region's also the end: `NY`.
  package var namesAndCodes: [String] {
    names.flatMap { key, value in
      key == "ISO3166-2" ? [value] + value.split(separator: "-").dropFirst().map(String.init) : [value]
    }
  }

  /// Its name in a language, else its own.
  public func name(in language: NameLanguage) -> String {
    language.name(among: names) ?? names["name"] ?? ""
  }
}

public struct OutlinedArea: Hashable, Codable, Sendable {
  public let area: AdministrativeArea
  public let outline: Extent

  package init(area: AdministrativeArea, outline: Extent) {
    (self.area, self.outline) = (area, outline)
  }
}

/// What a gazetteer has around a position.
public struct Surroundings: Sendable {
  /// Something near a position.
  public struct Near<Thing: Sendable>: Sendable {
    public let thing: Thing
    public let distance: Distance

    package init(_ thing: Thing, distance: Distance) {
      (self.thing, self.distance) = (thing, distance)
    }
  }

  /// Streets with a name or a number, nearest first; each once, where it is nearest.
  public package(set) var streets: [Near<Street>] = []
  public package(set) var address: Near<Address>?
  /// The areas that contain the position, the smallest first.
  public package(set) var areas: [AdministrativeArea] = []
  /// Whether there are more of them than anybody looks at, so that large ones are missing.
  public package(set) var lacksAreas = false
  /// What the address, or else most of the nearest ones, calls its town, if no municipality's boundary contains the position.
  public package(set) var city: String?

  package init() {}

  package var isEmpty: Bool { streets.isEmpty && address == nil && areas.isEmpty }
}

extension Surroundings.Near: Equatable where Thing: Equatable {}

/// Has streets, addresses and administrative areas.
public protocol GazetteerProviding: Sendable {
  /// What is around a valid position.
  ///
  /// - Parameters:
  ///   - streets: how far streets may be.
  ///   - addresses: how far an address may be.
  /// - Returns: `nil` if it has no gazetteer of the area.
  nonisolated(nonsending) func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance
  ) async throws(PlacesError) -> Surroundings?

  /// Runs questions that belong together; a source with a thread of its own takes them all in one turn.
  nonisolated(nonsending) func inOneTurn<Answer: Sendable>(
    _ body: @Sendable () async throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer
}

/// Finds streets, areas and places by their names, each as `NameWords` writes its words, with spaces between.
public protocol AddressIndex: GazetteerProviding, PlaceFinding, PlaceProviding {
  /// The streets of any of some names, as the pieces that squares of the grid have, and the houses in them.
  ///
  /// - Parameter boxes: where to look; `nil` for everywhere.
  func streets(
    named names: [String], within boxes: [BoundingBox]?
  ) throws(PlacesError) -> (streets: [Street], addresses: [Address])

  /// The addresses of a postcode, as `TypedAddress` writes it.
  func addresses(ofPostcode code: String) throws(PlacesError) -> [Address]

  /// The administrative areas of any of some names.
  func areas(named names: [String]) throws(PlacesError) -> [OutlinedArea]

  /// The places of any of some names.
  func places(named names: [String], onlySettlements: Bool) throws(PlacesError) -> [PointOfInterest]
}

extension PointOfInterest {
  /// The values of `place` for where people live, the largest first.
  package static let settlements = [
    "city", "town", "village", "suburb", "borough", "quarter", "neighbourhood", "hamlet", "isolated_dwelling",
  ]
}

extension GazetteerProviding {
  public nonisolated(nonsending) func inOneTurn<Answer: Sendable>(
    _ body: @Sendable () async throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer {
    try await body()
  }
}

/// The values of `highway` that are streets or paths; their order is part of the store's format.
public enum StreetKind: String, CaseIterable, Codable, Sendable {
  case motorway, motorwayLink = "motorway_link", trunk, trunkLink = "trunk_link", primary
  case primaryLink = "primary_link", secondary, secondaryLink = "secondary_link", tertiary
  case tertiaryLink = "tertiary_link", unclassified, residential, livingStreet = "living_street", service
  case pedestrian, track, road, busway, cycleway, footway, path, bridleway, steps, raceway
}
