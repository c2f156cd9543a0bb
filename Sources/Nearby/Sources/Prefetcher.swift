import FoundationEssentials
import Geography
import PlaceFiles
import PlaceServers
import PlaceStore
import Places

/// Fetches areas from an online source into a store: a square at a time, each all or nothing, with pauses.
public struct Prefetcher: Sendable {
  /// The progress so far.
  public struct Progress: Hashable, Sendable {
    /// Squares that are in the store, including earlier ones.
    public internal(set) var done = 0
    /// Squares of the plan.
    public let total: Int
    /// Places that were fetched.
    public internal(set) var places = 0
    /// Requests that were made.
    public internal(set) var requests = 0
    /// The changes to the places of the squares.
    public internal(set) var counts = ImportSummary.Counts()
  }

  private let source: any AreaSource
  private let importer: PlaceImporter
  private let time: any Clock
  private let pause: Duration

  /// How often a square that is too full may be divided.
  private static let deepestDivision = 4

  /// - Parameters:
  ///   - source: gives the places of each square.
  ///   - importer: of the store for the places.
  ///   - pause: between two requests, out of consideration for a public server.
  public init(
    from source: any AreaSource, into importer: PlaceImporter, time: any Clock = SystemClock(),
    pause: Duration = .seconds(1)
  ) {
    self.source = source
    self.importer = importer
    self.time = time
    self.pause = pause
  }

  /// How many squares of a plan are still to fetch.
  ///
  /// - Parameter maxAge: the age in seconds up to which a square is not fetched again.
  public func remaining(of plan: PrefetchPlan, maxAge: Double) throws(PlacesError) -> Int {
    try missing(plan, maxAge).count
  }

  /// Fetches what is missing; each fetched square stays in the store, whatever happens later.
  ///
  /// - Throws: `PlacesError`.
  public func fetch(
    _ plan: PrefetchPlan, maxAge: Double, report: @MainActor (Progress) -> Void
  ) async throws(PlacesError) {
    let missing = try missing(plan, maxAge)
    try await fetch(missing, Progress(done: plan.count - missing.count, total: plan.count), report)
  }

  /// Fetches already fetched squares again, each whole.
  ///
  /// - Throws: `PlacesError`; the squares fetched before then stay.
  public func fetchAgain(
    _ squares: [FetchedSquare], report: @MainActor (Progress) -> Void
  ) async throws(PlacesError) {
    try await fetch(squares.map(\.square), Progress(total: squares.count), report)
  }

  private func fetch(
    _ squares: [GridSquare], _ start: Progress, _ report: @MainActor (Progress) -> Void
  ) async throws(PlacesError) {
    var progress = start
    for square in squares {
      try await fetch(square, &progress)
      progress.done += 1
      await report(progress)
    }
  }

  private func missing(_ plan: PrefetchPlan, _ maxAge: Double) throws(PlacesError) -> [GridSquare] {
    let fetched = try importer.fetchedSquares(since: time.date.addingTimeInterval(-maxAge))
    return plan.tiles.filter { !fetched.contains($0) }
  }

  private func fetch(
    _ tile: GridSquare, divided: Int = 0, _ progress: inout Progress
  ) async throws(PlacesError) {
    let area: PlaceArea
    do throws(PlacesError) {
      area = try await request(tile, &progress)
    } catch {
      guard divided < Self.deepestDivision, error.isOfTooMuch else { throw error }
      for quarter in tile.quarters { try await fetch(quarter, divided: divided + 1, &progress) }
      return try importer.markFetched(tile, at: time.date)
    }
    let places = area.places.filter {
      tile.numbers.contains(GridSquare(around: $0.coordinate).numbers.lowerBound)
    }
    progress.places += places.count
    var source = SourceDescription.overpass
    source.dated = area.dataTime
    progress.counts += try importer.importSquare(tile, places, of: source, at: area.fetched)
  }

  private func request(_ tile: GridSquare, _ progress: inout Progress) async throws(PlacesError) -> PlaceArea
  {
    if progress.requests > 0 {
      do {
        try await time.wait(for: pause)
      } catch {
        throw .server(address: source.name, .cancelled)
      }
    }
    progress.requests += 1
    let (centre, radius) = tile.circle
    return try await source.area(around: centre, for: PlaceQuery(radius: radius, limit: .max))
  }
}
