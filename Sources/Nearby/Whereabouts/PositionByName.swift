import Geography
import Input
import Places

/// Something that a name means as a position: a settlement, a place, a street, or a house.
public struct NamedSpot: Hashable, Sendable {
  public let name: String
  /// What it is: `town`, `street`.
  public let kind: String?
  public let place: PointOfInterest?
  public let coordinate: Coordinate
}

/// Finds what a name means as a position: `Vaduz`, `Städtle, Vaduz`, `Städtle 12, Vaduz`, `Rappenstein`.
///
/// A settlement comes before a house, this before streets and other places. What comes behind a comma is the
/// settlement or area that it lies in. Things of one name within 200 m are one.
public struct PositionByName: Sendable {
  private let source: any PlaceFinding & PlaceProviding & GazetteerProviding

  private static let reachOfOne = Distance(metres: 200)
  /// How far a settlement counts for what lies around it.
  private static let reachOfSettlement = Distance(metres: 10_000)
  /// How many things of one name to tell apart: more than a country has of its commonest street.
  private static let most = 20_000

  /// - Parameter source: where names, streets, areas and settlements are looked up.
  public init(_ source: any PlaceFinding & PlaceProviding & GazetteerProviding) {
    self.source = source
  }

  /// The places of a name as spots, those near each other as one.
  public static func spots(of places: [PointOfInterest]) -> [NamedSpot] { joined(places.map(spot)) }

  /// What a text means best: one spot, several of equal right, or none.
  public nonisolated(nonsending) func spots(called text: String) async throws(PlacesError) -> [NamedSpot] {
    let whole = try await spots(of: text, within: [])
    let parts = text.split(separator: ",").map { $0.trimmed() }
    guard whole.isEmpty else { return whole }
    // A name or a number can have a comma, too.
    for count in (1..<max(1, parts.count)).prefix(Self.mostCommas) {
      let name = parts.prefix(count).joined(separator: ", ")
      let found = try await spots(of: name, within: Array(parts.dropFirst(count)))
      if !found.isEmpty { return found }
    }
    return []
  }

  private nonisolated(nonsending) func spots(
    of name: String, within outer: [String]
  ) async throws(PlacesError) -> [NamedSpot] {
    let found = try await source.places(called: name)
    let pattern = NamePattern(name)
    let exact = found.filter { pattern.isName(of: $0) || $0.id == name }
    let settlements = Self.mostImportant(
      try await inside(outer, exact.filter { Self.rank(of: $0) != nil }, at: \.coordinate))
    if !settlements.isEmpty { return Self.joined(settlements.map(Self.spot)) }
    let houses = try await inside(outer, try self.houses(name), at: \.coordinate) { $0.city }
    if !houses.isEmpty {
      let known = houses.filter { !$0.isInterpolated }
      return Self.joined((known.isEmpty ? houses : known).map(Self.spot))
    }
    let streets = try await inside(outer, try self.streets(name), at: \.coordinate)
    let named = try await inside(outer, exact, at: \.coordinate) { $0.tag("addr:city") }
    if !streets.isEmpty || !named.isEmpty { return Self.joined(streets + named.map(Self.spot)) }
    return Self.joined(
      try await inside(outer, found, at: \.coordinate) { $0.tag("addr:city") }.map(Self.spot))
  }

  // MARK: - Settlements

  private static let ranks = [
    "city", "town", "village", "suburb", "borough", "quarter", "neighbourhood", "hamlet", "isolated_dwelling",
  ]

  private static func rank(of place: PointOfInterest) -> Int? {
    place.tag("place").flatMap(ranks.firstIndex)
  }

  private static func mostImportant(_ settlements: [PointOfInterest]) -> [PointOfInterest] {
    func importance(_ place: PointOfInterest) -> (Int, Double) {
      (rank(of: place) ?? ranks.count, -(place.tag("population").flatMap(Double.init) ?? 0))
    }
    guard let best = settlements.map(importance).min(by: <) else { return [] }
    return settlements.filter { importance($0) == best }
  }

  // MARK: - Streets and houses

  private func houses(_ text: String) throws(PlacesError) -> [Address] {
    for (street, number) in Self.readings(text) {
      let wanted = Self.folded(number)
      let found = try source.streets(named: street).addresses.filter {
        Self.folded($0.housenumber) == wanted
      }
      // In some streets 1B and 1b are two houses.
      let same = found.filter { $0.housenumber == number }
      if !found.isEmpty { return same.isEmpty ? found : same }
    }
    return []
  }

  /// A street and a number, which can stand before it or behind it, be of several words, and have no digit: `s/n`.
  private static func readings(_ text: String) -> [(street: String, number: String)] {
    let words = text.split(separator: " ")
    return (1..<max(1, words.count)).prefix(mostWordsOfNumber).flatMap { count in
      [(words.dropLast(count), words.suffix(count)), (words.dropFirst(count), words.prefix(count))]
        .map { ($0.joined(separator: " "), $1.joined(separator: " ")) }
    }
  }

  private static let mostWordsOfNumber = 6
  private static let mostCommas = 3

  private static func folded(_ number: String) -> String {
    number.lowercased().filter { !$0.isWhitespace }
  }

  private func streets(_ name: String) throws(PlacesError) -> [NamedSpot] {
    let pieces = try source.streets(named: name).streets
    // One for each way, in its middle.
    return Dictionary(grouping: pieces, by: \.id).sorted { $0.key < $1.key }.compactMap { _, pieces in
      let points = pieces.flatMap(\.line)
      guard let piece = pieces.first, !points.isEmpty else { return nil }
      return NamedSpot(name: piece.title, kind: "street", place: nil, coordinate: points[points.count / 2])
    }
  }

  // MARK: - Where they lie

  /// Those that lie in all of the areas or settlements.
  private nonisolated(nonsending) func inside<Thing>(
    _ outer: [String], _ things: [Thing], at coordinate: (Thing) -> Coordinate,
    city: (Thing) -> String? = { _ in nil }
  ) async throws(PlacesError) -> [Thing] {
    guard !outer.isEmpty else { return things }
    var inside: [Thing] = []
    for thing in things.prefix(Self.most) {
      var names = Set([city(thing)].compactMap { $0.map(Self.foldedName) })
      let position = coordinate(thing)
      let areas = try await source.surroundings(of: position, streetsWithin: .zero, addressWithin: .zero)?
        .areas
      for area in areas ?? [] {
        names.formUnion(area.names.filter { $0.key.hasPrefix("name") }.values.map(Self.foldedName))
      }
      let settlements = PlaceQuery(
        filter: PlaceFilter(categories: ["settlement"]), radius: Self.reachOfSettlement, limit: 5)
      for nearby in try await source.places(near: position, matching: settlements).places {
        names.formUnion(nearby.place.allNames.map(Self.foldedName))
      }
      if outer.allSatisfy({ names.contains(Self.foldedName($0)) }) { inside.append(thing) }
    }
    return inside
  }

  private static func foldedName(_ name: String) -> String {
    NameWords.asked(name).joined(separator: " ")
  }

  // MARK: - One or several

  private static func spot(_ place: PointOfInterest) -> NamedSpot {
    NamedSpot(
      name: place.heading() ?? place.id, kind: place.label, place: place, coordinate: place.coordinate)
  }

  private static func spot(_ address: Address) -> NamedSpot {
    let house = [address.street, address.housenumber].compactMap(\.self).joined(separator: " ")
    return NamedSpot(
      name: [house, address.city].compactMap(\.self).joined(separator: ", "),
      kind: address.isInterpolated ? "approximate address" : "address", place: nil,
      coordinate: address.coordinate)
  }

  /// The first of each group in which everybody is within reach of another.
  private static func joined(_ spots: [NamedSpot]) -> [NamedSpot] {
    let spots = Array(spots.prefix(most))
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
    let northwards = spots.indices.sorted { spots[$0].coordinate.latitude < spots[$1].coordinate.latitude }
    for (place, index) in northwards.enumerated() {
      for other in northwards[..<place].reversed() {
        let (from, to) = (spots[other].coordinate, spots[index].coordinate)
        guard to.latitude - from.latitude <= degreesOfReach else { break }
        let (left, right) = (first(other), first(index))
        guard left != right, WGS84.inverse(from: from, to: to).distance <= reachOfOne else { continue }
        group[max(left, right)] = min(left, right)
      }
    }
    return spots.indices.filter { group[$0] == $0 }.map { spots[$0] }
  }

  /// No degree of latitude is shorter than 110 km.
  private static let degreesOfReach = reachOfOne.metres / 110_000
}
