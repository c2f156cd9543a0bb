import Geography
import Glibc

/// Finds the junctions of a network, each with all nodes that people take for one.
struct JunctionFinder {
  /// Nodes that are one junction.
  private struct Cluster {
    /// The most important one first.
    var members: [Int]
    /// The edges of a roundabout, which are no arms.
    var ring: Set<Int> = []
  }

  private let graph: StreetGraph
  /// Whether each node is one where people choose their way, or come onto a street of another name.
  private let isChoice: [Bool]

  /// Nodes within so many metres of the most important one are the same junction.
  private static let reach = 15.0
  /// How far apart the halves of a divided road can be, and the nodes of a junction of two of them.
  private static let widthOfRoad = (one: 40.0, two: 60.0)
  /// Where the direction of an arm is measured.
  private static let lengthOfBearing = 17.0
  /// How far to look whether an arm leads nowhere else, and along how many edges.
  private static let reachOfDeadEnd = (metres: 300.0, edges: 200)
  /// How far from the nodes of a junction its crossings and lights are.
  private static let reachOfCrossing = 20.0
  /// Arms of a junction, of which real ones have ten or twenty.
  private static let mostArms = 500

  init(_ graph: StreetGraph) {
    self.graph = graph
    isChoice = graph.nodes.map { node in
      let titles = Set(node.edges.compactMap { graph.title(ofEdge: $0) })
      return node.edges.count > 2 || node.edges.count == 2 && titles.count == 2
    }
  }

  /// - Parameters:
  ///   - features: from south to north; crossings among them belong to junctions near them.
  ///   - isKnown: whether what there is not at a position is known not to be there.
  func junctions(with features: [StreetFeature], isKnown: (Coordinate) -> Bool) -> [Junction] {
    let found = clusters.compactMap { junction(of: $0, features, isKnown) }
    return found.sorted { Self.isBefore($0.coordinate, $1.coordinate) }
  }

  private static func isBefore(_ left: Coordinate, _ right: Coordinate) -> Bool {
    (left.latitude, left.longitude) < (right.latitude, right.longitude)
  }

  // MARK: Nodes that are one junction

  private var clusters: [Cluster] {
    var isTaken = [Bool](repeating: false, count: graph.nodes.count)
    var clusters: [Cluster] = []
    for node in graph.nodes.indices where !isTaken[node] {
      let ring = roundabout(around: node)
      guard !ring.ring.isEmpty else { continue }
      for member in ring.members { isTaken[member] = true }
      clusters.append(ring)
    }
    func rank(_ node: Int) -> (Int, Int) {
      let edges = graph.nodes[node].edges
      return (Set(edges.compactMap(graph.title)).count, edges.count)
    }
    let choices = graph.nodes.indices.filter { isChoice[$0] && !isTaken[$0] }
      .map { (node: $0, rank: rank($0)) }
      .sorted { left, right in
        left.rank != right.rank
          ? left.rank > right.rank
          : Self.isBefore(graph.nodes[left.node].coordinate, graph.nodes[right.node].coordinate)
      }
    for (node, _) in choices where !isTaken[node] {
      clusters.append(Cluster(members: grown(from: node, &isTaken)))
    }
    return clusters
  }

  /// All of the roundabout that a node is part of.
  private func roundabout(around first: Int) -> Cluster {
    var cluster = Cluster(members: [first])
    var known: Set = [first]
    var next = 0
    while next < cluster.members.count {
      let node = cluster.members[next]
      next += 1
      for edge in graph.nodes[node].edges where graph.street(ofEdge: edge).isRoundabout {
        cluster.ring.insert(edge)
        let other = graph.edges[edge].other(than: node)
        if known.insert(other).inserted { cluster.members.append(other) }
      }
    }
    return cluster
  }

  /// The nodes that are one junction with the most important one of them.
  private func grown(from middle: Int, _ isTaken: inout [Bool]) -> [Int] {
    var members = [middle]
    isTaken[middle] = true
    var next = 0
    while next < members.count {
      let node = members[next]
      next += 1
      for edge in graph.nodes[node].edges {
        let leg = walk(from: node, by: edge, upTo: Self.widthOfRoad.one)
        guard isChoice[leg.end], !isTaken[leg.end] else { continue }
        let away = graph.metres(from: middle, to: leg.end)
        let isNear = away <= Self.reach && leg.length <= 2 * Self.reach
        let isSame =
          isNear
          || away <= Self.widthOfRoad.two && leg.length <= Self.widthOfRoad.one
            && isAcross(from: node, to: leg.end, by: edge)
        guard isSame else { continue }
        isTaken[leg.end] = true
        members.append(leg.end)
      }
    }
    return members
  }

  /// Whether a way leads from one half of a divided road to the other.
  private func isAcross(from node: Int, to other: Int, by edge: Int) -> Bool {
    let here = halves(at: node)
    return halves(at: other).contains { half in
      half.title != graph.title(ofEdge: edge)
        && here.contains { $0.title == half.title && $0.bearing.angle(to: half.bearing) > 120 }
    }
  }

  /// The one-way streets at a node, and where they lead there.
  private func halves(at node: Int) -> [(title: String, bearing: Bearing)] {
    graph.nodes[node].edges.compactMap { index in
      let edge = graph.edges[index]
      guard graph.street(ofEdge: index).isOneWay, let title = graph.title(ofEdge: index) else { return nil }
      let line = edge.start == node ? edge.line.prefix(2) : edge.line.suffix(2)
      guard let from = line.first, let to = line.last, let bearing = WGS84.inverse(from: from, to: to).bearing
      else { return nil }
      return (title, bearing)
    }
  }

  /// The way from a node by one of its edges to the next one where there is a choice.
  ///
  /// - Parameter limit: metres beyond which it ends at the next node, whichever that is.
  private func walk(from node: Int, by first: Int, upTo limit: Double) -> (end: Int, length: Double) {
    var edge = first
    var end = graph.edges[edge].other(than: node)
    var length = graph.edges[edge].length
    while length < limit, !isChoice[end], let next = next(after: edge, at: end), next != first {
      edge = next
      end = graph.edges[edge].other(than: end)
      length += graph.edges[edge].length
    }
    return (end, length)
  }

  /// The one edge that goes on from another; `nil` if there is none, or several.
  private func next(after edge: Int, at node: Int) -> Int? {
    let edges = graph.nodes[node].edges
    return edges.count == 2 ? edges.first { $0 != edge } : nil
  }

  // MARK: Arms

  private func junction(
    of cluster: Cluster, _ features: [StreetFeature], _ isKnown: (Coordinate) -> Bool
  ) -> Junction? {
    let (middle, roundabout) = place(of: cluster)
    let members = Set(cluster.members)
    var arms: [(arm: Junction.Arm, isOneWay: Bool)] = []
    let ways = cluster.members.flatMap { node in
      Set(graph.nodes[node].edges).subtracting(cluster.ring).sorted().map { (node: node, edge: $0) }
    }
    let within = ways.map { isWithin(members, from: $0.node, by: $0.edge) }
    let hasNames = Set(ways.compactMap { graph.title(ofEdge: $0.edge) }).count > 1
    // What only leads to another of the nodes is no arm, unless it is all that is there of a name.
    for isInner in [false, true] {
      for (index, (node, edge)) in ways.enumerated() where within[index] == isInner {
        let title = graph.title(ofEdge: edge)
        if isInner, title == nil || arms.contains(where: { $0.arm.name == title }) { continue }
        let street = graph.street(ofEdge: edge)
        let from = roundabout == nil ? graph.nodes[node].coordinate : middle
        guard arms.count < Self.mostArms,
          let bearing = WGS84.inverse(from: from, to: point(along: edge, from: node)).bearing
        else { continue }
        let arm = Junction.Arm(
          name: title, kind: street.kind, use: street.use, bearing: bearing,
          isDeadEnd: hasNames && isDeadEnd(edge, from: node, of: members, isKnown), edges: [edge])
        arms.append((arm, street.isOneWay))
      }
    }
    let joined = Self.joinedHalves(arms)
    let names = Set(joined.compactMap(\.name))
    guard joined.count > 2 || names.count > 1 || roundabout != nil && joined.count == 2 else { return nil }
    let near = Set(
      cluster.members.map { graph.nodes[$0].coordinate }.flatMap { node in
        features.near(node, within: Self.reachOfCrossing).filter {
          WGS84.inverse(from: node, to: $0.coordinate).distance.metres <= Self.reachOfCrossing
        }
      })
    let crossings = near.compactMap { if case .crossing(let crossing) = $0 { crossing } else { nil } }
    func distance(_ crossing: Crossing) -> Double {
      WGS84.inverse(from: middle, to: crossing.coordinate).distance.metres
    }
    return Junction(
      at: middle, arms: joined, roundabout: roundabout,
      crossings: crossings.sorted {
        (distance($0), $0.coordinate.latitude) < (distance($1), $1.coordinate.latitude)
      }, nodes: cluster.members)
  }

  private func place(of cluster: Cluster) -> (Coordinate, Junction.Roundabout?) {
    let first = graph.nodes[cluster.members[0]].coordinate
    guard !cluster.ring.isEmpty else { return (first, nil) }
    let points = cluster.ring.flatMap { graph.edges[$0].line }
    let box = BoundingBox(around: points.compactMap(BoundingBox.init(of:)))
    let middle = box?.middle ?? first
    let radius = points.reduce(0) { $0 + WGS84.inverse(from: middle, to: $1).distance.metres }
    let name = cluster.ring.compactMap { graph.street(ofEdge: $0).name }.min()
    return (middle, Junction.Roundabout(name: name, radius: radius / Double(max(1, points.count))))
  }

  /// Whether an edge only leads to another node of the same junction.
  private func isWithin(_ members: Set<Int>, from node: Int, by edge: Int) -> Bool {
    let leg = walk(from: node, by: edge, upTo: 2 * Self.widthOfRoad.two)
    guard members.contains(leg.end) else { return false }
    let longest =
      leg.end == node ? Self.widthOfRoad.one : 1.5 * graph.metres(from: node, to: leg.end) + Self.reach
    return leg.length <= longest
  }

  /// The point where its direction is measured.
  private func point(along first: Int, from node: Int) -> Coordinate {
    let start = graph.nodes[node].coordinate
    var (edge, node) = (first, node)
    var (last, lastAway) = (start, 0.0)
    var passed: Set<Int> = []
    while passed.insert(edge).inserted {
      let line = graph.edges[edge].line
      for point in graph.edges[edge].start == node ? line : line.reversed() {
        let away = WGS84.inverse(from: start, to: point).distance.metres
        if away >= Self.lengthOfBearing {
          let part = (Self.lengthOfBearing - lastAway) / (away - lastAway)
          return Coordinate(
            latitude: last.latitude + part * (point.latitude - last.latitude),
            longitude: last.longitude + part * (point.longitude - last.longitude))
        }
        (last, lastAway) = (point, away)
      }
      node = graph.edges[edge].other(than: node)
      let title = graph.title(ofEdge: edge)
      let others = graph.nodes[node].edges.filter { $0 != edge && graph.title(ofEdge: $0) == title }
      guard let next = next(after: edge, at: node) ?? (title != nil && others.count == 1 ? others[0] : nil)
      else { break }
      edge = next
    }
    return last
  }

  /// Whether an arm leads nowhere else: all ways from it end, and where they do, the data goes on.
  private func isDeadEnd(
    _ first: Int, from node: Int, of members: Set<Int>, _ isKnown: (Coordinate) -> Bool
  ) -> Bool {
    var passed: Set = [first]
    var ahead = [(edge: first, from: node, length: graph.edges[first].length)]
    while let (edge, node, length) = ahead.popLast() {
      let end = graph.edges[edge].other(than: node)
      guard length <= Self.reachOfDeadEnd.metres, !members.contains(end),
        graph.nodes[end].edges.count > 1 || isKnown(graph.nodes[end].coordinate)
      else { return false }
      for next in graph.nodes[end].edges where passed.insert(next).inserted {
        // Thousands of streets may meet at the end.
        guard passed.count <= Self.reachOfDeadEnd.edges else { return false }
        ahead.append((next, end, length + graph.edges[next].length))
      }
    }
    return true
  }

  /// With the halves of divided roads joined, clockwise from north.
  private static func joinedHalves(_ arms: [(arm: Junction.Arm, isOneWay: Bool)]) -> [Junction.Arm] {
    var joined = arms.filter { !$0.isOneWay }.map(\.arm)
    let oneWay = arms.filter(\.isOneWay).map(\.arm)
    let groups = Dictionary(grouping: oneWay) { $0.name ?? "\u{0}\($0.kind.rawValue)" }
    for group in groups.values {
      var left = group.sorted { $0.bearing.degrees < $1.bearing.degrees }
      while let arm = left.popLast() {
        let half = left.indices.min {
          arm.bearing.angle(to: left[$0].bearing) < arm.bearing.angle(to: left[$1].bearing)
        }
        guard let half, arm.bearing.angle(to: left[half].bearing) <= mostBetweenHalves else {
          joined.append(arm)
          continue
        }
        let other = left.remove(at: half)
        joined.append(
          Junction.Arm(
            name: arm.name, kind: arm.kind, use: arm.use, bearing: arm.bearing.middle(to: other.bearing),
            isDeadEnd: arm.isDeadEnd && other.isDeadEnd, edges: (arm.edges + other.edges).sorted()))
      }
    }
    return joined.sorted {
      ($0.bearing.degrees, $0.name ?? "", $0.edges.first ?? 0)
        < ($1.bearing.degrees, $1.name ?? "", $1.edges.first ?? 0)
    }
  }

  /// Degrees; around an island they part widely.
  private static let mostBetweenHalves = 75.0
}

extension StreetGraph {
  func street(ofEdge edge: Int) -> Street { streets[edges[edge].street] }

  /// The name or number of an edge's street; `nil` without both.
  func title(ofEdge edge: Int) -> String? {
    let title = street(ofEdge: edge).title
    return title.isEmpty ? nil : title
  }
}

extension Bearing {
  /// Degrees between two directions, 0 to 180.
  fileprivate func angle(to other: Bearing) -> Double {
    let turn = abs(degrees - other.degrees)
    return min(turn, 360 - turn)
  }

  /// The direction between two that are less than a half turn apart.
  fileprivate func middle(to other: Bearing) -> Bearing {
    let turn = Bearing(degrees: other.degrees - degrees).degrees
    return Bearing(degrees: degrees + (turn > 180 ? turn - 360 : turn) / 2)
  }
}
