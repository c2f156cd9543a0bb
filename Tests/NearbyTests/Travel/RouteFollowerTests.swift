import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct RouteFollowerTests {
  private func follower(
    _ route: Route, _ passes: [RoutePass], categories: [String] = [], approach: Double = 500,
    unknown: [ClosedRange<Double>] = []
  ) -> RouteFollower {
    RouteFollower(
      route, passes: passes, filter: PlaceFilter(categories: categories),
      approach: Distance(metres: approach),
      unknown: unknown)
  }

  private static func title(_ pass: RoutePass) -> String { "\(pass.place.id) \(Int(pass.along))" }

  private static let rides: [(shape: Int, seed: UInt64)] = (0..<4).flatMap { shape in
    (1...3).map { (shape, UInt64($0)) }
  }

  @Test(
    "on half a tour, nothing passed for good is ahead, and no distance grows by more than the accuracy",
    arguments: rides)
  func half(shape: Int, seed: UInt64) throws {
    let route = try Tours.route(shape)
    let passes = Tours.passes(of: Tours.places(on: route, seed: seed), on: route)
    let last = Dictionary(passes.map { ($0.place.id, $0.along) }, uniquingKeysWith: max)
    var follower = follower(route, passes)
    var ride = Ride(on: route, noise: 4, seed: seed)
    ride.ride(from: 0, to: route.length.metres / 2, speed: 5, every: 1)
    let accuracy = Ride.accuracy(noise: 4)
    var distances: [RoutePass: Double] = [:]
    var outlooks = 0
    for moment in ride.moments {
      for case .travel(let event) in follower.update(with: moment.fix, course: nil)
      where event.kind == .approach {
        let end = try #require(last[event.place.place.id])
        #expect(end > moment.along - accuracy, "\(event.place.place.id) at \(moment.along)")
      }
      guard let outlook = follower.outlook(at: moment.fix.time) else { continue }
      outlooks += 1
      var now: [RoutePass: Double] = [:]
      for upcoming in outlook.upcoming {
        let id = upcoming.pass.place.id
        #expect(try #require(last[id]) > moment.along - 2 * accuracy, "\(id) at \(moment.along)")
        now[upcoming.pass] = upcoming.distance.metres
        if let before = distances[upcoming.pass] {
          #expect(upcoming.distance.metres <= before + accuracy, "\(id) at \(moment.along)")
        }
      }
      distances = now
    }
    #expect(outlooks > ride.moments.count * 9 / 10)
  }

  @Test("announces and passes each pass of a ride once, in order of the route", arguments: rides)
  func once(shape: Int, seed: UInt64) throws {
    let route = try Tours.route(shape)
    let passes = Tours.passes(of: Tours.places(on: route, seed: seed), on: route)
    var follower = follower(route, passes)
    var ride = Ride(on: route, noise: 3, seed: seed)
    ride.ride(from: 0, to: route.length.metres, speed: 6, every: 1)
    ride.pause(for: 60)
    var approached: [RoutePass] = []
    var passed: [RoutePass] = []
    for moment in ride.moments {
      for case .travel(let event) in follower.update(with: moment.fix, course: nil) {
        let pass = try #require(event.pass)
        if event.kind == .approach {
          #expect(abs((event.distance?.metres ?? 0) - (pass.along - moment.along)) < 30)
          approached.append(pass)
        } else {
          #expect(abs(pass.along - moment.along) < 30)
          passed.append(pass)
        }
      }
    }
    // The first fix may be past what lies at the very start.
    let expected = passes.filter { $0.along > 20 }
    #expect(approached.filter { $0.along > 20 }.map(Self.title) == expected.map(Self.title))
    // The receiver may stop short of what lies at the very end.
    #expect(passed == passes.filter { passed.contains($0) })
    #expect(passed.count >= expected.filter { $0.along < route.length.metres - 30 }.count)
  }

  @Test(
    "the next of each kind and the gap after it match the sorted passes",
    arguments: rides)
  func outlook(shape: Int, seed: UInt64) throws {
    let route = try Tours.route(shape)
    let passes = Tours.passes(of: Tours.places(on: route, seed: seed), on: route)
    let words = ["drinking water", "cafe"]
    var follower = follower(route, passes, categories: words)
    var ride = Ride(on: route, noise: 0, seed: seed)
    ride.ride(from: 0, to: route.length.metres, speed: 5, every: 2)
    for moment in ride.moments {
      _ = follower.update(with: moment.fix, course: nil)
      let outlook = try #require(follower.outlook(at: moment.fix.time))
      #expect(outlook.kinds.map(\.category) == words)
      for kind in outlook.kinds {
        let own = passes.map { ($0.along, $0.place.category ?? "") }
          .filter { $0.1 == kind.category?.replacing(" ", with: "_") }.map(\.0)
        let ahead = own.filter { $0 > outlook.along }
        #expect(kind.next?.pass.along == ahead.first)
        let start = ahead.first ?? outlook.along
        let following = ahead.first { $0 > start + 0.001 }
        #expect(abs(kind.gap.metres - ((following ?? route.length.metres) - start)) < 0.01)
        #expect(kind.isLast == (following == nil))
      }
    }
  }

  @Test(
    "a gap is in doubt where places may be missing on it",
    arguments: [(400.0...500.0, true), (0...90, false), (950...1000, true)])
  func unknown(stretch: ClosedRange<Double>, isInDoubt: Bool) throws {
    let terrain = Terrain()
    let ends = [0.0, 1000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }
    var follower = follower(try Route(segments: [ends], isRecorded: false), [], unknown: [stretch])
    for second in 0...20 {
      _ = follower.update(with: terrain.fix(east: Double(second) * 5, at: Double(second)), course: nil)
    }
    let kind = try #require(follower.outlook(at: nil)?.kinds.first)
    #expect(kind.isLast && kind.hasUncertainInGap == isInDoubt)
  }

  @Test("all places outside of a corner are at one point, and the gap after them is the next one's")
  func corner() throws {
    let terrain = Terrain()
    let route = try Route(
      segments: [
        [(0, 0), (1000, 0), (1000, 1000)].map {
          RoutePoint(coordinate: terrain.coordinate(east: $0.0, north: $0.1))
        }
      ], isRecorded: false)
    let corridor = RouteCorridor(route: route, within: Distance(metres: 100))
    let places = [(1030, -40), (1060, -20), (1020, 600)].map { east, north in
      PointOfInterest(
        id: "\(east)", category: "cafe", coordinate: terrain.coordinate(east: east, north: north),
        tags: ["amenity": "cafe"])
    }
    let passes = places.flatMap { place in
      corridor.stretches(along: place.coordinate).map {
        RoutePass(place: place, stretch: $0, number: 1, count: 1)
      }
    }.sorted(by: RoutePass.precedes)
    var follower = follower(route, passes, categories: ["cafe"])
    for second in 0...9 {
      _ = follower.update(with: terrain.fix(east: Double(second) * 5, at: Double(second)), course: nil)
    }
    let kind = try #require(follower.outlook(at: nil)?.kinds.first)
    #expect(abs((kind.next?.pass.along ?? 0) - 1000) < 2)
    #expect(abs(kind.gap.metres - 600) < 2)
    #expect(!kind.isLast)
  }

  @Test("the arrival time uses the speed of the last minutes, without pauses")
  func arrival() throws {
    let route = try Tours.route(0)
    let passes = Tours.passes(of: Tours.places(on: route, seed: 1), on: route)
    var follower = follower(route, passes)
    var ride = Ride(on: route, noise: 2, seed: 1)
    ride.ride(from: 0, to: 1500, speed: 5, every: 1)
    ride.pause(for: 300)
    ride.ride(from: 1500, to: 1600, speed: 5, every: 1)
    for moment in ride.moments { _ = follower.update(with: moment.fix, course: nil) }
    let time = try #require(ride.moments.last?.fix.time)
    let next = try #require(follower.outlook(at: time)?.upcoming.last)
    let arrival = try #require(next.arrival)
    #expect(abs(arrival.timeIntervalSince(time) - next.distance.metres / 5) < 0.1 * next.distance.metres / 5)
  }

  @Test("a place beyond a break is as far as the straight line over it, and comes after those on this side")
  func breaks() throws {
    let terrain = Tours.terrain
    let segments = [0.0, 3000].map { start in
      [start, start + 1000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }
    }
    let route = try Route(segments: segments, isRecorded: false)
    let places = [("quay", 1030.0, 20.0), ("pier", 2985, 5), ("hut", 3400, 20)].map { id, east, north in
      PointOfInterest(id: id, coordinate: terrain.coordinate(east: east, north: north))
    }
    var follower = follower(route, Tours.passes(of: places, on: route))
    var told: [String] = []
    for east in Array(stride(from: 0.0, through: 950, by: 10)) + Array(stride(from: 2990, to: 3500, by: 10)) {
      let fix = terrain.fix(east: east, at: east, accuracy: 5)
      for case .travel(let event) in follower.update(with: fix, course: nil) {
        let distance = event.distance.map { "in \(Int($0.metres.rounded()))" } ?? "passed"
        told.append("\(event.place.place.id) \(Int(east)) \(distance)")
      }
      guard east == 900 else { continue }
      let outlook = try #require(follower.outlook(at: nil))
      #expect(outlook.upcoming.map { Int($0.distance.metres.rounded()) } == [100, 2100, 2500])
      #expect(Int(outlook.rest.metres.rounded()) == 3100)
      #expect(outlook.kinds.map { Int($0.gap.metres.rounded()) } == [2000])
    }
    #expect(
      told == [
        "quay 500 in 500", "quay 2990 passed", "pier 2990 in 0", "hut 2990 in 400", "pier 3010 passed",
        "hut 3410 passed",
      ])
  }

  @Test("what lies behind where one joined is announced to who went back before it")
  func wentBack() throws {
    let terrain = Tours.terrain
    let route = try Route(
      segments: [[0.0, 4000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }], isRecorded: false)
    let inn = PointOfInterest(id: "inn", coordinate: terrain.coordinate(east: 1600, north: 20))
    var follower = follower(route, Tours.passes(of: [inn], on: route))
    var told: [String] = []
    let way = Array(stride(from: 2000.0, through: 1000, by: -5)) + Array(stride(from: 1000, to: 1700, by: 5))
    for (second, east) in way.enumerated() {
      let fix = terrain.fix(east: east, at: Double(second), accuracy: 5)
      for case .travel(let event) in follower.update(with: fix, course: nil) { told.append("\(event.kind)") }
    }
    #expect(told == ["approach", "passed"])
  }

  @Test("the outlook leaves out what is closed on arrival, if open places are asked for")
  func closed() throws {
    let terrain = Tours.terrain
    let route = try Route(
      segments: [[0.0, 9000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }], isRecorded: false)
    let hours = ["soon": "Dec-Feb", "day": "off", "night": "24/7"]
    let places = [("soon", 1000.0), ("day", 3000), ("night", 6000)].map { id, east in
      PointOfInterest(
        id: id, coordinate: terrain.coordinate(east: east, north: 10),
        tags: ["amenity": "cafe", "opening_hours": hours[id] ?? ""])
    }
    for (opening, next) in [
      (nil, ["soon", "day", "night"]),
      (OpeningCondition(.now, now: Terrain.start, hours: PlaceHours()), ["night"]),
    ] {
      var follower = RouteFollower(
        route, passes: Tours.passes(of: places, on: route), filter: PlaceFilter(categories: ["cafe"]),
        approach: Distance(metres: 500), opening: opening)
      _ = follower.update(with: terrain.fix(east: 0, at: 0, accuracy: 5), course: nil)
      let outlook = try #require(follower.outlook(at: Terrain.start))
      #expect(outlook.upcoming.map(\.pass.place.id) == next)
      #expect(outlook.kinds.first?.next?.pass.place.id == next.first)
    }
  }

  @Test("before any movement, there is no arrival time")
  func noSpeed() throws {
    let route = try Tours.route(0)
    let passes = Tours.passes(of: Tours.places(on: route, seed: 1), on: route)
    var follower = follower(route, passes)
    var ride = Ride(on: route, noise: 2, seed: 1)
    ride.ride(from: 0, to: 5, speed: 5, every: 1)
    let time = try #require(ride.moments.last?.fix.time)
    let events = ride.moments.flatMap { follower.update(with: $0.fix, course: nil) }
    #expect(follower.outlook(at: time)?.upcoming.first?.arrival == nil)
    for case .travel(let event) in events { #expect(event.arrival == nil) }
  }

  @Test("reports leaving the route after half a minute, and rejoining at once")
  func offRoute() throws {
    let terrain = Tours.terrain
    let route = try Tours.route(0)
    var follower = follower(route, [])
    var words: [String] = []
    for second in stride(from: 0.0, to: 400, by: 2) {
      // 5 m/s east, with a detour of 500 m from the second minute to the fifth.
      let north = (120..<280).contains(second) ? 500.0 : 5 * second * 300 / 4000
      let fix = terrain.fix(east: 5 * second, north: north, at: second, accuracy: 8)
      for case .status(let status) in follower.update(with: fix, course: nil) {
        words.append("\(status.isOn ? "on" : "off") \(Int(second))")
        if !status.isOn {
          let along = try #require(status.along)
          #expect(abs(along - 600) < 30)
          #expect(status.since == Terrain.start.addingTimeInterval(124))
        }
      }
    }
    #expect(words == ["on 0", "off 154", "on 280"])
  }

  @Test("does not report places that a shortcut leaves out as passed")
  func shortcut() throws {
    let route = try Tours.route(0)
    let passes = Tours.passes(of: Tours.places(on: route, seed: 2), on: route)
    var follower = follower(route, passes)
    var before = Ride(on: route, noise: 2, seed: 2)
    before.ride(from: 0, to: 500, speed: 5, every: 1)
    var passed: [RoutePass] = []
    func take(_ fix: Location) {
      for case .travel(let event) in follower.update(with: fix, course: nil) where event.kind == .passed {
        if let pass = event.pass { passed.append(pass) }
      }
    }
    for moment in before.moments { take(moment.fix) }
    let start = passed.count
    // A kilometre and a half beside the route.
    for second in 0..<300 {
      take(
        Tours.terrain.fix(east: 500 + 5 * Double(second), north: 900, at: 101 + Double(second), accuracy: 5))
    }
    #expect(passed.count == start)
    for step in 0..<20 {
      let along = 2050 + 5 * Double(step)
      take(
        Location(
          coordinate: route.coordinate(at: along), accuracy: 5,
          time: Terrain.start.addingTimeInterval(401 + Double(step))))
    }
    #expect(passed.dropFirst(start).allSatisfy { $0.along > 2000 })
  }

  /// What is told on a ride, with the course that the fixes show.
  private func told(_ moments: [Ride.Moment], by follower: inout RouteFollower) -> [(Double, RouteEvent)] {
    var tracker = CourseTracker()
    return moments.flatMap { moment in
      tracker.update(with: moment.fix)
      return follower.update(with: moment.fix, course: tracker.course).map { (moment.along, $0) }
    }
  }

  /// The passes that are told to lie ahead, each with where the traveller was then.
  private func ahead(_ told: [(Double, RouteEvent)]) -> [(along: Double, pass: RoutePass)] {
    told.flatMap { along, event -> [(along: Double, pass: RoutePass)] in
      switch event {
      case .travel(let event): event.kind == .approach ? event.pass.map { [(along, $0)] } ?? [] : []
      case .next(let outlook, at: _): outlook.upcoming.map { (along, $0.pass) }
      case .status: []
      }
    }
  }

  @Test(
    "nothing behind is ahead when the ride begins on the way back, or no fix tells of the turn",
    arguments: [nil, 3500] as [Double?], [1.4, 8])
  func wayBack(lostAt: Double?, speed: Double) throws {
    let route = try Tours.route(0)
    let passes = Tours.passes(of: Tours.places(on: route, seed: 3), on: route)
    var follower = follower(route, passes)
    var ride = Ride(on: route, noise: 2, seed: 3)
    if let lostAt { ride.ride(from: 3000, to: lostAt, speed: speed, every: 1) }
    let (start, length) = (ride.moments.count, route.length.metres)
    ride.ride(from: 5000, to: length, speed: speed, every: 1)
    _ = told(Array(ride.moments[..<start]), by: &follower)
    let told = told(Array(ride.moments[start...]), by: &follower)
    let ahead = ahead(told)
    // Where no fix told of the turn, it takes some to see that there was one.
    let wrong = ahead.filter { $0.pass.along < $0.along - 30 && $0.along > (lostAt == nil ? 0 : 5060) }
    #expect(wrong.isEmpty, "\(wrong.map { ($0.along, $0.pass.along) })")
    #expect(
      Set(ahead.map(\.pass)).isSuperset(of: passes.filter { $0.along > 5600 && $0.along < length - 10 }))
    #expect(abs((follower.along ?? 0) - length) < 30)
  }

  @Test("the receiver's own course shows at once which way the ride goes")
  func ownCourse() throws {
    let route = try Tours.route(0)
    var follower = follower(route, [])
    var fix = Location(coordinate: route.coordinate(at: 6000), accuracy: 5, speed: 5)
    #expect(follower.update(with: fix, course: nil).isEmpty)
    fix.course = Bearing(degrees: 265)
    #expect(follower.update(with: fix, course: nil).count == 2)
    #expect(abs((follower.along ?? 0) - 6000) < 1)
  }

  @Test("who rides a route backwards is told of nothing ahead, until the ride turns")
  func against() throws {
    let route = try Tours.route(2)
    let passes = Tours.passes(of: Tours.places(on: route, seed: 5), on: route)
    var follower = follower(route, passes)
    var ride = Ride(on: route, noise: 2, seed: 5)
    let length = route.length.metres
    for along in stride(from: length, to: length - 1000, by: -5) {
      ride.ride(from: along, to: along + 1, speed: 5, every: 1)
    }
    let back = ahead(told(ride.moments, by: &follower)).filter { $0.along < length - 80 }
    #expect(back.isEmpty)
    #expect(follower.outlook(at: nil) == nil)
    let count = ride.moments.count
    ride.ride(from: length - 1000, to: length - 500, speed: 5, every: 1)
    let forth = ahead(told(Array(ride.moments[count...]), by: &follower))
    #expect(!forth.isEmpty && forth.allSatisfy { $0.pass.along > $0.along - 30 })
  }

  private static let square: [(Double, Double)] = [(1000, 0), (1000, 1000), (0, 1000), (0, 0)]

  @Test(
    "who rides a loop backwards stays on it over its start, and is told of nothing ahead",
    arguments: [
      (0, 1, square), (40, 1, square), (450, 1, square), (0, 2, square), (40, 2, square), (450, 2, square),
      // With a sharp corner at its start.
      (450, 1, [(-600, 150), (-1200, 150), (-1200, -150), (-600, -150), (0, 0)]),
    ])
  func againstLoop(start: Double, laps: Int, corners: [(Double, Double)]) throws {
    let points = (corners.suffix(1) + Array(repeating: corners, count: laps).joined())
      .map { (east: $0.0, north: $0.1) }
    let route = try Route(
      segments: [
        points.map { RoutePoint(coordinate: Tours.terrain.coordinate(east: $0.east, north: $0.north)) }
      ], isRecorded: false)
    let passes = Tours.passes(of: Tours.places(on: route, seed: 7), on: route)
    var follower = follower(route, passes)
    var ride = Ride(on: route, noise: 2, seed: 7)
    let length = route.length.metres
    for way in stride(from: 0, to: 3 * length, by: 5) {
      let along = (3 * length + start - way).truncatingRemainder(dividingBy: length)
      ride.ride(from: along, to: along + 1, speed: 5, every: 1)
    }
    var tracker = CourseTracker()
    for (index, moment) in ride.moments.enumerated() {
      tracker.update(with: moment.fix)
      let told = follower.update(with: moment.fix, course: tracker.course)
      // The first metres are to show the direction.
      guard index > 30 else { continue }
      #expect(told.isEmpty, "at \(moment.along)")
      let along = follower.along
      let error = abs(try #require(along, "at \(moment.along)") - moment.along)
      #expect(min(error, length - error) < 100, "at \(moment.along)")
    }
  }

  @Test(
    "who starts against the route soon before a corner stays on it", arguments: 1...5 as ClosedRange<UInt64>
  )
  func againstCorner(seed: UInt64) throws {
    let points: [(Double, Double)] = [(0, 0), (800, 0), (1100, 500)]
    let route = try Route(
      segments: [points.map { RoutePoint(coordinate: Tours.terrain.coordinate(east: $0.0, north: $0.1)) }],
      isRecorded: false)
    var follower = follower(route, [])
    var ride = Ride(on: route, noise: 2, seed: seed)
    for along in stride(from: 815.0, to: 400, by: -3) {
      ride.ride(from: along, to: along + 1, speed: 3, every: 1)
    }
    for moment in ride.moments {
      _ = follower.update(with: moment.fix, course: nil)
      let along = try #require(follower.along, "at \(moment.along)")
      #expect(abs(along - moment.along) < 100, "at \(moment.along)")
    }
  }

  @Test("a pause, and a fix that is far off, turn nobody back", arguments: 1...5 as ClosedRange<UInt64>)
  func noTurn(seed: UInt64) throws {
    let route = try Tours.route(0)
    var follower = follower(route, [])
    var ride = Ride(on: route, noise: 4, seed: seed)
    ride.ride(from: 0, to: 2000, speed: 5, every: 1)
    ride.pause(for: 600)
    ride.ride(from: 2200, to: 2201, speed: 5, every: 1)
    ride.ride(from: 2005, to: 2400, speed: 5, every: 1)
    for (index, moment) in ride.moments.enumerated() {
      _ = told([moment], by: &follower)
      #expect(abs((follower.along ?? 0) - moment.along) < 250, "at \(index)")
      #expect(follower.outlook(at: nil) != nil)
    }
  }

  @Test("a traveller who goes back meets the same places again", arguments: [500.0, 850])
  func back(to turn: Double) throws {
    let route = try Tours.route(0)
    let place = PointOfInterest(id: "tap", coordinate: route.coordinate(at: 1000))
    let pass = try #require(Tours.passes(of: [place], on: route).first)
    var follower = follower(route, [pass], approach: 300)
    var ride = Ride(on: route, noise: 1, seed: 4)
    ride.ride(from: 0, to: 1100, speed: 5, every: 1)
    let way = stride(from: 1100.0, to: turn, by: -5)
    for along in way { ride.ride(from: along, to: along + 1, speed: 5, every: 1) }
    ride.ride(from: turn, to: 1100, speed: 5, every: 1)
    var words: [String] = []
    for moment in ride.moments {
      for case .travel(let event) in follower.update(with: moment.fix, course: nil) {
        words.append(event.kind.rawValue)
      }
    }
    #expect(words == ["approach", "passed", "approach", "passed"])
  }

  @Test(
    "a place passed is next for who comes back to the route before it, and not for who comes back beside it",
    arguments: [(70.0, true), (10, false), (-20, false)])
  func rejoining(before metres: Double, isNext: Bool) throws {
    let terrain = Tours.terrain
    let route = try Tours.route(0)
    let place = PointOfInterest(id: "tap", coordinate: route.coordinate(at: 1000))
    let pass = try #require(Tours.passes(of: [place], on: route).first)
    var follower = follower(route, [pass], approach: 300)
    func take(_ coordinate: Coordinate, at second: Double) {
      let time = Terrain.start.addingTimeInterval(second)
      _ = follower.update(with: Location(coordinate: coordinate, accuracy: 5, time: time), course: nil)
    }
    for second in 0..<206 { take(route.coordinate(at: Double(second) * 5), at: Double(second)) }
    #expect(follower.outlook(at: nil)?.upcoming.isEmpty == true)
    for second in 206..<300 { take(terrain.coordinate(east: 1000, north: 500), at: Double(second)) }
    #expect(follower.along == nil)
    take(route.coordinate(at: 1000 - metres), at: 301)
    #expect(follower.along != nil)
    #expect((follower.outlook(at: nil)?.upcoming.isEmpty == false) == isNext)
  }
}
