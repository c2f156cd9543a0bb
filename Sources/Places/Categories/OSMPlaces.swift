/// Which objects of OpenStreetMap are places: one rule for extracts, prefetched squares and a server's answers.
enum OSMPlaces {
  /// What the tags must say: that the object is of any category, or in the default selection.
  static let selection = TagExpression.any([.defaultSelection] + Category.all.map(\.expression))

  /// The relations that have an area of their own; a `site` or a `stop_area` only lists other objects.
  private static let areaTypes: Set = ["multipolygon", "boundary"]

  /// Whether an object is a place; its id tells whether it is a relation.
  static func isPlace(_ object: PointOfInterest) -> Bool {
    var tags = object.tags
    tags["name"] = object.name
    if object.id.hasPrefix("relation/"), !areaTypes.contains(tags["type"] ?? "") { return false }
    return selection.matches(tags)
  }
}
