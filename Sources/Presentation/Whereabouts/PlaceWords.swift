import Nearby
import Places

extension PlacedWords.Relation {
  /// How a place is said to be meant.
  public var phrase: Phrase {
    switch self {
    case .inside: .inPlace
    case .near: .nearPlace
    case .at: .at
    }
  }
}

extension NamedSpot {
  /// What it is, if that is known.
  public func kindText(_ wording: Wording) -> String? {
    switch kind {
    case "street": wording(.street)
    case "address": wording(.address)
    case "postcode", "addresses": wording(.middleOfAddresses)
    case "approximate address": wording(.approximateAddress)
    default: kind.map(wording.phrases.kind)
    }
  }
}

extension OtherNumber {
  /// `no number 300 in Landstrasse; the highest is 208`
  public func text(_ wording: Wording) -> String {
    let phrase: Phrase =
      switch position {
      case nil: .otherNumber
      case .highest: .highestNumber
      case .lowest: .lowestNumber
      case .nearest: .nearestNumber
      case .noneKnown: .noNumbers
      }
    return wording(
      phrase, ["number": asked, "other": found, "street": street ?? wording(.thisStreet)])
  }
}

extension SearchTypo {
  /// `tankstele: searched for Tankstelle instead`
  public func text(_ wording: Wording) -> String {
    wording(.corrected, ["typed": typed, "word": correction ?? ""])
  }
}
