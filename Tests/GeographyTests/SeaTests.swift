import TestSupport
import Testing

@testable import Geography

/// What coastlines say of a box.
@Suite struct SeaTests {
  private typealias Point = SIMD2<Double>

  private let box = PlaneBox(low: SIMD2(-20, -10), high: SIMD2(20, 30))

  private func sea(_ lines: [[Point]], tolerance: Double = 0.1) -> Sea {
    Sea(in: box, of: lines, tolerance: tolerance)
  }

  private func shape(_ lines: [[Point]]) throws -> Sea.Shape {
    guard case .known(let shape) = sea(lines) else {
      Issue.record("\(lines)")
      return try #require(nil)
    }
    return shape
  }

  private func isInside(_ point: Point, _ rings: [[Point]]) -> Bool {
    var isInside = false
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1))
      where (from.y > point.y) != (to.y > point.y) {
        if point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y) { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test("the sea is to the right of a coastline")
  func side() throws {
    let north = try shape([[SIMD2(-30, 0), SIMD2(30, 0)].reversed()])
    #expect(isInside(SIMD2(0, 10), north.rings) && !isInside(SIMD2(0, -5), north.rings))
    #expect(north.sides == [false, true, false, false])
    let south = try shape([[SIMD2(-30, 0), SIMD2(30, 0)]])
    #expect(!isInside(SIMD2(0, 10), south.rings) && isInside(SIMD2(0, -5), south.rings))
    #expect(south.sides == [false, false, false, true])
  }

  @Test("around an island there is sea, and within a ring the other way round, too")
  func rings() throws {
    let island = [SIMD2(0.0, 0), SIMD2(5, 0), SIMD2(5, 5), SIMD2(0, 5), SIMD2(0, 0)]
    let around = try shape([island])
    #expect(isInside(SIMD2(-10, 0), around.rings) && !isInside(SIMD2(2, 2), around.rings))
    #expect(around.sides == [true, true, true, true])
    let lagoon = try shape([island.reversed()])
    #expect(!isInside(SIMD2(-10, 0), lagoon.rings) && isInside(SIMD2(2, 2), lagoon.rings))
    #expect(lagoon.sides == [false, false, false, false])
  }

  @Test("without a coastline nothing is known of the sea, and neither where one ends or they contradict")
  func unknown() {
    #expect(sea([]) == .noCoast)
    #expect(sea([[SIMD2(-30, 100), SIMD2(30, 100)]]) == .noCoast)
    #expect(sea([[SIMD2(-30, 0), SIMD2(0, 0)]]) == .unknown)
    #expect(sea([[SIMD2(-30, 0), SIMD2(30, 0)], [SIMD2(-30, 5), SIMD2(30, 5)]]) == .unknown)
    #expect(sea([[SIMD2(.nan, 0), SIMD2(30, 0)]]) != .known(Sea.Shape()))
  }

  @Test("a coastline that ends near the edge goes on to it")
  func gap() {
    let line: [Point] = [SIMD2(-30, 0), SIMD2(19, 0)]
    #expect(sea([line], tolerance: 0.5) == .unknown)
    guard case .known(let shape) = sea([line], tolerance: 2) else {
      Issue.record("it is unknown")
      return
    }
    #expect(isInside(SIMD2(0, -5), shape.rings))
  }

  /// Islands and lagoons in them with corners at whole numbers, some on the box's edge, cut into pieces.
  private func world(_ generator: inout SeededGenerator) -> (land: [[Point]], lines: [[Point]]) {
    let centres: [Point] = [SIMD2(-20, 25), SIMD2(15, -5), SIMD2(40, 30), SIMD2(-15, -12), SIMD2(0, 12)]
    var land: [[Point]] = []
    for centre in centres where Bool.random(using: &generator) {
      let isRounded = Bool.random(using: &generator)
      let count = Int.random(in: 3...(isRounded ? 6 : 12), using: &generator)
      let reach = Double.random(in: (isRounded ? 8 : 3)...10.5, using: &generator)
      // Around the middle without a corner before the last one, so that no edges cross.
      let corners = (0..<count).map { index -> Point in
        let step = Double(index) + Double.random(in: 0..<(isRounded ? 0.5 : 0.9), using: &generator)
        let turn = step / Double(count) * 2 * .pi
        let far = reach * Double.random(in: 0.5...1, using: &generator)
        return centre + Self.direction(turn) * far
      }
      land.append(isRounded ? corners.map { SIMD2($0.x.rounded(), $0.y.rounded()) } : corners)
      if count > 6, reach > 7, !isRounded {
        land.append((0..<5).map { centre + Self.direction(-Double($0) / 5 * 2 * .pi) * reach * 0.2 })
      }
    }
    var lines: [[Point]] = []
    for ring in land {
      let closed = ring + ring.prefix(1)
      let cuts = Set(
        [0, ring.count] + (0..<3).map { _ in Int.random(in: 0...ring.count, using: &generator) }
      )
      .sorted()
      lines += zip(cuts, cuts.dropFirst()).map { Array(closed[$0...$1]) }
    }
    return (land, lines.shuffled(using: &generator))
  }

  private static func direction(_ turn: Double) -> Point {
    // Bhaskara would do; what counts is that corners go around.
    let (sine, cosine) = (Self.sine(turn), Self.sine(turn + .pi / 2))
    return SIMD2(cosine, sine)
  }

  private static func sine(_ turn: Double) -> Double {
    let angle = turn.remainder(dividingBy: 2 * .pi)
    let size = abs(angle)
    let value = 16 * size * (.pi - size) / (5 * .pi * .pi - 4 * size * (.pi - size))
    return angle < 0 ? -value : value
  }

  @Test("each point of the box is on its side of the coast", arguments: 0..<20)
  func property(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 {
      let (land, lines) = world(&generator)
      switch sea(lines) {
      case .unknown: Issue.record("unknown: \(lines)")
      case .noCoast:
        let isLand = isInside(SIMD2(0.37, 1.23), land)
        #expect((-19..<20).allSatisfy { isInside(SIMD2(Double($0) + 0.37, 1.23), land) == isLand })
      case .known(let shape):
        var wrong: [Point] = []
        for _ in 0..<200 {
          let point = SIMD2(
            Double.random(in: -20...20, using: &generator), Double.random(in: -10...30, using: &generator))
          if isInside(point, shape.rings) == isInside(point, land) { wrong.append(point) }
        }
        #expect(wrong.isEmpty, "\(lines)")
        let edges: [(Point, Point)] = [
          (SIMD2(-19.9999, -10), SIMD2(0, 40)), (SIMD2(-20, 29.9999), SIMD2(40, 0)),
          (SIMD2(19.9999, -10), SIMD2(0, 40)), (SIMD2(-20, -9.9999), SIMD2(40, 0)),
        ]
        for (side, (start, way)) in zip(shape.sides, edges) where side {
          #expect((1..<80).allSatisfy { !isInside(start + way * (Double($0) / 80), land) }, "\(lines)")
        }
      }
    }
  }
}
