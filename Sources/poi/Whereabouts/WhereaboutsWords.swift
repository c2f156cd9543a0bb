import Geography
import Nearby
import PlaceStore
import Places
import Positioning
import Presentation

/// Says where positions are, in words.
@MainActor
struct WhereaboutsWords {
  private let search: WhereaboutsSearch
  let wording: Wording
  private let language: NameLanguage

  init(_ search: WhereaboutsSearch, _ wording: Wording, _ language: NameLanguage) {
    (self.search, self.wording, self.language) = (search, wording, language)
  }

  /// Asks the store alone.
  init(
    _ options: StoreOptions, _ wording: Wording, _ language: NameLanguage, in context: CommandContext
  ) throws {
    self.init(try WhereaboutsSearch(options, isStream: false, in: context), wording, language)
  }

  /// What knows it; `nil` if there is none, or no home to have one in.
  var store: PlaceStore? { search.store }

  func reports(on locations: [Location], from provider: String) async throws -> [WhereaboutsReport] {
    try await search.whereabouts(of: locations)
      .map { WhereaboutsReport($0, provider: provider, language: language) }
  }

  /// - Parameter street: the one that a traveller is on.
  func report(
    on location: Location, from provider: String, street: Surroundings.Near<Street>? = nil
  ) async throws -> WhereaboutsReport {
    let found = try await search.whereabouts(of: [location]).first ?? Whereabouts(of: location)
    return WhereaboutsReport(found.travelling(on: street), provider: provider, language: language)
  }

  /// The line of words that `poi where` begins with; `nil` if nothing is known.
  func line(on location: Location, street: Surroundings.Near<Street>? = nil) async throws -> String? {
    try await report(on: location, from: "", street: street).words(wording)
  }
}

extension WhereaboutsReport {
  /// How far the next junction may be.
  private static let reachOfJunction = Distance(metres: 250)

  /// The same with the next junction, if the network of streets is known.
  ///
  /// - Throws: `PlacesError`.
  func with(junctionAt location: Location, of streets: (any StreetNetworkProviding)?) throws -> Self {
    var report = self
    if location.accuracy ?? 0 <= WhereaboutsRules.accuracyOfAddress {
      let network = try streets?.network(within: Self.reachOfJunction, of: location.coordinate)
      report.lacksJunctions = network?.isCrowded == true
      report.junction = network?.nextJunction(to: location.coordinate, within: Self.reachOfJunction)
    }
    return report
  }
}
