/// An extract of OpenStreetMap (`.osm.pbf`, `.osm`), which osmium-tool turns into what poi reads.
public struct OSMExtract: Sendable {
  /// The endings of such files.
  private static let endings = [".osm.pbf", ".pbf", ".osm", ".osm.bz2", ".osm.gz", ".osm.xz"]

  /// Where it is.
  public let path: String

  /// The extract at `path`; nothing where the name is that of another kind of file.
  public init?(path: String) {
    guard Self.endings.contains(where: path.lowercased().hasSuffix) else { return nil }
    self.path = path
  }

  /// What osmium(1) is told, to keep only what a place can be made of.
  ///
  /// With the nodes of the ways, so not with `-R`.
  public func filtering(into output: String) -> [String] {
    ["tags-filter", path, "-o", output, "-f", "pbf", "--no-progress"] + Self.filters
  }

  /// What osmium(1) is told, to write places as a GeoJSON text sequence to its standard output.
  ///
  /// - Parameter configuration: a file that holds `exportConfiguration`.
  public static func exporting(_ filtered: String, configuration: String) -> [String] {
    ["export", filtered, "-F", "pbf", "-f", "geojsonseq", "-u", "type_id", "-c", configuration]
      + ["-o", "-", "--no-progress"]
  }

  /// A way that comes back to its start is an area, and not its outline as well, whose middle is at the edge.
  public static let exportConfiguration = #"{"linear_tags": false, "area_tags": true}"#

  /// One filter for each key, as osmium-tags-filter(1) has them.
  private static let filters: [String] = {
    var values: [String: Set<String>] = [:]
    var anyValue: Set<String> = []
    func add(_ expression: TagExpression) {
      switch expression {
      case .tag(let key, let wanted): values[key, default: []].formUnion(wanted)
      case .has(let key): anyValue.insert(key)
      case .any(let parts), .all(let parts): parts.forEach(add)
      case .not: break
      }
    }
    add(.defaultSelection)
    for category in Category.all { add(category.expression) }
    return anyValue.sorted().map { "nwr/\($0)" }
      + values.filter { !anyValue.contains($0.key) }.sorted { $0.key < $1.key }
      // A value of a list, `deli;kitchen`, is found by asterisks.
      .map { key, wanted in "nwr/\(key)=\(wanted.sorted().map { "*\($0)*" }.joined(separator: ","))" }
  }()
}

/// The features that osmium-export(1) writes, as places: those worth finding, by their ids in OpenStreetMap.
public struct OSMFeatures: PlaceStreaming {
  public let name: String
  private let file: PlaceFile

  /// - Parameters:
  ///   - file: what osmium writes.
  ///   - name: what messages call it.
  public init(_ file: PlaceFile, name: String) {
    self.file = file
    self.name = name
  }

  public func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    try file.read { records in
      records.changePlaces { $0.compactMap(Self.place) }
      return take(&records)
    }
  }

  private static func place(of feature: PointOfInterest) -> PointOfInterest? {
    var tags = feature.tags
    tags["name"] = feature.name
    guard
      TagExpression.defaultSelection.matches(tags) || Category.all.contains(where: { $0.matches(tags: tags) })
    else { return nil }
    return PointOfInterest(
      id: id(of: feature.id), name: feature.name, coordinate: feature.coordinate, tags: feature.tags)
  }

  /// `node/1` for `n1`, `way/1` for `w1` and for the area `a2`, `relation/1` for the area `a3` (osmium-export(1)).
  static func id(of unique: String) -> String {
    guard let number = Int64(unique.dropFirst()) else { return unique }
    return switch unique.first {
    case "n": "node/\(number)"
    case "w": "way/\(number)"
    case "r": "relation/\(number)"
    case "a": number.isMultiple(of: 2) ? "way/\(number / 2)" : "relation/\(number / 2)"
    default: unique
    }
  }
}
