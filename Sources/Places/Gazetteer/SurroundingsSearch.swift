import Geography

/// Finds what a gazetteer has around a position, among streets and houses that may be near.
package struct SurroundingsSearch {
  private let plane: LocalPlane
  private let streetReach: Double
  private let addressReach: Double
  /// Metres within which addresses tell the town; 0 if an area does.
  private var cityReach: Double
  private let areas: [AdministrativeArea]
  private let lacksAreas: Bool
  private var streets: [String: Surroundings.Near<Street>] = [:]
  private var address: Surroundings.Near<Address>?
  private var cities: [(metres: Double, name: String)] = []

  /// Addresses farther away tell the town only where there are none near.
  private static let cityReaches = (near: 100.0, far: 250.0)
  /// How many of the nearest addresses are asked for it, as one may be wrong.
  private static let housesOfCity = 5
  /// Metres within which a point is where the position is, as stores round it.
  private static let rounding = 0.1

  /// Areas around a position are some ten; of more than these, only the smallest count.
  package static let mostAreas = 200

  /// - Parameters:
  ///   - areas: those that contain the position.
  ///   - lacksAreas: whether larger ones were left out.
  package init(
    at position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance,
    in areas: [AdministrativeArea], lacksAreas: Bool = false
  ) {
    plane = LocalPlane(about: position)
    (streetReach, addressReach) = (streets.metres, addresses.metres)
    let inOrder = areas.sorted { ($0.size, $1.level, $0.id) < ($1.size, $0.level, $1.id) }
    self.areas = Array(inOrder.prefix(Self.mostAreas))
    self.lacksAreas = lacksAreas || areas.count > Self.mostAreas
    let needsCity = addresses > .zero && !areas.contains(where: \.isMunicipality)
    cityReach = needsCity ? Self.cityReaches.near : 0
  }

  /// Metres from the position within which streets and houses count.
  package var reach: Double { max(streetReach, addressReach, cityReach) }

  /// Extends the reach if no house within tells the town, though one should.
  ///
  /// - Returns: whether to take those within once more.
  package mutating func goFarther() -> Bool {
    guard cityReach == Self.cityReaches.near, city == nil else { return false }
    cityReach = Self.cityReaches.far
    return true
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
    guard var metres = plane.distance(to: house), metres <= max(addressReach, cityReach) else { return }
    if metres <= cityReach, !house.isInterpolated, let city = house.town { cities.append((metres, city)) }
    guard metres <= addressReach else { return }
    if metres <= Self.rounding { metres = 0 }
    // Of those around the position, the smallest tells most; of several at one point, one is surely there. A number alone
    // tells least.
    func order(_ metres: Double, _ house: Address) -> (Int, Double, Int, Double, String, String) {
      let size = metres > 0 ? 0 : plane.area(ofOutline: house.outline)
      let isBare = house.street == nil && house.town == nil
      return (
        isBare ? 1 : 0, metres, house.isInterpolated ? 1 : 0, size, house.housenumber, house.street ?? ""
      )
    }
    if let address, order(address.distance.metres, address.thing) <= order(metres, house) { return }
    address = .init(house, distance: Distance(metres: metres))
  }

  package var surroundings: Surroundings {
    var found = Surroundings()
    found.streets = streets.values.sorted {
      ($0.distance.metres, $0.thing.title) < ($1.distance.metres, $1.thing.title)
    }
    found.address = address
    found.areas = areas
    found.lacksAreas = lacksAreas
    found.city = city
    return found
  }

  /// What the address or else most of the nearest ones say.
  private var city: String? {
    guard cityReach > 0 else { return nil }
    if let town = address?.thing.town { return town }
    let nearest = cities.sorted { ($0.metres, $0.name) < ($1.metres, $1.name) }.prefix(Self.housesOfCity)
    let votes = Dictionary(grouping: nearest, by: \.name).mapValues(\.count)
    let most = votes.values.max()
    return nearest.first { votes[$0.name] == most }?.name
  }
}

extension LocalPlane {
  /// Metres to the edge of what has an address; 0 inside.
  fileprivate func distance(to house: Address) -> Double? {
    house.outline.isEmpty ? distance(to: [house.coordinate]) : distance(toOutline: house.outline)
  }
}

extension GazetteerEntries {
  /// What of it is around a position.
  package func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance
  ) -> Surroundings {
    var search = SurroundingsSearch(
      at: position, streetsWithin: streets, addressWithin: addresses,
      in: areas.filter { $0.outline.contains(position) }.map(\.area))
    for street in self.streets { search.take(street) }
    let houses = self.addresses + interpolated
    repeat {
      for house in houses { search.take(house) }
    } while search.goFarther()
    return search.surroundings
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
