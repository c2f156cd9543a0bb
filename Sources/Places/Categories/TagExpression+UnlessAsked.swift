extension TagExpression {
  /// What nobody wants to hear of while walking by, unless they ask: it would drown the rest.
  package static let unspokenUnlessAsked = TagExpression.any(
    unlistedUnlessAsked, .tag("emergency", "fire_hydrant"), .tag("access", "private"),
    .tag(
      "amenity", "bench", "waste_basket", "waste_disposal", "recycling", "parking_space", "bicycle_parking"),
    .tag("man_made", "surveillance", "street_cabinet"),
    .all(.tag("leisure", "swimming_pool", "garden"), .not(.has(key: "name"))))

  /// What people rarely look for without asking: small nameless things on the street, the points where a bus or
  /// train stops besides the stop itself, nameless woods and waters, and towns and their parts.
  package static let unlistedUnlessAsked = TagExpression.any(
    .all(
      .tag("public_transport", "stop_position", "stop_area"), .not(.tag("highway", "bus_stop")),
      .not(.tag("railway", "tram_stop"))),
    .all(
      .tag(
        "place", "city", "town", "village", "hamlet", "isolated_dwelling", "borough", "suburb", "quarter",
        "neighbourhood", "city_block", "municipality", "county", "district", "province", "region", "state",
        "country"),
      .not(.any(["amenity", "tourism", "leisure", "historic", "natural", "man_made"].map { .has(key: $0) }))),
    .all(
      .not(.has(key: "name")),
      .any(
        .tag(
          "amenity", "bench", "waste_basket", "waste_disposal", "lounger", "grit_bin"),
        .tag("natural", "tree", "tree_row", "shrub", "wood", "water"),
        .tag("landuse", "forest", "reservoir"), .tag("waterway", "river", "riverbank", "stream", "brook"),
        .tag("highway", "street_lamp", "crossing", "traffic_signals"),
        .tag("leisure", "outdoor_seating"), .tag("man_made", "street_cabinet", "flagpole"),
        .tag("power", "pole", "tower"),
        .all(.has(key: "entrance"), .not(.any(Category.featureKeys.map { .has(key: $0) }))))))
}
