import FoundationEssentials

/// How the places of a source come into a store.
public enum SourceOrigin: String, Hashable, Sendable {
  case files
  /// From an Overpass server, a square of the grid at a time.
  case overpass
  /// One at a time, by hand.
  case user
}

/// A source's name, and what its licence requires.
public struct SourceDescription: Hashable, Sendable {
  /// Distinguishes it from other sources, which may have the same ids.
  public var name: String
  public var attribution: String?
  /// The licence, like `ODbL 1.0`.
  public var licence: String?
  /// The date of the data, if it has one.
  public var dated: Date?
  /// How its places come into the store.
  public var origin: SourceOrigin
  /// Whether it has ids of OpenStreetMap's, which mean the same in every source.
  public var hasOSMIDs: Bool
  /// Whether ids that are like OpenStreetMap's are taken for that.
  public var mayHaveOSMIDs = false
  /// Whether its name comes only from its file, so that another file's source can have the same name.
  public var isNamedByFile = false

  /// A source with its own ids.
  public init(
    name: String, attribution: String? = nil, licence: String? = nil, dated: Date? = nil,
    origin: SourceOrigin = .files
  ) {
    (self.name, self.attribution, self.licence) = (name, attribution, licence)
    (self.dated, self.origin) = (dated, origin)
    hasOSMIDs = false
  }

  public static func extract(named name: String) -> SourceDescription {
    var source = SourceDescription(
      name: name, attribution: "© OpenStreetMap contributors", licence: "ODbL 1.0")
    source.hasOSMIDs = true
    return source
  }

  /// Places that the user adds by hand.
  public static let favourites = SourceDescription(name: "favourites", origin: .user)

  /// Squares fetched from an Overpass server.
  public static let overpass = {
    var source = extract(named: "overpass")
    source.origin = .overpass
    return source
  }()
}
