import Geography

/// An extract of OpenStreetMap as XML, measured in metres from the origin of a terrain.
public struct OSMText: Sendable {
  private let terrain: Terrain
  private var nodes: [String] = []
  private var ways: [String] = []
  private var relations: [String] = []
  private var nextNode = 1000
  /// Where the extract says that its data lies.
  public var bounds: BoundingBox?
  /// What it has as an Overpass server answers it, and each area with its south-western and north-eastern corners.
  private var elements: [String] = []
  private var areas: [(id: Int, corners: [Coordinate], tags: String, ways: [String])] = []

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
    guard !tags.isEmpty else { return }
    elements.append(#"{"type":"node","id":\#(id),\#(Self.json(coordinate)),"tags":\#(Self.json(tags))}"#)
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
    let geometry = Self.geometry(points.map { terrain.coordinate(east: $0.0, north: $0.1) })
    elements.append(#"{"type":"way","id":\#(id),"tags":\#(Self.json(tags)),\#(geometry)}"#)
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
    let coordinates = corners.map { terrain.coordinate(east: $0.0, north: $0.1) }
    let ways = sides.indices.map { index in
      let geometry = Self.geometry([coordinates[index], coordinates[(index + 1) % 4]])
      return #"{"type":"way","id":\#(sides[index]),\#(geometry)}"#
    }
    areas.append((id, coordinates, Self.json(all), ways))
  }

  /// What an Overpass server answers of the same data to the question for streets, addresses and areas.
  ///
  /// - Parameter middle: of the box.
  public func overpassGazetteer(around middle: Coordinate) -> String {
    let boundaries = areas.flatMap { area in
      [#"{"type":"relation","id":\#(area.id),"tags":\#(area.tags)}"#] + area.ways
    }
    let whole = areas.map { #"{"type":"area","id":\#(3_600_000_000 + $0.id)}"# }
    let around = areas.filter { area in
      let (low, high) = (area.corners[0], area.corners[2])
      return (low.latitude...high.latitude).contains(middle.latitude)
        && (low.longitude...high.longitude).contains(middle.longitude)
    }.map { #"{"type":"area","id":\#(3_600_000_000 + $0.id),"tags":\#($0.tags)}"# }
    let all = (elements + boundaries + whole + around).joined(separator: ",\n")
    return #"{"osm3s":{"timestamp_areas_base":"2026-01-01T09:59:00Z"},"elements":[\#(all)]}"#
  }

  private static func json(_ tags: [String: String]) -> String {
    "{" + tags.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",") + "}"
  }

  private static func json(_ coordinate: Coordinate) -> String {
    #""lat":\#(coordinate.latitude),"lon":\#(coordinate.longitude)"#
  }

  private static func geometry(_ line: [Coordinate]) -> String {
    #""geometry":[\#(line.map { "{\(json($0))}" }.joined(separator: ","))]"#
  }

  private static func text(of tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }
}
