import FoundationEssentials
import Geography
import Places
import Positioning

/// Something worth saying aloud, and when; `Presentation` finds the words.
public struct Callout: Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    /// The user is in this place, whose extent is in the data.
    case inside(PointOfInterest)
    /// The user is no longer in this place.
    case left(PointOfInterest)
    /// The user is next to this place.
    case arrival(Sighting)
    /// The user is coming nearer to this place.
    case approach(Sighting)
    /// One of the places around a position, with its compass direction.
    case listed(Sighting)
    /// The traveller has come onto the street of this name.
    case street(String)
    /// A junction, a crossing, steps or a lift lies ahead.
    case ahead(WayEvent)
    /// Where the place lies that the traveller walks to.
    case beacon(BeaconEvent)
    /// The traveller has come onto the route.
    case routeFound
    /// The traveller has left the route.
    case routeLost
    case signalLost
    case signalRegained
    /// There are no places to announce.
    /// As far as that is known.
    case nothingFound(within: Distance?)
  }

  /// A view of a place, or of the nearest of several nameless ones of a kind.
  public struct Sighting: Hashable, Sendable {
    public let place: PointOfInterest
    /// The requested word that it was found by, if it is another than its main category.
    public let matched: String?
    /// How many of its kind there are, including this one.
    public let count: Int
    public let distance: Distance
    /// Where it is for a traveller whose course is known.
    public let direction: RelativeDirection?
    /// Its compass direction; `nil` if the user is exactly there.
    public let bearing: Bearing?

    /// A view of a place from somewhere.
    public init(
      _ nearby: NearbyPlace, count: Int = 1, distance: Distance? = nil, direction: RelativeDirection? = nil
    ) {
      place = nearby.place
      matched = nearby.matched
      self.count = count
      self.distance = distance ?? nearby.distance
      self.direction = direction
      bearing = nearby.bearing
    }
  }

  /// Which callout goes first: the greater one.
  public enum Urgency: Comparable, Hashable, Sendable {
    /// Gives way to everything else.
    case whenQuiet
    /// Waits for its turn.
    case inTurn
    /// Interrupts those, as it is about the next steps.
    case soon
    /// Interrupts everything else.
    case atOnce

    /// Whether it breaks off what is being said with another urgency.
    public func interrupts(_ current: Urgency) -> Bool { self == .atOnce || self == .soon && current < .soon }
  }

  public let subject: Subject
  /// The time of the fix that it comes from, if that has one.
  public let time: Date?
  /// After so many seconds it is outdated: the user is past it.
  public let patience: Double

  /// Something to say about `subject`.
  public init(_ subject: Subject, time: Date?, patience: Double = CalloutRules.mostPatience) {
    self.subject = subject
    self.time = time
    self.patience = patience
  }

  /// The place that it is about, if it is about one.
  public var place: PointOfInterest? {
    switch subject {
    case .inside(let place), .left(let place): place
    case .arrival(let sighting), .approach(let sighting), .listed(let sighting): sighting.place
    case .street, .ahead, .beacon, .routeFound, .routeLost, .signalLost, .signalRegained, .nothingFound: nil
    }
  }

  /// The point that it is about and that can be passed; `nil` for what stays true.
  public var pointAhead: Coordinate? {
    switch subject {
    case .ahead(let event): event.coordinate
    case .arrival(let sighting), .approach(let sighting):
      sighting.place.isArea ? nil : sighting.place.coordinate
    default: nil
    }
  }

  /// Whether it waits or interrupts.
  public var urgency: Urgency {
    switch subject {
    case .signalLost: .atOnce
    case .ahead: .soon
    case .approach: .whenQuiet
    default: .inTurn
    }
  }
}

/// Notices that a point ahead has been passed: what is being said of it is outdated.
public struct PassedPoint: Sendable {
  private let point: Coordinate
  private var least = Double.infinity

  /// Metres farther than it was nearest, at least.
  private static let margin = 5.0

  public init(_ point: Coordinate) { self.point = point }

  /// Takes the next fix that counts, and returns whether the point lies behind.
  public mutating func update(with location: Location) -> Bool {
    let metres = WGS84.inverse(from: location.coordinate, to: point).distance.metres
    least = min(least, metres)
    return metres > least + max(Self.margin, location.accuracy ?? 0)
  }
}

extension PointOfInterest {
  package var isArea: Bool { extent?.isArea == true }

  /// Whether nobody wants to hear of it unless they ask.
  package var isClutter: Bool { TagExpression.unspokenUnlessAsked.matches(describedTags) }

  /// The name worth saying, which may be its chain's; `nil` for one of many, like a bench.
  public var spokenName: String? {
    [name ?? foreignName, tags["brand"]].lazy.compactMap(\.self).first {
      $0.contains { $0.isLetter || $0.isNumber }
    }
  }
}
