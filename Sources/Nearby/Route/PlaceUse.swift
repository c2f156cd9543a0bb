import Places

/// Whether a place would serve a passer-by.
public enum PlaceUse: Hashable, Sendable {
  /// As far as is known, yes.
  case sure
  /// It may not: it is private, or there is something to be had only at times.
  case uncertain
  /// It does not.
  case none

  /// What a place's tags say.
  public init(of place: PointOfInterest) {
    let tags = place.tags
    let isOutOfUse =
      tags["disused"] == "yes" || tags["abandoned"] == "yes"
      || ["closed", "out_of_order", "broken"].contains(tags["operational_status"] ?? "")
    let isSeasonal = ["seasonal", "intermittent"].contains { tags[$0].map { $0 != "no" } ?? false }
    self =
      if isOutOfUse {
        .none
      } else if isSeasonal || ["private", "no"].contains(tags["access"] ?? "") {
        .uncertain
      } else {
        .sure
      }
  }
}
