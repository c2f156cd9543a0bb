import Geography

/// A house number, and what belongs to it.
public struct Address: Hashable, Codable, Sendable {
  public let housenumber: String
  /// The street, or the place whose houses are numbered.
  public let street: String?
  public let postcode: String?
  public let city: String?
  public let coordinate: Coordinate
  /// What has the address, if that is more than a point: its lines, and its rings as lines that come back to their
  /// start, of which an odd number is around what is inside.
  package let outline: [[Coordinate]]
  /// Whether it is only known to lie between its neighbours, and so is about there.
  public let isInterpolated: Bool

  package init(
    housenumber: String, street: String?, postcode: String?, city: String?, coordinate: Coordinate,
    outline: [[Coordinate]] = [], isInterpolated: Bool = false
  ) {
    (self.housenumber, self.street, self.postcode) = (housenumber, street, postcode)
    (self.city, self.coordinate, self.outline) = (city, coordinate, outline)
    self.isInterpolated = isInterpolated
  }

  /// Its city, unless somebody wrote a number there.
  public var town: String? { city.flatMap { $0.contains(where: \.isLetter) ? $0 : nil } }

  /// How it is written: `Städtle 12, 9490 Vaduz`, or what is known of that; `nil` if nothing is.
  public static func line(
    street: String?, number: String? = nil, postcode: String? = nil, city: String? = nil
  ) -> String? {
    let parts = [[street, number], [postcode, city]].map { words in
      words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
    let known = parts.filter { !$0.isEmpty }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }
}
