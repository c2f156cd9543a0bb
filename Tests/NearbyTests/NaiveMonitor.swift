import Foundation
import Geography
import Places
import Positioning

@testable import Nearby

/// The rules of a watch again, as simply as possible: it checks every place at every fix.
struct NaiveMonitor {
  private enum State {
    /// `way` is the fixes of the row, and the one before.
    case outside(row: Int, since: Date?, way: [Location])
    case inside(row: Int)
  }

  private let rules: ProximityRules
  private let places: [PointOfInterest]
  private var last: Location?
  private var run: [Location] = []
  private var isDoubtful = true
  private var states: [String: State] = [:]
  private var leftAt: [String: Date] = [:]

  init(_ places: [PointOfInterest], _ rules: ProximityRules) {
    self.places = places
    self.rules = rules
  }

  /// The events of one fix, each as `kind id`.
  mutating func events(at fix: Location) -> [String] {
    if let accuracy = fix.accuracy, accuracy > rules.maxAccuracy { return [] }
    let isLate = seconds(from: last?.time, to: fix.time).map { !(0...60).contains($0) } ?? true
    if !isReachable(fix, from: last) {
      isDoubtful = isDoubtful || isLate
      if !isDoubtful { return [] }
      run = (isReachable(fix, from: run.last) ? run : []) + [fix]
      if run.count < 5 { return [] }
      // Nobody went that way.
      last?.time = nil
    } else {
      isDoubtful = isLate
    }
    run = []
    defer { last = fix }
    return places.compactMap { place in event(of: place, at: fix).map { "\($0) \(place.id)" } }
  }

  private func isReachable(_ fix: Location, from last: Location?) -> Bool {
    guard let last, last.time != nil || fix.time != nil else { return true }
    let seconds = seconds(from: last.time, to: fix.time) ?? 60
    return metres(last.coordinate, fix.coordinate) <= rules.maxSpeed * (seconds < 0 ? 60 : seconds)
  }

  private mutating func event(of place: PointOfInterest, at fix: Location) -> String? {
    let radius = place.proximity.map { min($0.metres, 1000) } ?? rules.within.metres
    let distance = metres(fix.coordinate, place.coordinate)
    guard let last else {
      if distance <= radius { states[place.id] = .inside(row: 0) }
      return distance <= radius ? "initial" : nil
    }
    switch states[place.id] ?? .outside(row: 0, since: nil, way: []) {
    case .outside(let row, let since, let way) where distance <= radius:
      let start = since ?? fix.time
      states[place.id] = .outside(row: row + 1, since: start, way: (row == 0 ? [last] : way) + [fix])
      guard row + 1 >= rules.confirm else { return nil }
      if rules.dwell > 0 {
        guard let stay = seconds(from: start, to: fix.time), stay >= rules.dwell else { return nil }
      }
      if let away = seconds(from: leftAt[place.id], to: fix.time), away < rules.cooldown { return nil }
      states[place.id] = .inside(row: 0)
      return "enter"
    case .outside(let row, _, let way):
      states[place.id] = .outside(row: 0, since: nil, way: [])
      if row == 0 { return passing(place, radius, from: last, to: fix) }
      return row < rules.confirm && leadsThrough(way + [fix], radius) ? "pass" : nil
    case .inside(let row):
      let isBeyond = distance > radius + max(radius / 10, 20)
      states[place.id] = .inside(row: isBeyond ? row + 1 : 0)
      guard isBeyond, row + 1 >= rules.confirm else { return nil }
      states[place.id] = .outside(row: 0, since: nil, way: [])
      leftAt[place.id] = fix.time
      return "leave"
    }
  }

  private func passing(
    _ place: PointOfInterest, _ radius: Double, from last: Location, to fix: Location
  ) -> String? {
    guard metres(last.coordinate, place.coordinate) > radius,
      let seconds = seconds(from: last.time, to: fix.time), (0...60).contains(seconds)
    else { return nil }
    let approach = ClosestApproach(of: place.coordinate, from: last.coordinate, to: fix.coordinate)
    return approach.distance.metres <= radius ? "pass" : nil
  }

  /// Whether a way that begins and ends outside is one, and no noise.
  private func leadsThrough(_ way: [Location], _ radius: Double) -> Bool {
    let intervals = zip(way, way.dropFirst()).map { seconds(from: $0.time, to: $1.time) ?? -1 }
    guard intervals.allSatisfy((0...60).contains) else { return false }
    let ends = [way[0], way[way.count - 1]]
    let noise = max(20, radius / 10, 2 * (ends.compactMap(\.accuracy).max() ?? 0))
    return metres(ends[0].coordinate, ends[1].coordinate) > noise
  }

  private func seconds(from start: Date?, to end: Date?) -> Double? {
    start.flatMap { start in end.map { $0.timeIntervalSince(start) } }
  }

  private func metres(_ start: Coordinate, _ end: Coordinate) -> Double {
    WGS84.inverse(from: start, to: end).distance.metres
  }
}
