import Geography

/// Where ways meet: all nodes of one junction, or of one roundabout, as one.
public struct Junction: Hashable, Sendable {
  /// A way that leaves a junction; the two halves of a divided road are one.
  public struct Arm: Hashable, Sendable {
    /// Its name, else its number.
    public let name: String?
    public let kind: StreetKind
    /// What a footway is for.
    public let use: StreetUse?
    /// From where it leaves the junction to some 17 m along it; of a roundabout's exit, from the middle.
    public let bearing: Bearing
    /// Whether it leads nowhere else, as far as 300 m along it tell; only known where two names meet.
    public let isDeadEnd: Bool
    /// The edges of the network that it begins with: one, or those of both halves.
    public let edges: [Int]

    package init(
      name: String?, kind: StreetKind = .residential, use: StreetUse? = nil, bearing: Bearing,
      isDeadEnd: Bool = false, edges: [Int] = []
    ) {
      (self.name, self.kind, self.use, self.bearing) = (name, kind, use, bearing)
      (self.isDeadEnd, self.edges) = (isDeadEnd, edges)
    }
  }

  public struct Roundabout: Hashable, Sendable {
    public let name: String?
    /// Metres from its middle to its ring.
    public let radius: Double
  }

  /// That of its most important node, or the middle of a roundabout; the same however the network was cut.
  public let coordinate: Coordinate
  /// Clockwise from north.
  public let arms: [Arm]
  /// `nil` if it is none; of its ring there are no arms.
  public let roundabout: Roundabout?
  /// Those within 20 m of its nodes, nearest to `coordinate` first.
  public let crossings: [Crossing]
  /// The nodes of the network that it joins.
  public let nodes: [Int]

  package init(
    at coordinate: Coordinate, arms: [Arm], roundabout: Roundabout? = nil, crossings: [Crossing] = [],
    nodes: [Int] = []
  ) {
    (self.coordinate, self.arms, self.roundabout) = (coordinate, arms, roundabout)
    (self.crossings, self.nodes) = (crossings, nodes)
  }

  /// The names and numbers of its arms, and the name of a roundabout, each once, in alphabetical order.
  public var names: [String] { Set(arms.compactMap(\.name) + [roundabout?.name].compactMap(\.self)).sorted() }
}
