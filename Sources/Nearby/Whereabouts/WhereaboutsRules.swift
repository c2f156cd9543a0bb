import Geography

/// How far away what tells a position can be.
public enum WhereaboutsRules {
  /// Metres of accuracy from which a fix does not tell the address.
  public static let accuracyOfAddress = 50.0
  /// Metres of accuracy from which a fix does not tell the street.
  public static let accuracyOfStreet = 100.0

  static let addressReach = Distance(metres: 50)
  static let streetReach = Distance(metres: 100)
  static let landmarkReach = Distance(metres: 200)
  /// Mostly one is near; a wider search takes longer.
  static let settlementReaches = [10_000.0, 50_000].map { Distance(metres: $0) }

  /// How far people say that they are in a settlement, in metres from its middle; a rule of thumb.
  static let sizes = [
    "city": 15_000.0, "town": 6000, "village": 2000, "hamlet": 1000, "isolated_dwelling": 300,
    "borough": 5000, "suburb": 3000, "quarter": 1500, "neighbourhood": 1500,
  ]
  /// How far a city can be, and all others but towns.
  static let townReaches = (cities: Distance(metres: 15_000), others: Distance(metres: 5000))
  /// How many settlements can be around that may tell the town.
  static let mostSettlements = 32

  /// How many of those around a position to ask for: first few, as most have a name, then more.
  static let placesAround = [4, 16, 100]
}
