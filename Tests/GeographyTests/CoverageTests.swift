import Foundation
import Geography
import TestSupport
import Testing

@Suite struct CoverageTests {
  private static let size = 360.0 / 65536

  /// A block of squares of level 0.
  private static func block(column: Int, row: Int, width: Int, height: Int) -> [GridSquare] {
    (0..<width * height).map {
      GridSquare(level: 0, column: (column + $0 % width) % 65536, row: row + $0 / width)
    }
  }

  private static func middle(of square: GridSquare) -> Coordinate {
    let (west, south, east, north) = square.box
    return Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }

  private static func marks(_ squares: [GridSquare]) -> [Set<UInt32>] {
    var marks = [Set<UInt32>](repeating: [], count: 3)
    for square in squares { marks[square.level].insert(UInt32(square.row) << 16 | UInt32(square.column)) }
    return marks
  }

  @Test("knows its squares and no others")
  func contains() {
    let coverage = Coverage(of: [GridSquare(level: 2, column: 100, row: 200)])
    for square in Self.block(column: 399, row: 799, width: 6, height: 6) {
      let isInside = (400..<404).contains(square.column) && (800..<804).contains(square.row)
      #expect(coverage.contains(Self.middle(of: square)) == isInside)
    }
    #expect(!Coverage().contains(Coordinate(latitude: 0, longitude: 0)))
    #expect(!coverage.contains(Coordinate(latitude: .nan, longitude: 0)))
  }

  @Test("the unknown never begins nearer than it says, and not much farther, wherever on earth")
  func distance() {
    var generator = SeededGenerator(seed: 4)
    for (column, row) in [(0, 100), (30000, 16000), (65530, 24000), (65533, 32700), (12345, 32755)] {
      let squares = Self.block(column: column, row: row, width: 12, height: 12)
      let coverage = Coverage(of: squares)
      let unknown = Self.block(column: (column + 65534) % 65536, row: row - 2, width: 16, height: 16)
        .filter { !squares.contains($0) && $0.row < 32768 }
      for square in squares {
        let (west, south, _, _) = square.box
        let position = Coordinate(
          latitude: south + Double.random(in: 0.01..<0.99, using: &generator) * Self.size,
          longitude: west + Double.random(in: 0.01..<0.99, using: &generator) * Self.size)
        let nearest = unknown.map { Self.distance(from: position, to: $0) }.min() ?? 0
        let said = coverage.distanceToUnknown(from: position, within: 1e6) ?? .infinity
        #expect(said <= nearest && said > 0.98 * nearest - 12, "\(position): \(said), \(nearest)")
      }
    }
  }

  /// Metres to the nearest of many points, some 15 m apart, of a square's edge.
  private static func distance(from position: Coordinate, to square: GridSquare) -> Double {
    let (west, south, east, north) = square.box
    let edges = (0...40).flatMap { step in
      let (up, right) = (south + Double(step) / 40 * size, west + Double(step) / 40 * size)
      return [(up, west), (up, east), (south, right), (north, right)]
    }
    return edges.map { latitude, longitude in
      WGS84.inverse(from: position, to: Coordinate(latitude: latitude, longitude: longitude)).distance.metres
    }.min() ?? 0
  }

  @Test("answers beyond a limit, outside, at the poles and for what is no position")
  func limits() {
    let coverage = Coverage(of: [GridSquare(level: 5, column: 900, row: 800)])
    let middle = Self.middle(of: GridSquare(level: 5, column: 900, row: 800))
    #expect(coverage.distanceToUnknown(from: middle, within: 2000) == nil)
    #expect(coverage.distanceToUnknown(from: middle, within: 50_000).map { $0 > 2000 } == true)
    #expect(coverage.distanceToUnknown(from: Coordinate(latitude: 0, longitude: 0), within: 10) == 0)
    #expect(coverage.distanceToUnknown(from: Coordinate(latitude: 91, longitude: 0), within: 10) == 0)
    let earth = Coverage(of: GridSquare.top)
    for latitude in [-90.0, 0, 90] {
      for longitude in [-180.0, 0, 180] {
        let position = Coordinate(latitude: latitude, longitude: longitude)
        #expect(earth.distanceToUnknown(from: position, within: 1e8) == nil)
        #expect(Coverage().distanceToUnknown(from: position, within: 1e8) == 0)
      }
    }
    #expect(abs(earth.area / 510_065_621_724_000 - 1) < 1e-6)
  }

  @Test("an extract's ground is where whole ways lie in all squares around")
  func inside() {
    let coverage = Coverage(
      ofExtractWithWaysIn: Self.marks(Self.block(column: 800, row: 900, width: 5, height: 5)))
    for square in Self.block(column: 799, row: 899, width: 7, height: 7) {
      let isInside = (801..<804).contains(square.column) && (901..<904).contains(square.row)
      #expect(coverage.contains(Self.middle(of: square)) == isInside, "\(square)")
    }
  }

  @Test("a lake inside belongs to an extract, a bay and a ring that leaks do not")
  func holes() {
    let all = Self.block(column: 800, row: 900, width: 12, height: 12)
    func coverage(without gap: (GridSquare) -> Bool) -> Coverage {
      Coverage(ofExtractWithWaysIn: Self.marks(all.filter { !gap($0) }))
    }
    let lake = GridSquare(level: 0, column: 805, row: 905)
    let whole = coverage { _ in false }
    #expect(coverage { (804...807).contains($0.column) && (904...907).contains($0.row) } == whole)
    let withBay = coverage { (804...807).contains($0.column) && $0.row >= 904 }
    #expect(!withBay.contains(Self.middle(of: lake)))
    // Over the corners of squares, a leak as well.
    let large = (0..<144).map { GridSquare(level: 2, column: 200 + $0 % 12, row: 300 + $0 / 12) }
    let leaking = large.filter { $0.column - 200 != $0.row - 300 || $0.column < 205 }
    #expect(
      !Coverage(ofExtractWithWaysIn: Self.marks(leaking))
        .contains(Self.middle(of: GridSquare(level: 2, column: 208, row: 308))))
  }

  @Test("a way that sticks out of an extract adds nothing, nor does a list of scattered ways")
  func overhang() {
    let all = Self.block(column: 800, row: 900, width: 6, height: 6)
    let arm = Self.block(column: 806, row: 902, width: 20, height: 2)
    #expect(
      Coverage(ofExtractWithWaysIn: Self.marks(all + arm)).contains(
        Self.middle(of: GridSquare(level: 0, column: 815, row: 902))) == false)
    let scattered = (0..<50).map { GridSquare(level: 0, column: 800 + 9 * $0, row: 900 + 7 * $0) }
    #expect(Coverage(ofExtractWithWaysIn: Self.marks(scattered)).isEmpty)
  }

  @Test("large squares bridge what small ones leave open")
  func levels() {
    let large = (0..<9).map { GridSquare(level: 2, column: 200 + $0 % 3, row: 300 + $0 / 3) }
    let coverage = Coverage(ofExtractWithWaysIn: Self.marks(large))
    #expect(coverage == Coverage(of: [GridSquare(level: 2, column: 201, row: 301)]))
    // Ways of smaller squares count for the larger ones.
    let mixed = large.dropFirst() + [GridSquare(level: 0, column: 803, row: 1203)]
    #expect(Coverage(ofExtractWithWaysIn: Self.marks(Array(mixed))) == coverage)
  }

  @Test("is made of boxes that have its area, and only what lies within a box is left of it")
  func boxes() throws {
    let squares =
      Self.block(column: 800, row: 900, width: 6, height: 3)
      + Self.block(column: 802, row: 903, width: 2, height: 4)
    let coverage = Coverage(of: squares)
    #expect(coverage.boxes.count == 2)
    let box = try #require(coverage.boxes.last)
    let upper = coverage.within(box)
    #expect(upper == Coverage(of: Self.block(column: 802, row: 903, width: 2, height: 4)))
    #expect(upper.area > 0 && upper.area < coverage.area)
  }

  @Test("the union has the ground of both")
  func union() {
    let squares = Self.block(column: 65530, row: 900, width: 12, height: 9)
    var coverage = Coverage(of: Array(squares.prefix(50)))
    coverage.formUnion(Coverage(of: Array(squares.suffix(70))))
    #expect(coverage == Coverage(of: squares))
  }

  @Test("is the same after writing and reading")
  func encoding() throws {
    var generator = SeededGenerator(seed: 5)
    for count in [0, 1, 50, 2000] {
      let squares = (0..<count).map { _ in
        let level = Int.random(in: 0...5, using: &generator)
        return GridSquare(
          level: level, column: Int.random(in: 0..<65536 >> level, using: &generator),
          row: Int.random(in: 0..<32768 >> level, using: &generator))
      }
      let coverage = Coverage(of: squares)
      #expect(coverage.encoded.withUnsafeBytes { Coverage(encoded: $0) } == coverage)
    }
    #expect(Coverage(of: GridSquare.top).encoded.count < 20)
  }

  @Test("refuses every other text, and never more than it can hold")
  func malformed() {
    var generator = SeededGenerator(seed: 6)
    let whole = Coverage(of: Self.block(column: 800, row: 900, width: 6, height: 3)).encoded
    for count in 0..<whole.count where count != 3 {
      #expect(whole.prefix(count).withUnsafeBytes { Coverage(encoded: $0) } == nil, "\(count)")
    }
    for bytes: [UInt8] in [
      [2, 0], [1, 0, 0, 0], [1, 0, 1, 1, 0, 0], [1, 0, 1, 2, 0, 1, 0, 1], [1, 0x80, 0x80, 0x80, 0x80, 0],
      // More rows and columns than the earth has.
      [1, 0xFF, 0xFF, 1, 5, 1, 0, 1], [1, 0, 1, 1, 0xFF, 0xFF, 3, 2],
    ] {
      #expect(bytes.withUnsafeBytes { Coverage(encoded: $0) } == nil, "\(bytes)")
    }
    // 32,768 times a row of 200 runs.
    let many = [1, 0, 0x80, 0x80, 2, 0xC8, 1] + [UInt8](repeating: 1, count: 400)
    #expect(many.withUnsafeBytes { Coverage(encoded: $0) } == nil)
    for _ in 0..<5000 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      let read = bytes.withUnsafeBytes { Coverage(encoded: $0) }
      _ = read?.distanceToUnknown(from: Coordinate(latitude: -85, longitude: -175), within: 1e5)
      _ = read?.boxes
    }
  }
}
