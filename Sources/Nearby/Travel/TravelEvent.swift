import Foundation
import Geography
import Places
import Positioning

/// A place lies ahead, or has been passed.
public struct TravelEvent: Hashable, Sendable {
  /// Which of the two.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It came within the distance that was asked for.
    case approach
    /// One has gone by.
    case passed
  }

  /// Which of the two.
  public let kind: Kind
  /// The fix at which it showed.
  public let location: Location
  /// The direction of travel, if it is known.
  public let course: Bearing?
  /// The place, as seen from the fix.
  public let place: NearbyPlace
  /// The pass of the route; `nil` if the place was not met on a route.
  public let pass: RoutePass?
  /// How far it still is: along the route, or straight where there is none; `nil` of what has been passed.
  public let distance: Distance?
  /// When one will be there, if one goes on as in the last minutes.
  public let arrival: Date?
  /// The nearest that one came to a place that was not passed on a route.
  public let closest: Distance?

  init(
    _ kind: Kind, _ place: PointOfInterest, at location: Location, course: Bearing?, pass: RoutePass? = nil,
    distance: Distance? = nil, arrival: Date? = nil, closest: Distance? = nil
  ) {
    self.kind = kind
    self.location = location
    self.course = course
    self.place = NearbyPlace(place, from: location.coordinate)
    self.pass = pass
    self.distance = distance
    self.arrival = arrival
    self.closest = closest
  }

  /// Where the place lies for one who looks ahead; `nil` if the direction of travel is not known.
  public var direction: RelativeDirection? { RelativeDirection(of: place.bearing, onCourse: course) }
}

/// Something that happened on a route.
public enum RouteEvent: Hashable, Sendable {
  /// A pass comes near, or lies behind.
  case travel(TravelEvent)
  /// Another place is the next, or it is known again which one is.
  case next(RouteOutlook, at: Location)
  /// The traveller came onto the route, or has been off it for long.
  case status(RouteStatus)
}

/// Whether a traveller is on the route.
public struct RouteStatus: Hashable, Sendable {
  /// The fix at which it showed.
  public let location: Location
  /// Whether the traveller is on it.
  public let isOn: Bool
  /// Metres along the route: where the traveller is, or left it; `nil` if the traveller has never been on it.
  public let along: Double?
  /// How long the route is.
  public let length: Distance
  /// Since when the traveller has been off the route.
  public let since: Date?
}
