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

  private static let otherNames = [
    "official_name", "short_name", "loc_name", "alt_name", "brand", "operator", "network", "local_ref", "ref",
  ]
}
