import Nearby
import PlaceStore
import Places
import Positioning
import Presentation

/// Says where positions are, in words.
@MainActor
struct PositionWords {
  /// What knows it; `nil` if there is none, or no home to have one in.
  let store: PlaceStore?
  private let finder: WhereaboutsFinder?
  let wording: Wording
  private let language: NameLanguage

  /// - Parameter isStream: whether many positions are asked about, each near the one before.
  /// - Throws: `CommandFailure` and `PlacesError`.
  init(
    _ options: StoreOptions, _ wording: Wording, _ language: NameLanguage, isStream: Bool = false,
    in context: CommandContext
  ) throws {
    let hasPath = options.store != nil || (try? options.path(in: context.settings)) != nil
    store = hasPath ? try context.openStoreIfThere(options) : nil
    finder = store.map { store in
      isStream
        ? WhereaboutsFinder(places: store.remembering, gazetteer: store)
        : WhereaboutsFinder(places: store, gazetteer: store)
    }
    (self.wording, self.language) = (wording, language)
  }

  /// - Throws: `PlacesError`.
  func reports(
    on locations: [Location], from provider: String
  ) async throws(PlacesError) -> [WhereReport] {
    let found = try await finder?.whereabouts(of: locations) ?? locations.map(Whereabouts.init(of:))
    return found.map { WhereReport($0, provider: provider, language: language) }
  }

  /// - Throws: `PlacesError`.
  func report(on location: Location, from provider: String) async throws(PlacesError) -> WhereReport {
    let found = try await finder?.whereabouts(of: location) ?? Whereabouts(of: location)
    return WhereReport(found, provider: provider, language: language)
  }

  /// The line of words that `poi where` begins with; `nil` if nothing is known.
  ///
  /// - Throws: `PlacesError`.
  func line(on location: Location) async throws(PlacesError) -> String? {
    try await report(on: location, from: "").words(wording)
  }
}
