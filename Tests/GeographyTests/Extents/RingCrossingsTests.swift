import Glibc
import TestSupport
import Testing

@testable import Geography

/// Shapes that a metre would spoil.
@Suite struct RingCrossingsTests {
  @Test("a yard that reaches into a bay stays inside its building")
  func hole() throws {
    // The wall steps out by 0.7 m for 20 m, and the yard ends 0.3 m beyond the straight wall.
    let wall: [(Double, Double)] = [
      (0, 0), (200, 0), (200, 100), (110, 100), (110, 100.7), (90, 100.7), (90, 100), (0, 100),
    ]
    let yard: [(Double, Double)] = [(95, 50), (105, 50), (105, 100.3), (95, 100.3)]
    let simplified = try Self.simplified([wall, yard])
    #expect(simplified.pointCount == 9 + 5)
    #expect(try Self.simplified([wall]).pointCount == 5)
    #expect(simplified.simplified == simplified)
    let middle = Self.corner(100, 100.5)
    #expect(simplified.contains(middle))
    #expect(!simplified.contains(Self.corner(100, 100.2)))
  }

  @Test("a narrow passage stays open")
  func passage() throws {
    // Its southern side has a corner that its northern side goes round; a straight one would not.
    let outline: [(Double, Double)] = [
      (0, 0), (100, 0), (100, 50), (50, 51.5), (0.6, 50), (0.6, 51), (50, 51.8), (100.5, 51), (101, 100),
      (0, 100),
    ]
    let simplified = try Self.simplified([outline])
    let corners = simplified.rings[0].dropLast()
    #expect(!Self.crosses(Array(corners)))
  }

  @Test("neighbours that meet from the start may go on doing so")
  func touching() throws {
    let left: [(Double, Double)] = [(0, 0), (50, 0.5), (100, 0), (100, 100), (0, 100)]
    let right: [(Double, Double)] = [(100, 0), (200, 0), (200, 100), (100, 100)]
    #expect(try Self.simplified([left, right]).rings.count == 2)
  }

  @Test("a shore of many thousand corners is simplified in time in proportion")
  func shore() throws {
    let time = try growth(from: 3000) { count in
      let simplified = try Self.simplified([
        Self.round(count) { 20_000 + 0.4 * Double($0 % 2) }
      ])
      #expect(simplified.pointCount < count / 3)
    }
    #expect(time < 9)
  }

  @Test("a star of many thousand long points takes time in proportion")
  func star() throws {
    // Each edge has a corner in its middle that could go, and all lie across each other's boxes.
    let time = try growth(from: 3000) { count in
      _ = try Self.simplified([Self.round(count) { [1000, 10_500, 20_000, 10_500][$0 % 4] + 0.2 }])
    }
    #expect(time < 9)
  }

  /// A ring around a place on the equator, its corners so many metres away.
  private static func round(_ count: Int, radius: (Int) -> Double) -> [(Double, Double)] {
    (0..<count).map { number in
      let angle = Double(number) / Double(count) * 2 * .pi
      return (radius(number) * cos(angle), radius(number) * sin(angle))
    }
  }

  private static func simplified(_ rings: [[(Double, Double)]]) throws -> Extent {
    try #require(Extent(rings: rings.map { $0.map(corner) })).simplified
  }

  /// Metres east and north of a place on the equator.
  private static func corner(_ east: Double, _ north: Double) -> Coordinate {
    Coordinate(latitude: north / 111_320, longitude: 24 + east / 111_320)
  }

  /// By all pairs of edges.
  private static func crosses(_ ring: [Coordinate]) -> Bool {
    func side(_ point: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
      let way = (end.longitude - start.longitude, end.latitude - start.latitude)
      return way.0 * (point.latitude - start.latitude) - way.1 * (point.longitude - start.longitude)
    }
    let count = ring.count
    return (0..<count).contains { first in
      (0..<count).contains { second in
        guard second > first + 1, (second + 1) % count != first else { return false }
        let (a, b, c, d) = (ring[first], ring[(first + 1) % count], ring[second], ring[(second + 1) % count])
        return side(c, a, b) * side(d, a, b) <= 0 && side(a, c, d) * side(b, c, d) <= 0
      }
    }
  }
}
