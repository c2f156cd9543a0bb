extension PointOfInterest {
  /// What to call it if it has no name: its brand, its operator, or its number on the spot; `nil` without
  /// any.
  public var title: String? {
    if let name { return name }
    let known = Self.otherNames.lazy.compactMap { self.tags[$0] }.first { !$0.isEmpty }
    guard let known else { return nil }
    // A bank's name alone promises its counter.
    return tags["amenity"] == "atm" ? "ATM \(known)" : known
  }

  /// The street and number, or the place, of its address; `nil` without any.
  public var street: String? {
    guard let street = ["addr:street", "addr:place"].compactMap({ tags[$0] }).first(where: { !$0.isEmpty })
    else { return nil }
    guard let number = tags["addr:housenumber"], !number.isEmpty else { return street }
    return "\(street) \(number)"
  }

  private static let otherNames = [
    "official_name", "short_name", "loc_name", "alt_name", "brand", "operator", "network", "local_ref", "ref",
  ]
}
