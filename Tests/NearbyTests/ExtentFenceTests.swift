import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// Fences and passes of places that are areas or lines.
@Suite struct ExtentFenceTests {
  private let terrain = Terrain()

  private func place(
    _ id: String, lines: [[(Double, Double)]] = [], rings: [[(Double, Double)]] = []
  ) throws -> PointOfInterest {
    func coordinates(_ shapes: [[(Double, Double)]]) -> [[Coordinate]] {
      shapes.map { $0.map { terrain.coordinate(east: $0.0, north: $0.1) } }
    }
    let extent = try #require(Extent(lines: coordinates(lines), rings: coordinates(rings)))
    let point = (lines + rings)[0][0]
    return PointOfInterest(
      id: id, coordinate: terrain.coordinate(east: point.0, north: point.1), extent: extent)
  }

  /// A reserve of two by one kilometres with a clearing, a thin strip of wood, and a river.
  private func places() throws -> [PointOfInterest] {
    [
      try place(
        "reserve",
        rings: [
          [(1000, -500), (3000, -500), (3000, 500), (1000, 500)],
          [(1500, -200), (1900, -200), (1900, 200), (1500, 200)],
        ]),
      try place("strip", rings: [[(4000, -3000), (4010, -3000), (4010, 3000), (4000, 3000)]]),
      try place("river", lines: [[(5000, -9000), (5200, -2000), (4800, 2000), (5000, 20_000)]]),
    ]
  }

  /// A ride to the east, a fix each ten seconds.
  private func ride(every metres: Double, north: Double) -> [Location] {
    stride(from: 60.0, through: 6560, by: metres).enumerated().map { index, east in
      Location(
        coordinate: terrain.coordinate(east: east, north: north),
        time: Terrain.start.addingTimeInterval(Double(index) * 10))
    }
  }

  @Test("a ride enters a reserve at its edge, stays in its clearing, and passes what lies between two fixes")
  func ride() throws {
    let places = try places()
    let rules = ProximityMonitorTests.rules { $0.within = Distance(metres: 250) }
    let replay = Replay(ride(every: 100, north: 37), places, rules)
    #expect(
      replay.events.map { "\($0.kind) \($0.place.place.id)" } == [
        "enter reserve", "leave reserve", "enter strip", "leave strip", "enter river", "leave river",
      ])
    #expect(abs(replay.events[0].place.distance.metres - 140) < 0.1)
    #expect(replay.events[0].place.bearing.map { abs($0.degrees - 90) < 1 } == true)

    let near = ProximityMonitorTests.rules { $0.within = Distance(metres: 20) }
    let passes = Replay(ride(every: 100, north: 37), places, near).events.filter { $0.kind == .pass }
    #expect(passes.map(\.place.place.id) == ["strip", "river"])
    #expect(passes.allSatisfy { $0.closest?.distance == .zero })
    // 100 m in ten seconds: the strip begins at 4,000 m, and the river is crossed where it runs.
    let times = passes.compactMap { $0.closest?.time.timeIntervalSince(Terrain.start) }
    let crossing = 5200 - 400 * (37.0 + 2000) / 4000
    #expect(zip(times, [(4000 - 60) / 10, (crossing - 60) / 10]).allSatisfy { abs($0 - $1) < 0.1 })
  }

  @Test("inside of an area at the first fix, one is there, at no distance")
  func inside() throws {
    let fix = Location(coordinate: terrain.coordinate(east: 2500, north: 400), time: Terrain.start)
    let event = try #require(Replay([fix], try places()).events.first)
    #expect(event.kind == .initial && event.place.place.id == "reserve")
    #expect(event.place.isInside && event.place.distance == .zero && event.place.bearing == nil)
  }

  @Test("where a file says a point far from the shape, the shape counts")
  func pointElsewhere() throws {
    let corners = [(500.0, 0.0), (600, 0), (600, 100)].map { terrain.coordinate(east: $0.0, north: $0.1) }
    let place = PointOfInterest(
      id: "field", coordinate: terrain.coordinate(east: 0), extent: Extent(rings: [corners]))
    let fixes = [0.0, 480].map { Location(coordinate: terrain.coordinate(east: $0), time: Terrain.start) }
    #expect(Replay([fixes[0]], [place]).events.isEmpty)
    #expect(Replay([fixes[1]], [place]).kinds == ["initial"])
  }

  @Test("a pass is the stretch beside or inside, from where the route comes in to where it leaves")
  func stretches() throws {
    let points = [(0.0, 37.0), (2200, 37), (6000, 37)].map {
      RoutePoint(coordinate: terrain.coordinate(east: $0.0, north: $0.1))
    }
    let corridor = RouteCorridor(
      route: try Route(segments: [points], isRecorded: false), within: Distance(metres: 300))
    let found = try places().map { corridor.stretches(along: $0) }
    #expect(found.map(\.count) == [1, 1, 1])
    let (reserve, strip, river) = (found[0][0], found[1][0], found[2][0])
    #expect(abs(reserve.along - 1000) < 0.1 && reserve.until.map { abs($0 - 3000) < 0.1 } == true)
    #expect(reserve.offset == .zero && reserve.side == .on)
    #expect(abs(strip.along - 4000) < 0.1 && strip.until.map { abs($0 - 4010) < 0.1 } == true)
    #expect(river.until == nil && river.offset.metres < 0.1 && river.side == .on)

    let beside = try place("beside", rings: [[(500, 137), (700, 137), (600, 900)]])
    let pass = try #require(corridor.stretches(along: beside).first)
    #expect(abs(pass.offset.metres - 100) < 0.5 && pass.side == .left && pass.until == nil)
    #expect((499...701).contains(pass.along))
  }

  @Test("a route whose point is just on the edge comes in there, whichever side rounding puts it on")
  func onEdge() throws {
    let reserve = try place("reserve", rings: [[(1000, -500), (1500, -500), (1500, 500), (1000, 500)]])
    for offset in [-1e-7, -1e-9, 0, 1e-9, 1e-7] {
      let points = [500, 1000 + offset, 2000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }
      let corridor = RouteCorridor(
        route: try Route(segments: [points], isRecorded: false), within: Distance(metres: 50))
      let stretch = try #require(corridor.stretches(along: reserve).first)
      #expect(abs(stretch.along - 500) < 0.1 && stretch.until.map { abs($0 - 1000) < 0.1 } == true)
    }
  }

  @Test("a gap begins where the route leaves the area")
  func gap() {
    var gaps = RouteGaps(in: 0...10_000)
    let gap = gaps.take(passAt: 1000, until: 3000, use: .sure)
    #expect(gap?.to == 1000)
    #expect(gaps.take(passAt: 4000, use: .sure)?.length.metres == 1000)
  }
}
