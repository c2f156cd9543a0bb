import Geography
import Input
import Places

/// Finds what lies along a route, in route order, with as few places in memory as possible.
///
/// The whole route is known, so that a place that is found knows all of its passes; places are asked for cell by
/// cell as the route reaches them. A pass comes out once the route has gone beyond it.
public struct RouteSearch: Sendable {
  public let corridor: RouteCorridor
  /// The part of the route that is searched, in metres along it.
  public let range: ClosedRange<Double>
  public private(set) var source: PlaceSource?

  /// Why no server was asked about parts of the route, if none was.
  public private(set) var unasked: PlaceSource.Unasked?

  /// How many more questions may be asked where a server's lists end.
  public var questionsLeft = 0
  /// What was asked about there.
  private var asked: Set<EarthGrid.Circle> = []
  /// The circles, of a middle and metres, of which a server's lists have every place.
  private var listedCircles: [(middle: SIMD3<Double>, radius: Double)] = []

  /// Where the source has every place, once it did not suffice.
  private var coverage: Coverage?
  /// The circles, of a middle and metres, of which places may be missing.
  private var doubtful: [(middle: SIMD3<Double>, radius: Double)] = []
  /// The places in the corridor that are left out since they do not say whether one gets in in a wheelchair.
  public private(set) var unsaid: Set<PointOfInterest.ID> = []
  /// The most passes that may be known before the route has been searched up to them.
  private let mostPasses: Int
  private let filter: PlaceFilter
  private var cells: CorridorCells
  private let cellSize: Double
  private var found: Set<PointOfInterest.ID> = []
  private var standIns = StandIns<PointOfInterest.ID>()
  /// By what twins have in common, the last places found that may have twins beyond the circle asked about.
  private var edges: [UInt64: [PointOfInterest]] = [:]
  private var pending: PendingPasses

  /// - Parameters:
  ///   - range: the part of the route, in metres along it; all of it if it is `nil`.
  ///   - cellSize: the size of each query's area, in metres; small cells follow the corridor's shape closely.
  public init(
    _ corridor: RouteCorridor, matching filter: PlaceFilter, in range: ClosedRange<Double>? = nil,
    cellSize: Double, mostPasses: Int = InputLimits.passes
  ) {
    self.mostPasses = mostPasses
    self.corridor = corridor
    self.filter = filter
    let range = range ?? 0...corridor.route.length.metres
    self.range = range
    self.cellSize = cellSize
    cells = CorridorCells(
      of: corridor.route, in: range, within: corridor.within.metres, cellSize: cellSize)
    pending = PendingPasses(pieceLength: cellSize)
  }

  /// The cell size that suits a corridor best where asking costs little.
  public static func cellSize(within: Distance) -> Double {
    max(500, within.metres)
  }

  /// How many of the questions that it would put to a provider count, up to a limit.
  public func questionCount(
    upTo limit: Int, where counts: (Coordinate, _ radius: Distance) throws -> Bool
  ) rethrows -> Int {
    var cells = cells
    var count = 0
    while count < limit, let step = cells.next() {
      count += try step.circles.count { try counts($0.centre, $0.radius) }
    }
    return min(count, limit)
  }

  /// The next passes, at least one; `nil` after the last ones.
  ///
  /// - Throws: `PlacesError` of the provider.
  public mutating func next(
    asking provider: any PlaceProviding
  ) async throws(PlacesError) -> [RoutePass]? {
    while true {
      let passes = pending.take(before: cells.frontier)
      if !passes.isEmpty { return passes }
      guard let step = cells.next() else {
        let rest = pending.take(before: .infinity)
        return rest.isEmpty ? nil : rest
      }
      for circle in step.circles { try await ask(provider, about: circle, ofSize: cellSize) }
    }
  }

  /// Asks for the places of a cell; where a server's list ends before the cell does, for those of smaller ones.
  ///
  /// - Parameter size: the size of the cell, in metres.
  private mutating func ask(
    _ provider: any PlaceProviding, about circle: EarthGrid.Circle, ofSize size: Double
  ) async throws(PlacesError) {
    // What a list goes on with beyond a small cell saves questions about its neighbours.
    let radius = max(circle.radius, Distance(metres: size < cellSize ? cellSize : 0))
    var query = PlaceQuery(filter: filter, radius: radius, limit: .max)
    query.keepsDuplicates = true
    let answer = try await provider.places(near: circle.centre, matching: query)
    unasked = answer.source.unasked ?? unasked
    let reach = answer.source.knownWithin ?? radius
    try add(answer, within: min(reach, answer.source.listedWithin ?? reach))
    var unknown = reach < circle.radius ? [circle] : []
    if let listed = answer.source.listedWithin {
      listedCircles.append((WGS84.cartesian(circle.centre), min(listed, reach).metres))
      if size > Self.leastCellSize, listed < circle.radius || reach < circle.radius && reach > .zero {
        unknown = []
        for part in parts(of: circle, ofSize: size / 2) where !isListed(part) && !asked.contains(part) {
          if questionsLeft > 0 {
            questionsLeft -= 1
            asked.insert(part)
            try await ask(provider, about: part, ofSize: size / 2)
          } else {
            unknown.append(part)
          }
        }
      }
    }
    guard !unknown.isEmpty else { return }
    coverage = answer.source.coverage ?? coverage ?? Coverage()
    doubtful += unknown.map { (WGS84.cartesian($0.centre), $0.radius.metres) }
  }

  /// The smaller cells in a circle that the corridor touches.
  private func parts(of circle: EarthGrid.Circle, ofSize size: Double) -> [EarthGrid.Circle] {
    let grid = EarthGrid(size: size)
    return grid.cells(within: circle.radius.metres, of: circle.centre).map(grid.circle(around:)).filter {
      let reach = Distance(metres: corridor.within.metres + $0.radius.metres)
      return !RouteCorridor(route: corridor.route, within: reach).stretches(along: $0.centre).isEmpty
    }
  }

  private func isListed(_ circle: EarthGrid.Circle) -> Bool {
    let middle = WGS84.cartesian(circle.centre)
    return listedCircles.contains { ($0.middle - middle).length + circle.radius.metres <= $0.radius }
  }

  /// Metres; a server that lists fewer places than lie there is not asked again.
  private static let leastCellSize = 100.0

  /// - Parameter reach: how far around the middle every place is among them.
  private mutating func add(_ answer: PlaceAnswer, within reach: Distance) throws(PlacesError) {
    source = source.map { $0.joined(with: answer.source) } ?? answer.source.joined(with: answer.source)
    var places = answer.places.map(\.place)
    var standing: [Int] = []
    var atEdge: [UInt64: [PointOfInterest]] = [:]
    var near: [(index: Int, passes: [RoutePass], offset: Distance)] = []
    var room = mostPasses - pending.count
    for (index, nearby) in answer.places.enumerated() {
      guard !found.contains(nearby.place.id) else {
        // Pieces of a river come with later cells than the river.
        standing.append(index)
        continue
      }
      let stretches = corridor.stretches(along: nearby.place)
      guard let offset = stretches.map(\.offset).min() else { continue }
      found.insert(nearby.place.id)
      let passes = inRange(stretches, along: nearby.place).map { number, stretch in
        RoutePass(
          place: nearby.place, stretch: stretch, number: number + 1, count: stretches.count,
          matched: nearby.matched)
      }
      room -= stretches.count > InputLimits.passes ? stretches.count : passes.count
      guard room >= 0 else { throw .tooManyPasses }
      near.append((index, passes, offset))
      let place = nearby.place
      let isInside = nearby.distance.metres + Twins.neighbourhoodOfStop.metres < reach.metres
      if isInside, place.extent == nil { continue }
      let key = TwinKind(category: place.category, tags: place.tags).key(of: place)
      if let key { atEdge[key, default: []].append(place) }
    }
    if edges.count > Self.mostEdges { edges = [:] }
    for (key, new) in atEdge.sorted(by: { $0.key < $1.key }) {
      let others = edges[key] ?? []
      standing += places.count..<places.count + others.count
      places += others
      edges[key] = (others + new).suffix(Self.mostAlike)
    }
    let twins = Twins(among: places)
    for index in standing { _ = isShown(index, of: twins) }
    for nearby in answer.unsaid where !unsaid.contains(nearby.place.id) {
      let stretches = corridor.stretches(along: nearby.place)
      if !inRange(stretches, along: nearby.place).isEmpty { unsaid.insert(nearby.place.id) }
    }
    // Of a node and its building the one that is nearer to the route stands for both, and a river for its nearest piece.
    near.sort {
      ($0.offset, twins.others(of: $1.index).count) < ($1.offset, twins.others(of: $0.index).count)
    }
    for (index, passes, _) in near where isShown(index, of: twins) { passes.forEach { pending.add($0) } }
  }

  /// Whether a place is one to show, which then stands for its twins.
  private mutating func isShown(_ index: Int, of twins: Twins) -> Bool {
    standIns.take(twins.places[index].id, standingFor: twins.others(of: index).map { twins.places[$0].id })
  }

  /// How many places are kept that may have twins farther on: of one kind, and kinds.
  private static let (mostAlike, mostEdges) = (32, 10_000)

  /// Those of a place's stretches whose point is in the range; where the range begins inside the place, from there on.
  private func inRange(_ stretches: [RouteStretch], along place: PointOfInterest) -> [(Int, RouteStretch)] {
    stretches.enumerated().compactMap { number, stretch in
      if range.contains(stretch.along) { return (number, stretch) }
      guard let until = stretch.until, stretch.along < range.lowerBound, until > range.lowerBound else {
        return nil
      }
      let rest = range.lowerBound...min(until, range.upperBound)
      guard var part = corridor.stretches(along: place, in: rest).first, part.until != nil else { return nil }
      part.until = until
      return (number, part)
    }
  }

  /// The stretches of what was searched beside which places may be missing since the data ends, in metres along the
  /// route, to 250 m.
  public var unknownStretches: [ClosedRange<Double>] {
    guard let coverage else { return [] }
    var stretches: [ClosedRange<Double>] = []
    let steps = stride(from: range.lowerBound, to: range.upperBound, by: Self.stepOfStretches)
    for along in Array(steps) + [range.upperBound] {
      let position = corridor.route.coordinate(at: along)
      let point = WGS84.cartesian(position)
      let isDoubtful = doubtful.contains {
        ($0.middle - point).length <= $0.radius + corridor.within.metres
      }
      guard isDoubtful, coverage.distanceToUnknown(from: position, within: corridor.within.metres) != nil
      else { continue }
      if let last = stretches.last, along - last.upperBound <= Self.stepOfStretches {
        stretches[stretches.count - 1] = last.lowerBound...along
      } else {
        stretches.append(along...along)
      }
    }
    return stretches
  }

  /// Metres.
  private static let stepOfStretches = 250.0
}

extension PlaceSource {
  fileprivate func joined(with other: PlaceSource) -> PlaceSource {
    var joined = self
    if let more = other.attribution, attribution?.contains(more) != true {
      joined.attribution = attribution.map { "\($0); \(more)" } ?? more
    }
    joined.age = [age, other.age].compactMap(\.self).max()
    joined.forgetCoverage()
    return joined
  }
}

/// Passes that are known before the route has been searched up to them, kept by pieces of the route: of a route that
/// crosses itself often they are many, and each is sorted only with those near by.
struct PendingPasses: Sendable {
  private var pieces: [Int: [RoutePass]] = [:]
  private var first = Int.max
  private let pieceLength: Double
  private(set) var count = 0

  init(pieceLength: Double) {
    self.pieceLength = pieceLength
  }

  /// Adds a pass, which must not precede what was taken.
  mutating func add(_ pass: RoutePass) {
    let piece = piece(at: pass.along)
    pieces[piece, default: []].append(pass)
    first = min(first, piece)
    count += 1
  }

  /// Takes the passes before a point of the route, in their order.
  ///
  /// - Parameter end: metres along the route; infinite for all of them.
  mutating func take(before end: Double) -> [RoutePass] {
    guard !pieces.isEmpty else { return [] }
    let last = end.isFinite ? piece(at: end) : pieces.keys.max() ?? first
    var taken: [RoutePass] = []
    while first <= last {
      guard let passes = pieces.removeValue(forKey: first) else {
        first += 1
        continue
      }
      // Passes are large: sorting their indices moves none of them.
      let order = passes.indices.sorted { RoutePass.precedes(passes[$0], passes[$1]) }
      let later = order.partitioningIndex { passes[$0].along >= end }
      for index in order[..<later] { taken.append(passes[index]) }
      guard later == order.count else {
        pieces[first] = order[later...].map { passes[$0] }
        break
      }
      first += 1
    }
    count -= taken.count
    return taken
  }

  private func piece(at along: Double) -> Int { Int(clamping: along / pieceLength) }
}
