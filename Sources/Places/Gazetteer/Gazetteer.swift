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
