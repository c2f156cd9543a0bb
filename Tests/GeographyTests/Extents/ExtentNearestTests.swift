import Foundation
import TestSupport
import Testing

@testable import Geography

@Suite struct ExtentNearestTests {
  /// Points on the geodesics between corners, at most some metres apart: by Vincenty's methods, which `Extent` does not use.
  private static func samples(of line: [Coordinate], every metres: Double) -> [Coordinate] {
    zip(line, line.dropFirst()).flatMap { start, end -> [Coordinate] in
      let (distance, bearing) = WGS84.inverse(from: start, to: end)
      guard let bearing else { return [start] }
      let count = max(1, Int((distance.metres / metres).rounded(.up)))
      return (0...count).map { index in
        WGS84.destination(
          from: start, bearing: bearing,
          distance: Distance(metres: distance.metres * Double(index) / Double(count)))
      }
    }
  }

  /// How often the line turns around a position, by the bearings of its points.
  private static func turns(of samples: [Coordinate], around position: Coordinate) -> Int {
    var sum = 0.0
    var previous: Double?
    for sample in samples {
      guard let bearing = WGS84.inverse(from: position, to: sample).bearing?.degrees else { continue }
      if let previous { sum += remainder(bearing - previous, 360) }
      previous = bearing
    }
    return Int((sum / 360).rounded())
  }

  private static func position(
    within metres: Double, of centre: Coordinate, _ generator: inout SeededGenerator
  ) -> Coordinate {
    WGS84.destination(
      from: centre, bearing: Bearing(degrees: .random(in: 0..<360, using: &generator)),
      distance: Distance(metres: metres * Double.random(in: 0...1, using: &generator).squareRoot()))
  }

  static let centres = [
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 60.17, longitude: 24.94),
    Coordinate(latitude: -41.3, longitude: 179.9999), Coordinate(latitude: 79.95, longitude: -180),
    Coordinate(latitude: 89.99, longitude: 40), Coordinate(latitude: -89.999, longitude: -100),
    Coordinate(latitude: 47.14, longitude: 9.52),
  ]

  /// Of rings at random that cross themselves and each other, and a line.
  @Test("distance, nearest point and inside are those of a dense sampling", arguments: centres)
  func bruteForce(centre: Coordinate) throws {
    var generator = SeededGenerator(seed: 26)
    for size in [20.0, 300, 5000, 60_000] {
      for _ in 0..<3 {
        let rings = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          let corners = (0..<Int.random(in: 3...9, using: &generator)).map { _ in
            Extent.Point(Self.position(within: size, of: centre, &generator)).coordinate
          }
          return corners + corners.prefix(1)
        }
        let line = (0..<Int.random(in: 2...6, using: &generator)).map { _ in
          Extent.Point(Self.position(within: size, of: centre, &generator)).coordinate
        }
        let extent = try #require(Extent(lines: [line], rings: rings))
        let sampled = rings.map { Self.samples(of: $0, every: size / 200) }
        let all = sampled.flatMap(\.self) + Self.samples(of: line, every: size / 200)
        for _ in 0..<12 {
          let position = Self.position(within: 2 * size, of: centre, &generator)
          let found = extent.nearest(to: position)
          let least = all.map { WGS84.inverse(from: position, to: $0).distance.metres }.min() ?? .infinity
          let isInside = sampled.map { Self.turns(of: $0, around: position) }.reduce(0, +) % 2 != 0
          // Half a step of the sampling aside, the distance is at most this much longer.
          let coarseness = min(size / 400, size * size / 160_000 / max(least, 1e-3)) + 0.01
          if least > size / 100 { #expect(found.isInside == isInside, "\(position)") }
          guard !found.isInside else {
            #expect(found.distance == .zero && found.bearing == nil && found.point == position)
            continue
          }
          // On a hundred kilometres the great ellipse is some decimetres off the geodesic.
          let offGeodesic = size > 10_000 ? 0.5 : 0.01
          #expect(found.distance.metres <= least + offGeodesic, "\(position)")
          #expect(found.distance.metres >= least - coarseness - offGeodesic, "\(position)")
          let (distance, bearing) = WGS84.inverse(from: position, to: found.point)
          #expect(abs(distance.metres - found.distance.metres) < 1e-3)
          if let bearing, distance.metres > 1, let foundBearing = found.bearing {
            #expect(abs(remainder(bearing.degrees - foundBearing.degrees, 360)) < 0.001)
          }
        }
      }
    }
  }

  /// Whose edges are looked at a hundred at a time.
  @Test("an extent of a thousand corners answers as all of its edges do", arguments: centres)
  func manyCorners(centre: Coordinate) throws {
    var generator = SeededGenerator(seed: 4)
    let ring = (0..<1000).map { index in
      let bearing = Bearing(degrees: 360 * Double(index) / 1000)
      let metres = 4000 + 1500 * sin(Double(index) / 33) + Double.random(in: 0...100, using: &generator)
      let corner = WGS84.destination(from: centre, bearing: bearing, distance: Distance(metres: metres))
      return Extent.Point(corner).coordinate
    }
    let extent = try #require(Extent(rings: [ring]))
    let closed = ring + ring.prefix(1)
    let edges = try zip(closed, closed.dropFirst()).map { try #require(Extent(lines: [[$0, $1]])) }
    for _ in 0..<25 {
      let position = Self.position(within: 8000, of: centre, &generator)
      let next = Self.position(within: 8000, of: centre, &generator)
      let isInside = Self.turns(of: closed, around: position) != 0
      #expect(extent.contains(position) == isInside, "\(position)")
      let nearest = edges.map { $0.nearest(to: position).distance }.min()
      #expect(extent.nearest(to: position).distance == (isInside ? .zero : nearest), "\(position)")
      let reach = Distance(metres: 300)
      let approaches = edges.compactMap { $0.approach(from: position, to: next, within: reach) }
      let first = approaches.min { ($0.distance, $0.fraction) < ($1.distance, $1.fraction) }
      let found = extent.approach(from: position, to: next, within: reach)
      let expected = isInside ? ClosestApproach(distance: .zero, fraction: 0) : first
      #expect((found == nil) == (expected == nil), "\(position) \(next)")
      guard let found, let expected else { continue }
      #expect(abs(found.distance.metres - expected.distance.metres) < 1e-6, "\(position) \(next)")
      #expect(abs(found.fraction - expected.fraction) < 1e-9, "\(position) \(next)")
    }
  }

  @Test("an edge of hundreds of kilometres is a geodesic to within some metres")
  func longEdges() throws {
    let ends = [Coordinate(latitude: 50, longitude: 5), Coordinate(latitude: 52, longitude: 11)]
    let extent = try #require(Extent(lines: [ends]))
    let samples = Self.samples(of: ends, every: 20)
    for position in [(51.5, 8.0), (51.09, 7.9), (49.0, 4.0), (40.0, -20.0), (52.3, 10.1)] {
      let position = Coordinate(latitude: position.0, longitude: position.1)
      let least = samples.map { WGS84.inverse(from: position, to: $0).distance.metres }.min() ?? 0
      #expect(abs(extent.nearest(to: position).distance.metres - least) < 15 + least * 1e-6)
    }
  }

  @Test("a far extent is as far as its nearest corner, to a thousandth")
  func farAway() throws {
    var generator = SeededGenerator(seed: 3)
    let centre = Coordinate(latitude: 47, longitude: 9)
    let ring = (0..<40).map { _ in Self.position(within: 30_000, of: centre, &generator) }
    let extent = try #require(Extent(rings: [ring]))
    for _ in 0..<200 {
      let position = Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      let corners = ring.map { WGS84.inverse(from: position, to: $0).distance.metres }
      let found = extent.nearest(to: position).distance.metres
      guard let least = corners.min(), least > 200_000 else { continue }
      #expect(found <= least * 1.001 && found >= least * 0.999 - 30_000)
    }
  }

  @Test("holes, islands in them, and rings that share an edge count by even and odd")
  func holes() throws {
    func square(_ half: Double, at longitude: Double = 0) -> [Coordinate] {
      [(-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)].map {
        Coordinate(latitude: half * $0.0, longitude: longitude + half * $0.1)
      }
    }
    let extent = try #require(Extent(rings: [square(0.03), square(0.02), square(0.01)]))
    let inside = [0.0, 0.015, 0.025, 0.04].map { extent.contains(Coordinate(latitude: 0.001, longitude: $0)) }
    #expect(inside == [true, false, true, false])
    let pair = try #require(Extent(rings: [square(0.01), square(0.01, at: 0.02)]))
    for longitude in [-0.005, 0.005, 0.0099, 0.0101, 0.02] {
      #expect(pair.contains(Coordinate(latitude: 0.001, longitude: longitude)))
    }
  }

  @Test("a ring around a pole contains it, and one around the world is a belt")
  func poles() throws {
    let antarctica = stride(from: -180.0, through: 180, by: 20).map {
      Coordinate(latitude: -70, longitude: $0)
    }
    let corners = [Coordinate(latitude: -90, longitude: 180), Coordinate(latitude: -90, longitude: -180)]
    for ring in [antarctica, antarctica + corners] {
      let extent = try #require(Extent(rings: [ring]))
      #expect(extent.contains(Coordinate(latitude: -90, longitude: 0)))
      #expect(extent.contains(Coordinate(latitude: -80, longitude: 175)))
      #expect(!extent.contains(Coordinate(latitude: -60, longitude: 175)))
      #expect(extent.nearest(to: Coordinate(latitude: -60, longitude: 0)).distance.metres > 1_000_000)
      // 2πR²(1 − sin 70°)
      #expect(abs(extent.area / 15.38e12 - 1) < 0.001)
    }
    // Its turns add up to a little less than 360°.
    let odd = [-102.5101124, -164.5070609, 104.7324757, 38.1447612, -102.5101124].map {
      Coordinate(latitude: 89.8, longitude: $0)
    }
    #expect(try #require(Extent(rings: [odd])).boundingBox.east == 180)
    let belt = [(-180.0, 10.0), (180, 10), (180, 20), (-180, 20)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let extent = try #require(Extent(rings: [belt]))
    for longitude in [-179.9, -90, 0.3, 120, 180] {
      #expect(extent.contains(Coordinate(latitude: 15, longitude: longitude)))
      #expect(!extent.contains(Coordinate(latitude: 25, longitude: longitude)))
      #expect(!extent.contains(Coordinate(latitude: 5, longitude: longitude)))
    }
  }

  @Test("beyond 180° it goes on")
  func dateLine() throws {
    let ring = [(-17.0, 179.9), (-17, -179.9), (-16.9, -179.9), (-16.9, 179.9)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let extent = try #require(Extent(rings: [ring]))
    #expect(extent.contains(Coordinate(latitude: -16.95, longitude: 180)))
    #expect(extent.contains(Coordinate(latitude: -16.95, longitude: -179.95)))
    #expect(!extent.contains(Coordinate(latitude: -16.95, longitude: 0)))
    #expect(extent.boundingBox.west > 0 && extent.boundingBox.east < 0)
    let distance = extent.nearest(to: Coordinate(latitude: -16.95, longitude: -179.8)).distance.metres
    #expect(abs(distance - 10_650) < 50)
  }

  @Test("one point is no extent, and what has no area is a line")
  func degenerate() throws {
    let point = Coordinate(latitude: 60, longitude: 25)
    let other = Coordinate(latitude: 60.001, longitude: 25)
    #expect(Extent(lines: [[point]]) == nil)
    #expect(Extent(rings: [[point, point, point]]) == nil)
    #expect(Extent() == nil)
    let line = try #require(Extent(rings: [[point, other, point]]))
    #expect(!line.isArea && !line.contains(Coordinate(latitude: 60.0005, longitude: 25)))
    #expect(line.nearest(to: Coordinate(latitude: 60.0005, longitude: 25)).distance.metres < 0.01)
    let points = try #require(Extent(lines: [[point], [other]]))
    #expect(points.nearest(to: Coordinate(latitude: 60.002, longitude: 25)).point == other)
  }

  @Test("no part of it is beyond its reach")
  func reach() throws {
    var generator = SeededGenerator(seed: 8)
    let centre = Coordinate(latitude: 60, longitude: 25)
    for size in [10.0, 1000, 100_000] {
      let ring = (0..<7).map { _ in Self.position(within: size, of: centre, &generator) }
      let extent = try #require(Extent(rings: [ring]))
      let farthest =
        Self.samples(of: ring, every: size / 20)
        .map { WGS84.inverse(from: centre, to: $0).distance.metres }.max() ?? 0
      let reach = extent.reach(from: centre)
      #expect(reach >= farthest - 0.01 && reach < 1.01 * farthest + 0.02)
    }
  }

  @Test("a way's approach is that of its points, wherever it comes in")
  func approach() throws {
    var generator = SeededGenerator(seed: 12)
    for centre in Self.centres {
      for _ in 0..<4 {
        let ring = (0..<5).map { _ in Self.position(within: 500, of: centre, &generator) }
        let extent = try #require(Extent(rings: [ring]))
        let start = Self.position(within: 3000, of: centre, &generator)
        let end = Self.position(within: 3000, of: centre, &generator)
        let samples = Self.samples(of: [start, end], every: 1)
        let distances = samples.map { extent.nearest(to: $0).distance.metres }
        let least = distances.min() ?? 0
        let approach = extent.approach(from: start, to: end, within: Distance(metres: 10_000))
        let found = try #require(approach)
        #expect(abs(found.distance.metres - least) < 0.6)
        let first = distances.firstIndex { $0 <= least + 0.001 } ?? 0
        let fraction = Double(first) / Double(max(1, samples.count - 1))
        #expect(least > 0 || abs(found.fraction - fraction) < 2 / Double(samples.count))
        let short = extent.approach(from: start, to: end, within: Distance(metres: least / 2))
        #expect(least < 2 || short == nil)
      }
    }
  }
}
