import Geography
import Places
import Positioning

private typealias Rules = WhereaboutsRules

/// Finds out where positions are.
public struct WhereaboutsFinder: Sendable {
  private let places: any PlaceProviding
  private let gazetteer: any GazetteerProviding

  /// - Parameters:
  ///   - places: where settlements, parks and landmarks come from.
  ///   - gazetteer: where streets, addresses and areas come from.
  public init(places: any PlaceProviding, gazetteer: any GazetteerProviding) {
    (self.places, self.gazetteer) = (places, gazetteer)
  }

  /// Where a valid position is.
  public nonisolated(nonsending) func whereabouts(
    of location: Location
  ) async throws(PlacesError) -> Whereabouts {
    try await gazetteer.inOneTurn { () async throws(PlacesError) in try await find(location) }
  }

  /// Where each of several valid positions is, in their order.
  public nonisolated(nonsending) func whereabouts(
    of locations: [Location]
  ) async throws(PlacesError) -> [Whereabouts] {
    try await gazetteer.inOneTurn { () async throws(PlacesError) in
      var found: [Whereabouts] = []
      for location in locations { found.append(try await find(location)) }
      return found
    }
  }

  private nonisolated(nonsending) func find(_ location: Location) async throws(PlacesError) -> Whereabouts {
    let position = location.coordinate
    let surroundings = try await gazetteer.surroundings(
      of: position, streetsWithin: Rules.streetReach, addressWithin: Rules.addressReach)
    var found = Whereabouts(location: location, hasGazetteer: surroundings != nil)
    if let surroundings {
      (found.areas, found.lacksAreas) = (surroundings.areas, surroundings.lacksAreas)
      if !found.isTooInaccurateForAddress { found.address = surroundings.address }
      if !found.isTooInaccurateForStreet { found.street = surroundings.streets.first }
    }
    for reach in Rules.settlementReaches where found.settlement == nil {
      found.settlement = try await settlements(
        ["city", "town", "village", "hamlet"], around: position, within: reach, limit: 1
      ).first
    }
    if let surroundings, found.municipality == nil {
      found.town = surroundings.city.map(Whereabouts.Town.called)
      if found.town == nil { found.town = try await town(around: position) }
    }
    var listed = PlaceFilter()
    listed.skipsUnlisted = true
    for limit in Rules.placesAround {
      let around = try await places.places(
        near: position, matching: PlaceQuery(filter: listed, radius: Rules.landmarkReach, limit: limit)
      ).places
      let named = around.filter { $0.place.name != nil }
      found.inside = named.filter(\.isInside)
      let names = Set(found.inside.map(\.place.name))
      found.landmark = named.first { !$0.isInside && !names.contains($0.place.name) }
      // Those around the position come first. A river can be an area and a line.
      if found.landmark != nil || around.count < limit { break }
    }
    return found
  }

  private nonisolated(nonsending) func settlements(
    _ categories: [String], around position: Coordinate, within reach: Distance, limit: Int
  ) async throws(PlacesError) -> [NearbyPlace] {
    try await places.places(
      near: position,
      matching: PlaceQuery(filter: PlaceFilter(categories: categories), radius: reach, limit: limit)
    ).places
  }

  /// The town that a position belongs to by the settlements around it.
  private nonisolated(nonsending) func town(
    around position: Coordinate
  ) async throws(PlacesError) -> Whereabouts.Town? {
    let towns = try await settlements(
      ["city", "town"], around: position, within: Rules.townReaches.cities, limit: Rules.mostSettlements)
    let others = try await settlements(
      ["settlement"], around: position, within: Rules.townReaches.others, limit: Rules.mostSettlements)
    return SettlementTown.town(among: towns + others)
  }
}

/// Tells by the settlements around a position which town it belongs to.
enum SettlementTown {
  /// The kinds that are parts of a town.
  private static let parts: Set = ["borough", "suburb", "quarter", "neighbourhood"]

  /// The town; `nil` if no settlement is near enough for its kind.
  ///
  /// - Parameter settlements: those around, as seen from the position.
  static func town(among settlements: [NearbyPlace]) -> Whereabouts.Town? {
    let near = settlements.sorted { share($0) < share($1) }
    guard let first = near.first, share(first) <= 1 else { return nil }
    guard parts.contains(kind(first)) else { return .place(first.place) }
    let tags = first.place.tags
    if let said = ["is_in:city", "is_in:town", "addr:city"].lazy.compactMap({ tags[$0] }).first {
      return .called(said)
    }
    let towns = near.filter { ["city", "town"].contains(kind($0)) }
    let around = (tags["is_in"] ?? "").split { ",;".contains($0) }
      .map { $0.split(separator: " ").joined(separator: " ") }
    if let town = towns.first(where: { around.contains($0.place.name ?? "") }) { return .place(town.place) }
    if let said = around.first { return .called(said) }
    return .place((towns.first ?? near.first { !parts.contains(kind($0)) } ?? first).place)
  }

  /// How far away it is, measured by its size.
  private static func share(_ settlement: NearbyPlace) -> Double {
    settlement.distance.metres / (Rules.sizes[kind(settlement)] ?? 1)
  }

  private static func kind(_ settlement: NearbyPlace) -> String { settlement.place.tag("place") ?? "" }
}
