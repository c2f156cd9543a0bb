import Geography

/// An extract of OpenStreetMap as XML, measured in metres from the origin of a terrain.
public struct OSMText {
  private let terrain: Terrain
  private var nodes: [String] = []
  private var ways: [String] = []
  private var relations: [String] = []
  private var nextNode = 1000
  /// Where the extract says that its data lies.
  public var bounds: BoundingBox?

  public init(_ terrain: Terrain = Terrain()) {
    self.terrain = terrain
  }

  /// The whole document.
  public var text: String {
    let head = bounds.map {
      "<bounds minlat='\($0.south)' minlon='\($0.west)' maxlat='\($0.north)' maxlon='\($0.east)'/>"
    }
    return "<osm>\n" + ([head].compactMap(\.self) + nodes + ways + relations).joined(separator: "\n")
      + "\n</osm>\n"
  }

  /// Adds a node at some metres to the east and to the north.
  public mutating func add(node id: Int, _ point: (Double, Double), _ tags: [String: String] = [:]) {
    let coordinate = terrain.coordinate(east: point.0, north: point.1)
    nodes.append(
      "<node id='\(id)' lat='\(coordinate.latitude)' lon='\(coordinate.longitude)'>\(Self.text(of: tags))</node>"
    )
  }

  /// Adds a way, which is closed if it ends where it begins.
  public mutating func add(way id: Int, _ points: [(Double, Double)], _ tags: [String: String] = [:]) {
    var refs: [Int] = []
    for (index, point) in points.enumerated() {
      if index > 0, let first = points.first, let firstNode = refs.first, point == first {
        refs.append(firstNode)
      } else {
        add(node: nextNode, point)
        refs.append(nextNode)
        nextNode += 1
      }
    }
    add(way: id, of: refs, tags)
  }

  private mutating func add(way id: Int, of refs: [Int], _ tags: [String: String]) {
    let members = refs.map { "<nd ref='\($0)'/>" }.joined()
    ways.append("<way id='\(id)'>\(members)\(Self.text(of: tags))</way>")
  }

  /// Adds a square administrative area around the origin, of four ways.
  ///
  /// - Parameters:
  ///   - reach: metres from the middle to each side.
  ///   - missing: how many of its ways to leave out.
  public mutating func add(
    area id: Int, within reach: Double, _ tags: [String: String], missing: Int = 0
  ) {
    let corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
    let first = nextNode
    nextNode += 4
    for (index, corner) in corners.enumerated() { add(node: first + index, corner) }
    let sides = (0..<4).map { 1_000_000 + 10 * id + $0 }
    for (index, side) in sides.enumerated().dropFirst(missing) {
      add(way: side, of: [first + index, first + (index + 1) % 4], [:])
    }
    let members = sides.map { "<member type='way' ref='\($0)' role='outer'/>" }.joined()
    let all = tags.merging(["type": "boundary", "boundary": "administrative"]) { $1 }
    relations.append("<relation id='\(id)'>\(members)\(Self.text(of: all))</relation>")
  }

  private static func text(of tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }
}
