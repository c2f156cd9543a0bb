import Foundation
import Geography
import Places

/// Something worth saying aloud, and when; what it is in words is up to `Presentation`.
public struct Callout: Hashable, Sendable {
  /// What it is about.
  public enum Subject: Hashable, Sendable {
    /// The place that one is in, whose own extent the data gives.
    case inside(PointOfInterest)
    /// The place that one is next to.
    case arrival(Sighting)
    /// A place that comes nearer.
    case approach(Sighting)
    /// One of the places around a position, with its direction by the compass.
    case listed(Sighting)
    /// The traveller has come onto the route.
    case routeFound
    /// The traveller has left the route.
    case routeLost
    /// There is no fix any more.
    case signalLost
    /// There is a fix again.
    case signalRegained
    /// There is no place to tell of.
    case nothingFound
  }

  /// How a place, or the nearest of several nameless ones of a kind, is seen.
  public struct Sighting: Hashable, Sendable {
    /// The place.
    public let place: PointOfInterest
    /// How many of its kind there are, this one included.
    public let count: Int
    /// How far it is.
    public let distance: Distance
    /// Where it is for a traveller whose course is known.
    public let direction: RelativeDirection?
    /// Where it is by the compass; `nil` if one is exactly there.
    public let bearing: Bearing?

    /// A place as seen from somewhere.
    public init(
      _ nearby: NearbyPlace, count: Int = 1, distance: Distance? = nil, direction: RelativeDirection? = nil
    ) {
      place = nearby.place
      self.count = count
      self.distance = distance ?? nearby.distance
      self.direction = direction
      bearing = nearby.bearing
    }
  }

  /// What may go before what, by the words of SSIP.
  public enum Urgency: String, Hashable, Sendable {
    /// Interrupts everything else.
    case important
    /// Waits for its turn.
    case message
    /// Gives way to everything else.
    case notification
  }

  /// What it is about.
  public let subject: Subject
  /// The time of the fix that it comes from, if that has one.
  public let time: Date?

  /// Something to say about `subject`.
  public init(_ subject: Subject, time: Date?) {
    self.subject = subject
    self.time = time
  }

  /// What it may interrupt.
  public var urgency: Urgency {
    switch subject {
    case .signalLost: .important
    case .inside, .arrival, .listed, .routeFound, .routeLost, .signalRegained, .nothingFound: .message
    case .approach: .notification
    }
  }
}

extension PointOfInterest {
  /// The name that is worth saying, which is also that of its chain; `nil` for what is one of many, like a bench.
  public var spokenName: String? {
    [name, tags["brand"]].lazy.compactMap(\.self).first { $0.contains { $0.isLetter || $0.isNumber } }
  }
}
