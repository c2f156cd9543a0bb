import Foundation
import Geography
import Places

@testable import Nearby

/// The passes of a place again, as simply as possible: walks along every leg of the file, and measures all
/// lengths on the ellipsoid.
struct BruteForceCorridor {
  struct Stretch {
    var along: Double
    var offset: Double
    /// Which way the place lies from the direction of travel, −1 left … 1 right; 0 if the route turns on the
    /// spot.
    var rightness: Double
    /// Metres along the route.
    var extent: ClosedRange<Double>
  }

  private struct Leg {
    let start: Coordinate
    let end: Coordinate
    let bearing: Bearing
    let length: Double
    let along: Double
    let segment: Int
  }

  private let legs: [Leg]
  let length: Double
  let within: Double
  private var leaving: Double { within + max(0.1 * within, 20) }

  init(_ segments: [[RoutePoint]], within: Distance) {
    self.within = within.metres
    var legs: [Leg] = []
    var along = 0.0
    for (number, segment) in segments.enumerated() {
      for (start, end) in zip(segment, segment.dropFirst()) {
        let (distance, bearing) = WGS84.inverse(from: start.coordinate, to: end.coordinate)
        guard let bearing else { continue }
        legs.append(
          Leg(
            start: start.coordinate, end: end.coordinate, bearing: bearing, length: distance.metres,
            along: along, segment: number))
        along += distance.metres
      }
    }
    self.legs = legs
    length = along
  }

  /// The stretches along a place; `nil` if rounding could decide them.
  func stretches(along place: Coordinate) -> [Stretch]? {
    var found: [Stretch] = []
    var open: Stretch?
    var isClear = true

    func isDecided(_ distance: Double, by limit: Double) -> Bool {
      if abs(distance - limit) < 0.02 { isClear = false }
      return distance <= limit
    }
    func close() {
      if let stretch = open { found.append(stretch) }
      open = nil
    }

    for (index, leg) in legs.enumerated() {
      let middle = point(on: leg, at: leg.length / 2)
      if metres(middle, place) - leg.length / 2 > leaving + 1 {
        close()
        continue
      }
      if !isDecided(metres(leg.start, place), by: leaving) { close() }
      let nearest = nearestMetres(on: leg, to: place)
      let distance = metres(point(on: leg, at: nearest), place)
      if open != nil {
        if distance < (open?.offset ?? 0) - 1e-6 {
          open?.along = leg.along + nearest
          open?.offset = distance
          open?.rightness = rightness(of: place, at: index, nearest)
        }
        let start = open?.extent.lowerBound ?? 0
        open?.extent = start...leg.along + leg.length
      } else if isDecided(distance, by: within) {
        open = Stretch(
          along: leg.along + nearest, offset: distance, rightness: rightness(of: place, at: index, nearest),
          extent: leg.along...leg.along + leg.length)
      }
      if !isDecided(metres(leg.end, place), by: leaving) { close() }
    }
    close()
    return isClear ? found : nil
  }

  /// How far a place is from a point of the route.
  func distance(from along: Double, to place: Coordinate) -> Double {
    let candidates = legs.filter { $0.along <= along + 1e-3 && along - 1e-3 <= $0.along + $0.length }
    return candidates.map { metres(point(on: $0, at: min($0.length, max(0, along - $0.along))), place) }.min()
      ?? .infinity
  }

  private func metres(_ from: Coordinate, _ to: Coordinate) -> Double {
    WGS84.inverse(from: from, to: to).distance.metres
  }

  private func point(on leg: Leg, at metres: Double) -> Coordinate {
    metres <= 0
      ? leg.start
      : metres >= leg.length
        ? leg.end
        : WGS84.destination(from: leg.start, bearing: leg.bearing, distance: Distance(metres: metres))
  }

  /// By thirds, as the distance along a geodesic falls and then rises.
  private func nearestMetres(on leg: Leg, to place: Coordinate) -> Double {
    var (low, high) = (0.0, leg.length)
    while high - low > 1e-3 {
      let third = (high - low) / 3
      if metres(point(on: leg, at: low + third), place) <= metres(point(on: leg, at: high - third), place) {
        high -= third
      } else {
        low += third
      }
    }
    let ends = [0, (low + high) / 2, leg.length]
    return ends.min { metres(point(on: leg, at: $0), place) < metres(point(on: leg, at: $1), place) } ?? 0
  }

  private func rightness(of place: Coordinate, at index: Int, _ along: Double) -> Double {
    let leg = legs[index]
    let foot = point(on: leg, at: along)
    guard let towards = WGS84.inverse(from: foot, to: place).bearing else { return 0 }
    func unit(_ degrees: Double) -> SIMD2<Double> {
      SIMD2(sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
    func arriving(_ leg: Leg) -> SIMD2<Double> {
      unit((WGS84.inverse(from: leg.end, to: leg.start).bearing?.degrees ?? 0) + 180)
    }
    var travel =
      along >= leg.length ? arriving(leg) : unit(WGS84.inverse(from: foot, to: leg.end).bearing?.degrees ?? 0)
    if along >= leg.length, index + 1 < legs.count, legs[index + 1].segment == leg.segment {
      travel += unit(legs[index + 1].bearing.degrees)
    } else if along <= 0, index > 0, legs[index - 1].segment == leg.segment {
      travel += arriving(legs[index - 1])
    }
    let length = (travel * travel).sum().squareRoot()
    guard length > 0.01 else { return 0 }
    let direction = travel / length
    let target = unit(towards.degrees)
    return direction.y * target.x - direction.x * target.y
  }
}
