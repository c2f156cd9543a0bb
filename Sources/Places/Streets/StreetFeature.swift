import Geography

/// Something on a street that matters to whoever walks there.
public enum StreetFeature: Hashable, Codable, Sendable {
  case crossing(Crossing)
  case steps(StepsEnd)
  case lift(Coordinate)
  case barrier(StreetBarrier)
  /// Traffic lights for vehicles.
  case signals(Coordinate)

  public var coordinate: Coordinate {
    switch self {
    case .crossing(let crossing): crossing.coordinate
    case .steps(let end): end.coordinate
    case .lift(let coordinate), .signals(let coordinate): coordinate
    case .barrier(let barrier): barrier.coordinate
    }
  }
}

/// Where people cross a street; what the data does not say is `nil`.
public struct Crossing: Hashable, Codable, Sendable {
  /// What is painted on the road; the order is part of the store's format.
  public enum Marking: String, CaseIterable, Codable, Sendable {
    case zebra, marked, unmarked
  }

  /// What one steps over; the order is part of the store's format.
  public enum Kerb: String, CaseIterable, Codable, Sendable {
    case raised, lowered, flush, rolled, none = "no"
  }

  public var coordinate: Coordinate
  /// The name or number of the street that it leads across.
  public package(set) var street: String?
  /// Whether lights tell people when to cross.
  public var hasSignals: Bool?
  public var marking: Marking?
  public var hasIsland: Bool?
  /// Whether its lights can be heard.
  public var hasSound: Bool?
  public var hasTactilePaving: Bool?
  public var kerb: Kerb?

  package init(at coordinate: Coordinate, across street: String? = nil) {
    (self.coordinate, self.street) = (coordinate, street)
  }
}

public struct StepsEnd: Hashable, Codable, Sendable {
  public let coordinate: Coordinate
  /// The number of their way in OpenStreetMap; both ends have it.
  public let way: Int64
  public let name: String?
  /// Where they lead from here.
  public let bearing: Bearing
  /// Whether they lead up from here; `nil` if that is not known.
  public let leadsUp: Bool?
  public let count: Int?
  public let hasHandrail: Bool?

  package init(
    at coordinate: Coordinate, way: Int64, name: String? = nil, bearing: Bearing, leadsUp: Bool? = nil,
    count: Int? = nil, hasHandrail: Bool? = nil
  ) {
    (self.coordinate, self.way, self.name, self.bearing) = (coordinate, way, name, bearing)
    (self.leadsUp, self.count, self.hasHandrail) = (leadsUp, count, hasHandrail)
  }
}

public struct StreetBarrier: Hashable, Codable, Sendable {
  public let coordinate: Coordinate
  /// A value of `barrier`: `gate`, `bollard`; of a kerb with what it is, as in `kerb=lowered`.
  public let kind: String

  var kerb: Crossing.Kerb? {
    kind.hasPrefix("kerb=") ? Crossing.Kerb(rawValue: String(kind.dropFirst(5))) : nil
  }

  package init(_ kind: String, at coordinate: Coordinate) {
    (self.kind, self.coordinate) = (kind, coordinate)
  }
}
