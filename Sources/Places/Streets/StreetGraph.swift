import Geography

/// Streets cut into edges at the points that they share.
struct StreetGraph {
  private(set) var streets: [Street] = []
  private(set) var edges: [StreetNetwork.Edge] = []
  private(set) var nodes: [StreetNetwork.Node] = []

  /// A point in millionths of a degree, as stores round it: points of several ways there are one node.
  private struct Key: Hashable {
    let latitude: Int32
    let longitude: Int32

    init(_ coordinate: Coordinate) {
      latitude = Int32(clamping: Int(clamping: (coordinate.latitude * 1e6).rounded()))
      longitude = Int32(clamping: Int(clamping: (coordinate.longitude * 1e6).rounded()))
    }
  }

  /// A step of a way from one point to the next.
  private struct Step: Hashable {
    let street: Int
    let from: Int
    let to: Int
  }

  private var pointOfKey: [Key: Int] = [:]
  private var points: [Coordinate] = []
  /// The same in metres to the east and north of the first.
  private var places: [SIMD2<Double>] = []
  private var plane: LocalPlane?
  private var pointOfNode: [Int] = []
  /// The steps that begin or end at each point; one that comes back at once is there twice.
  private var stepsAt: [[Step]] = []
  private var nodeOfPoint: [Int: Int] = [:]

  /// - Parameter pieces: whole streets, or several pieces of one, of which each step counts once.
  init(_ pieces: [Street]) {
    var indices: [Int64: Int] = [:]
    var known: Set<Step> = []
    for piece in pieces where piece.line.count > 1 {
      let street = indices[piece.id] ?? streets.count
      if street == streets.count {
        indices[piece.id] = street
        streets.append(piece)
      }
      var last = point(of: piece.line[0])
      for coordinate in piece.line.dropFirst() {
        let next = point(of: coordinate)
        guard next != last else { continue }
        let step = Step(street: street, from: last, to: next)
        if known.insert(step).inserted {
          stepsAt[last].append(step)
          stepsAt[next].append(step)
        }
        last = next
      }
    }
    var used: Set<Step> = []
    // First between the points where ways meet or end; what is left are rings that nothing joins.
    for point in points.indices.filter({ !isPassed($0) }) + points.indices {
      for step in stepsAt[point] where !used.contains(step) { addEdge(from: point, by: step, &used) }
    }
  }

  private mutating func point(of coordinate: Coordinate) -> Int {
    let key = Key(coordinate)
    if let known = pointOfKey[key] { return known }
    pointOfKey[key] = points.count
    points.append(coordinate)
    let plane = self.plane ?? LocalPlane(about: coordinate)
    self.plane = plane
    places.append(plane.point(of: coordinate))
    stepsAt.append([])
    return points.count - 1
  }

  /// Whether a way goes on here, and nothing else is here.
  private func isPassed(_ point: Int) -> Bool {
    let steps = stepsAt[point]
    return steps.count == 2 && steps[0].street == steps[1].street
  }

  private mutating func addEdge(from first: Int, by step: Step, _ used: inout Set<Step>) {
    let isForward = step.from == first
    var line = [first]
    var next: Step? = step
    while let step = next {
      used.insert(step)
      let point = step.from == line[line.count - 1] ? step.to : step.from
      line.append(point)
      next = isPassed(point) ? stepsAt[point].first { !used.contains($0) } : nil
    }
    if !isForward { line.reverse() }
    let length = zip(line, line.dropFirst()).reduce(0) { $0 + metres(fromPoint: $1.0, to: $1.1) }
    let (start, end) = (node(of: line[0]), node(of: line[line.count - 1]))
    nodes[start].edges.append(edges.count)
    nodes[end].edges.append(edges.count)
    edges.append(
      StreetNetwork.Edge(
        street: step.street, start: start, end: end, line: line.map { points[$0] }, length: length))
  }

  private func metres(fromPoint point: Int, to other: Int) -> Double {
    let way = places[other] - places[point]
    return (way * way).sum().squareRoot()
  }

  /// Metres between two nodes.
  func metres(from node: Int, to other: Int) -> Double {
    metres(fromPoint: pointOfNode[node], to: pointOfNode[other])
  }

  private mutating func node(of point: Int) -> Int {
    if let known = nodeOfPoint[point] { return known }
    nodeOfPoint[point] = nodes.count
    pointOfNode.append(point)
    nodes.append(StreetNetwork.Node(coordinate: points[point], edges: []))
    return nodes.count - 1
  }
}

// MARK: - What is on them

extension StreetGraph {
  /// How far from the middle of a crossing its kerbs are, in metres.
  private static let reachOfKerb = 12.0

  /// The features on streets, crossings with the names of theirs, and with the highest of the kerbs on the same path.
  ///
  /// - Parameter features: from south to north.
  func located(_ features: [StreetFeature]) -> [StreetFeature] {
    features.map { feature in
      guard case .crossing(var crossing) = feature, let point = pointOfKey[Key(crossing.coordinate)] else {
        return feature
      }
      let crossed = stepsAt[point].map { streets[$0.street] }.filter { !$0.kind.isForFeet }
      crossing.street = crossed.lazy.map(\.title).first { !$0.isEmpty }
      if crossing.kerb == nil {
        let kerbs = kerbs(around: point, among: features.near(crossing.coordinate, within: Self.reachOfKerb))
        crossing.kerb = [.raised, .rolled, .lowered, .flush, .none].first(where: kerbs.contains)
      }
      return .crossing(crossing)
    }
  }

  private func kerbs(around point: Int, among features: ArraySlice<StreetFeature>) -> [Crossing.Kerb] {
    let paths = Set(stepsAt[point].map(\.street).filter { streets[$0].kind.isForFeet })
    return features.compactMap { feature in
      guard case .barrier(let barrier) = feature, let other = pointOfKey[Key(barrier.coordinate)],
        metres(fromPoint: point, to: other) <= Self.reachOfKerb,
        stepsAt[other].contains(where: { paths.contains($0.street) })
      else { return nil }
      return barrier.kerb
    }
  }

  /// Where steps begin and end.
  var endsOfSteps: [StreetFeature] {
    edges.filter { streets[$0.street].kind == .steps }.flatMap { edge -> [StreetFeature] in
      let (street, line) = (streets[edge.street], edge.line)
      let ends = [(line[0], line[line.count - 1], true), (line[line.count - 1], line[0], false)]
      return ends.compactMap { from, to, isForward in
        // Where something joins in between, they go on.
        guard let point = pointOfKey[Key(from)],
          stepsAt[point].count(where: { $0.street == edge.street }) == 1,
          let bearing = WGS84.inverse(from: from, to: to).bearing
        else { return nil }
        return .steps(
          StepsEnd(
            at: from, way: street.id, name: street.name, bearing: bearing,
            leadsUp: street.steps?.leadUp.map { $0 == isForward }, count: street.steps?.count,
            hasHandrail: street.steps?.hasHandrail))
      }
    }
  }
}

extension StreetKind {
  /// Whether it is mainly for people on foot, by bicycle or on horses.
  package var isForFeet: Bool {
    switch self {
    case .cycleway, .footway, .path, .bridleway, .steps: true
    default: false
    }
  }
}
