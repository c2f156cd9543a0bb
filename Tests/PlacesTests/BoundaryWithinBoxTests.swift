import Foundation
import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct BoundaryWithinBoxTests {
  private static let box = BoundingBox(west: 24, south: 60, east: 24.1, north: 60.05)

  /// A ring like a star about a point, in degrees.
  private static func ring(
    around middle: (Double, Double), reach: ClosedRange<Double>, _ generator: inout SeededGenerator
  ) -> [Coordinate] {
    let count = Int.random(in: 3...60, using: &generator)
    let corners = (0..<count).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count)
      let radius = Double.random(in: reach, using: &generator)
      return Coordinate(
        latitude: middle.1 + radius * sin(angle), longitude: middle.0 + 2 * radius * cos(angle))
    }
    return corners + [corners[0]]
  }

  /// Ways that together are a ring, each in some direction.
  private static func ways(of ring: [Coordinate], _ generator: inout SeededGenerator) -> [[Coordinate]] {
    var ways: [[Coordinate]] = []
    var first = 0
    while first < ring.count - 1 {
      let last = min(ring.count - 1, first + Int.random(in: 1...5, using: &generator))
      let way = Array(ring[first...last])
      ways.append(Bool.random(using: &generator) ? way : way.reversed())
      first = last
    }
    return ways.shuffled(using: &generator)
  }

  /// As a server judges it, generously.
  private static func touches(_ way: [Coordinate], _ box: BoundingBox) -> Bool {
    let latitudes = way.map(\.latitude)
    let longitudes = way.map(\.longitude)
    return (latitudes.min() ?? 0) <= box.north && (latitudes.max() ?? 0) >= box.south
      && (longitudes.min() ?? 0) <= box.east && (longitudes.max() ?? 0) >= box.west
  }

  @Test("within the box, the part of an area is what the whole area is")
  func parts() throws {
    var generator = SeededGenerator(seed: 27)
    let box = try #require(Self.box)
    var (partCount, wholeCount) = (0, 0)
    for _ in 0..<400 {
      let middle = (
        Double.random(in: 23.9...24.2, using: &generator), Double.random(in: 59.95...60.1, using: &generator)
      )
      let least = Bool.random(using: &generator) ? 0.004 : Double.random(in: 0.005...0.05, using: &generator)
      var rings = [Self.ring(around: middle, reach: least...2 * least, &generator)]
      if Bool.random(using: &generator) {
        rings.append(Self.ring(around: middle, reach: 0.001...0.002, &generator))
      }
      let whole = try #require(Extent(rings: rings))
      // Between corners, sides are not quite straight on a map.
      func isClear(_ position: Coordinate) -> Bool { whole.distanceToEdge(from: position).metres > 10 }
      guard isClear(box.middle) else { continue }
      let lines = rings.flatMap { Self.ways(of: $0, &generator) }.filter { Self.touches($0, box) }
      let part = BoundaryWithinBox.outline(of: lines, in: box, isInside: whole.contains(box.middle))
      for _ in 0..<50 {
        let position = Coordinate(
          latitude: Double.random(in: box.south...box.north, using: &generator),
          longitude: Double.random(in: box.west...box.east, using: &generator))
        guard isClear(position) else { continue }
        #expect((part?.outline.contains(position) ?? false) == whole.contains(position), "\(position)")
      }
      guard let part else { continue }
      partCount += 1
      if part.isWhole {
        wholeCount += 1
        #expect(rings.joined().allSatisfy(box.contains))
      }
      #expect(!part.outline.contains(Coordinate(latitude: 60.06, longitude: 24.05)))
    }
    #expect(partCount > 100 && wholeCount > 10)
  }

  @Test("an area around all of the box is the box, and one elsewhere is nothing")
  func around() throws {
    let box = try #require(Self.box)
    let all = try #require(BoundaryWithinBox.outline(of: [], in: box, isInside: true))
    #expect(!all.isWhole)
    #expect(all.outline.contains(Coordinate(latitude: 60.0001, longitude: 24.0999)))
    #expect(BoundaryWithinBox.outline(of: [], in: box, isInside: false) == nil)
  }

  @Test("a boundary that ends within the box bounds nothing")
  func open() throws {
    let box = try #require(Self.box)
    let line = [(23.9, 60.02), (24.05, 60.02)].map { Coordinate(latitude: $0.1, longitude: $0.0) }
    #expect(BoundaryWithinBox.outline(of: [line], in: box, isInside: true) == nil)
  }

  @Test("the date line is nothing special", arguments: [false, true])
  func dateLine(isInside: Bool) throws {
    let box = try #require(BoundingBox(west: 179.9, south: -1, east: -179.9, north: 1))
    #expect(abs(abs(box.middle.longitude) - 180) < 1e-9)
    // It passes the middle in the east.
    let line = [(179.95, -2.2), (-179.95, 1.8)].map { Coordinate(latitude: $0.1, longitude: $0.0) }
    let part = try #require(BoundaryWithinBox.outline(of: [line], in: box, isInside: isInside))
    #expect(part.outline.contains(Coordinate(latitude: 0.9, longitude: 179.91)) == isInside)
    #expect(part.outline.contains(Coordinate(latitude: -0.9, longitude: -179.91)) != isInside)
  }
}
