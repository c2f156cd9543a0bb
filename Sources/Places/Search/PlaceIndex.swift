import Geography

/// Places in memory, arranged so that the nearest ones are found without looking at all of them.
///
/// A k-d tree over points in space rather than over degrees, so that neither the date line nor the poles are
/// anything special. The chord between two points is never longer than the way over the ground; that makes it
/// a safe bound for the search, and the order of the answer is by the exact distance. A place with an extent is filed
/// under one of its points, and each subtree knows how far any of its places reaches.
public struct PlaceIndex: Sendable {
  /// A subtree is a range of the array with its root in the middle, split along one axis after the other.
  private var nodes: [Node]
  public let places: [PointOfInterest]
  private let twins: Twins

  /// Metres by which rounding may make a chord longer than the way over the ground.
  private static let rounding = 0.001

  private struct Node {
    var point: SIMD3<Double>
    /// Index in `places`.
    var ordinal: Int
    /// Metres around the point within which all of the place lies.
    var reach: Double
    /// The greatest reach in the subtree whose root it is.
    var reachOfSubtree: Double
  }

  /// How many queries will follow, which decides what to compute beforehand.
  public enum Use: Sendable {
    case once, often, veryOften
  }

  /// What the places are arranged for.
  package let use: Use

  /// Arranges the places; their order decides between those at the same distance.
  public init(_ places: [PointOfInterest], use: Use = .often) {
    self.init(Twins(among: places), use: use)
  }

  /// Arranges places whose twins are known.
  package init(_ twins: Twins, use: Use = .often) {
    places = twins.places
    self.use = use
    self.twins = twins
    nodes = places.enumerated().map { ordinal, place in
      let reach = place.extent?.reach(from: place.coordinate) ?? 0
      return Node(
        point: WGS84.cartesian(place.coordinate), ordinal: ordinal, reach: reach, reachOfSubtree: reach)
    }
    if use != .once { arrange(nodes.indices, axis: 0) }
  }

  /// The nearest places, nearest first, not farther than `radius`, and not more than `limit`.
  ///
  /// A place that OpenStreetMap has as both a node and a building appears once, as the nearer of them; what only the
  /// other knows, it has if the places come from `Twins.passing(_:by:)`.
  public func nearest(to position: Coordinate, limit: Int, within radius: Distance? = nil) -> [NearbyPlace] {
    nearest(to: position, limit: limit, within: radius, keepingDuplicates: false)
  }

  /// The nearest places that a query asks for, whatever its filter, and how many of the nearer ones are left out
  /// because they are surely closed.
  public func nearest(
    to position: Coordinate, for query: PlaceQuery
  ) -> (places: [NearbyPlace], closed: Int) {
    nearest(to: position, for: query, by: nil)
  }

  /// - Parameter work: does not go on when it is over; then some may be missing.
  package func nearest(
    to position: Coordinate, for query: PlaceQuery, by work: LimitedWork?
  ) -> (places: [NearbyPlace], closed: Int) {
    var wanted = query.limit
    while true {
      var nearest = nearest(
        to: position, limit: wanted, within: query.radius, keepingDuplicates: query.keepsDuplicates, by: work)
      let isAll = nearest.count < wanted || work?.isOver == true
      if query.skipsFurtherPieces, !query.keepsDuplicates {
        var pieces = FirstPieces()
        nearest.removeAll { query.opening?.leavesOut($0.place) != true && !pieces.take($0.place) }
      }
      let found =
        query.opening?.first(query.limit, of: nearest, by: work)
        ?? (places: Array(nearest.prefix(query.limit)), closed: 0)
      if found.places.count >= query.limit || isAll { return found }
      wanted = wanted > .max / 4 ? .max : 4 * wanted
    }
  }

  func nearest(
    to position: Coordinate, limit: Int, within radius: Distance?, keepingDuplicates: Bool,
    by work: LimitedWork? = nil
  ) -> [NearbyPlace] {
    guard limit > 0, position.isValid else { return [] }
    let vicinity = WGS84.Vicinity(of: position)
    var wanted = keepingDuplicates || limit == .max ? limit : limit + 1
    while true {
      var found = nearestWithTwins(to: position, vicinity, limit: wanted, within: radius, by: work)
      if work?.isOver == true { return [] }
      let isAll = found.count < wanted
      if !keepingDuplicates {
        // Not all of those at the last distance may be there, and one that is not may stand for them.
        if !isAll, let last = found.last { found.removeAll { $0.rank == last.rank } }
        // A river is as near as the nearest of its pieces: of these, the one that stands for more is kept.
        found.sort {
          ($0.rank, twins.others(of: $1.ordinal).count) < ($1.rank, twins.others(of: $0.ordinal).count)
        }
        var standIns = StandIns<Int>()
        found.removeAll { !standIns.take($0.ordinal, standingFor: twins.others(of: $0.ordinal)) }
        found.sort()
      }
      if keepingDuplicates || isAll || found.count >= limit {
        return found.prefix(limit).map { candidate in
          let place = places[candidate.ordinal]
          if place.extent != nil { return NearbyPlace(place, from: position) }
          let (distance, bearing) = vicinity.inverse(to: nodes[candidate.node].point, at: place.coordinate)
          return NearbyPlace(point: place, distance: distance, bearing: bearing)
        }
      }
      // Those that are left out may be most of them.
      wanted = wanted > .max / 2 ? .max : 2 * wanted
    }
  }

  // MARK: - Searching

  private struct Candidate: Comparable {
    let rank: PlaceRank
    /// Index in `places`.
    let ordinal: Int
    /// Index in `nodes`.
    let node: Int

    static func < (left: Candidate, right: Candidate) -> Bool {
      (left.rank, left.ordinal) < (right.rank, right.ordinal)
    }
  }

  /// The search, and its best results so far.
  private struct Search {
    let vicinity: WGS84.Vicinity
    let position: Coordinate
    let limit: Int
    /// Metres; nothing farther counts any more.
    var reach: Double
    let work: LimitedWork?
    var best: [Candidate] = []

    /// Up to this many are kept sorted; more are sorted at the end.
    static let mostInOrder = 256

    mutating func take(_ candidate: Candidate) {
      guard candidate.rank.metres <= reach else { return }
      guard limit <= Self.mostInOrder else { return best.append(candidate) }
      let isFull = best.count == limit
      if isFull {
        guard let last = best.last, candidate < last else { return }
        best.removeLast()
      }
      best.insert(candidate, at: best.partitioningIndex { candidate < $0 })
      if best.count == limit, let last = best.last { reach = last.rank.metres }
    }
  }

  private func nearestWithTwins(
    to position: Coordinate, _ vicinity: WGS84.Vicinity, limit: Int, within radius: Distance?,
    by work: LimitedWork?
  ) -> [Candidate] {
    var search = Search(
      vicinity: vicinity, position: position, limit: limit, reach: radius?.metres ?? .infinity, work: work)
    search.best.reserveCapacity(min(limit, Search.mostInOrder))
    if use == .once {
      for node in nodes.indices { look(at: node, &search) }
    } else {
      find(in: nodes.indices, axis: 0, &search)
    }
    if work?.isOver == true { return [] }
    guard limit > Search.mostInOrder else { return search.best }
    search.best.sort()
    return Array(search.best.prefix(limit))
  }

  private func find(in range: Range<Int>, axis: Int, _ search: inout Search) {
    guard !range.isEmpty else { return }
    let middle = Self.middle(of: range)
    let node = nodes[middle]
    let beyond = search.vicinity.point[axis] - node.point[axis]
    let next = axis == 2 ? 0 : axis + 1
    let (before, after) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    find(in: beyond < 0 ? before : after, axis: next, &search)
    look(at: middle, &search)
    let other = beyond < 0 ? after : before
    if !other.isEmpty,
      abs(beyond) <= search.reach + nodes[Self.middle(of: other)].reachOfSubtree + Self.rounding
    {
      find(in: other, axis: next, &search)
    }
  }

  private func look(at index: Int, _ search: inout Search) {
    if let work = search.work, !work.mayGoOn() { return }
    let node = nodes[index]
    let offset = node.point - search.vicinity.point
    guard (offset * offset).sum().squareRoot() <= search.reach + node.reach + Self.rounding else { return }
    let place = places[node.ordinal]
    if let extent = place.extent {
      guard extent.mayBeWithin(Distance(metres: search.reach), of: search.position) else { return }
      let nearest = extent.nearest(to: search.position)
      search.take(
        Candidate(
          rank: PlaceRank(
            metres: nearest.distance.metres, areaAround: nearest.isInside ? extent.area : 0),
          ordinal: node.ordinal, node: index))
    } else {
      let rank = PlaceRank(
        metres: search.vicinity.metres(to: node.point, at: place.coordinate), areaAround: 0)
      search.take(Candidate(rank: rank, ordinal: node.ordinal, node: index))
    }
  }

  /// The positions, among the places given, of those that can have a part within `reach` metres in a straight line.
  package func ordinals(within reach: Double, of point: SIMD3<Double>) -> [Int] {
    var found: [Int] = []
    if use == .once {
      for node in nodes {
        let offset = node.point - point
        if (offset * offset).sum().squareRoot() <= reach + node.reach { found.append(node.ordinal) }
      }
    } else {
      visit(nodes.indices, axis: 0, origin: point, reach: reach) { found.append($0.ordinal) }
    }
    return found
  }

  /// Hands over every node whose chord to `origin` is not longer than `reach`.
  private func visit(
    _ range: Range<Int>, axis: Int, origin: SIMD3<Double>, reach: Double, _ body: (Node) -> Void
  ) {
    guard !range.isEmpty else { return }
    let middle = Self.middle(of: range)
    let node = nodes[middle]
    let beyond = origin[axis] - node.point[axis]
    let next = (axis + 1) % 3
    let (before, after) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    let farthest = reach + node.reachOfSubtree
    if beyond <= farthest { visit(before, axis: next, origin: origin, reach: reach, body) }
    let offset = node.point - origin
    if (offset * offset).sum().squareRoot() <= reach + node.reach { body(node) }
    if -beyond <= farthest { visit(after, axis: next, origin: origin, reach: reach, body) }
  }

  // MARK: - Arranging

  private static func middle(of range: Range<Int>) -> Int {
    range.lowerBound + range.count / 2
  }

  private mutating func arrange(_ range: Range<Int>, axis: Int) {
    guard range.count > 1 else { return }
    let middle = Self.middle(of: range)
    select(middle, in: range, axis: axis)
    arrange(range.lowerBound..<middle, axis: (axis + 1) % 3)
    arrange(middle + 1..<range.upperBound, axis: (axis + 1) % 3)
    for part in [range.lowerBound..<middle, middle + 1..<range.upperBound] where !part.isEmpty {
      let reach = nodes[Self.middle(of: part)].reachOfSubtree
      nodes[middle].reachOfSubtree = max(nodes[middle].reachOfSubtree, reach)
    }
  }

  /// Quickselect: nothing before `target` is greater along the axis, nothing after it is smaller.
  private mutating func select(_ target: Int, in range: Range<Int>, axis: Int) {
    var low = range.lowerBound
    var high = range.upperBound - 1
    while low < high {
      let pivot = nodes[low + (high - low) / 2].point[axis]
      var left = low
      var right = high
      while left <= right {
        while nodes[left].point[axis] < pivot { left += 1 }
        while nodes[right].point[axis] > pivot { right -= 1 }
        if left <= right {
          nodes.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if target <= right {
        high = right
      } else if target >= left {
        low = left
      } else {
        return
      }
    }
  }
}
