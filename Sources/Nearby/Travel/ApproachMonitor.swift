import Foundation
import Geography
import Places
import Positioning

/// Reports which places the user approaches and passes without a route; a value without a clock.
public struct ApproachMonitor: Sendable {
  /// A place that was ahead and near.
  private struct Approach {
    let place: PointOfInterest
    var least: Distance
    var isPassed = false
  }

  /// The distance at which a place ahead is reported.
  public let distance: Distance

  private let angle: Double
  private var approaches: [PointOfInterest.ID: Approach] = [:]

  /// Metres by which the distance must grow before the place counts as passed.
  private static let leastGrowth = 20.0

  /// - Parameters:
  ///   - distance: the distance at which a place ahead is reported.
  ///   - angle: the width in degrees of the sector that counts as ahead.
  public init(within distance: Distance, angle: Double = TravelSector.usualAngle) {
    self.distance = distance
    self.angle = angle
  }

  /// Takes the next fix that counts; without a course, nothing is ahead.
  ///
  /// - Parameter speed: metres per second over the last minutes, if known.
  mutating func update(
    with location: Location, course: Bearing?, speed: Double?, among fences: FenceIndex
  ) -> [TravelEvent] {
    var events: [TravelEvent] = []
    for (id, approach) in approaches.sorted(by: { $0.key < $1.key }) {
      let place = NearbyPlace(approach.place, from: location.coordinate)
      if place.distance.metres > RouteCorridor.leavingDistance(distance.metres) {
        approaches[id] = nil
        continue
      }
      let least = min(approach.least, place.distance)
      approaches[id]?.least = least
      guard !approach.isPassed, let course,
        place.distance.metres > least.metres + max(Self.leastGrowth, location.accuracy ?? 0),
        RelativeDirection(of: place.bearing, onCourse: course).map({ abs($0.degrees) > 90 }) == true
      else { continue }
      approaches[id]?.isPassed = true
      events.append(
        TravelEvent(.passed, approach.place, at: location, course: course, closest: least))
    }
    guard let course else { return events }
    let sector = TravelSector(course: course, angle: angle)
    let here = WGS84.cartesian(location.coordinate)
    var found: [NearbyPlace] = []
    for fence in fences.fences(within: distance.metres, of: here) {
      let place = fences.places[fence.ordinal]
      guard approaches[place.id] == nil else { continue }
      let nearby = NearbyPlace(place, from: location.coordinate)
      if nearby.distance <= distance, sector.contains(nearby) { found.append(nearby) }
    }
    for nearby in found.sorted(by: { ($0.distance, $0.place.id) < ($1.distance, $1.place.id) })
    where approaches[nearby.place.id] == nil {
      approaches[nearby.place.id] = Approach(place: nearby.place, least: nearby.distance)
      let arrival = speed.flatMap { speed in
        location.time?.addingTimeInterval(nearby.distance.metres / speed)
      }
      events.append(
        TravelEvent(
          .approach, nearby.place, at: location, course: course, distance: nearby.distance, arrival: arrival))
    }
    return events
  }
}
