import Foundation

/// How the places of a source come into a store.
public enum SourceOrigin: String, Hashable, Sendable {
  /// From files.
  case files
  /// From an Overpass server, a square of the grid at a time.
  case overpass
  /// One at a time, by hand.
  case user
}

/// What a source of places is called, and what its licence asks.
public struct SourceDescription: Hashable, Sendable {
  /// Tells it from other sources, whose ids may be the same.
  public var name: String
  /// The attribution.
  public var attribution: String?
  /// The licence, like `ODbL 1.0`.
  public var licence: String?
  /// Up to when the data is, if it says so.
  public var dated: Date?
  /// How its places come into the store.
  public var origin: SourceOrigin
  /// Whether its ids are those of OpenStreetMap, which mean the same in every source.
  public var hasOSMIDs: Bool

  /// A source whose ids are its own.
  public init(
    name: String, attribution: String? = nil, licence: String? = nil, dated: Date? = nil,
    origin: SourceOrigin = .files
  ) {
    self.name = name
    self.attribution = attribution
    self.licence = licence
    self.dated = dated
    self.origin = origin
    hasOSMIDs = false
  }

  /// An extract of OpenStreetMap.
  public static func extract(named name: String) -> SourceDescription {
    var source = SourceDescription(
      name: name, attribution: "© OpenStreetMap contributors", licence: "ODbL 1.0")
    source.hasOSMIDs = true
    return source
  }

  /// The squares that are fetched from an Overpass server.
  public static let overpass = {
    var source = extract(named: "overpass")
    source.origin = .overpass
    return source
  }()
}
