import Geography

/// Streets and paths around a position, cut where ways meet.
///
/// Bridges and tunnels meet nothing that they cross. What lies at the edge of the data or of the asked distance is
/// cut there: such an end has one edge, like a dead end.
public struct StreetNetwork: Sendable {
  /// A part of one way, between two nodes.
  public struct Edge: Hashable, Sendable {
    /// The index of its way in `streets`.
    public let street: Int
    /// The indices of the nodes at its beginning and its end; the same for a loop.
    public let start: Int
    public let end: Int
    /// In the direction of the way, which is the only one that vehicles may take if it is one-way.
    public let line: [Coordinate]
    /// Metres.
    public let length: Double

    /// The node at its other end.
    public func other(than node: Int) -> Int { node == start ? end : start }
  }

  /// Where ways meet or end, or one way becomes another.
  public struct Node: Hashable, Sendable {
    public let coordinate: Coordinate
    /// The indices of the edges that leave it; a loop is there twice.
    public internal(set) var edges: [Int]
  }

  /// The ways, each once; the line of each is a piece of it.
  public let streets: [Street]
  public let edges: [Edge]
  public let nodes: [Node]
  /// Where at least three ways leave or two of different names, those with one name included, in a fixed order.
  public let junctions: [Junction]
  /// Crossings, lifts, barriers and traffic lights, and the ends of steps, from south to north.
  public let features: [StreetFeature]
  /// Whether there are so many streets that joining them would take too long, and so none is there.
  package var isCrowded = false

  public struct NearEdge: Hashable, Sendable {
    public let edge: Int
    /// Metres from the position to it.
    public let distance: Double
    /// Its nearest point.
    public let coordinate: Coordinate
    /// Its direction there, that of the way.
    public let bearing: Bearing
    /// Metres from its beginning to its nearest point.
    public let along: Double
  }

  /// The edges within some metres of a position, the nearest first.
  public func edges(within metres: Double, of position: Coordinate) -> [NearEdge] {
    let plane = LocalPlane(about: position)
    let margin = metres / Self.metresOfLatitude
    let rows = position.latitude - margin...position.latitude + margin
    let around = edgesFromSouth.prefix { $0.latitudes.lowerBound <= rows.upperBound }
    let near = around.compactMap { latitudes, index -> NearEdge? in
      guard latitudes.overlaps(rows) else { return nil }
      let line = edges[index].line
      let points = line.map(plane.point)
      var best: (squared: Double, segment: Int, part: Double, along: Double)?
      var along = 0.0
      for (segment, (start, end)) in zip(points, points.dropFirst()).enumerated() {
        let way = end - start
        let squared = (way * way).sum()
        let part = squared > 0 ? min(1, max(0, -(start * way).sum() / squared)) : 0
        let foot = start + way * part
        let away = (foot * foot).sum()
        let length = squared.squareRoot()
        if away < best?.squared ?? .infinity { best = (away, segment, part, along + part * length) }
        along += length
      }
      guard let best, best.squared <= metres * metres else { return nil }
      let (from, to) = (line[best.segment], line[best.segment + 1])
      let foot = Coordinate(
        latitude: from.latitude + best.part * (to.latitude - from.latitude),
        longitude: from.longitude + best.part * (to.longitude - from.longitude))
      return NearEdge(
        edge: index, distance: best.squared.squareRoot(), coordinate: foot,
        bearing: WGS84.inverse(from: from, to: to).bearing ?? .north, along: best.along)
    }
    return near.sorted { ($0.distance, $0.edge) < ($1.distance, $1.edge) }
  }

  /// Crossings, steps, lifts and the like that may be within some metres of a position.
  public func features(within metres: Double, of position: Coordinate) -> ArraySlice<StreetFeature> {
    features.near(position, within: metres)
  }

  /// The nearest junction where streets of different names meet.
  public func nextJunction(to position: Coordinate, within reach: Distance) -> Junction? {
    func distance(_ junction: Junction) -> Distance {
      WGS84.inverse(from: position, to: junction.coordinate).distance
    }
    return junctions.filter { $0.names.count > 1 && distance($0) <= reach }.min {
      distance($0) < distance($1)
    }
  }

  /// The index of the junction that a node belongs to.
  public func junction(ofNode node: Int) -> Int? { junctionsOfNodes[node] }

  private let junctionsOfNodes: [Int: Int]
  /// The edges by their southern ends.
  private let edgesFromSouth: [(latitudes: ClosedRange<Double>, edge: Int)]

  /// Metres in a degree of latitude, at least.
  fileprivate static let metresOfLatitude = 110_000.0

  /// Joins streets at the points that they share.
  ///
  /// - Parameters:
  ///   - streets: whole or in pieces; two pieces of a way join if they share a step of its line.
  ///   - features: what is on them.
  ///   - isKnown: whether what there is not at a position is known not to be there; only then an end is a dead end.
  package init(
    _ streets: [Street], features: [StreetFeature] = [], isKnown: (Coordinate) -> Bool = { _ in true }
  ) {
    let graph = StreetGraph(streets)
    (self.streets, edges, nodes) = (graph.streets, graph.edges, graph.nodes)
    edgesFromSouth = graph.edges.enumerated().map { index, edge in
      let latitudes = edge.line.map(\.latitude)
      return ((latitudes.min() ?? 0)...(latitudes.max() ?? 0), index)
    }.sorted { $0.latitudes.lowerBound < $1.latitudes.lowerBound }
    let all = (features + graph.endsOfSteps).sorted {
      ($0.coordinate.latitude, $0.coordinate.longitude) < ($1.coordinate.latitude, $1.coordinate.longitude)
    }
    self.features = graph.located(all)
    junctions = JunctionFinder(graph).junctions(with: self.features, isKnown: isKnown)
    var junctionsOfNodes: [Int: Int] = [:]
    for (index, junction) in junctions.enumerated() {
      for node in junction.nodes { junctionsOfNodes[node] = index }
    }
    self.junctionsOfNodes = junctionsOfNodes
  }
}

extension [StreetFeature] {
  /// Of features from south to north, those whose latitude is within some metres of a position's.
  func near(_ position: Coordinate, within metres: Double) -> ArraySlice<StreetFeature> {
    let margin = metres / StreetNetwork.metresOfLatitude
    let first = partitioningIndex { $0.coordinate.latitude >= position.latitude - margin }
    return self[first...].prefix { $0.coordinate.latitude <= position.latitude + margin }
  }
}

public protocol StreetNetworkProviding: Sendable {
  /// The streets within some distance of a valid position, and what is on them.
  ///
  /// Whoever moves asks again when less of that distance is left than what they need around them.
  ///
  /// - Parameter reach: at most 1 km.
  /// - Returns: `nil` if it does not know where streets meet there, like a store of an earlier version.
  func network(within reach: Distance, of position: Coordinate) throws(PlacesError) -> StreetNetwork?
}
