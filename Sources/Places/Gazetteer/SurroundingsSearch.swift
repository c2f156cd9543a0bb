import Geography

/// Finds what a gazetteer has around a position, among streets and houses that may be near.
package struct SurroundingsSearch {
  private let plane: LocalPlane
  private let streetReach: Double
  private let addressReach: Double
  private var streets: [String: Surroundings.Near<Street>] = [:]
  private var address: Surroundings.Near<Address>?

  package init(at position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance) {
    plane = LocalPlane(about: position)
    (streetReach, addressReach) = (streets.metres, addresses.metres)
  }

  /// Takes a street or a piece of one; what has neither name nor number does not count.
  package mutating func take(_ street: Street) {
    let title = street.title
    guard !title.isEmpty, let metres = plane.distance(to: street.line), metres <= streetReach,
      metres < streets[title]?.distance.metres ?? .infinity
    else { return }
    streets[title] = .init(street, distance: Distance(metres: metres))
  }

  package mutating func take(_ house: Address) {
    guard let metres = plane.distance(to: [house.coordinate]), metres <= addressReach else { return }
    // Several can be at one point, and of these one is surely there.
    func order(_ metres: Double, _ house: Address) -> (Double, Int, String, String) {
      (metres, house.isInterpolated ? 1 : 0, house.housenumber, house.street ?? "")
    }
    if let address, order(address.distance.metres, address.thing) <= order(metres, house) { return }
    address = .init(house, distance: Distance(metres: metres))
  }

  /// All of it.
  ///
  /// - Parameter areas: those that contain the position.
  package func surroundings(in areas: [AdministrativeArea]) -> Surroundings {
    var found = Surroundings()
    found.streets = streets.values.sorted {
      ($0.distance.metres, $0.thing.title) < ($1.distance.metres, $1.thing.title)
    }
    found.address = address
    found.areas = areas.sorted { ($0.size, $1.level, $0.id) < ($1.size, $0.level, $1.id) }
    return found
  }
}

extension GazetteerEntries {
  /// What of it is around a position.
  package func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance
  ) -> Surroundings {
    var search = SurroundingsSearch(at: position, streetsWithin: streets, addressWithin: addresses)
    for street in self.streets { search.take(street) }
    for address in self.addresses + interpolated { search.take(address) }
    return search.surroundings(in: areas.filter { $0.outline.contains(position) }.map(\.area))
  }

  /// How many houses its interpolations give at the most.
  private static let mostInterpolated = 20_000

  /// The houses by its interpolations, but not those that are known.
  private var interpolated: [Address] {
    guard !interpolations.isEmpty else { return [] }
    let known = Dictionary(addresses.map { ($0.coordinate, $0) }) { first, _ in first }
    var found: [Address] = []
    for line in interpolations where found.count < Self.mostInterpolated {
      found += line.addresses { known[$0] }
    }
    let numbers = Set(addresses.map { [$0.street, $0.housenumber] })
    return found.filter { !numbers.contains([$0.street, $0.housenumber]) }
  }
}
