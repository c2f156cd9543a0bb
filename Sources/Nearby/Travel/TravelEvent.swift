import FoundationEssentials
import Geography
import Places
import Positioning

public struct TravelEvent: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It came within the requested distance.
    case approach
    case passed
  }

  public let kind: Kind
  /// The fix that revealed it.
  public let location: Location
  public let course: Bearing?
  /// The place, as seen from the fix.
  public let place: NearbyPlace
  /// The pass of the route; `nil` without a route.
  public let pass: RoutePass?
  /// The remaining distance, along the route or in a straight line without one; `nil` once passed.
  public let distance: Distance?
  /// The arrival time at the speed of the last minutes.
  public let arrival: Date?
  /// The closest approach, for a place passed without a route.
  public let closest: Distance?

  init(
    _ kind: Kind, _ place: PointOfInterest, at location: Location, course: Bearing?, pass: RoutePass? = nil,
    distance: Distance? = nil, arrival: Date? = nil, closest: Distance? = nil
  ) {
    self.kind = kind
    self.location = location
    self.course = course
    self.place = NearbyPlace(place, from: location.coordinate)
    (self.pass, self.distance, self.arrival, self.closest) = (pass, distance, arrival, closest)
  }

  /// The place's direction relative to travel; `nil` if the direction of travel is unknown.
  public var direction: RelativeDirection? { RelativeDirection(of: place.bearing, onCourse: course) }
}

public enum RouteEvent: Hashable, Sendable {
  case travel(TravelEvent)
  /// A different place is next, or the next one is known again.
  case next(RouteOutlook, at: Location)
  /// The traveller joined the route, or has been off it for a while.
  case status(RouteStatus)
}

public struct RouteStatus: Hashable, Sendable {
  /// The fix that revealed it.
  public let location: Location
  public let isOn: Bool
  /// Metres along the route where the traveller is, or left it; `nil` if the traveller was never on it.
  public let along: Double?
  public let length: Distance
  /// Since when the traveller has been off the route.
  public let since: Date?
}
