extension PlaceRecord {
  /// What a field is for.
  enum Role {
    case id, name, category, latitude, longitude, proximity

    /// The role that a key has by its name, in CSV headers and JSON objects alike.
    init?(key: String) {
      guard key.utf8.count <= Self.longestKey else { return nil }
      let isLowercase = key.utf8.allSatisfy {
        $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
      guard let role = Self.roles[isLowercase ? key : key.lowercased()] else { return nil }
      self = role
    }

    private static let roles: [String: Role] = [
      "id": .id, "@id": .id, "osm_id": .id, "name": .name, "title": .name,
      "category": .category, "type": .category, "kind": .category,
      "lat": .latitude, "latitude": .latitude, "y": .latitude,
      "lon": .longitude, "lng": .longitude, "long": .longitude, "longitude": .longitude, "x": .longitude,
      "proximity": .proximity, "radius": .proximity,
    ]

    private static let longestKey = roles.keys.map(\.utf8.count).max() ?? 0
  }
}
