import Places
import Positioning

/// What tells where a position is: its address, street, areas and settlement, and what is around.
public struct Whereabouts: Sendable {
  public let location: Location
  /// Whether anything is known of streets, addresses and areas there.
  public let hasGazetteer: Bool
  public internal(set) var address: Surroundings.Near<Address>?
  public internal(set) var street: Surroundings.Near<Street>?
  /// The administrative areas that contain the position, the smallest first.
  public internal(set) var areas: [AdministrativeArea] = []
  /// Whether the largest of them are missing, as there are too many.
  public internal(set) var lacksAreas = false
  /// The town that the position belongs to, if no municipality's boundary contains it.
  public internal(set) var town: Town?
  /// The nearest settlement, as seen from the position.
  public internal(set) var settlement: NearbyPlace?
  /// The named parks, stations and other places that contain the position, the smallest first.
  public internal(set) var inside: [NearbyPlace] = []
  /// The nearest place with a name besides these.
  public internal(set) var landmark: NearbyPlace?

  public enum Town: Sendable {
    /// Addresses or a suburb call it so.
    case called(String)
    case place(PointOfInterest)

    public func name(in language: NameLanguage) -> String? {
      switch self {
      case .called(let name): name
      case .place(let place): place.named(in: language).name
      }
    }
  }

  /// The municipality whose boundary contains the position.
  public var municipality: AdministrativeArea? {
    areas.filter(\.isMunicipality).max { ($0.level, $1.size) < ($1.level, $0.size) }
  }

  public var isTooInaccurateForAddress: Bool { location.accuracy ?? 0 > WhereaboutsRules.accuracyOfAddress }

  public var isTooInaccurateForStreet: Bool { location.accuracy ?? 0 > WhereaboutsRules.accuracyOfStreet }
}

extension Whereabouts {
  /// A position of which nothing is known.
  public init(of location: Location) {
    self.init(location: location, hasGazetteer: false)
  }

  /// The same of a traveller who is known to be on a street, without the address of a house on another.
  public func travelling(on street: Surroundings.Near<Street>?) -> Whereabouts {
    guard let street, hasGazetteer else { return self }
    var there = self
    there.street = street
    if let name = address?.thing.street, name != street.thing.title { there.address = nil }
    return there
  }
}
