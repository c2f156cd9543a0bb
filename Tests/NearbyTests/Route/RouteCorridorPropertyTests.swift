import Foundation
import Geography
import Places
import TestSupport
import Testing

@testable import Nearby

/// What holds for every route, tried on random ones.
@Suite struct RouteCorridorPropertyTests {
  @Test("walking along every leg finds the same passes", arguments: 0..<7 as Range<UInt64>)
  func bruteForce(seed: UInt64) throws {
    try compare(RouteWorld(seed: seed, placeCount: 300))
  }

  @Test("the same holds for three thousand places", arguments: [1003] as [UInt64])
  func manyPlaces(seed: UInt64) throws {
    try compare(RouteWorld(seed: seed, placeCount: 3000))
  }

  private func compare(_ world: RouteWorld) throws {
    let route = try world.route()
    let corridor = RouteCorridor(route: route, within: world.within)
    let brute = BruteForceCorridor(world.segments, within: world.within)
    #expect(abs(route.length.metres - brute.length) < 0.01)
    var (compared, unclear) = (0, 0)
    for place in world.places {
      let found = corridor.stretches(along: place.coordinate)
      guard let expected = brute.stretches(along: place.coordinate) else {
        unclear += 1
        continue
      }
      guard found.count == expected.count else {
        Issue.record("\(place.id): \(found) instead of \(expected)")
        continue
      }
      for (found, expected) in zip(found, expected) {
        compared += 1
        #expect(abs(found.offset.metres - expected.offset) < 0.1, "\(place.id)")
        if abs(found.along - expected.along) >= 1 {
          // The same way taken twice: either may be the nearest.
          #expect(expected.extent.contains(found.along), "\(place.id): \(found) \(expected)")
          #expect(
            brute.distance(from: found.along, to: place.coordinate) < expected.offset + 1e-3,
            "\(place.id): \(found) \(expected)")
        } else if abs(expected.offset - 10) > 0.1, abs(expected.rightness * expected.offset) > 0.2 {
          let side: RouteSide = expected.offset < 10 ? .on : expected.rightness > 0 ? .right : .left
          #expect(found.side == side, "\(place.id): \(found) \(expected)")
        }
      }
    }
    #expect(compared > world.places.count / 5)
    #expect(unclear < world.places.count / 20)
  }

  @Test("reversing the route mirrors everything", arguments: 0..<14 as Range<UInt64>)
  func reversed(seed: UInt64) throws {
    let world = RouteWorld(seed: seed, placeCount: 300)
    let route = try world.route()
    let there = RouteCorridor(route: route, within: world.within)
    let back = RouteCorridor(route: route.reversed, within: world.within)
    for place in world.places {
      let found = there.stretches(along: place.coordinate)
      let mirrored = Array(back.stretches(along: place.coordinate).reversed())
      #expect(found.count == mirrored.count, "\(place.id)")
      for (found, mirrored) in zip(found, mirrored) {
        #expect(abs(found.offset.metres - mirrored.offset.metres) < 0.001)
        // Where the same way is taken twice, the first time is the nearest either way round.
        guard abs(route.length.metres - mirrored.along - found.along) < 0.2 else { continue }
        if WGS84.inverse(from: found.point, to: mirrored.point).distance.metres < 0.01, !isTurn(found, route)
        {
          let opposite: RouteSide =
            switch mirrored.side {
            case .left: .right
            case .right: .left
            case .on: .on
            }
          #expect(found.side == opposite, "\(place.id) \(found) \(mirrored)")
        }
      }
    }
  }

  /// Whether the route turns on the spot there, which leaves no side.
  private func isTurn(_ stretch: RouteStretch, _ route: Route) -> Bool {
    let before = route.coordinate(at: stretch.along - 0.5)
    let after = route.coordinate(at: stretch.along + 0.5)
    return WGS84.inverse(from: before, to: after).distance.metres < 0.05
  }

  @Test("more points on the same legs change nothing", arguments: 0..<14 as Range<UInt64>)
  func addedPoints(seed: UInt64) throws {
    let world = RouteWorld(seed: seed, placeCount: 300)
    var random = SeededGenerator(seed: seed)
    let denser = world.segments.map { segment in
      zip(segment, segment.dropFirst()).flatMap { start, end in
        let (distance, bearing) = WGS84.inverse(from: start.coordinate, to: end.coordinate)
        guard let bearing, Bool.random(using: &random) else { return [start, start] }
        let between = WGS84.destination(
          from: start.coordinate, bearing: bearing,
          distance: Distance(metres: distance.metres * .random(in: 0.1...0.9, using: &random)))
        return [start, RoutePoint(coordinate: between)]
      } + segment.suffix(1)
    }
    let route = try world.route()
    let dense = try Route(segments: denser, isRecorded: false)
    #expect(abs(route.length.metres - dense.length.metres) < 0.01)
    for place in world.places {
      let before = RouteCorridor(route: route, within: world.within).stretches(along: place.coordinate)
      let after = RouteCorridor(route: dense, within: world.within).stretches(along: place.coordinate)
      #expect(before.count == after.count, "\(place.id)")
      for (before, after) in zip(before, after) {
        #expect(abs(before.offset.metres - after.offset.metres) < 0.02)
      }
    }
  }

  @Test("a shape is passed again within a long leg that leaves it", arguments: 0..<3 as Range<UInt64>)
  func shapes(seed: UInt64) throws {
    let terrain = Terrain()
    var random = SeededGenerator(seed: seed)
    func points(_ count: Int) -> [Coordinate] {
      (0..<count).map { _ in
        terrain.coordinate(
          east: .random(in: 0...3000, using: &random), north: .random(in: 0...3000, using: &random))
      }
    }
    let route = try Route(
      segments: [points(4).map { RoutePoint(coordinate: $0) }], isRecorded: false)
    let corridor = RouteCorridor(route: route, within: Distance(metres: 50))
    let steps = stride(from: 0, to: route.length.metres, by: 5).map { route.coordinate(at: $0) }
    var compared = 0
    for number in 0..<40 {
      let (shape, isLine) = (points(6), number % 2 == 0)
      let extent = try #require(Extent(lines: isLine ? [shape] : [], rings: isLine ? [] : [shape]))
      let distances = steps.map { extent.nearest(to: $0).distance.metres }
      func count(within near: Double, leaving far: Double) -> Int {
        distances.split { $0 > far }.count { $0.contains { $0 <= near } }
      }
      let expected = count(within: 50, leaving: 70)
      // Whether one comes just near enough, or goes just far enough, is for finer steps to say.
      guard
        [(47.0, 70.0), (53, 70), (50, 67), (50, 95)].allSatisfy({ count(within: $0, leaving: $1) == expected }
        )
      else { continue }
      let place = PointOfInterest(id: "\(number)", coordinate: shape[0], extent: extent)
      #expect(corridor.stretches(along: place).count == expected, "\(number)")
      compared += expected
    }
    #expect(compared > 50)
  }

  @Test("a route that goes round and round past places is refused, not kept in memory", arguments: [19, 20])
  func manyPasses(limit: Int) async throws {
    let terrain = Terrain()
    let ends = [0.0, 2000].map { RoutePoint(coordinate: terrain.coordinate(east: $0, north: 0)) }
    let route = try Route(segments: [(0..<11).map { ends[$0 % 2] }], isRecorded: false)
    let places = ["a", "b"].map {
      PointOfInterest(id: $0, coordinate: terrain.coordinate(east: 1000, north: 50))
    }
    var search = RouteSearch(
      RouteCorridor(route: route, within: Distance(metres: 100)), matching: PlaceFilter(), cellSize: 500,
      mostPasses: limit)
    var found = 0
    do throws(PlacesError) {
      while let passes = try await search.next(asking: IndexedPlaces(places)) { found += passes.count }
      #expect(limit == 20 && found == 20)
    } catch {
      #expect(limit == 19 && error == .tooManyPasses)
    }
  }

  @Test(
    "a node and its building without a shape are one, in whatever cells they lie", arguments: [50.0, 800])
  func twinsOfCells(within: Double) async throws {
    let terrain = Terrain()
    var random = SeededGenerator(seed: 6)
    let ends = [(0.0, 0.0), (9000, 7000)].map {
      RoutePoint(coordinate: terrain.coordinate(east: $0.0, north: $0.1))
    }
    let route = try Route(segments: [ends], isRecorded: false)
    let places = (0..<400).flatMap { number in
      let (along, aside) = (
        Double.random(in: 0...1, using: &random), Double.random(in: -1...1, using: &random)
      )
      let (east, north) = (9000 * along + within * 0.4 * aside, 7000 * along - within * 0.4 * aside)
      return [("node", 0.0), ("way", Double.random(in: 0...90, using: &random))].map { kind, metres in
        PointOfInterest(
          id: "\(kind)/\(number)", name: "Hut \(number)", category: "hut",
          coordinate: terrain.coordinate(east: east + metres * 0.8, north: north + metres * 0.6))
      }
    }
    let provider = IndexedPlaces(places)
    for size in [500.0, 1000] {
      var search = RouteSearch(
        RouteCorridor(route: route, within: Distance(metres: within)), matching: PlaceFilter(), cellSize: size
      )
      var found: [String] = []
      while let passes = try await search.next(asking: provider) { found += passes.compactMap(\.place.name) }
      #expect(Set(found).count == found.count && found.count > 300)
    }
  }

  @Test(
    "a server that lists only the nearest is asked again, or the rest is unknown",
    arguments: 0..<4 as Range<UInt64>, [true, false])
  func lists(seed: UInt64, saysReach: Bool) async throws {
    let world = RouteWorld(seed: seed, placeCount: 400)
    let corridor = RouteCorridor(route: try world.route(), within: world.within)
    let provider = IndexedPlaces(world.places, listing: 20, saysReach: saysReach)
    func search(_ questions: Int) async throws -> (found: Set<String>, unknown: [ClosedRange<Double>]) {
      var search = RouteSearch(corridor, matching: PlaceFilter(), cellSize: 7000)
      search.questionsLeft = questions
      var found: Set<String> = []
      while let passes = try await search.next(asking: provider) { found.formUnion(passes.map(\.place.id)) }
      return (found, search.unknownStretches)
    }
    let all = world.places.filter { !corridor.stretches(along: $0.coordinate).isEmpty }.map(\.id)
    let whole = try await search(10_000)
    #expect(whole.found == Set(all))
    #expect(whole.unknown == [])
    let part = try await search(0)
    #expect(part.found.count < all.count)
    #expect(part.unknown != [])
  }

  @Test("querying cell by cell finds all passes in order", arguments: 0..<14 as Range<UInt64>)
  func search(seed: UInt64) async throws {
    let world = RouteWorld(seed: seed, placeCount: 400)
    let corridor = RouteCorridor(route: try world.route(), within: world.within)
    let length = corridor.route.length.metres
    var expected: [RoutePass] = []
    let range = seed % 2 == 0 ? 0...length : 0.2 * length...0.7 * length
    for place in world.places {
      let stretches = corridor.stretches(along: place.coordinate)
      for (index, stretch) in stretches.enumerated() where range.contains(stretch.along) {
        expected.append(
          RoutePass(place: place, stretch: stretch, number: index + 1, count: stretches.count))
      }
    }
    expected.sort(by: RoutePass.precedes)
    let provider = IndexedPlaces(world.places)
    for size in [300.0, 3000, 20_000] {
      var search = RouteSearch(corridor, matching: PlaceFilter(), in: range, cellSize: size)
      var found: [RoutePass] = []
      while let passes = try await search.next(asking: provider) { found += passes }
      #expect(found == expected)
    }
  }
}

/// Places in memory.
struct IndexedPlaces: PlaceProviding {
  private let index: PlaceIndex
  private let listed: Int?
  private let saysReach: Bool

  /// - Parameters:
  ///   - listed: how many of the nearest it gives, as a server; `nil` for all.
  ///   - saysReach: whether it then says how far it gives all.
  init(_ places: [PointOfInterest], listing listed: Int? = nil, saysReach: Bool = false) {
    index = PlaceIndex(places)
    (self.listed, self.saysReach) = (listed, saysReach)
  }

  func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    var source = PlaceSource(name: "memory")
    if let listed {
      source.listedWithin = index.nearest(to: position, limit: listed, within: nil).last?.distance
      if saysReach, let end = source.listedWithin, query.radius.map({ $0 > end }) ?? true {
        source.knownWithin = end
      }
    }
    var query = query
    query.radius = [source.listedWithin, query.radius].compactMap(\.self).min()
    return PlaceAnswer(places: index.nearest(to: position, for: query).places, source: source)
  }
}
