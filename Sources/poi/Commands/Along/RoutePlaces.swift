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
    guard try mayAskServer(about: filter, along: corridor.route, in: range) else {
      return RouteSearch(corridor, matching: filter, in: range, cellSize: cellSize)
    }
    var search = RouteSearch(
      corridor, matching: filter, in: range, cellSize: max(Self.cellSizeOfServers, cellSize))
    search.questionsLeft = Self.mostQuestions - search.questionCount(upTo: Self.mostQuestions + 1)
    guard search.questionsLeft >= 0 else {
      throw CommandFailure(
        "the route is too long for a server: it would take more than \(Self.mostQuestions) requests; import an OpenStreetMap extract with poi import, or use part of the route",
        .usage)
    }
    return search
  }

  private func mayAskServer(
    about filter: PlaceFilter, along way: Route, in range: ClosedRange<Double>
  ) throws -> Bool {
    if try source.cacheUse(in: settings).isOffline { return false }
    switch try source.choice(in: settings) {
    case .overpass, .server: return true
    case .store, .file, .database: return false
    case .automatic:
      let path = try source.store.path(in: settings)
      guard FileManager.default.fileExists(atPath: path) else { return true }
      let store = try PlaceStore(path: path)
      let samples = stride(from: range.lowerBound, to: range.upperBound, by: Self.cellSizeOfServers)
      for along in Array(samples) + [range.upperBound] {
        guard try store.answersAlone(filter, around: way.coordinate(at: along)) else { return true }
      }
      return false
    }
  }
}
