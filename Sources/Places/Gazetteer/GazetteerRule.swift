import Geography
import Input

/// Which elements of OpenStreetMap a gazetteer has.
package struct GazetteerRule: Sendable {
  package let parts: Set<GazetteerPart>

  package init(parts: Set<GazetteerPart>) {
    self.parts = parts
  }

  /// An entry has at least one of these keys, with one of these values; `nil` means any value.
  package var keys: [String: Set<String>?] {
    var keys: [String: Set<String>?] = [:]
    if parts.contains(.streets) {
      keys["highway"] = Set(StreetKind.allCases.map(\.rawValue)).union(Self.highwaysOfNodes)
      keys["barrier"] = Self.barriers
    }
    if parts.contains(.addresses) {
      keys["addr:housenumber"] = .some(nil)
      keys["addr:interpolation"] = Set(AddressInterpolation.Numbering.allCases.map(\.rawValue))
    }
    if parts.contains(.areas) { keys["boundary"] = ["administrative"] }
    if parts.contains(.map) {
      keys.merge(MapKind.keys) { $1 }
      if parts.contains(.buildings) { keys["building"] = .some(nil) }
    }
    return keys
  }

  /// All that it selects, and what it keeps of that, as text.
  package var description: String {
    keys.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value?.sorted() ?? [])" }.joined(separator: " ")
      + " outlines roundabouts joints"
  }

  /// Letters of a name or a number, as in OpenStreetMap's own limit.
  static let lengthOfName = 255
  /// Languages of one area.
  private static let mostNames = 400

  /// Whether an element with these tags is an entry.
  package func selects(_ tags: [String: String], isRelation: Bool) -> Bool {
    !isRelation && (isStreet(tags) || numbering(tags) != nil) || isAddress(tags) || isArea(tags)
      || mapKind(tags, isRelation: isRelation) != nil
  }

  package func isStreet(_ tags: [String: String]) -> Bool { kind(tags) != nil }
  package func isAddress(_ tags: [String: String]) -> Bool { housenumber(tags) != nil }
  package func isArea(_ tags: [String: String]) -> Bool { level(tags) != nil }

  /// The street that a way is.
  ///
  /// - Parameter line: of at least two points.
  package func street(id: Int64, _ tags: [String: String], line: [Coordinate]) -> Street? {
    kind(tags).map { kind in
      let isRoundabout = ["roundabout", "circular"].contains(tags["junction"])
      let isBackward = tags["oneway"] == "-1"
      let use = StreetUse(tags)
      let name =
        tags["name"] ?? (use == .sidewalk ? StreetUse.sidewalkKeys.lazy.compactMap { tags[$0] }.first : nil)
      return Street(
        id: id, kind: kind, name: Self.text(name), ref: Self.text(tags["ref"]),
        line: isBackward ? line.reversed() : line, isRoundabout: isRoundabout,
        isOneWay: isRoundabout || isBackward || ["yes", "true", "1"].contains(tags["oneway"]), use: use,
        steps: kind == .steps ? Steps(tags, isBackward: isBackward) : nil)
    }
  }

  /// What else a street is called, in speech and in other languages; of a famous one, not in all of them.
  package func otherNames(_ tags: [String: String]) -> [String] {
    let names = tags.flatMap { key, text in
      Self.otherNameKeys.contains(key)
        ? text.split(separator: ";").map { $0.trimmed() }
        : key.hasPrefix("name:") && (key.utf8.count < 9 || key.contains("-")) ? [text] : []
    }.filter { !$0.isEmpty && $0 != tags["name"] && $0.count <= Self.lengthOfName }
    return Array(Set(names).sorted().prefix(Self.mostOtherNames))
  }

  private static let mostOtherNames = 16
  private static let otherNameKeys: Set = ["alt_name", "loc_name", "official_name", "short_name"]

  private func kind(_ tags: [String: String]) -> StreetKind? {
    guard parts.contains(.streets) else { return nil }
    return tags["highway"].flatMap(StreetKind.init(rawValue:))
  }

  /// The address that an element has, whatever else it is.
  ///
  /// - Parameters:
  ///   - coordinate: a point of it.
  ///   - geometry: its shape; `nil` for a node.
  package func address(
    _ tags: [String: String], at coordinate: Coordinate, _ geometry: OSMGeometry?
  ) -> Address? {
    housenumber(tags).map { number in
      Address(
        housenumber: number, street: Self.text(tags["addr:street"] ?? tags["addr:place"]),
        postcode: Self.text(tags["addr:postcode"]), city: Self.text(tags["addr:city"]),
        coordinate: coordinate, outline: Self.outline(of: geometry))
    }
  }

  /// Corners of one address; large buildings have a hundred.
  private static let mostCorners = 500

  private static func outline(of geometry: OSMGeometry?) -> [[Coordinate]] {
    let lines = geometry?.outlineOfAddress ?? []
    guard lines.reduce(0, { $0 + $1.count }) > mostCorners else { return lines }
    let (rings, others) = (lines.filter { $0.first == $0.last }, lines.filter { $0.first != $0.last })
    let simpler = Extent(lines: others, rings: rings)?.simplified(toPoints: mostCorners)
    return simpler.map { $0.lines + $0.rings } ?? []
  }

  private func housenumber(_ tags: [String: String]) -> String? {
    parts.contains(.addresses) ? Self.text(tags["addr:housenumber"]) : nil
  }

  /// The houses between others that a way stands for.
  package func interpolation(
    id: Int64, _ tags: [String: String], line: [Coordinate]
  ) -> AddressInterpolation? {
    guard let numbering = numbering(tags), line.count > 1 else { return nil }
    let edges = zip(line, line.dropFirst()).map { WGS84.inverse(from: $0, to: $1).distance.metres }
    guard edges.reduce(0, +) <= AddressInterpolation.longest,
      zip(line, line.dropFirst()).allSatisfy({ abs($0.longitude - $1.longitude) < 180 })
    else { return nil }
    return AddressInterpolation(id: id, numbering: numbering, line: line)
  }

  private func numbering(_ tags: [String: String]) -> AddressInterpolation.Numbering? {
    parts.contains(.addresses)
      ? tags["addr:interpolation"].flatMap(AddressInterpolation.Numbering.init(rawValue:)) : nil
  }

  /// - Parameter outline: all of it.
  package func area(id: String, _ tags: [String: String], outline: Extent) -> OutlinedArea? {
    guard outline.isArea else { return nil }
    return area(id: id, tags, size: outline.area).map { OutlinedArea(area: $0, outline: outline) }
  }

  /// An area by what it is called alone.
  package func area(id: String, _ tags: [String: String], size: Double) -> AdministrativeArea? {
    guard let level = level(tags) else { return nil }
    let names =
      tags.filter { $0.key == "name" || $0.key.hasPrefix("name:") }
      .sorted { $0.key < $1.key }.prefix(Self.mostNames)
      + tags.filter { AdministrativeArea.codeKeys.contains($0.key) }
      .map { ($0.key, $0.value.cut(to: Self.lengthOfName)) }
    return AdministrativeArea(
      id: id, level: level, names: Dictionary(uniqueKeysWithValues: names), size: size)
  }

  private func level(_ tags: [String: String]) -> Int? {
    guard parts.contains(.areas), tags["boundary"] == "administrative", tags["name"]?.isEmpty == false,
      let level = tags["admin_level"].flatMap({ Int($0) }), (2...11).contains(level)
    else { return nil }
    return level
  }

  private static func text(_ value: String?) -> String? {
    value.flatMap { $0.isEmpty ? nil : $0.cut(to: lengthOfName) }
  }
}
