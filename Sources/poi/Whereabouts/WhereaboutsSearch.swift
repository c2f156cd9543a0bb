import Geography
import Input
import Nearby
import PlaceStore
import Places
import Positioning

/// Finds out where positions are, from the store or another source.
@MainActor
struct WhereaboutsSearch {
  /// The store that is asked; `nil` if there is none, no home to have one in, or another source is asked.
  let store: PlaceStore?
  /// What is asked first.
  private let first: WhereaboutsFinder?
  /// Makes what is asked where that has no streets, addresses and areas, if anything is.
  private let beyond: (() throws -> WhereaboutsFinder?)?
  private let console: any Console

  /// Asks the store alone.
  ///
  /// - Parameter isStream: whether many positions are asked about, each near the one before.
  init(_ options: StoreOptions, isStream: Bool, in context: CommandContext) throws {
    self.init(store: try Self.openStore(options, in: context), isStream: isStream, in: context)
  }

  /// Asks a source as far as it has streets, addresses and areas, and else the store, about positions that follow each
  /// other.
  init(_ places: any PlaceProviding, else options: StoreOptions, in context: CommandContext) throws {
    self.init(
      store: try places.gazetteer as? PlaceStore ?? Self.openStore(options, in: context),
      asking: places.gazetteer.map { WhereaboutsFinder(places: places, gazetteer: $0) }, isStream: true,
      in: context)
  }

  /// Asks the source that the options choose.
  ///
  /// - Parameter isStream: the same; then no server is asked unless it is the chosen source.
  init(
    _ options: SourceOptions, isStream: Bool, within limits: AnswerLimits, in context: CommandContext
  ) throws {
    let choice = try options.choice(in: context.settings)
    // Lists of places in which a user always looks have no streets.
    let isList = ![.automatic, .store, .overpass].contains(choice)
    switch isList && options.source == nil ? .store : choice {
    case .store: try self.init(options.store, isStream: isStream, in: context)
    case .automatic where !Self.hasPath(options.store, in: context):
      self.init(store: nil, isStream: isStream, in: context)
    case .automatic:
      self.init(store: try Self.openStore(options.store, in: context), isStream: isStream, in: context) {
        let places = try context.makePlaceProvider(options, limits)
        return places.gazetteer.map { WhereaboutsFinder(places: places, gazetteer: $0) }
      }
    case .overpass, .file, .server, .database:
      let places = try context.makePlaceProvider(options, limits)
      let finder = WhereaboutsFinder(places: places, gazetteer: places.gazetteer ?? EmptyGazetteer())
      self.init(store: places.gazetteer as? PlaceStore, asking: finder, isStream: isStream, in: context)
    }
  }

  private init(
    store: PlaceStore?, asking finder: WhereaboutsFinder? = nil, isStream: Bool, in context: CommandContext,
    beyond: (() throws -> WhereaboutsFinder?)? = nil
  ) {
    self.store = store
    first = finder ?? store.map { WhereaboutsFinder(places: $0, gazetteer: $0) }
    self.beyond = isStream ? nil : beyond
    console = context.console
  }

  private static func openStore(_ options: StoreOptions, in context: CommandContext) throws -> PlaceStore? {
    try awaitStore(options, in: context)?.ifThere
  }

  /// The store, or the one that will be there; `nil` if there is no home to have one in.
  static func awaitStore(_ options: StoreOptions, in context: CommandContext) throws -> PlaceStore? {
    guard hasPath(options, in: context) else { return nil }
    return try CommandContext.awaitStore(options.path(in: context.settings), logger: context.logger)
  }

  /// Whether there is a home to have a store in, or one is named.
  private static func hasPath(_ options: StoreOptions, in context: CommandContext) -> Bool {
    options.store != nil || (try? options.path(in: context.settings)) != nil
  }

  /// Where each of several valid positions is, in their order.
  ///
  /// - Throws: `PlacesError`, and `CommandFailure`; that no server could be asked is only told if the store was asked
  ///   first.
  func whereabouts(of locations: [Location]) async throws -> [Whereabouts] {
    let known = try await first?.whereabouts(of: locations) ?? locations.map(Whereabouts.init(of:))
    guard let beyond, known.contains(where: { !$0.hasGazetteer }), let finder = try beyond() else {
      return known
    }
    do throws(PlacesError) {
      return try await finder.whereabouts(of: locations)
    } catch {
      if Task.isCancelled { throw error }
      // Without a server, an empty cache is no news.
      if case .notCached = error { return known }
      console.tell(CommandFailure(beyondData: error).message)
      return known
    }
  }
}

/// Has no streets, addresses and areas: for sources that only have places.
private struct EmptyGazetteer: GazetteerProviding {
  nonisolated(nonsending) func surroundings(
    of position: Coordinate, streetsWithin streets: Distance, addressWithin addresses: Distance
  ) async throws(PlacesError) -> Surroundings? { nil }
}
