import Foundation
import Geography
import Places
import Positioning

/// Tells which places one comes near to, and which one has gone by, where there is no route; a value without a clock.
public struct ApproachMonitor: Sendable {
  /// A place that was ahead and near.
  private struct Approach {
    let place: PointOfInterest
    var least: Distance
    var isPassed = false
  }

  /// How near a place ahead is worth a word.
  public let distance: Distance

  private let angle: Double
  private var approaches: [PointOfInterest.ID: Approach] = [:]

  /// Metres by which the distance must have grown for the place to be passed.
  private static let leastGrowth = 20.0

  /// - Parameters:
  ///   - distance: how near a place ahead is worth a word.
  ///   - angle: how many degrees about the direction of travel are ahead.
  public init(within distance: Distance, angle: Double = TravelSector.usualAngle) {
    self.distance = distance
    self.angle = angle
  }

  /// Takes the next fix that counts; without a course nothing is known to be ahead.
  ///
  /// - Parameter speed: metres a second over the last minutes, if it is known.
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
