import Geography
import Places

/// Something that a name means as a position: a settlement, a place, a street, or a house.
public struct NamedSpot: Hashable, Sendable {
  public let name: String
  /// What it is: `town`, `street`.
  public let kind: String?
  public let place: PointOfInterest?
  public let coordinate: Coordinate
  /// Its shape, from which distances count; `nil` if it is a point.
  public var extent: Extent?
  /// That of a house, or what a street is called.
  var street: String?
  /// How its number is not just the one that was asked for; `nil` if it is.
  public var otherNumber: OtherNumber?
  /// Words that poi knows nothing of, in their order.
  public var ignored: [String] = []
  /// What was typed in place of its name; `nil` if that was right.
  public var typo: SearchTypo?
  /// Metres around its coordinate in which others of its name are the same.
  var reach = PositionByName.reachOfOne
}

extension [NamedSpot] {
  /// The one that is nearest to a position.
  public func nearest(to position: Coordinate) -> NamedSpot? {
    self.min {
      WGS84.inverse(from: position, to: $0.coordinate).distance
        < WGS84.inverse(from: position, to: $1.coordinate).distance
    }
  }
}

extension NamedSpot {
  /// A street, of which no house is known to have a number.
  func lacking(_ number: HouseNumber?) -> Self {
    var spot = self
    spot.otherNumber = number.map {
      OtherNumber(asked: $0.text, found: "", street: name, position: .noneKnown)
    }
    return spot
  }
}

/// A house in place of one whose number is missing.
public struct OtherNumber: Hashable, Sendable {
  public enum Position: Hashable, Sendable { case highest, lowest, nearest, noneKnown }

  public let asked: String
  public let found: String
  public let street: String?
  /// Which of the street's numbers it is, of which none may be known; `nil` if the one that was asked for is a part of it.
  public let position: Position?
}

// MARK: - One or several

extension PositionByName {
  static let reachOfOne = 200.0
  /// Metres between neighbours in a street, where it is long and there are fields between.
  private static let reachOfHouses = 1000.0
  /// Metres of a cube whose diagonal is no longer than that.
  private static let sideOfCell = 115.0

  static func spot(_ place: PointOfInterest) -> NamedSpot {
    NamedSpot(
      name: place.heading() ?? place.id, kind: place.label, place: place, coordinate: place.coordinate,
      extent: place.extent)
  }

  /// An area, at a point inside if no better one is known.
  static func spot(_ found: OutlinedArea, in language: NameLanguage, at start: Coordinate? = nil) -> NamedSpot
  {
    let inside = start ?? Geometry.pointInside(evenOddRings: found.outline.rings)
    return NamedSpot(
      name: found.area.name(in: language), kind: nil, place: nil,
      coordinate: inside ?? found.outline.boundingBox.middle, extent: found.outline)
  }

  static func spot(_ address: Address, _ other: OtherNumber?) -> NamedSpot {
    NamedSpot(
      name: Address.line(
        street: address.street, number: address.housenumber, postcode: address.postcode, city: address.city)
        ?? "",
      kind: address.isInterpolated ? "approximate address" : "address", place: nil,
      coordinate: address.coordinate, street: address.street, otherNumber: other)
  }

  /// The address nearest to the middle of some of one postcode, with the town that most of them have.
  static func middle(ofPostcode addresses: [Address]) -> (spot: NamedSpot, town: String?) {
    func mostly(_ texts: [String]) -> String? {
      Dictionary(grouping: texts, by: \.self).max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    }
    let town = mostly(addresses.compactMap(\.town))
    let name = Address.line(street: nil, postcode: mostly(addresses.compactMap(\.postcode)), city: town) ?? ""
    let spots = addresses.map {
      NamedSpot(name: name, kind: "postcode", place: nil, coordinate: $0.coordinate)
    }
    return (nearestToMiddle(of: spots) ?? spots[0], town)
  }

  /// The streets that pieces are of, each in the middle of one of its ways.
  static func spots(of pieces: [Street]) throws(PlacesError) -> [NamedSpot] {
    try joined(spotsOfWays(of: pieces))
  }

  private static func spotsOfWays(of pieces: [Street]) -> [NamedSpot] {
    Dictionary(grouping: pieces, by: \.id).sorted { $0.key < $1.key }.compactMap { _, pieces in
      let points = pieces.flatMap(\.line)
      guard let piece = pieces.first, !points.isEmpty else { return nil }
      let middle = points[points.count / 2]
      var spot = NamedSpot(
        name: piece.title, kind: "street", place: nil, coordinate: middle,
        extent: Extent(lines: pieces.map(\.line)), street: piece.title)
      let ends = [points[0], points[points.count - 1]]
      spot.reach += 2 * (ends.map { WGS84.inverse(from: middle, to: $0).distance.metres }.max() ?? 0)
      return spot
    }
  }

  /// The houses of each of some streets of one name, with what their numbers begin with. Where one leads through several
  /// towns, each has its own numbers.
  static func numberedHouses(
    of found: AddressSearch.Found
  ) throws(PlacesError) -> [[(house: Address, value: Int)]] {
    let houses = found.addresses.prefix(most).compactMap { house in
      HouseNumber.value(of: house.housenumber).map { (house: house, value: $0) }
    }
    let spots = houses.map { spotOfStreet($0.house) } + spotsOfWays(of: found.streets)
    let numbers = try LimitedWork.whole { groups(of: spots, within: $0) }
    let streets = Dictionary(grouping: houses.indices) { numbers[$0] }.sorted { $0.key < $1.key }.map(\.value)
    return streets.flatMap { street in
      // A house that names no town may be in any; a number is none.
      var towns = Dictionary(grouping: street.map { houses[$0] }) { house in
        house.house.city.flatMap { $0.contains(where: \.isLetter) ? $0 : nil } ?? ""
      }
      let others = towns.removeValue(forKey: "") ?? []
      return towns.count > 1
        ? towns.sorted { $0.key < $1.key }.map { $0.value + others } : [street.map { houses[$0] }]
    }
  }

  static func spotOfStreet(_ house: Address) -> NamedSpot {
    NamedSpot(
      name: house.street ?? "", kind: "addresses", place: nil, coordinate: house.coordinate,
      street: house.street, reach: reachOfHouses)
  }

  /// The places of a name as spots, those near each other as one.
  public static func spots(of places: [PointOfInterest]) throws(PlacesError) -> [NamedSpot] {
    try joined(each(of: places))
  }

  static func each(of places: [PointOfInterest]) throws(PlacesError) -> [NamedSpot] {
    try LimitedWork.whole { work in places.prefix(most).compactMap { work.mayGoOn() ? spot($0) : nil } }
  }

  /// Where the pieces of some streets have a point in common with those of others.
  static func corners(of pieces: [Street], _ others: [Street]) throws(PlacesError) -> [NamedSpot] {
    let titles = Dictionary(others.flatMap { street in street.line.map { ($0, street.title) } }) { $1 }
    return try joined(
      pieces.flatMap { street in
        street.line.compactMap { point in
          guard let title = titles[point], title != street.title else { return nil }
          return NamedSpot(name: "\(street.title) & \(title)", kind: nil, place: nil, coordinate: point)
        }
      })
  }

  /// One of each group in which everybody is within reach of another: the first place, or the middle of the houses
  /// and streets that are called like the first, as a large building has its address at each door.
  ///
  /// - Throws: `PlacesError.tookTooLong`.
  static func joined(_ spots: [NamedSpot]) throws(PlacesError) -> [NamedSpot] {
    try LimitedWork.whole { joined(spots, within: $0) }
  }

  private static func joined(_ spots: [NamedSpot], within work: LimitedWork) -> [NamedSpot] {
    let spots = Array(spots.prefix(most))
    return Dictionary(grouping: zip(spots, groups(of: spots, within: work)), by: \.1)
      .sorted { $0.key < $1.key }.map { middle(of: $0.value.map(\.0)) }
  }

  /// The least index of those that each belongs together with.
  private static func groups(of spots: [NamedSpot], within work: LimitedWork) -> [Int] {
    // The least index in the group of each, found by following the numbers.
    var group = Array(spots.indices)
    func first(_ index: Int) -> Int {
      var index = index
      while group[index] != index {
        group[index] = group[group[index]]
        index = group[index]
      }
      return index
    }
    // All in one cell are within reach of each other, so that only cells need be compared, from south to north.
    let points = spots.map { WGS84.cartesian($0.coordinate) }
    let northwards = spots.indices.sorted { spots[$0].coordinate.latitude < spots[$1].coordinate.latitude }
    let cells = Dictionary(grouping: northwards) { (points[$0] / sideOfCell).rounded(.down) }.values
      .map { (south: spots[$0[0]].coordinate.latitude, members: $0) }.sorted { $0.south < $1.south }
    for (_, members) in cells {
      let least = members.min() ?? 0
      for index in members { group[index] = least }
    }
    let farthest = (spots.map(\.reach).max() ?? 0) + reachOfOne
    // Mostly the first of each show that they belong together, which leaves little to compare.
    for count in [1, spots.count] {
      for (place, cell) in cells.enumerated() where work.mayGoOn() {
        for other in cells[..<place].reversed() {
          guard (cell.south - other.south) * leastDegree <= farthest else { break }
          let (left, right) = (first(cell.members[0]), first(other.members[0]))
          let apart = (points[cell.members[0]] - points[other.members[0]]).length
          guard left != right, apart <= farthest + reachOfOne else { continue }
          let isNear = cell.members.prefix(count).contains { one in
            other.members.prefix(count).contains {
              (points[one] - points[$0]).length <= (spots[one].reach + spots[$0].reach) / 2
            }
          }
          if isNear { group[max(left, right)] = min(left, right) }
        }
      }
    }
    return spots.indices.map(first)
  }

  /// Of spots near each other, the one nearest to the middle of those that are the same as the first.
  private static func middle(of spots: [NamedSpot]) -> NamedSpot {
    // A stop or a sign may be called like the park beside it.
    let first = spots.first { $0.place?.extent?.isArea == true } ?? spots[0]
    let alike = spots.filter { $0.place == nil && $0.name == first.name && $0.kind == first.kind }
    var spot = first.place == nil && alike.count > 2 ? nearestToMiddle(of: alike) ?? first : first
    if alike.count > 1 { spot.extent = Extent(lines: alike.flatMap { $0.extent?.lines ?? [] }) }
    return spot
  }

  private static func nearestToMiddle(of spots: [NamedSpot]) -> NamedSpot? {
    let count = Double(spots.count)
    return spots.nearest(
      to: Coordinate(
        latitude: spots.map(\.coordinate.latitude).reduce(0, +) / count,
        longitude: spots.map(\.coordinate.longitude).reduce(0, +) / count))
  }

  /// Metres; no degree of latitude is shorter.
  private static let leastDegree = 110_000.0

  // MARK: - Settlements

  private static func rank(of place: PointOfInterest) -> Int? {
    (place.tag("place") ?? place.category).flatMap(PointOfInterest.settlements.firstIndex)
  }

  public static func isSettlement(_ place: PointOfInterest) -> Bool { rank(of: place) != nil }

  static func mostImportant(_ settlements: [PointOfInterest]) -> [PointOfInterest] {
    func importance(_ place: PointOfInterest) -> (Int, Double) {
      (rank(of: place) ?? .max, -(place.tag("population").flatMap(Double.init) ?? 0))
    }
    guard let best = settlements.map(importance).min(by: <) else { return [] }
    return settlements.filter { importance($0) == best }
  }
}
