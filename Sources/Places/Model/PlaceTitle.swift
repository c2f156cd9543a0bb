extension PointOfInterest {
  /// What people call it: its title; without a name, what it is, and what tells it from others: `toilets (Stadt Vaduz)`.
  ///
  /// - Parameter kind: what it is, in the words of who looks for it; by default its category's word.
  /// - Returns: `nil` if nothing is known of it.
  public func heading(as kind: String? = nil) -> String? {
    guard let kind = kind ?? label, ownName == nil, tags["amenity"] != "atm" else { return title ?? street }
    let detail =
      Self.keysOfOwner.lazy.compactMap { self.tags[$0] }.first { !$0.isEmpty } ?? street
      ?? Self.keysOfNumber.lazy.compactMap { self.tags[$0] }.first { !$0.isEmpty }
    return detail.map { "\(kind) (\($0))" } ?? kind
  }

  /// Its name, or its brand, which is as good.
  private var ownName: String? {
    name ?? Self.keysOfName.lazy.compactMap { self.tags[$0] }.first { !$0.isEmpty } ?? foreignName
      ?? tags["brand"]
  }

  /// What to call it if it has no name: its brand, its operator, or its number on the spot; `nil` without
  /// any.
  public var title: String? {
    if let name = name ?? foreignName { return name }
    let keys = Self.keysOfName + ["brand"] + Self.keysOfOwner + Self.keysOfNumber
    let known = keys.lazy.compactMap { self.tags[$0] }.first { !$0.isEmpty }
    guard let known else { return nil }
    // A bank's name alone promises its counter.
    return tags["amenity"] == "atm" ? "ATM \(known)" : known
  }

  /// The street and number, or the place, of its address; `nil` without any.
  public var street: String? {
    ["addr:street", "addr:place"].compactMap { tags[$0] }.first { !$0.isEmpty }
      .flatMap { Address.line(street: $0, number: tags["addr:housenumber"]) }
  }

  private static let keysOfName = ["official_name", "short_name", "loc_name", "alt_name"]
  private static let keysOfOwner = ["operator", "network"]
  private static let keysOfNumber = ["local_ref", "ref"]
}
