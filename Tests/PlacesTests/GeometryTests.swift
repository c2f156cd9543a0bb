import Foundation
import Geography
import Input
import TestSupport
import Testing

@testable import Places

@Suite struct GeometryTests {
  @Test(
    "one point represents a geometry",
    arguments: [
      (#"{"type":"Point","coordinates":[2,1]}"#, (1, 2)),
      (#"{"type":"MultiPoint","coordinates":[[2,1],[4,3]]}"#, (1, 2)),
      (#"{"type":"LineString","coordinates":[[0,0],[4,0]]}"#, (0, 2)),
      (#"{"type":"LineString","coordinates":[[0,0],[0,1],[0,9]]}"#, (4.5, 0)),
      (#"{"type":"LineString","coordinates":[[3,3],[3,3]]}"#, (3, 3)),
      (#"{"type":"MultiLineString","coordinates":[[[0,0],[1,0]],[[10,0],[14,0]]]}"#, (0, 12)),
      (#"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,2],[0,2],[0,0]]]}"#, (1, 2)),
      (#"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,2],[0,2]]]}"#, (1, 2)),
      (#"{"type":"Polygon","coordinates":[[[5,5],[5,5],[5,5]]]}"#, (5, 5)),
      (#"{"type":"Polygon","coordinates":[[[0,0],[4,0],[0,0]]]}"#, (0, 4)),
      (
        #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,1],[0,0]]],[[[10,0],[14,0],[14,2],[10,2],[10,0]]]]}"#,
        (1, 12)
      ),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[9,9]},{"type":"LineString","coordinates":[[0,0],[4,0]]}]}"#,
        (0, 2)
      ),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[0,0],[4,0]]},{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,2],[0,2],[0,0]]]}]}"#,
        (1, 2)
      ),
      // Across 180°, and all around the globe.
      (#"{"type":"LineString","coordinates":[[179.99,-17],[-179.97,-17]]}"#, (-17, -179.99)),
      (
        #"{"type":"Polygon","coordinates":[[[179.99,1],[-179.97,1],[-179.97,2],[179.99,2],[179.99,1]]]}"#,
        (1.5, -179.99)
      ),
      (#"{"type":"Polygon","coordinates":[[[-179,1],[177,1],[177,2],[-179,2],[-179,1]]]}"#, (1.5, 179)),
      (#"{"type":"Polygon","coordinates":[[[-180,0],[180,0],[180,9],[-180,9],[-180,0]]]}"#, (4.5, 0)),
      // No more decimals than OpenStreetMap has.
      (#"{"type":"LineString","coordinates":[[10,50],[10.000999999999998,50]]}"#, (50, 10.0005)),
    ] as [(String, (Double, Double))])
  func points(json: String, expected: (Double, Double)) throws {
    let point = try #require(try Self.geometry(json).representativePoint)
    #expect(abs(point.latitude - expected.0) < 1e-9, "\(point)")
    #expect(abs(point.longitude - expected.1) < 1e-9, "\(point)")
    #expect("\(point.longitude)".count <= 12, "\(point)")
  }

  @Test(
    "a geometry without points has no point",
    arguments: [
      #"{"type":"MultiPoint","coordinates":[]}"#, #"{"type":"LineString","coordinates":[]}"#,
      #"{"type":"Polygon","coordinates":[]}"#, #"{"type":"Polygon","coordinates":[[]]}"#,
      #"{"type":"MultiPolygon","coordinates":[]}"#, #"{"type":"GeometryCollection","geometries":[]}"#,
    ])
  func empty(json: String) throws {
    #expect(try Self.geometry(json).representativePoint == nil)
  }

  @Test(
    "an area's point is inside, even if its centroid is not",
    arguments: [
      // A U, open to the north.
      [[(0, 0), (9, 0), (9, 9), (6, 9), (6, 1), (3, 1), (3, 9), (0, 9), (0, 0)]],
      // A square with a hole in its middle.
      [[(0, 0), (9, 0), (9, 9), (0, 9), (0, 0)], [(3, 3), (6, 3), (6, 6), (3, 6), (3, 3)]],
      // A crescent.
      [[(0, 0), (4, 0), (9, 5), (4, 10), (0, 10), (6, 5), (0, 0)]],
    ] as [[[(Double, Double)]]])
  func concave(rings: [[(Double, Double)]]) throws {
    let rings = rings.map { $0.map { Coordinate(latitude: $0.1, longitude: $0.0) } }
    let point = try #require(Geometry.polygons([rings]).representativePoint)
    #expect(Self.contains(point, rings), "\(point)")
  }

  @Test("the point of a random star with a random hole is inside", arguments: 0..<8)
  func randomStars(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let centre = Coordinate(
        latitude: .random(in: -80...80, using: &generator),
        longitude: .random(in: -170...170, using: &generator))
      let outer = Self.star(around: centre, radii: 0.5...1, using: &generator)
      let hole = Self.star(around: centre, radii: 0.1...0.35, using: &generator)
      let rings = Bool.random(using: &generator) ? [outer, hole] : [outer]
      let point = try #require(Geometry.polygons([rings]).representativePoint)
      #expect(Self.contains(point, rings), "\(point) in \(rings)")
    }
  }

  @Test("looks at each stretch once, however many there are")
  func stretches() {
    var looks = 0
    func counted(_ stretches: [Geometry.Stretch]) -> some Sequence<Geometry.Stretch> {
      stretches.lazy.map { stretch in
        looks += 1
        return stretch
      }
    }
    // Stretches of 3 of 10, and of these every second one lies in those of 6 of 20.
    let all = (0..<10_000).map { Geometry.Stretch(start: Double($0) * 10, end: Double($0) * 10 + 3) }
    let others = (0..<5000).map { Geometry.Stretch(start: Double($0) * 20, end: Double($0) * 20 + 6) }
    let found = Geometry.stretches(counted(all), within: counted(others))
    #expect(found.map(\.start) == (0..<5000).map { Double($0) * 20 })
    #expect(looks <= all.count + others.count)
  }

  @Test("keeps the stretches whose middle lies in another one", arguments: 0..<20)
  func within(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random() -> [Geometry.Stretch] {
      let ends = (0..<2 * Int.random(in: 0...20, using: &generator)).map { _ in
        Double(Int.random(in: 0...30, using: &generator))
      }.sorted()
      return stride(from: 0, to: ends.count, by: 2).map {
        Geometry.Stretch(start: ends[$0], end: ends[$0 + 1])
      }
    }
    let (all, others) = (random(), random())
    let expected = all.filter { stretch in others.contains { $0.contains(stretch.middle) } }
    #expect(Geometry.stretches(all, within: others) == expected)
  }

  private static func geometry(_ json: String) throws -> Geometry {
    try JSONParser().parse(Array(json.utf8).span, orThrow: PlaceRecord.Problem.init) {
      value throws(PlaceRecord.Problem) in
      try Geometry(value, at: ["geometry"])
    }
  }

  /// A closed ring whose corners are this many degrees from the centre; small enough steps keep the rings
  /// apart.
  private static func star(
    around centre: Coordinate, radii: ClosedRange<Double>, using generator: inout SeededGenerator
  ) -> [Coordinate] {
    let corners = Int.random(in: 12...40, using: &generator)
    var ring = (0..<corners).map { corner in
      let angle = 2 * .pi * Double(corner) / Double(corners)
      let radius = Double.random(in: radii, using: &generator)
      return Coordinate(
        latitude: centre.latitude + radius * sin(angle), longitude: centre.longitude + radius * cos(angle))
    }
    ring.append(ring[0])
    return Bool.random(using: &generator) ? ring : ring.reversed()
  }

  /// Whether the point lies inside by the even-odd rule, on a ray to the north.
  private static func contains(_ point: Coordinate, _ rings: [[Coordinate]]) -> Bool {
    var isInside = false
    for ring in rings {
      for (start, end) in zip(ring, ring.dropFirst())
      where (start.longitude > point.longitude) != (end.longitude > point.longitude) {
        let part = (point.longitude - start.longitude) / (end.longitude - start.longitude)
        if start.latitude + (end.latitude - start.latitude) * part > point.latitude { isInside.toggle() }
      }
    }
    return isInside
  }
}
