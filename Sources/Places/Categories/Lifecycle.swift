/// Whether a place's tags say that it is no longer what they describe.
///
/// See the wiki's pages on lifecycle prefixes and on `disused=*`.
package enum Lifecycle {
  /// What the tags of such a place say, in one line.
  static let meaning = """
    \(plainKeys.joined(separator: "=*, "))=*, opening_hours==\(closed.joined(separator: "|")), \
    \(status.key)=\(status.closed.joined(separator: "|")), a name that ends in \(historical), or a tag such as was:shop=bakery (\(prefixes.joined(separator: " "))) that says what a \
    present one does, or that no present one replaces
    """

  /// The keys it looks at, prefixes aside.
  static let keys = plainKeys + ["opening_hours", "name"]
  package static let plainKeys = ["disused", "abandoned", "demolished", "razed", "removed"]
  package static let closed = ["closed", "off"]
  /// How Overture Maps marks places that are gone, or closed until further notice. No key of OpenStreetMap, it is not
  /// among those that tell a kind.
  private static let status = (key: "operating_status", closed: ["permanently_closed", "temporarily_closed"])
  /// How the Geographic Names Information System of the United States marks places that are gone.
  private static let historical = "(historical)"
  private static let prefixes = [
    "disused:", "abandoned:", "was:", "closed:", "demolished:", "razed:", "removed:", "former:",
  ]
  /// The keys under which a place is one thing or another, rather than a house or a piece of land.
  private static let trades = WordLines("lists", of: "tags").words(of: "trades")

  static func isGone(_ tags: [String: String]) -> Bool { isGone(tags, name: tags["name"]) }

  /// - Parameter name: the place's, whether or not it is among the tags.
  static func isGone(_ tags: [String: String], name: String?) -> Bool {
    if let name, name.hasSuffix(historical) { return true }
    // Nearly all places end here, after one look at each key.
    guard
      tags.keys.contains(where: {
        hasBeginning($0)
          && (plainKeys.contains($0) || $0 == "opening_hours" || $0 == status.key || hasPrefix($0))
      })
    else { return false }
    if plainKeys.contains(where: { key in tags[key].map { $0 != "no" } ?? false }) { return true }
    if let hours = tags["opening_hours"], closed.contains(hours) { return true }
    if let known = tags[status.key], status.closed.contains(known) { return true }
    guard tags.keys.contains(where: hasPrefix) else { return false }
    // A place that was a bank and is a bar is no less a bar.
    let present = trades.filter { tags[$0] != nil }
    let former = trades.filter { key in prefixes.contains { tags[$0 + key] != nil } }
    if present.isEmpty { return !former.isEmpty }
    return former.contains { key in
      guard let value = tags[key] else { return false }
      return prefixes.contains { tags[$0 + key] == value }
    }
  }

  private static func hasPrefix(_ key: String) -> Bool {
    hasBeginning(key) && key.utf8.contains(UInt8(ascii: ":")) && prefixes.contains { key.hasPrefix($0) }
  }

  /// Most keys begin otherwise.
  private static func hasBeginning(_ key: String) -> Bool {
    beginning(of: key).map(beginnings.contains) ?? false
  }

  private static func beginning(of key: String) -> UInt16? {
    var letters = key.utf8.makeIterator()
    guard let first = letters.next(), let second = letters.next() else { return nil }
    return UInt16(first) << 8 | UInt16(second)
  }

  private static let beginnings = Array(
    Set((plainKeys + ["opening_hours"] + prefixes).compactMap(beginning)))
}
