import FoundationEssentials
import Geography
import Places
import Positioning

/// Reports which places the user approaches and passes without a route; a value without a clock.
public struct ApproachMonitor: Sendable {
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

  /// - Parameter angle: the width in degrees of the sector that counts as ahead.
  public init(within distance: Distance, angle: Double = TravelSector.usualAngle) {
    self.distance = distance
    self.angle = angle
  }

  /// Takes the next fix that counts; without a course, nothing is ahead.
  ///
  /// - Parameters:
  ///   - start: where the way to it began, if known.
  ///   - speed: metres per second over the last minutes, if known.
  mutating func update(
    with location: Location, after start: Location?, course: Bearing?, speed: Double?,
    among fences: FenceIndex
  ) -> [TravelEvent] {
    let passed = passedPlaces(at: location, after: start, course: course)
    guard let course else { return passed }
    return passed + approachedPlaces(at: location, course: course, speed: speed, among: fences)
  }

  /// Keeps the least distances, and reports the places that are behind and surely farther away again.
  private mutating func passedPlaces(
    at location: Location, after start: Location?, course: Bearing?
  ) -> [TravelEvent] {
    let left = RouteCorridor.leavingDistance(distance.metres)
    var events: [TravelEvent] = []
    for (id, approach) in approaches.sorted(by: { $0.key < $1.key }) {
      let place = NearbyPlace(approach.place, from: location.coordinate)
      let closest = start.flatMap { start in
        approach.isPassed
          ? nil : ProximityEvent.Closest(of: place.place, from: start, to: location, within: approach.least)
      }
      // Coming near again from farther away is another approach.
      guard closest != nil || place.distance.metres <= left else {
        approaches[id] = nil
        continue
      }
      let least = min(approach.least, place.distance, closest?.distance ?? approach.least)
      approaches[id]?.least = least
      guard !approach.isPassed, let course,
        place.distance.metres > least.metres + max(Self.leastGrowth, location.accuracy ?? 0),
        RelativeDirection(of: place.bearing, onCourse: course).map({ abs($0.degrees) > 90 }) == true
      else { continue }
      approaches[id]?.isPassed = true
      events.append(
        TravelEvent(.passed, approach.place, at: location, course: course, closest: least))
    }
    return events
  }

  private mutating func approachedPlaces(
    at location: Location, course: Bearing, speed: Double?, among fences: FenceIndex
  ) -> [TravelEvent] {
    var events: [TravelEvent] = []
    for nearby in newPlacesAhead(at: location.coordinate, course: course, among: fences)
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

  private func newPlacesAhead(
    at position: Coordinate, course: Bearing, among fences: FenceIndex
  ) -> [NearbyPlace] {
    let sector = TravelSector(course: course, angle: angle)
    var found: [NearbyPlace] = []
    for fence in fences.fences(within: distance.metres, of: WGS84.cartesian(position)) {
      let place = fences.places[fence.ordinal]
      guard approaches[place.id] == nil else { continue }
      let nearby = NearbyPlace(place, from: position)
      if nearby.distance <= distance, sector.contains(nearby) { found.append(nearby) }
    }
    return found.sorted()
  }
}
