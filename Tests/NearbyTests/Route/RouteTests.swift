import Foundation
import Geography
import Places
import TestSupport
import Testing

@testable import Nearby

@Suite struct RouteTests {
  private let terrain = Terrain()

  private func points(_ places: [(east: Double, north: Double)]) -> [RoutePoint] {
    places.map { RoutePoint(coordinate: terrain.coordinate(east: $0.east, north: $0.north)) }
  }

  private func route(_ segments: [(east: Double, north: Double)]..., isRecorded: Bool = false) throws -> Route
  {
    try Route(segments: segments.map(points), isRecorded: isRecorded)
  }

  private func stretches(
    of route: Route, east: Double, north: Double, within: Double = 100
  ) -> [RouteStretch] {
    RouteCorridor(route: route, within: Distance(metres: within))
      .stretches(along: terrain.coordinate(east: east, north: north))
  }

  @Test("no points, or one point, are not a route")
  func tooFew() throws {
    #expect(throws: RouteError.noPoints) { try Route(segments: [], isRecorded: false) }
    #expect(throws: RouteError.noPoints) { try Route(segments: [[], []], isRecorded: false) }
    #expect(throws: RouteError.onePoint) { try route([(0, 0), (0, 0), (0, 0)]) }
    #expect(throws: RouteError.onePoint) { try route([(0, 0)], [(5, 5)]) }
  }

  @Test("points that jump to and fro are not a route")
  func tooLong() {
    let here = RoutePoint(coordinate: Coordinate(latitude: 0, longitude: 0))
    let there = RoutePoint(coordinate: Coordinate(latitude: 0, longitude: 179))
    let jumps = Array(repeating: [here, there], count: 100).flatMap(\.self)
    #expect(throws: RouteError.tooLong) { try Route(segments: [jumps], isRecorded: false) }
  }

  @Test("repeated points add no leg")
  func doubled() throws {
    let route = try route([(0, 0), (0, 0), (300, 0), (300, 0), (300, 400)])
    #expect(abs(route.length.metres - 700) < 0.01)
    #expect(route.pointCount == 3)
  }

  @Test("a break between segments is not part of the way")
  func breaks() throws {
    let route = try route([(0, 0), (1000, 0)], [(1000, 500), (2000, 500)], [(2000, 500), (2000, 900)])
    #expect(abs(route.length.metres - 2400) < 0.5)
    #expect(route.breaks.count == 1)
    #expect(abs((route.breaks.first?.along.metres ?? 0) - 1000) < 0.01)
    #expect(abs((route.breaks.first?.distance.metres ?? 0) - 500) < 0.01)
    // Beside the break there is no way that could pass anything.
    #expect(stretches(of: route, east: 1000, north: 250).isEmpty)
    #expect(stretches(of: route, east: 1500, north: 550).map(\.side) == [.left])
  }

  @Test("a break that stays nearby adds no second pass")
  func shortBreak() throws {
    let route = try route([(0, 0), (1000, 0)], [(1010, 0), (2000, 0)])
    #expect(stretches(of: route, east: 1005, north: 30).count == 1)
    let far = try self.route([(0, 0), (1000, 0)], [(1000, 5000), (1000, 0)])
    #expect(stretches(of: far, east: 1000, north: 30).count == 2)
  }

  @Test("a part of it is a line from its start to its end, with the points between them")
  func lines() throws {
    let route = try route([(0, 0), (1000, 0), (1000, 1000)])
    let whole = route.lines(in: 0...route.length.metres)
    #expect(whole.count == 1 && isNear(whole[0], [(0, 0), (1000, 0), (1000, 1000)]))
    let part = route.lines(in: 400...1300)
    #expect(part.count == 1 && isNear(part[0], [(400, 0), (1000, 0), (1000, 300)]))
  }

  @Test("its lines end at a break, and a break at the end of a part leaves nothing of the next line")
  func linesAndBreaks() throws {
    let route = try route([(0, 0), (1000, 0)], [(1000, 500), (2000, 500)])
    let whole = route.lines(in: 0...route.length.metres)
    #expect(whole.count == 2)
    #expect(isNear(whole[0], [(0, 0), (1000, 0)]) && isNear(whole[1], [(1000, 500), (2000, 500)]))
    #expect(route.lines(in: 100...900).count == 1)
    #expect(isNear(route.lines(in: 1200...1500).flatMap(\.self), [(1200, 500), (1500, 500)]))
  }

  @Test("of a long route some points are left out, but neither its ends nor those of its lines")
  func fewLines() throws {
    let zigzag = (0..<500).map { (east: Double($0) * 20, north: $0 % 2 == 0 ? 0.0 : 10) }
    let far = zigzag.map { (east: $0.east, north: $0.north + 5000) }
    let route = try route(zigzag, far)
    let lines = route.lines(in: 0...route.length.metres, atMost: 100)
    #expect(lines.count == 2 && lines.joined().count < 130)
    for (line, segment) in zip(lines, [zigzag, far]) {
      let ends = [segment[0], segment[499]]
      #expect(isNear([line[0], line[line.count - 1]], ends.map { ($0.east, $0.north) }))
    }
  }

  private func isNear(_ line: [Coordinate], _ points: [(Double, Double)]) -> Bool {
    func isSame(_ one: Coordinate, _ other: Coordinate) -> Bool {
      abs(one.latitude - other.latitude) < 5e-6 && abs(one.longitude - other.longitude) < 1e-5
    }
    let expected = points.map { terrain.coordinate(east: $0.0, north: $0.1) }
    guard let start = line.first, let end = line.last else { return false }
    // Long legs have points of their own between these.
    var rest = expected[...]
    for point in line { if let next = rest.first, isSame(point, next) { rest.removeFirst() } }
    return isSame(start, expected[0]) && isSame(end, expected[expected.count - 1]) && rest.isEmpty
  }

  @Test("an out-and-back way passes twice, on opposite sides; the turn itself is one pass")
  func outAndBack() throws {
    let route = try route([(0, 0), (3000, 0), (0, 0)])
    let middle = stretches(of: route, east: 1000, north: 50)
    #expect(middle.map(\.side) == [.left, .right])
    #expect(abs(middle[0].along - 1000) < 0.1)
    #expect(abs(middle[1].along - 5000) < 0.1)
    #expect(stretches(of: route, east: 3010, north: 50).count == 1)
  }

  @Test("each lap has its own pass")
  func laps() throws {
    let lap: [(east: Double, north: Double)] = [(0, 0), (1000, 0), (1000, 1000), (0, 1000)]
    let route = try route(lap + lap + lap + [(0, 0)])
    #expect(
      stretches(of: route, east: 500, north: -20).map { Int(($0.along / 4000).rounded(.down)) } == [0, 1, 2])
  }

  @Test("a pass ends only beyond the distance plus a tenth")
  func hysteresis() throws {
    func passes(whereFarthestIs distance: Double) throws -> Int {
      let north = (distance * distance - 250 * 250).squareRoot()
      return stretches(
        of: try route([(0, 0), (0, north), (500, north), (500, 0)]),
        east: 250, north: 0, within: 300
      ).count
    }
    // The corners of the bend are the farthest; the way between them is near again.
    #expect(try passes(whereFarthestIs: 325) == 1)
    #expect(try passes(whereFarthestIs: 335) == 3)
  }

  @Test(
    "outside a corner, both legs together decide the side",
    arguments: [(1030.0, -30.0, RouteSide.right), (960.0, 40.0, .left), (1000.0, -50.0, .right)])
  func corner(east: Double, north: Double, side: RouteSide) throws {
    #expect(
      stretches(of: try route([(0, 0), (1000, 0), (1000, 1000)]), east: east, north: north).map(\.side) == [
        side
      ])
  }

  @Test("there is no side within ten metres")
  func onTheWay() throws {
    let route = try route([(0, 0), (1000, 0)])
    #expect(stretches(of: route, east: 500, north: 9.5).map(\.side) == [.on])
    #expect(stretches(of: route, east: 500, north: 10.5).map(\.side) == [.left])
  }

  @Test("jitter of a recorded track does not change the side")
  func jitter() throws {
    // A step back and aside at the place.
    let way: [(east: Double, north: Double)] = [
      (0, 0), (480, 0), (500, 3), (497, 4), (499, 5), (520, 0), (1000, 0),
    ]
    #expect(stretches(of: try route(way, isRecorded: true), east: 497, north: 40).map(\.side) == [.left])
  }

  @Test("the way back mirrors the way there")
  func mirrored() throws {
    let route = try route([(0, 0), (1000, 0), (1000, 700)], [(1000, 900), (200, 900)])
    let back = route.reversed
    #expect(abs(back.length.metres - route.length.metres) < 1e-6)
    #expect(abs(back.breaks[0].along.metres - 800) < 0.5)
    let there = stretches(of: route, east: 600, north: 40)
    let mirrored = stretches(of: back, east: 600, north: 40)
    #expect(abs(there[0].along + mirrored[0].along - route.length.metres) < 0.01)
    #expect(there[0].side == .left)
    #expect(mirrored[0].side == .right)
  }
}

@Suite struct RouteGapsTests {
  private func gaps(_ passes: [(Double, PlaceUse)]) -> [RouteGap] {
    var gaps = RouteGaps(in: 0...100)
    var found = passes.compactMap { gaps.take(passAt: $0.0, use: $0.1) }
    if let last = gaps.finish() { found.append(last) }
    return found
  }

  private func gap(_ from: Double, _ to: Double, _ certainty: RouteGap.Certainty) -> RouteGap {
    RouteGap(from: from, to: to, certainty: certainty, beginsAtPass: from > 0, endsAtPass: to < 100)
  }

  @Test("a gap runs from pass to pass, including the ends of the route")
  func ends() {
    #expect(
      gaps([(10, .sure), (10, .sure), (70, .sure)]) == [
        gap(0, 10, .sure), gap(10, 70, .sure),
        gap(70, 100, .sure),
      ])
    #expect(
      gaps([(0, .sure), (100, .sure)]) == [
        RouteGap(from: 0, to: 100, certainty: .sure, beginsAtPass: true, endsAtPass: true)
      ])
  }

  @Test("a route without passes is one gap with its own certainty")
  func none() {
    #expect(gaps([]) == [gap(0, 100, .none)])
    #expect(gaps([(40, .none)]) == [gap(0, 100, .none)])
  }

  @Test("an uncertain pass ends no gap, and makes it doubtful")
  func uncertain() {
    #expect(
      gaps([(20, .uncertain), (50, .sure), (60, .none)]) == [
        gap(0, 50, .unknownInside), gap(50, 100, .sure),
      ])
  }
}
