import Geography
import Places

/// Tells by the settlements around a position which town it belongs to.
enum SettlementTown {
  /// How far people say that they are in a settlement, in metres from its middle; a rule of thumb.
  private static let sizes = [
    "city": 15_000.0, "town": 6000, "village": 2000, "hamlet": 1000, "isolated_dwelling": 300,
    "borough": 5000, "suburb": 3000, "quarter": 1500, "neighbourhood": 1500,
  ]

  /// The kinds that are parts of a town.
  private static let parts: Set = ["borough", "suburb", "quarter", "neighbourhood"]

  /// How far a city can be, and all others but towns.
  static let reaches = (towns: Distance(metres: 15_000), others: Distance(metres: 5000))

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
    settlement.distance.metres / (sizes[kind(settlement)] ?? 1)
  }

  private static func kind(_ settlement: NearbyPlace) -> String { settlement.place.tag("place") ?? "" }
}
