import Foundation
import TestSupport
import Testing

@testable import Geography

@Suite struct ExtentFormTests {
  /// A shore with inlets of some size, around a position.
  private static func shore(
    around centre: Coordinate, radius: Double, inlets: Double, corners: Int, seed: UInt64
  ) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    let ring = (0..<corners).map { index in
      WGS84.destination(
        from: centre, bearing: Bearing(degrees: 360 * Double(index) / Double(corners)),
        distance: Distance(metres: radius + .random(in: -inlets...inlets, using: &generator)))
    }
    return ring + ring.prefix(1)
  }

  private static let lake = Coordinate(latitude: 61.2, longitude: 28.5)

  @Test("simplified, no edge is farther off than it says, and a second time changes nothing")
  func simplification() throws {
    for (radius, inlets, corners, most) in [
      (5.0, 0.02, 50, 0.3), (400, 0.5, 700, 1.0), (400, 30, 700, 1.0), (9000, 60, 9000, 200),
    ] {
      let ring = Self.shore(
        around: Self.lake, radius: radius, inlets: inlets, corners: corners, seed: 5)
      let islands = (0..<40).map { index in
        Self.shore(
          around: WGS84.destination(
            from: Self.lake, bearing: Bearing(degrees: Double(index) * 9),
            distance: Distance(metres: radius / 2)),
          radius: radius / 100, inlets: 0, corners: 12, seed: 1)
      }
      let exact = try #require(Extent(rings: [ring] + islands))
      let simple = exact.simplified
      #expect(simple.pointCount <= Extent.mostPoints && simple.pointCount < exact.pointCount)
      let bound = simple.accuracy == 0 ? min(1, radius / 17) : simple.accuracy
      #expect(bound <= most)
      var generator = SeededGenerator(seed: 7)
      for _ in 0..<60 {
        let position = WGS84.destination(
          from: Self.lake, bearing: Bearing(degrees: .random(in: 0..<360, using: &generator)),
          distance: Distance(metres: .random(in: 0...3 * radius, using: &generator)))
        let (before, after) = (exact.nearest(to: position), simple.nearest(to: position))
        #expect(abs(before.distance.metres - after.distance.metres) <= bound + 0.01)
        if before.isInside != after.isInside {
          let outside = before.isInside ? after : before
          #expect(outside.distance.metres <= bound + 0.01)
        }
      }
      #expect(simple.simplified == simple || simple.accuracy > 0)
    }
  }

  @Test(
    "simplified, a border that is straight on the map stays where it is",
    arguments: [(49.0, 49.0), (0, 0), (60, 64), (-75, -74.5), (-10, 10), (88, 88)])
  func border(start: Double, end: Double) throws {
    let border = (0...3000).map { step in
      Coordinate(
        latitude: start + (end - start) * Double(step) / 3000, longitude: -123 + Double(step) / 100)
    }
    let exact = try #require(Extent(lines: [border]))
    let simple = exact.simplified
    #expect(simple.pointCount < exact.pointCount / 4 && simple.simplified == simple)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let position = WGS84.destination(
        from: try #require(border.randomElement(using: &generator)),
        bearing: Bearing(degrees: .random(in: 0..<360, using: &generator)),
        distance: Distance(metres: .random(in: 0...3000, using: &generator)))
      let distances = [exact, simple].map { $0.nearest(to: position).distance.metres }
      #expect(abs(distances[0] - distances[1]) <= 1.01)
    }
  }

  @Test(
    "whatever it has, the corners of an extent are few",
    arguments: [(2, 1200), (800, 4), (1100, 2), (2100, 1)])
  func manyCorners(parts: Int, corners: Int) throws {
    var generator = SeededGenerator(seed: 9)
    let shapes = (0..<parts).map { _ -> [Coordinate] in
      let (south, west) = (
        Double.random(in: 59...62, using: &generator), Double.random(in: 20...30, using: &generator)
      )
      return (0..<corners).map { _ in
        Coordinate(
          latitude: south + .random(in: 0...0.01, using: &generator),
          longitude: west + .random(in: 0...0.01, using: &generator))
      }
    }
    let extent = try #require(corners > 2 ? Extent(rings: shapes) : Extent(lines: shapes))
    let simple = extent.simplified(toPoints: 2000)
    #expect(simple.pointCount <= 2000)
    #expect(simple.accuracy > 0)
    for shape in shapes.prefix(50) {
      #expect(simple.nearest(to: shape[0]).distance.metres <= simple.accuracy)
    }
  }

  @Test("its bytes give it back")
  func bytes() throws {
    let ring = Self.shore(around: Self.lake, radius: 3000, inlets: 200, corners: 900, seed: 2)
    let dateLine = [(10.0, 180.0), (10, -179.5), (11, 179.5), (-90, 0), (90, -180)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let many = Self.shore(around: Self.lake, radius: 3000, inlets: 500, corners: 9000, seed: 2)
    for extent in [
      try #require(Extent(lines: [dateLine, [Self.lake]], rings: [ring])),
      try #require(Extent(rings: [many])).simplified(toPoints: 2000),
    ] {
      var bytes: [UInt8] = []
      extent.append(to: &bytes, from: Self.lake)
      #expect(bytes.withUnsafeBytes { Extent(bytes: $0, from: Self.lake) } == extent)
      #expect(try JSONDecoder().decode(Extent.self, from: JSONEncoder().encode(extent)) == extent)
    }
  }

  @Test("every corner is in the box around it, after steps to and fro whose sum is rounded")
  func box() throws {
    let rings = [
      [(24.95, 60.11), (24.96, 60.11), (4.96, 60.12)], [(179.9, 1), (-179.7, 2), (-24.96, 3)],
      [(180, -1), (-179, -1), (-179, 0)],
    ]
    for ring in rings.map({ $0.map { Coordinate(latitude: $0.1, longitude: $0.0) } }) {
      let extent = try #require(Extent(rings: [ring]))
      #expect(ring.allSatisfy(extent.boundingBox.contains), "\(extent.boundingBox)")
    }
  }

  @Test("damaged bytes are refused or are another extent, and never more than they can hold")
  func damagedBytes() throws {
    var generator = SeededGenerator(seed: 4)
    let ring = Self.shore(around: Self.lake, radius: 300, inlets: 20, corners: 12, seed: 2)
    var sound: [UInt8] = []
    try #require(Extent(lines: [[Self.lake]], rings: [ring])).append(to: &sound, from: Self.lake)
    for _ in 0..<2000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0...4, using: &generator))
      let extent = bytes.withUnsafeBytes { Extent(bytes: $0, from: Self.lake) }
      #expect((extent?.pointCount ?? 0) <= bytes.count)
      #expect(extent?.nearest(to: Self.lake).distance.metres.isFinite ?? true)
    }
    #expect([UInt8]().withUnsafeBytes { Extent(bytes: $0, from: Self.lake) } == nil)
    #expect([0].withUnsafeBytes { Extent(bytes: $0, from: Self.lake) } == nil)
  }

  @Test("rings that lie across many others take time in proportion, and islands in a lake are still found")
  func manyRings() throws {
    func triangle(_ size: Double, _ latitude: Double, _ longitude: Double) -> [Coordinate] {
      [(0.0, 0.0), (0.0, size), (size, 0.0)].map {
        Coordinate(latitude: latitude + $0.0, longitude: longitude + $0.1)
      }
    }
    let crossing = (0..<4000).map { triangle(1, Double($0) * 1e-5, Double($0) * 1e-5) }
    var lake = [triangle(3, -1, -1)]
    for number in 0..<2500 {
      lake.append(triangle(0.001, Double(number / 50) * 0.01, Double(number % 50) * 0.01))
    }
    let islands = try #require(Extent(rings: lake))
    let time = try growth(from: 1000) { count in
      _ = try #require(Extent(rings: Array(crossing.prefix(count)))).polygons
    }
    #expect(time < 9)
    #expect(islands.polygons.map(\.count) == [2501])
  }

  @Test("polygons have their holes, turned as RFC 7946 has them, and read again are the same")
  func polygons() throws {
    func square(_ half: Double, at longitude: Double = 0) -> [Coordinate] {
      [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
        Coordinate(latitude: half * $0.0, longitude: longitude + half * $0.1)
      }
    }
    let rings = [
      square(0.01), square(0.03), square(0.02), square(0.01, at: 1), square(0.03).map(\.self).shifted(by: 2),
    ]
    let extent = try #require(Extent(rings: rings))
    let polygons = extent.polygons
    #expect(polygons.map(\.count) == [2, 1, 1, 1])
    for polygon in polygons {
      for (index, ring) in polygon.enumerated() { #expect((Self.doubledArea(of: ring) > 0) == (index == 0)) }
    }
    let again = try #require(Extent(rings: polygons.flatMap(\.self)))
    #expect(again.polygons == polygons)
    let squareDegree = 111_195.0 * 111_195
    let expected = (0.02 * 0.02 + 0.06 * 0.06 - 0.04 * 0.04 + 0.02 * 0.02 + 0.06 * 0.06) * squareDegree
    #expect(abs(extent.area / expected - 1) < 0.01)
  }

  private static func doubledArea(of ring: [Coordinate]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) {
      $0 + $1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude
    }
  }
}

extension [Coordinate] {
  fileprivate func shifted(by degrees: Double) -> [Coordinate] {
    map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + degrees) }
  }
}
