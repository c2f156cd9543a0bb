import Geography

// What tags of OpenStreetMap say of streets and what is on them.

extension StreetUse {
  /// The keys of a sidewalk's street.
  static let sidewalkKeys = ["is_sidepath:of:name", "street:name"]

  init?(_ tags: [String: String]) {
    let kinds = ["footway", "cycleway", "path"].compactMap { tags[$0] }
    if kinds.contains("sidewalk") || tags["is_sidepath"] == "yes" {
      self = .sidewalk
    } else if kinds.contains("crossing") {
      self = .crossing
    } else {
      return nil
    }
  }
}

extension Steps {
  /// `nil` if nothing is known of them.
  ///
  /// - Parameter isBackward: whether their line is turned round.
  init?(_ tags: [String: String], isBackward: Bool) {
    let count = tags["step_count"].flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
    let rails = ["handrail", "handrail:left", "handrail:right", "handrail:center"].compactMap { tags[$0] }
    let hasHandrail = rails.contains { $0 != "no" } ? true : rails.isEmpty ? nil : false
    let leadUp = ["up": !isBackward, "down": isBackward][tags["incline"] ?? ""]
    guard count != nil || hasHandrail != nil || leadUp != nil else { return nil }
    self.init(count: count, hasHandrail: hasHandrail, leadUp: leadUp)
  }
}

extension GazetteerRule {
  /// The values of `highway` for nodes.
  package static let highwaysOfNodes: Set = ["crossing", "elevator", "traffic_signals"]

  /// The values of `barrier` for what stands in somebody's way.
  package static let barriers = Set(WordLines("lists", of: "tags").words(of: "barriers"))

  /// What a node is on a street; barriers may be beside one.
  package func feature(_ tags: [String: String], at coordinate: Coordinate) -> StreetFeature? {
    guard parts.contains(.streets) else { return nil }
    switch tags["highway"] {
    case "crossing": return .crossing(Crossing(tags, at: coordinate))
    case "elevator": return .lift(coordinate)
    case "traffic_signals": return .signals(coordinate)
    default:
      guard let kind = tags["barrier"], Self.barriers.contains(kind) else { return nil }
      let height = kind == "kerb" ? tags["kerb"].flatMap(Crossing.Kerb.init) : nil
      return .barrier(StreetBarrier(height.map { "kerb=\($0.rawValue)" } ?? kind, at: coordinate))
    }
  }
}

extension Crossing {
  init(_ tags: [String: String], at coordinate: Coordinate) {
    func answer(_ key: String) -> Bool? { tags[key].map { $0 != "no" } }
    self.init(at: coordinate)
    let kind = tags["crossing"]
    hasSignals = answer("crossing:signals")
    if kind == "traffic_signals" {
      hasSignals = true
    } else if ["uncontrolled", "marked", "unmarked", "zebra"].contains(kind) {
      hasSignals = hasSignals ?? false
    }
    let markings = tags["crossing:markings"]
    if kind == "zebra" || tags["crossing_ref"] == "zebra" || markings?.hasPrefix("zebra") == true {
      marking = .zebra
    } else if let markings {
      marking = markings == "no" ? .unmarked : .marked
    } else {
      marking = ["uncontrolled": .marked, "marked": .marked, "unmarked": .unmarked][kind ?? ""]
    }
    hasIsland = answer("crossing:island")
    hasSound = answer("traffic_signals:sound")
    let paving = tags["tactile_paving"]
    hasTactilePaving = paving.flatMap {
      ["no", "incorrect"].contains($0) ? false : $0 == "unknown" ? nil : true
    }
    kerb = tags["kerb"].flatMap(Kerb.init)
  }
}
