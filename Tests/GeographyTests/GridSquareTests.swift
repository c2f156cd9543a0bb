import Foundation
import Geography
import TestSupport
import Testing

@Suite struct GridSquareTests {
  @Test("a square's numbers are those of its quarters in turn")
  func nesting() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<1000 {
      let square = Self.square(using: &generator)
      guard square.level > 0 else { continue }
      var next = square.numbers.lowerBound
      for quarter in square.quarters {
        #expect(quarter.numbers.lowerBound == next)
        next = quarter.numbers.upperBound
      }
      #expect(next == square.numbers.upperBound)
    }
  }

  @Test("the halves of the earth take consecutive numbers from 0")
  func top() {
    let halves = GridSquare.top.map(\.numbers)
    #expect(halves.map(\.lowerBound) == [0, halves[0].upperBound])
  }

  @Test(
    "a position is inside the square around it",
    arguments: [
      (-90, -180), (-90, 180), (90, -180), (90, 180), (0, 0), (0, 180), (90, 0), (-90, 0),
      (60.1699, 24.9384), (89.999_999, 179.999_999), (-1e-9, -1e-9),
    ] as [(Double, Double)])
  func around(latitude: Double, longitude: Double) {
    let position = Coordinate(latitude: latitude, longitude: longitude)
    let square = GridSquare(around: position)
    let (columns, rows) = square.bounds
    #expect(columns.contains(longitude) && rows.contains(latitude))
    #expect(square.leastDistance(from: GridSquare.View(from: position)) <= 0)
    // On every level exactly one square has the position's numbers.
    var level = GridSquare.top
    while let outer = level.first, outer.level > 0 {
      level = level.filter { $0.numbers.overlaps(square.numbers) }.flatMap(\.quarters)
    }
    #expect(level.filter { $0.numbers.overlaps(square.numbers) } == [square])
  }

  @Test("no way out of a square is shorter than its least distance out")
  func wayOut() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<3000 {
      let position = Coordinate(
        latitude: Double.random(in: -90...90, using: &generator),
        longitude: Double.random(in: -180..<180, using: &generator))
      var square: GridSquare? = GridSquare(around: position)
      while let inner = square {
        let least = inner.leastDistanceOut(from: GridSquare.View(from: position))
        let (columns, rows) = inner.bounds
        // Just outside of its edges, and at random.
        let height = rows.upperBound - rows.lowerBound
        for _ in 0..<4 {
          let side = Int.random(in: 0..<4, using: &generator)
          let aside = height * pow(10, Double.random(in: -9...0, using: &generator))
          let other = Coordinate(
            latitude: side == 0
              ? rows.upperBound + aside
              : side == 1 ? rows.lowerBound - aside : Double.random(in: rows, using: &generator),
            longitude: side == 2
              ? columns.upperBound + aside
              : side == 3 ? columns.lowerBound - aside : Double.random(in: columns, using: &generator))
          guard other.isValid else { continue }
          #expect(WGS84.inverse(from: position, to: other).distance.metres >= least)
        }
        square = inner.outer
      }
    }
  }

  @Test("an ordinal is a number's rank within its square")
  func ordinal() {
    let numbers = GridSquare(around: Coordinate(latitude: 60, longitude: 25)).numbers
    #expect(GridSquare.ordinal(of: numbers.lowerBound) == 0)
    #expect(GridSquare.ordinal(of: numbers.upperBound - 1) == Int64(numbers.count) - 1)
  }

  /// Positions from which to look at the squares, besides random ones.
  private static let places: [Coordinate] = [
    Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 13),
    Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 0, longitude: -180),
    Coordinate(latitude: -16.5, longitude: 179.999), Coordinate(latitude: 0, longitude: 0),
    Coordinate(latitude: 60.1699, longitude: 24.9384), Coordinate(latitude: 89.9999, longitude: -90),
  ]

  @Test("no point of a square is nearer than its least distance", arguments: 0...GridSquare.topLevel)
  func leastDistance(level: Int) {
    var generator = SeededGenerator(seed: UInt64(level))
    for round in 0..<400 {
      let position =
        round.isMultiple(of: 2)
        ? Self.places[round / 2 % Self.places.count] : Self.anywhere(using: &generator)
      // Squares nearby and on the other side of the earth reveal different mistakes than random ones.
      let middle: Coordinate =
        switch round % 3 {
        case 0: Self.near(position, using: &generator)
        case 1: Self.near(Self.antipode(of: position), using: &generator)
        default: Self.anywhere(using: &generator)
        }
      let square = GridSquare(around: middle).outer(at: level)
      let least = square.leastDistance(from: GridSquare.View(from: position))
      for point in square.points(5, using: &generator) {
        let distance = WGS84.inverse(from: position, to: point).distance.metres
        #expect(least <= distance, "\(square) from \(position): \(point)")
      }
    }
  }

  @Test("the least distance is close to the distance of the nearest of many points")
  func tightness() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      let position = Coordinate(
        latitude: .random(in: -70...70, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      let square = GridSquare(around: Self.near(position, using: &generator))
      let least = square.leastDistance(from: GridSquare.View(from: position))
      let nearest =
        square.points(200, using: &generator)
        .map { WGS84.inverse(from: position, to: $0).distance.metres }.min() ?? 0
      #expect(least >= 0.99 * nearest - 100, "\(square) from \(position)")
    }
  }

  private static func square(using generator: inout SeededGenerator) -> GridSquare {
    GridSquare(around: anywhere(using: &generator))
      .outer(at: .random(in: 0...GridSquare.topLevel, using: &generator))
  }

  private static func anywhere(using generator: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: .random(in: -90...90, using: &generator),
      longitude: .random(in: -180...180, using: &generator))
  }

  private static func near(_ position: Coordinate, using generator: inout SeededGenerator) -> Coordinate {
    let reach: Double = [0.001, 0.01, 0.1, 1].randomElement(using: &generator) ?? 1
    let longitude = position.longitude + .random(in: -reach...reach, using: &generator)
    return Coordinate(
      latitude: min(90, max(-90, position.latitude + .random(in: -reach...reach, using: &generator))),
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }

  private static func antipode(of position: Coordinate) -> Coordinate {
    Coordinate(
      latitude: -position.latitude,
      longitude: position.longitude > 0 ? position.longitude - 180 : position.longitude + 180)
  }
}

extension GridSquare {
  /// The square of a level that contains this one.
  fileprivate func outer(at level: Int) -> GridSquare {
    GridSquare(
      level: level, column: column >> (level - self.level), row: row >> (level - self.level))
  }

  /// Degrees of longitude and of latitude.
  fileprivate var bounds: (columns: ClosedRange<Double>, rows: ClosedRange<Double>) {
    let size = 360 / 65536 * Double(1 << level)
    let (west, south) = (Double(column) * size - 180, Double(row) * size - 90)
    return (west...west + size, south...south + size)
  }

  /// The corners, and points in between.
  fileprivate func points(_ count: Int, using generator: inout SeededGenerator) -> [Coordinate] {
    let (columns, rows) = bounds
    let corners = [columns.lowerBound, columns.upperBound].flatMap { longitude in
      [rows.lowerBound, rows.upperBound].map { Coordinate(latitude: $0, longitude: longitude) }
    }
    return corners
      + (0..<count).map { index in
        // Half of them on an edge, where the nearest point is.
        let isOnEdge = index.isMultiple(of: 2)
        return Coordinate(
          latitude: isOnEdge && Bool.random(using: &generator)
            ? rows.lowerBound : .random(in: rows, using: &generator),
          longitude: isOnEdge && Bool.random(using: &generator)
            ? columns.upperBound : .random(in: columns, using: &generator))
      }
  }
}
