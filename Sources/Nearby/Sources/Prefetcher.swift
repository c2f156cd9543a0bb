import FoundationEssentials
import Geography
import PlaceServers
import PlaceStore
import Places

/// Fetches areas from an online source into a store: a square at a time, each all or nothing.
public struct Prefetcher: Sendable {
  public struct Progress: Hashable, Sendable {
    /// Squares that are in the store, including earlier ones.
    public internal(set) var done = 0
    /// Squares of the plan.
    public let total: Int
    /// Places that were fetched, each once however many squares it is near.
    public var places: Int { ids.count }
    var ids: Set<String> = []
    /// The changes to the places of the squares.
    public internal(set) var counts = ImportSummary.Counts()
    /// Why squares have no streets, addresses and areas, though the source was to know them; `nil` if they have.
    public internal(set) var lacking: String?
  }

  /// A square, and what of it is still to fetch.
  private struct Work {
    let square: GridSquare
    let needsPlaces: Bool
    let needsGazetteer: Bool
  }

  private let source: any AreaSource
  private let importer: PlaceImporter
  private let time: any Clock
  private let checksLoss: Bool

  /// How often a square that is too full may be divided.
  private static let deepestDivision = 4

  /// - Parameters:
  ///   - source: gives the places of each square, and its streets, addresses and areas if it knows them.
  ///   - importer: of the store for the places.
  ///   - checksLoss: whether to throw where a square would lose many places.
  public init(
    from source: any AreaSource, into importer: PlaceImporter, time: any Clock = SystemClock(),
    checkingLoss checksLoss: Bool = false
  ) {
    (self.source, self.importer, self.time, self.checksLoss) = (source, importer, time, checksLoss)
  }

  /// Of how many squares anything is still to fetch, and how many requests that takes unless a square must be divided.
  ///
  /// - Parameter maxAge: the age in seconds up to which a square is not fetched again.
  public func remaining(
    of plan: PrefetchPlan, maxAge: Double
  ) throws(PlacesError) -> (squares: Int, requests: Int) {
    let missing = try missing(plan, maxAge)
    return (
      missing.count, missing.reduce(0) { $0 + ($1.needsPlaces ? 1 : 0) + ($1.needsGazetteer ? 1 : 0) }
    )
  }

  /// How many requests it takes to fetch a square again.
  public var requestsPerSquare: Int { hasGazetteer ? 2 : 1 }

  private var hasGazetteer: Bool { source.gazetteerQuestion != nil }

  /// Fetches what is missing; each fetched square stays in the store, whatever happens later.
  public func fetch(
    _ plan: PrefetchPlan, maxAge: Double, report: @MainActor (Progress) -> Void
  ) async throws(PlacesError) {
    let missing = try missing(plan, maxAge)
    try await fetch(missing, Progress(done: plan.count - missing.count, total: plan.count), report)
  }

  /// Fetches already fetched squares again, each whole, but of those of a time in `fresh` no places.
  ///
  /// - Throws: `PlacesError`; the squares fetched before then stay.
  public func fetchAgain(
    _ squares: [FetchedSquare], fresh: ClosedRange<Date>? = nil, report: @MainActor (Progress) -> Void
  ) async throws(PlacesError) {
    let all = squares.map {
      Work(square: $0.square, needsPlaces: fresh?.contains($0.time) != true, needsGazetteer: hasGazetteer)
    }
    try await fetch(all, Progress(total: squares.count), report)
  }

  private func fetch(
    _ tasks: [Work], _ start: Progress, _ report: @MainActor (Progress) -> Void
  ) async throws(PlacesError) {
    var progress = start
    for task in tasks {
      // All of a square comes before any of it is stored, so that a server that fails leaves the square as it was.
      let places = task.needsPlaces ? try await pieces(of: task.square, asking: places) : []
      var gazetteer: [Piece] = []
      // A server that cannot tell them for one square cannot for the next.
      if task.needsGazetteer, progress.lacking == nil {
        do throws(PlacesError) {
          gazetteer = try await pieces(of: task.square) { square throws(PlacesError) in
            try await source.gazetteer(in: square.boundingBox)
          }
        } catch {
          guard error.isRefusal else { throw error }
          progress.lacking = error.description
        }
      }
      for piece in places { try checkTime(of: piece) }
      for piece in places { try storePlaces(of: piece, &progress) }
      for piece in gazetteer { try storeGazetteer(of: piece, &progress) }
      progress.done += 1
      await report(progress)
    }
  }

  private func missing(_ plan: PrefetchPlan, _ maxAge: Double) throws(PlacesError) -> [Work] {
    let now = time.date
    let fetched = try importer.fetchedSquares(since: now - maxAge, until: now + Self.clockDifference)
    return plan.tiles.map {
      Work(
        square: $0, needsPlaces: fetched[$0] == nil, needsGazetteer: hasGazetteer && fetched[$0] != true)
    }.filter { $0.needsPlaces || $0.needsGazetteer }
  }

  /// How far the clock may have been set back since a square was fetched, in seconds.
  private static let clockDifference = 3600.0

  /// What the source answered for a square; `nil` if that was too much, and its quarters come before it.
  private typealias Piece = (square: GridSquare, area: PlaceArea?)

  private func pieces(
    of tile: GridSquare, divided: Int = 0,
    asking ask: (GridSquare) async throws(PlacesError) -> PlaceArea
  ) async throws(PlacesError) -> [Piece] {
    do throws(PlacesError) {
      return [(tile, try await ask(tile))]
    } catch {
      guard divided < Self.deepestDivision, error.isOfTooMuch else { throw error }
      var pieces: [Piece] = []
      for quarter in tile.quarters {
        pieces += try await self.pieces(of: quarter, divided: divided + 1, asking: ask)
      }
      return pieces + [(tile, nil)]
    }
  }

  private func places(of tile: GridSquare) async throws(PlacesError) -> PlaceArea {
    let (centre, radius) = tile.circle
    let reach = Distance(metres: radius.metres + GridSquare.margin)
    return try await source.area(around: centre, for: PlaceQuery(radius: reach, limit: .max))
  }

  /// - Throws: `RequestError.outdated` if the store has newer data of it, as where a mirror lags behind.
  private func checkTime(of piece: Piece) throws(PlacesError) {
    guard let dated = piece.area?.dataTime, let known = try importer.dataTime(of: piece.square),
      known <= time.date, dated < known.addingTimeInterval(-Self.leastLag)
    else { return }
    throw .server(address: source.name, .outdated(dated, known: known))
  }

  /// Seconds by which the machines of one server differ.
  private static let leastLag = 900.0

  private func storePlaces(of piece: Piece, _ progress: inout Progress) throws(PlacesError) {
    guard let area = piece.area else { return try importer.markFetched(piece.square, at: time.date) }
    // The nearest town or village tells where one is, and is often farther off than anything else that is asked for.
    let places = area.places.filter { piece.square.isNear($0) || $0.tag("place") != nil }
    progress.ids.formUnion(places.map(\.id))
    var source = SourceDescription.overpass
    source.dated = area.dataTime
    progress.counts += try importer.importSquare(
      piece.square, places, skippedIDs: area.skippedIDs ?? [], of: source, at: area.fetched,
      checkingLoss: checksLoss)
  }

  private func storeGazetteer(of piece: Piece, _ progress: inout Progress) throws(PlacesError) {
    guard let area = piece.area else { return try importer.markGazetteer(of: piece.square) }
    let entries = area.gazetteer ?? GazetteerEntries()
    // Likelier than that all of them are gone is that the server cannot tell them.
    if checksLoss, entries.count == 0, try importer.hasGazetteer(of: piece.square) {
      progress.lacking = "\(source.name) sent no streets, addresses or areas where your data has some"
      return
    }
    try importer.importGazetteer(piece.square, entries)
  }
}

extension PlacesError {
  /// Whether the server can be asked, and only does not answer this question.
  fileprivate var isRefusal: Bool {
    guard case .server(_, let error) = self else { return false }
    return switch error {
    case .gaveUp, .malformed, .unexpectedType, .tooLarge, .tooManyPlaces: true
    case .status(let status, _): (400..<500).contains(status) && status != 429
    default: false
    }
  }
}

/// The squares of the grid to fetch for an area, for offline use.
public struct PrefetchPlan: Equatable, Sendable {
  /// The squares, in the order of the curve, so that neighbours follow each other.
  let tiles: [GridSquare]

  /// How many requests it takes, unless a square must be divided.
  public var count: Int { tiles.count }

  /// More squares than anybody can want to fetch from a public server.
  private static let mostTiles = 10_000

  /// The squares that a circle touches; `nil` if they are too many.
  public init?(around centre: Coordinate, radius: Distance) {
    self.init(near: [centre], within: radius)
  }

  /// The squares that a box touches; `nil` if they are too many.
  public init?(in box: BoundingBox) {
    let tiles = GridSquare.squares(of: FetchedSquare.usualLevel, covering: box, atMost: Self.mostTiles)
    guard let tiles else { return nil }
    self.init(Set(tiles))
  }

  /// The squares within a distance of a way; `nil` if they are too many.
  public init?(along way: Route, within distance: Distance) {
    // From neighbouring points of a way, wide circles touch about the same squares.
    let step = max(100, distance.metres / 16)
    var stops: [Coordinate] = []
    for point in way.line.points.map(WGS84.coordinate(of:)) {
      if let last = stops.last, WGS84.inverse(from: last, to: point).distance.metres < step / 2 { continue }
      stops.append(point)
    }
    stops += stride(from: 0, to: way.length.metres, by: step).map(way.coordinate(at:))
    // No point of the way is farther than a step from one of them, the ends of its segments included.
    self.init(near: stops, within: Distance(metres: distance.metres + step))
  }

  private init?(near points: [Coordinate], within distance: Distance) {
    var tiles: Set<GridSquare> = []
    for point in points {
      let around = GridSquare.squares(
        of: FetchedSquare.usualLevel, within: distance.metres, of: point, atMost: Self.mostTiles)
      guard let around else { return nil }
      tiles.formUnion(around)
      guard tiles.count <= Self.mostTiles else { return nil }
    }
    self.init(tiles)
  }

  private init(_ tiles: Set<GridSquare>) {
    self.tiles = tiles.sorted { $0.numbers.lowerBound < $1.numbers.lowerBound }
  }
}
