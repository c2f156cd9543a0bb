import Places
import Positioning

/// Limits a watch to places in the direction of travel.
package struct TravelFilter {
  /// The width in degrees of the sector that counts as ahead.
  package let angle: Double
  private var last: Location?
  private var previous: Location?

  package init(angle: Double) {
    self.angle = angle
  }

  /// Takes the next fix, before its events.
  package mutating func update(with location: Location) {
    previous = last
    last = location
  }

  /// Why to suppress an event; `nil` if it is about a place ahead.
  package func objection(to event: ProximityEvent) -> String? {
    guard let course = event.course else { return "the direction of travel is unknown" }
    // A place passed between two fixes is behind the second.
    let place =
      event.kind == .pass
      ? previous.map { NearbyPlace(event.place.place, from: $0.coordinate) } ?? event.place : event.place
    guard !TravelSector(course: course, angle: angle).contains(place) else { return nil }
    return "not ahead, \(event.direction?.quadrant.rawValue ?? "here")"
  }
}
