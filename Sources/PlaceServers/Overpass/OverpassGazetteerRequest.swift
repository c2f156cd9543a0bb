import FoundationEssentials
import Geography
import HTTPTypes
import Input
import Places

/// Asks an Overpass API interpreter for the streets, addresses and administrative areas of a box.
struct OverpassGazetteerRequest: APIRequest {
  struct Question: OverpassQuestion {
    var box: BoundingBox
    var seconds = 1
    var mirror: URL?
  }

  let server: URL

  /// Metres beyond the box for streets and addresses: the nearest to a position in the box may lie outside.
  private static let margin = 100.0

  func makeRequest(from question: Question) throws(RequestError) -> (head: HTTPRequest, body: Data?) {
    try OverpassRequest.post(Self.query(for: question), to: question.mirror ?? server)
  }

  /// The question in Overpass QL.
  ///
  /// Of each boundary only the ways that touch the box, after the relation: what belongs to a country can be thousands.
  /// The server knows which areas are around the box's middle, and which boundaries are whole in its data.
  static func query(for question: Question) -> String {
    let box = question.box
    func text(_ box: BoundingBox) -> String {
      [box.south, box.west, box.north, box.east].map { $0.fixed(7) }.joined(separator: ",")
    }
    let (edges, around) = (text(box), text(box.grown(by: Self.margin)))
    let middle = [box.middle.latitude, box.middle.longitude].map { $0.fixed(7) }.joined(separator: ",")
    let kinds = OverpassText.pattern(forAnyOf: StreetKind.allCases.map(\.rawValue))
    let onStreets = OverpassText.pattern(forAnyOf: GazetteerRule.highwaysOfNodes.sorted())
    let barriers = OverpassText.pattern(forAnyOf: GazetteerRule.barriers.sorted())
    let area = #"["boundary"="administrative"]["admin_level"]["name"]"#
    let limit = InputLimits.answerRecords + 1
    return "[out:json][timeout:\(question.seconds)][maxsize:\(OverpassRequest.serverMemory)];"
      + "way(\(around))[\"highway\"~\"^\(kinds)$\"];out tags geom \(limit);"
      + "(node(\(around))[\"highway\"~\"^\(onStreets)$\"];node(\(around))[\"barrier\"~\"^\(barriers)$\"];);"
      + "out \(limit);"
      + "(node(\(around))[\"addr:housenumber\"];way(\(around))[\"addr:housenumber\"];);out tags geom \(limit);"
      + "rel(\(around))[\"addr:housenumber\"];out geom \(limit);"
      + "way(\(around))[\"addr:interpolation\"];out tags geom \(limit);"
      // Other relations are lines, like the border between two countries.
      + "rel(\(edges))\(area)[\"type\"~\"^(boundary|multipolygon)$\"]->.b;"
      + "foreach.b->.r(.r out tags;way(r.r)(\(edges));out ids geom;);.b map_to_area;out ids;"
      + "is_in(\(middle))->.m;area.m\(area);out tags;"
  }

  func parseResponse(data: Data) throws(RequestError) -> Answer {
    try Answer(data)
  }

  func refusal(after error: RequestError, body: Data) -> RequestError? {
    OverpassRequest(server: server).refusal(after: error, body: body)
  }

  struct Answer: Sendable {
    /// An administrative area, as it is called.
    private struct Named: Sendable {
      let id: String
      let tags: [String: String]
      /// The ways of its boundary that touch the box.
      var lines: [[Coordinate]] = []
    }

    private var streets: [Street] = []
    private var addresses: [Address] = []
    private var interpolations: [AddressInterpolation] = []
    private var features: [StreetFeature] = []
    private var boundaries: [Named] = []
    /// The areas around the box's middle.
    private var around: [Named] = []
    /// The boundaries that the server made an area from, as all of their lines are in its data and join.
    private var whole: Set<String> = []
    let document: OverpassDocument
    /// How many elements cannot be read.
    let unreadable: Int

    private static let rule = GazetteerRule(parts: [.streets, .addresses, .areas])

    fileprivate init(_ data: Data) throws(RequestError) {
      var (streets, addresses): ([Street], [Address]) = ([], [])
      var interpolations: [AddressInterpolation] = []
      var features: Set<StreetFeature> = []
      var (boundaries, around): ([Named], [Named]) = ([], [])
      var whole: Set<String> = []
      var unreadable = 0
      document = try OverpassDocument(data, elements: InputLimits.answerRecords) { _, _, element in
        guard let element = try? element.get() else { return unreadable += 1 }
        let line = (element.geometry ?? []).compactMap(\.self).filter(\.isValid)
        guard let tags = element.tags else {
          if element.type == .area, let id = element.idOfArea { whole.insert(id) }
          // One of the last relation's.
          if element.type == .way, !boundaries.isEmpty { boundaries[boundaries.count - 1].lines.append(line) }
          return
        }
        switch element.type {
        case .area:
          if let id = element.idOfArea { around.append(Named(id: id, tags: tags)) }
        case .relation where element.members == nil && element.center == nil:
          boundaries.append(Named(id: "relation/\(element.id)", tags: tags))
        case .node, .way, .relation:
          if element.type == .way, line.count > 1,
            let street = Self.rule.street(id: element.id, tags, line: line)
          {
            streets.append(street)
          }
          if element.type == .way {
            Self.rule.interpolation(id: element.id, tags, line: line).map { interpolations.append($0) }
          }
          guard let position = element.place, position.isValid else { return }
          // One with an address comes twice.
          if element.type == .node { Self.rule.feature(tags, at: position).map { _ = features.insert($0) } }
          Self.rule.address(tags, at: position, element.shape).map { addresses.append($0) }
        }
      }
      let hasFound = !streets.isEmpty || !addresses.isEmpty || !boundaries.isEmpty || !around.isEmpty
      try document.checkRemark(hasFound: hasFound)
      if !hasFound, unreadable > 0 { throw .malformed("none of its elements can be read") }
      self.unreadable = unreadable
      (self.streets, self.addresses, self.interpolations) = (streets, addresses, interpolations)
      self.features = features.sorted {
        ($0.coordinate.latitude, $0.coordinate.longitude) < ($1.coordinate.latitude, $1.coordinate.longitude)
      }
      (self.boundaries, self.around, self.whole) = (boundaries, around, whole)
    }

    /// Whether it tells in which areas the box's middle is, be it none.
    var knowsAreas: Bool { document.knowsAreas || !around.isEmpty }

    /// All of it, of the areas what is in the box.
    func entries(in box: BoundingBox) -> GazetteerEntries {
      var entries = GazetteerEntries()
      // A street with a house number comes twice.
      entries.streets = Array(Dictionary(streets.map { ($0.id, $0) }) { first, _ in first }.values)
        .sorted { $0.id < $1.id }
      entries.addresses = Array(Set(addresses)).sorted {
        ($0.coordinate.latitude, $0.coordinate.longitude, $0.housenumber)
          < ($1.coordinate.latitude, $1.coordinate.longitude, $1.housenumber)
      }
      entries.interpolations = Array(Set(interpolations)).sorted { $0.id < $1.id }
      entries.features = features
      guard knowsAreas else { return entries }
      let inside = Set(around.map(\.id))
      let areas = Dictionary((boundaries.filter { whole.contains($0.id) } + around).map { ($0.id, $0) }) {
        first, _ in first
      }
      for (id, named) in areas.sorted(by: { $0.key < $1.key }) {
        let part = BoundaryWithinBox.outline(of: named.lines, in: box, isInside: inside.contains(id))
        guard let (outline, isWhole) = part,
          let area = Self.rule.area(id: id, named.tags, size: isWhole ? outline.area : .infinity)
        else { continue }
        entries.areas.append(OutlinedArea(area: area, outline: outline))
      }
      return entries
    }
  }
}

extension OverpassElement {
  /// The relation that an area was made from, by the server's numbers for them.
  ///
  /// https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL, "By area"
  fileprivate var idOfArea: String? {
    let first: Int64 = 3_600_000_000
    return id > first ? "relation/\(id - first)" : nil
  }
}
