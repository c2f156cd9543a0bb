import OpeningHours
import Places

/// Whether a place would serve a passer-by.
public enum PlaceUse: Hashable, Sendable {
  /// As far as is known, yes.
  case sure
  /// It may not serve: it is private, available only at times, or has unknown hours.
  case uncertain
  /// It does not.
  case none

  /// What a place's tags say, and its hours.
  ///
  /// - Parameter opening: whether it is open when you pass; `nil` if that does not matter.
  public init(of place: PointOfInterest, opening: OpeningState? = nil) {
    let tags = place.tags
    let isOutOfUse =
      tags["disused"] == "yes" || tags["abandoned"] == "yes"
      || ["closed", "out_of_order", "broken"].contains(tags["operational_status"] ?? "")
    let isSeasonal = ["seasonal", "intermittent"].contains { tags[$0].map { $0 != "no" } ?? false }
    let isDoubtful = place.caveat.map { $0 != Self.customersOnly } ?? false
    let mayBeClosed =
      opening == .unknown && (tags["opening_hours"] != nil || !Self.openByNature.matches(tags))
    self =
      if isOutOfUse || opening == .closed {
        .none
      } else if isSeasonal || isDoubtful || mayBeClosed
        || ["private", "no"].contains(tags["access"] ?? "")
      {
        .uncertain
      } else {
        .sure
      }
  }

  /// Customers only still serves anyone who buys something.
  private static let customersOnly = "customers only"

  /// What is open without anyone to open it, such as a spring.
  private static let openByNature = TagExpression.rule("open", in: "things") ?? .any([])
}
