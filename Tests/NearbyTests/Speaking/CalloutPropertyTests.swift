import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

/// Properties of two hours in any city: counts the limits again from the callouts.
@Suite struct CalloutPropertyTests {
  /// A callout and its fix.
  private struct Said {
    let callout: Callout
    let fix: Location

    var place: PointOfInterest? {
      switch callout.subject {
      case .inside(let place), .left(let place): place
      case .arrival(let sighting), .approach(let sighting), .listed(let sighting): sighting.place
      case .street, .ahead, .beacon, .routeFound, .routeLost, .signalLost, .signalRegained, .nothingFound: nil
      }
    }
  }

  /// Two hours in a dense city: on foot, standing, by bicycle and by car, with a noisy receiver.
  private struct City {
    let places: [PointOfInterest]
    let fixes: [Location]
    let rules: ProximityRules

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let terrain = Terrain()
      let size = 2000.0
      let words = ["bench", "cafe", "restaurant", "atm", "bicycle_parking", "shop"]
      places = (0..<6000).map { number in
        let isNamed = Int.random(in: 0..<3, using: &random) > 0
        return PointOfInterest(
          id: "p\(number)", name: isNamed ? "Name \(Int.random(in: 0..<4000, using: &random))" : nil,
          category: words.randomElement(using: &random),
          coordinate: terrain.coordinate(
            east: .random(in: -size...size, using: &random), north: .random(in: -size...size, using: &random)),
          proximity: Int.random(in: 0..<40, using: &random) == 0
            ? Distance(metres: .random(in: 20...200, using: &random)) : nil)
      }
      var rules = ProximityRules()
      rules.within = Distance(metres: [20, 50, 150].randomElement(using: &random) ?? 50)
      self.rules = rules
      var position = SIMD2(0.0, 0.0)
      var heading = 0.0
      var speed = 1.4
      var fixes: [Location] = []
      for second in 0..<7200 {
        if second % 120 == 0 { speed = [0, 1.4, 1.4, 1.4, 5, 14].randomElement(using: &random) ?? 0 }
        heading += .random(in: -0.1...0.1, using: &random)
        position += SIMD2(sin(heading), cos(heading)) * speed
        for axis in 0..<2 where abs(position[axis]) > size {
          position[axis] = min(max(position[axis], -size), size)
          heading += .pi
        }
        let noise = SIMD2(
          Double.random(in: -3...3, using: &random), Double.random(in: -3...3, using: &random))
        var fix = terrain.fix(
          east: position.x + noise.x, north: position.y + noise.y, at: Double(second), accuracy: 5)
        fix.speed = seed % 2 == 0 ? speed : nil
        fixes.append(fix)
      }
      self.fixes = fixes
    }

    /// The callouts on the way.
    func walk() -> [Said] {
      let fences = FenceIndex(places, rules: rules)
      var monitor = ProximityMonitor(rules: rules)
      var planner = CalloutPlanner(fences: rules)
      return fixes.compactMap { fix in
        let update = monitor.update(with: fix, among: fences)
        for event in update.events { planner.note(event) }
        guard update.hasCounted else { return nil }
        return planner.update(with: fix) { reach, limit in
          fences.index.nearest(to: fix.coordinate, limit: limit, within: reach)
        }.map { Said(callout: $0, fix: fix) }
      }
    }
  }

  /// Six cities with the callouts on the way, made once, as each takes seconds.
  private static let walks = (0..<6 as Range<UInt64>).map { seed in
    let city = City(seed: seed)
    return (city: city, said: city.walk())
  }

  private static func distance(_ from: Coordinate, _ to: Coordinate) -> Double {
    WGS84.inverse(from: from, to: to).distance.metres
  }

  @Test("two hours in a city keep to the limits", arguments: 0..<6)
  func limits(number: Int) throws {
    let said = Self.walks[number].said
    let rules = CalloutRules()
    try #require(said.count > 50)
    #expect(said.count <= 120 * rules.mostInAMinute)
    let seconds = try said.map { try #require($0.callout.time).timeIntervalSince(Terrain.start) }
    for (earlier, later) in zip(said.indices, said.indices.dropFirst()) {
      #expect(seconds[later] - seconds[earlier] >= rules.leastSeconds)
      let way = Self.distance(said[earlier].fix.coordinate, said[later].fix.coordinate)
      #expect(way >= rules.leastWay.metres - 0.01)
      if case .approach = said[later].callout.subject {
        #expect(seconds[later] - seconds[earlier] >= rules.leastSecondsToApproach)
      }
    }
    for (index, second) in seconds.enumerated() {
      let minute = seconds[...index].filter { second - $0 < 60 }
      #expect(minute.count <= rules.mostInAMinute)
    }
  }

  @Test("does not repeat a place before it was left for a while", arguments: 0..<6)
  func repetition(number: Int) throws {
    let (city, said) = Self.walks[number]
    var last: [String: (kind: Int, index: Int)] = [:]
    for (index, one) in said.enumerated() {
      guard let place = one.place else { continue }
      let kind = if case .approach = one.callout.subject { 0 } else { 1 }
      if let before = last[place.id], kind <= before.kind {
        let earlier = try #require(said[before.index].fix.time)
        let later = try #require(one.fix.time)
        #expect(later.timeIntervalSince(earlier) >= CalloutRules().repeatSeconds)
        let between = city.fixes.filter { fix in fix.time.map { $0 > earlier && $0 < later } ?? false }
        // A place counts as left at the earliest 20 m beyond where it was announced.
        #expect(between.contains { Self.distance($0.coordinate, place.coordinate) > 40 }, "\(place.id)")
      }
      last[place.id] = (kind, index)
    }
  }

  @Test("callouts are true when spoken", arguments: 0..<6)
  func truth(number: Int) {
    let (city, said) = Self.walks[number]
    let rules = CalloutRules()
    for said in said {
      guard let place = said.place else { continue }
      let distance = Self.distance(said.fix.coordinate, place.coordinate)
      let extent = place.proximity?.metres ?? 0
      switch said.callout.subject {
      case .inside:
        let radius = place.proximity?.metres ?? 0
        #expect(distance <= radius + max(0.1 * radius, 20))
      case .arrival(let sighting):
        #expect(abs(sighting.distance.metres - max(0, distance - extent)) < 0.01)
        #expect(distance <= rules.mostRadii * rules.arrival.metres)
      case .approach(let sighting):
        #expect(abs(sighting.distance.metres - max(0, distance - extent)) < 0.01)
        #expect(distance <= max(city.rules.within.metres * rules.mostRadii, rules.farthest.metres))
      case .left, .listed, .street, .ahead, .beacon, .routeFound, .routeLost, .signalLost, .signalRegained,
        .nothingFound:
        Issue.record("\(said)")
      }
      if let speed = said.fix.speed, speed < rules.leastSpeed {
        if case .arrival(let sighting) = said.callout.subject { #expect(sighting.direction == nil) }
        if case .approach(let sighting) = said.callout.subject { #expect(sighting.direction == nil) }
      }
    }
  }

  @Test("the same path gives the same callouts each time", arguments: [7 as UInt64])
  func repeatable(seed: UInt64) {
    let city = City(seed: seed)
    #expect(city.walk().map(\.callout) == city.walk().map(\.callout))
  }
}
