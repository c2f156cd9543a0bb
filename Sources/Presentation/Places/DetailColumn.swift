import Places

/// What people want to know about a place before they go there.
public enum DetailColumn: String, Hashable, Sendable, CaseIterable {
  case phone, website, address, fee, access, wheelchair
  case wheelchairDescription = "wheelchair_description"
  case disabledCapacity = "capacity_disabled"
  case kerb
  case stepCount = "step_count"
  case drinkingWater = "drinking_water"
  case description, note

  /// The value in the tags; `nil` if there is none.
  func text(of place: PointOfInterest) -> String? {
    switch self {
    case .address:
      Address.line(street: place.street, postcode: place.tag("addr:postcode"), city: place.tag("addr:city"))
    case .fee: Self.fee(of: place)
    default: keys.lazy.compactMap { place.tag($0) }.first { !$0.isEmpty }
    }
  }

  /// The tags that hold it, the best first.
  private var keys: [String] {
    switch self {
    case .phone: ["phone", "contact:phone", "mobile", "contact:mobile"]
    case .website: ["website", "contact:website", "url"]
    case .address, .fee: []
    case .access: ["access"]
    case .wheelchair: ["wheelchair"]
    case .wheelchairDescription: ["wheelchair:description"]
    case .disabledCapacity: ["capacity:disabled"]
    case .kerb: ["kerb"]
    case .stepCount: ["step_count"]
    case .drinkingWater: ["drinking_water"]
    // Waypoints have their own words for these.
    case .description: ["description", "desc"]
    case .note: ["note", "cmt"]
    }
  }

  /// The charge says more than that there is a fee.
  private static func fee(of place: PointOfInterest) -> String? {
    guard let charge = place.tag("charge"), !charge.isEmpty else {
      return place.tag("fee").flatMap { $0.isEmpty ? nil : $0 }
    }
    return place.tag("fee") == "no" ? "no" : charge
  }

  /// The parts of a line of details, each with its label.
  static func line(of place: PointOfInterest, _ words: Phrases) -> [String] {
    let hours = place.tag("opening_hours").flatMap { $0.isEmpty ? nil : $0 }
    return (hours.map { [$0] } ?? [])
      + allCases.compactMap { detail in
        detail.text(of: place).map { text in detail.label.map { "\(words($0)): \(text)" } ?? text }
      }
  }

  /// What the value needs before it.
  private var label: Phrase? {
    switch self {
    case .phone, .website, .address, .description, .wheelchairDescription: nil
    case .disabledCapacity: .disabledSpaces
    case .stepCount: .steps
    case .fee: .fee
    case .access: .access
    case .wheelchair: .wheelchair
    case .kerb: .kerb
    case .drinkingWater: .drinkingWater
    case .note: .note
    }
  }
}
