import Geography

/// Places in memory, arranged so that the nearest ones are found without looking at all of them.
///
/// A k-d tree over points in space rather than over degrees, so that neither the date line nor the poles are
/// anything special. The chord between two points is never longer than the way over the ground; that makes it
/// a safe bound for the search, and the order of the answer is by the exact distance.
public struct PlaceIndex: Sendable {
  /// A subtree is a range of the array with its root in the middle, split along one axis after the other.
  private var nodes: [Node]
  private let places: [PointOfInterest]

  /// Metres by which rounding may make a chord longer than the way over the ground.
  private static let rounding = 0.001

  private struct Node {
    var point: SIMD3<Double>
    /// Position in `places`.
    var ordinal: Int
  }

  /// Arranges the places; their order decides between those at the same distance.
  public init(_ places: [PointOfInterest]) {
    self.places = places
    nodes = places.enumerated().map { ordinal, place in
      Node(point: WGS84.cartesian(place.coordinate), ordinal: ordinal)
    }
    arrange(nodes.indices, axis: 0)
  }

  /// The nearest places, nearest first, not farther than `radius`, and not more than `limit`.
  ///
  /// What OpenStreetMap has both as a node and as a building is there once, as the nearer of them.
  public func nearest(to position: Coordinate, limit: Int, within radius: Distance? = nil) -> [NearbyPlace] {
    nearest(to: position, limit: limit, within: radius, keepingDuplicates: false)
  }

  /// The nearest places that a query asks for, whatever its filter, and how many of the nearer ones are left out
  /// because they are surely closed.
  public func nearest(
    to position: Coordinate, for query: PlaceQuery
  ) -> (places: [NearbyPlace], closed: Int) {
    var wanted = query.limit
    while true {
      let nearest = nearest(
        to: position, limit: wanted, within: query.radius, keepingDuplicates: query.keepsDuplicates)
      guard let opening = query.opening else { return (nearest, 0) }
      let found = opening.first(query.limit, of: nearest)
      if found.places.count >= query.limit || nearest.count < wanted { return found }
      wanted = wanted > .max / 4 ? .max : 4 * wanted
    }
  }

  func nearest(
    to position: Coordinate, limit: Int, within radius: Distance?, keepingDuplicates: Bool
  ) -> [NearbyPlace] {
    guard limit > 0, position.isValid else { return [] }
    guard !keepingDuplicates else {
      return nearestWithTwins(to: position, limit: limit, within: radius)
    }
    var wanted = limit
    while true {
      let nearest = nearestWithTwins(to: position, limit: wanted, within: radius)
      var twins = DuplicateFilter()
      let distinct = nearest.filter { twins.isNew($0.place) }
      if distinct.count >= limit || nearest.count < wanted { return Array(distinct.prefix(limit)) }
      wanted += limit - distinct.count
    }
  }

  private func nearestWithTwins(
    to position: Coordinate, limit: Int, within radius: Distance?
  ) -> [NearbyPlace] {
    let origin = WGS84.cartesian(position)
    var reach = radius?.metres ?? .infinity
    // The nearest by the chord are nearly those by the ground: the farthest of them tells how far to look.
    let nearby = nearestByChord(to: origin, limit: limit, reach: reach)
    var found: [(ordinal: Int, place: NearbyPlace)] = []
    if nearby.count == limit {
      found = nearby.map { ($0, exact($0, from: position)) }
      reach = min(reach, found.map(\.place.distance.metres).max() ?? reach)
      found.removeAll { $0.place.distance.metres > reach }
    }
    let isKnown = found.isEmpty ? [] : Set(nearby)
    let longestChord = WGS84.longestChord(underWay: reach) + Self.rounding
    visit(nodes.indices, axis: 0, origin: origin, reach: { longestChord }) { node, _ in
      guard !isKnown.contains(node.ordinal) else { return }
      let place = exact(node.ordinal, from: position)
      if place.distance.metres <= reach {
        found.append((node.ordinal, place))
      }
    }
    found.sort { ($0.place.distance, $0.ordinal) < ($1.place.distance, $1.ordinal) }
    return found.prefix(limit).map(\.place)
  }

  /// The positions, among the places given, of those not farther than `reach` metres in a straight line.
  package func ordinals(within reach: Double, of point: SIMD3<Double>) -> [Int] {
    var found: [Int] = []
    visit(nodes.indices, axis: 0, origin: point, reach: { reach }) { node, _ in
      found.append(node.ordinal)
    }
    return found
  }

  private func exact(_ ordinal: Int, from position: Coordinate) -> NearbyPlace {
    NearbyPlace(places[ordinal], from: position)
  }

  private func nearestByChord(to origin: SIMD3<Double>, limit: Int, reach: Double) -> [Int] {
    // Sorted, farthest last.
    var best: [(squaredChord: Double, ordinal: Int)] = []
    visit(
      nodes.indices, axis: 0, origin: origin,
      reach: { best.count < limit ? reach : best[limit - 1].squaredChord.squareRoot() }
    ) { node, squaredChord in
      let place = best.partitioningIndex { squaredChord < $0.squaredChord }
      guard place < limit else { return }
      if best.count == limit { best.removeLast() }
      best.insert((squaredChord, node.ordinal), at: place)
    }
    return best.map(\.ordinal)
  }

  /// Hands over every node whose chord to `origin` is not longer than `reach`, which may shrink meanwhile.
  private func visit(
    _ range: Range<Int>, axis: Int, origin: SIMD3<Double>, reach: () -> Double, _ body: (Node, Double) -> Void
  ) {
    guard !range.isEmpty else { return }
    let middle = Self.middle(of: range)
    let node = nodes[middle]
    let beyond = origin[axis] - node.point[axis]
    let next = (axis + 1) % 3
    let (near, far) =
      beyond < 0
      ? (range.lowerBound..<middle, middle + 1..<range.upperBound)
      : (middle + 1..<range.upperBound, range.lowerBound..<middle)
    visit(near, axis: next, origin: origin, reach: reach, body)
    let offset = node.point - origin
    let squaredChord = (offset * offset).sum()
    if squaredChord.squareRoot() <= reach() {
      body(node, squaredChord)
    }
    if abs(beyond) <= reach() {
      visit(far, axis: next, origin: origin, reach: reach, body)
    }
  }

  private static func middle(of range: Range<Int>) -> Int {
    range.lowerBound + range.count / 2
  }

  private mutating func arrange(_ range: Range<Int>, axis: Int) {
    guard range.count > 1 else { return }
    let middle = Self.middle(of: range)
    select(middle, in: range, axis: axis)
    arrange(range.lowerBound..<middle, axis: (axis + 1) % 3)
    arrange(middle + 1..<range.upperBound, axis: (axis + 1) % 3)
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
