import Geography
import PlaceStore
import Places

/// Finds what a name or an address means as a position: `Vaduz`, `Landstrasse 27, 9494 Schaan`, `Rappenstein`.
///
/// A settlement comes before a house, an area, and streets and other places, in this order. The rest of the words must be
/// what is known of it: its town or postcode, an area or a settlement around it. Namesakes within 200 m are one.
public struct PositionByName: Sendable {
  let source: PlaceStore

  /// How many things of one name to tell apart: more than a country has of its commonest street.
  static let most = 20_000

  /// - Parameter source: where names, streets, areas and settlements are looked up.
  public init(_ source: PlaceStore) {
    self.source = source
  }

  /// What a text means best: one spot, several of equal right, or none.
  ///
  /// - Parameters:
  ///   - exactly: whether to leave out what only has the words in its name, and the nearest house in place of a
  ///     missing one.
  ///   - language: of the names of areas; `nil` to look for none.
  ///   - isMistyped: whether to look only for streets whose names have a typo.
  public nonisolated(nonsending) func spots(
    called text: String, exactly: Bool = false, areasIn language: NameLanguage? = nil,
    mistyped isMistyped: Bool = false
  ) async throws(PlacesError) -> [NamedSpot] {
    guard let typed = TypedAddress(text) else { return [] }
    return try await source.inOneTurn { () async throws(PlacesError) in
      var search = AddressSearch(of: typed, in: source)
      var spots = try await search.spots(
        called: text, exactly: exactly, areasIn: language, isMistyped ? [.mistyped] : [.typed, .longer])
      if spots.isEmpty, !exactly, !isMistyped {
        search.isLenient = true
        spots = try await search.spots(called: text, exactly: false, [.typed, .longer])
      }
      for index in spots.indices { spots[index].ignored = search.ignored }
      return try Self.joined(spots)
    }
  }

  /// What a text means if a street's name in it has a letter too many, too few, another or swapped with its neighbour: the
  /// spots of each street that it may be.
  nonisolated(nonsending) func spotsOfMistypedStreets(in text: String) async throws(PlacesError)
    -> [[NamedSpot]]
  {
    var spots = try await spots(called: text, mistyped: true)
    for index in spots.indices { spots[index].typo = SearchTypo(text, searched: spots[index].name) }
    return Dictionary(grouping: spots.filter { $0.street != nil }, by: \.street).values
      .sorted { $0[0].name < $1[0].name }
  }

  /// Whether all of a text is the name of a place.
  public func isName(_ text: String) throws(PlacesError) -> Bool {
    guard let typed = TypedAddress(text) else { return false }
    return try !source.places(named: typed.spellings(typed.all), onlySettlements: false).isEmpty
  }

  /// Whether some place has the words of a text in its name.
  public func isInNames(_ text: String) throws(PlacesError) -> Bool { try source.hasName(text) }

  /// The area of a name around the only one of some spots, else the largest of that name if there is one.
  func area(called text: String, around spots: [NamedSpot]) throws(PlacesError) -> OutlinedArea? {
    guard let typed = TypedAddress(text) else { return nil }
    let names = [text] + spots.compactMap(\.place?.name).prefix(1)
    var found: [OutlinedArea] = []
    for name in names where found.isEmpty {
      let words = TypedAddress(name) ?? typed
      found = try source.areas(named: words.spellings(words.all))
      if spots.count == 1 { found = found.filter { $0.outline.contains(spots[0].coordinate) } }
    }
    if spots.count == 1 { return found.min { ($0.area.size, $0.area.id) < ($1.area.size, $1.area.id) } }
    let largest = found.filter { $0.area.level == found.map(\.area.level).min() }
    return Set(largest.map(\.area.id)).count == 1 ? largest[0] : nil
  }
}
