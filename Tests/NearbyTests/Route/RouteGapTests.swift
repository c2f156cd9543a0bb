import Foundation
import Geography
import OpeningHours
import Places
import TestSupport
import Testing

@testable import Nearby

@Suite struct RouteGapTests {
  /// Walks the legs of the file one by one: every kilometre that passes a place, sorted.
  private func passes(of world: RouteWorld, every: Int) -> [Double]? {
    let brute = BruteForceCorridor(world.segments, within: world.within)
    var found: [Double] = []
    for (index, place) in world.places.enumerated() where index.isMultiple(of: every) {
      guard let stretches = brute.stretches(along: place.coordinate) else { continue }
      found += stretches.map(\.along)
    }
    return found.sorted()
  }

  @Test("gaps run between the passes found by walking every leg", arguments: 0..<14 as Range<UInt64>)
  func bruteForce(seed: UInt64) throws {
    let world = RouteWorld(seed: seed, placeCount: 60)
    let route = try world.route()
    let corridor = RouteCorridor(route: route, within: world.within)
    let brute = BruteForceCorridor(world.segments, within: world.within)
    // Leaves out those that rounding decides.
    let places = world.places.filter { brute.stretches(along: $0.coordinate) != nil }
    let along = places.flatMap { corridor.stretches(along: $0.coordinate).map(\.along) }.sorted()
    var gaps = RouteGaps(in: 0...route.length.metres)
    var found = along.compactMap { gaps.take(passAt: $0, use: .sure) }
    found += [gaps.finish()].compactMap(\.self)

    let expected = ([0] + (try #require(passes(of: world, every: 1))) + [route.length.metres])
    let lengths = zip(expected, expected.dropFirst()).map { $1 - $0 }
    let isSameWay = found.allSatisfy { gap in expected.contains { abs($0 - gap.to) < 1.01 } }
    if isSameWay { #expect(abs((found.map(\.length.metres).max() ?? 0) - (lengths.max() ?? 0)) < 2.5) }
    #expect(abs(found.reduce(0) { $0 + $1.length.metres } - route.length.metres) < 0.001)
    for gap in found {
      for end in [gap.from, gap.to] {
        #expect(expected.contains { abs($0 - end) < 1.01 } || isSharedWay(end, route), "\(end)")
      }
    }
    for (gap, next) in zip(found, found.dropFirst()) { #expect(gap.to == next.from) }
  }

  /// Whether the route crosses a point more than once, so that either crossing may be the nearest.
  private func isSharedWay(_ along: Double, _ route: Route) -> Bool {
    let point = WGS84.cartesian(route.coordinate(at: along))
    var others = 0
    route.line.forEachLeg(within: 1, of: point) { leg in
      guard route.line.isLeg(leg), route.line.foot(on: leg, of: point).distance < 1 else { return }
      let foot = route.line.along(on: leg, at: route.line.foot(on: leg, of: point).fraction)
      if abs(foot - along) > 2 { others += 1 }
    }
    return others > 0
  }

  @Test("a place that may serve leaves the gap in doubt, and one that does not serve is ignored")
  func certainty() {
    func certainties(_ uses: [PlaceUse]) -> [RouteGap.Certainty] {
      var gaps = RouteGaps(in: 0...1000)
      var found = uses.enumerated().compactMap { gaps.take(passAt: Double($0 + 1) * 100, use: $1) }
      found += [gaps.finish()].compactMap(\.self)
      return found.map(\.certainty)
    }
    #expect(certainties([]) == [.none])
    #expect(certainties([.none]) == [.none])
    #expect(certainties([.uncertain]) == [.unknownInside])
    #expect(certainties([.sure]) == [.sure, .sure])
    #expect(certainties([.uncertain, .sure, .none]) == [.unknownInside, .sure])
    #expect(certainties([.sure, .uncertain, .sure]) == [.sure, .unknownInside, .sure])
  }

  @Test(
    "tags, doubts and hours decide whether a place serves",
    arguments: [
      (["amenity": "drinking_water"], nil, nil, .sure),
      (["amenity": "drinking_water", "access": "private"], nil, nil, .uncertain),
      (["amenity": "drinking_water", "seasonal": "yes"], nil, nil, .uncertain),
      (["amenity": "drinking_water", "disused": "yes"], nil, nil, PlaceUse.none),
      (["natural": "spring"], "potability unknown", nil, .uncertain),
      (["amenity": "cafe"], "customers only", nil, .sure),
      (["amenity": "cafe", "opening_hours": "Mo-Fr 08:00-18:00"], nil, .closed, PlaceUse.none),
      (["amenity": "cafe", "opening_hours": "Mo-Fr 08:00-18:00"], nil, .open, .sure),
      (["amenity": "cafe", "opening_hours": "by appointment"], nil, .unknown, .uncertain),
      (["amenity": "cafe"], nil, .unknown, .uncertain), (["amenity": "drinking_water"], nil, .unknown, .sure),
    ] as [([String: String], String?, OpeningState?, PlaceUse)])
  func use(tags: [String: String], caveat: String?, opening: OpeningState?, use: PlaceUse) {
    let place = PointOfInterest(
      id: "1", coordinate: Coordinate(latitude: 60, longitude: 24), tags: tags)
    #expect(PlaceUse(of: place, caveat: caveat, opening: opening) == use)
  }

  @Test("on a loop, the last and the first gap are one")
  func joined() throws {
    let terrain = Terrain()
    let corners: [(Double, Double)] = [(0, 0), (3000, 0), (3000, 3000), (0, 3000), (0, 0)]
    let loop = try Route(
      segments: [corners.map { RoutePoint(coordinate: terrain.coordinate(east: $0, north: $1)) }],
      isRecorded: false)
    #expect(loop.isLoop)
    let open = try Route(
      segments: [corners.dropLast().map { RoutePoint(coordinate: terrain.coordinate(east: $0, north: $1)) }],
      isRecorded: false)
    #expect(!open.isLoop)
    let first = RouteGap(from: 0, to: 1000, certainty: .unknownInside)
    let last = RouteGap(from: 9000, to: loop.length.metres, certainty: .sure)
    let joined = try #require(RouteGap.joined(last: last, first: first, over: loop.length))
    #expect(abs(joined.length.metres - (loop.length.metres - 8000)) < 0.001)
    #expect(joined.certainty == .unknownInside)
    #expect(RouteGap.joined(last: first, first: first, over: loop.length) == nil)
  }
}
