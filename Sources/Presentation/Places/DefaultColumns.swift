/// The columns of tables and CSV, unless the user chooses others.
extension PlaceColumn {
  /// Of a table of what is around a position.
  static let ofTable: [PlaceColumn] = [.distance, .direction, .name, .category]
  /// Of a table of places by themselves.
  public static let ofList: [PlaceColumn] = [.name, .category, .id]
  /// Everything that describes a place by itself, except its tags.
  public static let ofPlace: [PlaceColumn] = [.id, .name, .category, .latitude, .longitude, .proximity]
  /// Everything that describes a place by itself.
  public static let ofWholePlace = ofPlace + [.tags]
  /// The same, how it is seen from a position, and what to know of it as the category that was asked for.
  public static let ofView: [PlaceColumn] = ofPlace + [.distance, .bearing, .caveat]
  /// The same, with the direction relative to travel.
  public static let ofTravel: [PlaceColumn] = ofView + [.direction, .relative]
}

extension RouteColumn {
  /// Of `along` as plain text.
  static let plain: [RouteColumn] = [
    .along, .offset, .side, .eta, .place(.name), .place(.category), .pass, .passes, .place(.id),
  ]
  public static let csv: [RouteColumn] = [
    .along, .offset, .side, .pass, .passes, .eta, .detour, .place(.id), .place(.name), .place(.category),
    .place(.latitude), .place(.longitude), .place(.opening), .place(.caveat),
  ]
}
