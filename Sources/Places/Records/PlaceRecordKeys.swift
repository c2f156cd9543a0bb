extension PlaceRecord {
  /// What a field is for, which the name of its key or column tells: `lat`, `name` …
  package enum Role {
    case id, name, category, latitude, longitude, proximity
    /// Its shape as well-known text.
    case geometry

    /// The role that a key has by its name, in CSV headers and JSON objects alike.
    package init?(key: String) {
      // Most keys have another first letter or length, which takes less time to see.
      guard let first = key.utf8.first, key.utf8.count < 64,
        Self.lengths[Int(first | 0x20)] >> key.utf8.count & 1 == 1
      else { return nil }
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
      "wkt": .geometry, "geometry": .geometry, "geom": .geometry, "the_geom": .geometry,
    ]

    /// By the first letter of a key, and the bit that makes it a small one: a bit for each length.
    private static let lengths: [UInt64] = roles.keys.reduce(into: Array(repeating: 0, count: 256)) {
      guard let first = $1.utf8.first else { return }
      $0[Int(first | 0x20)] |= 1 << $1.utf8.count
    }
  }
}
