import FoundationEssentials
import Geography
import Nearby
import PlaceServers
import PlaceStore
import Places

/// Prepares searches along routes with few and small requests to servers.
struct RoutePlaces {
  private let source: SourceOptions
  private let settings: Settings

  /// The most requests to a server that one command may make.
  private static let mostQuestions = 200
  /// Metres: a server gets few requests, each for more.
  private static let cellSizeOfServers = 7000.0

  init(of source: SourceOptions, in settings: Settings) {
    self.source = source
    self.settings = settings
  }

  /// A search along a part of a route.
  ///
  /// - Throws: `CommandFailure` if it would take too many requests to a server.
  func search(
    _ corridor: RouteCorridor, matching filter: PlaceFilter, in range: ClosedRange<Double>? = nil
  ) throws -> RouteSearch {
    let range = range ?? 0...corridor.route.length.metres
    let cellSize = RouteSearch.cellSize(within: corridor.within)
    let near = RouteSearch(corridor, matching: filter, in: range, cellSize: cellSize)
    guard try requestCount(of: near, about: filter, upTo: 1) > 0 else { return near }
    var search = RouteSearch(
      corridor, matching: filter, in: range, cellSize: max(Self.cellSizeOfServers, cellSize))
    search.questionsLeft =
      Self.mostQuestions - (try requestCount(of: search, about: filter, upTo: Self.mostQuestions + 1))
    guard search.questionsLeft >= 0 else {
      throw CommandFailure(
        "the route is too long for a server: it would take more than \(Self.mostQuestions) requests; import an OpenStreetMap extract with poi import, or use part of the route",
        .usage)
    }
    return search
  }

  /// How many requests to a server a search takes at the most, counted up to a limit.
  private func requestCount(
    of search: RouteSearch, about filter: PlaceFilter, upTo limit: Int
  ) throws -> Int {
    if try source.cacheUse(in: settings).isOffline { return 0 }
    var store: PlaceStore?
    switch try source.choice(in: settings) {
    case .overpass, .server: break
    case .store, .file, .database: return 0
    case .automatic:
      let path = try source.store.path(in: settings)
      if FileManager.default.fileExists(atPath: path) { store = try PlaceStore(path: path) }
    }
    return try search.questionCount(upTo: limit) { [store] centre, radius in
      guard let store, try store.answersAlone(filter, around: centre) else { return true }
      let reach = try store.coverageReach(around: centre, within: radius.metres)
      return reach.isClaimed && reach.metres < radius.metres
    }
  }
}
