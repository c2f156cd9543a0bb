import Foundation
import Geography
import OpeningHours
import Places
import TestSupport
import Testing

@testable import Nearby

@Suite struct RouteGapTests {
  /// Every kilometre at which walking along the legs of the file one by one passes a place, sorted.
  ///
  /// If the route takes the same way twice and rounding decides which time is nearest, uses the one in
  /// `found` if it is as near. Leaves out places for which rounding decides more.
  private func passes(
    of world: RouteWorld, like found: (PointOfInterest) -> [RouteStretch]
  ) throws -> (along: [Double], places: [PointOfInterest]) {
    let brute = BruteForceCorridor(world.segments, within: world.within)
    var along: [Double] = []
    var places: [PointOfInterest] = []
    for place in world.places {
      guard let expected = brute.stretches(along: place.coordinate) else { continue }
      let found = found(place)
      try #require(found.count == expected.count, "\(place.id)")
      places.append(place)
      for (stretch, found) in zip(expected, found) {
        let isTie =
          abs(found.along - stretch.along) >= 1 && stretch.extent.contains(found.along)
          && brute.distance(from: found.along, to: place.coordinate) < stretch.offset + 1e-3
        along.append(isTie ? found.along : stretch.along)
      }
    }
    return (along.sorted(), places)
  }

  @Test("is not sure where it goes beyond the data")
  func beyondTheData() throws {
    let gap = try #require(RouteGaps(in: 0...1000).finish())
    #expect(gap.certainty == .none)
    #expect(gap.doubted(by: [2000...3000]) == gap)
    let doubted = gap.doubted(by: [200...300])
    #expect(doubted.certainty == .unknownInside)
    #expect((doubted.from, doubted.to) == (gap.from, gap.to))
  }

  @Test("gaps run between the passes that walking along every leg finds", arguments: 0..<28 as Range<UInt64>)
  func bruteForce(seed: UInt64) throws {
    let world = RouteWorld(seed: seed, placeCount: seed % 2 == 0 ? 60 : 12)
    let route = try world.route()
    let corridor = RouteCorridor(route: route, within: world.within)
    let (along, places) = try passes(of: world) { corridor.stretches(along: $0.coordinate) }
    var gaps = RouteGaps(in: 0...route.length.metres)
    let passed = places.flatMap { corridor.stretches(along: $0.coordinate).map(\.along) }.sorted()
    let found = (passed.compactMap { gaps.take(passAt: $0, use: .sure) }) + [gaps.finish()].compactMap(\.self)

    let ends = [0] + along + [route.length.metres]
    let longest = try #require(zip(ends, ends.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 })
    let foundLongest = try #require(found.max { $0.length < $1.length })
    // Both ends to a metre each; of two gaps as long as each other either is the longest.
    #expect(abs(foundLongest.length.metres - (longest.1 - longest.0)) < 2)
    #expect(abs(found.reduce(0) { $0 + $1.length.metres } - route.length.metres) < 0.001)
    for end in found.flatMap({ [$0.from, $0.to] }) {
      #expect(ends.contains { abs($0 - end) < 1 }, "\(end)")
    }
    for (gap, next) in zip(found, found.dropFirst()) { #expect(next.from - gap.to <= RouteGaps.onePoint) }
  }

  @Test(
    "beside a pass there is no gap that is shorter than the corridor, unless it may go on over the start of a loop",
    arguments: [(false, [120.0]), (true, [0, 120, 950])])
  func shortest(isLoop: Bool, starts: [Double]) {
    var gaps = RouteGaps(in: 0...1000, shortest: Distance(metres: 100), isLoop: isLoop)
    var found = [50.0, 120, 870, 950].compactMap { gaps.take(passAt: $0, use: .sure) }
    found += [gaps.finish()].compactMap(\.self)
    #expect(found.map(\.from) == starts)
    let none = RouteGaps(in: 0...50, shortest: Distance(metres: 100))
    #expect(none.finish()?.certainty == RouteGap.Certainty.none)
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

  @Test("a place that may serve is inside of no gap that a sure one ends at the same point")
  func certaintyAtOnePoint() {
    func certainties(_ passes: [(along: Double, use: PlaceUse)]) -> [RouteGap.Certainty] {
      var gaps = RouteGaps(in: 0...1000)
      let found =
        passes.compactMap { gaps.take(passAt: $0.along, use: $0.use) } + [gaps.finish()].compactMap(\.self)
      return found.map(\.certainty)
    }
    // Outside of a corner of the route all places have the same nearest point.
    #expect(certainties([(500, .uncertain), (500, .sure)]) == [.sure, .sure])
    #expect(certainties([(500, .sure), (500.0000001, .uncertain)]) == [.sure, .sure])
    #expect(certainties([(500, .sure), (500.0000001, .sure)]) == [.sure, .sure])
    #expect(certainties([(499, .uncertain), (500, .uncertain), (500, .sure)]) == [.unknownInside, .sure])
    #expect(certainties([(500, .sure), (500, .uncertain), (501, .uncertain)]) == [.sure, .unknownInside])
    // No place ends the gaps at the ends of the route.
    #expect(certainties([(0, .uncertain)]) == [.unknownInside])
    #expect(certainties([(500, .sure), (1000, .uncertain)]) == [.sure, .unknownInside])
    #expect(certainties([(0, .uncertain), (0, .sure)]) == [.sure])
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
      id: "1", coordinate: Coordinate(latitude: 60, longitude: 24), tags: tags, caveat: caveat)
    #expect(PlaceUse(of: place, opening: opening) == use)
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
    let length = loop.length
    func gaps(_ passes: [(along: Double, use: PlaceUse)]) -> [RouteGap] {
      var gaps = RouteGaps(in: 0...length.metres)
      return passes.compactMap { gaps.take(passAt: $0.along, use: $0.use) }
        + [gaps.finish()].compactMap(\.self)
    }
    func joined(_ passes: [(along: Double, use: PlaceUse)]) -> RouteGap? {
      let gaps = gaps(passes)
      return gaps.last.flatMap { RouteGap.joined(last: $0, first: gaps[0], over: length) }
    }
    let over = try #require(joined([(500, .uncertain), (1000, .sure), (9000, .sure)]))
    #expect(over.from == 9000)
    #expect(over.to == 1000)
    #expect(abs(over.length.metres - (length.metres - 8000)) < 0.001)
    #expect(over.certainty == .unknownInside)
    #expect(joined([]) == nil)
    #expect(joined([(0, .sure), (1000, .sure), (length.metres, .sure)]) == nil, "a place is at the start")
    #expect(joined([(1000, .sure), (length.metres, .sure)]) == nil, "a place is at the end")
    let first = gaps([(1000, .sure)])[0]
    #expect(RouteGap.joined(last: first, first: first, over: loop.length) == nil)
  }
}
