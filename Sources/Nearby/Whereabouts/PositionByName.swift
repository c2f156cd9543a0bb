import Geography
import Input
import Places

/// Something that a name means as a position: a settlement, a place, a street, or a house.
public struct NamedSpot: Hashable, Sendable {
  public let name: String
  /// What it is: `town`, `street`.
  public let kind: String?
  public let place: PointOfInterest?
  public let coordinate: Coordinate
  /// How its number is not just the one that was asked for; `nil` if it is.
  public var otherNumber: OtherNumber?
  /// Words that poi knows nothing of, in their order.
  public var ignored: [String] = []
  /// What was typed in place of its name; `nil` if that was right.
  public var typo: SearchTypo?
  /// Metres around its coordinate in which others of its name are the same.
  var reach = PositionByName.reachOfOne
}

extension NamedSpot {
  /// A street, of which no house is known to have a number.
  fileprivate func lacking(_ number: HouseNumber?) -> Self {
    var spot = self
    spot.otherNumber = number.map {
      OtherNumber(asked: $0.text, found: "", street: name, position: .noneKnown)
    }
    return spot
  }
}

/// A house in place of one whose number is missing.
public struct OtherNumber: Hashable, Sendable {
  public enum Position: Hashable, Sendable { case highest, lowest, nearest, noneKnown }

  public let asked: String
  public let found: String
  public let street: String?
  /// Which of the street's numbers it is, of which none may be known; `nil` if the one that was asked for is a part of it.
  public let position: Position?
}

/// Finds what a name or an address means as a position: `Vaduz`, `Landstrasse 27, 9494 Schaan`, `Rappenstein`.
///
/// A settlement comes before a house, this before streets and other places. The rest of the words must be what is
/// known of it: its town or postcode, an area or a settlement around it. Things of one name within 200 m are one.
public struct PositionByName: Sendable {
  let source: any AddressIndex

  fileprivate static let reachOfOne = 200.0
  /// How far settlements count for what lies around them, in metres.
  private static let reachOfSettlement = 10_000.0
  private static let reachesOfSettlements = ["city": 40_000.0, "town": 15_000]
  /// How many things of one name to tell apart: more than a country has of its commonest street.
  private static let most = 20_000
  /// For how many of those to look what is around them; for how many where the town beside them is known, and far away.
  private static let (mostExplained, fewExplained) = (500, 20)

  /// - Parameter source: where names, streets, areas and settlements are looked up.
  public init(_ source: any AddressIndex) {
    self.source = source
  }

  /// The places of a name as spots, those near each other as one.
  public static func spots(of places: [PointOfInterest]) -> [NamedSpot] { joined(places.map(spot)) }

  /// What a text means best: one spot, several of equal right, or none.
  ///
  /// - Parameter exactly: whether to leave out what only has the words in its name, and the nearest house in place of a
  ///   missing one.
  public nonisolated(nonsending) func spots(
    called text: String, exactly: Bool = false
  ) async throws(PlacesError) -> [NamedSpot] {
    guard let typed = TypedAddress(text) else { return [] }
    return try await source.inOneTurn { () async throws(PlacesError) in
      var search = AddressSearch(of: typed, in: source)
      var spots = try await search.spots(called: text, exactly: exactly)
      if spots.isEmpty, !exactly {
        search.isLenient = true
        spots = try await search.spots(called: text, exactly: false)
        for index in spots.indices { spots[index].ignored = search.ignored }
      }
      return Self.joined(spots)
    }
  }

  /// Whether all of a text is the name of a place.
  public func isName(_ text: String) throws(PlacesError) -> Bool {
    guard let typed = TypedAddress(text) else { return false }
    return try !source.places(named: typed.spellings(typed.all), onlySettlements: false).isEmpty
  }

  /// Whether some place has a text in its name.
  public func isInNames(_ text: String) async throws(PlacesError) -> Bool {
    try await !source.places(called: text).isEmpty
  }

  /// The area of a name around the only one of some spots, else the largest of that name if there is one.
  public func area(called text: String, around spots: [NamedSpot]) throws(PlacesError) -> OutlinedArea? {
    guard let typed = TypedAddress(text) else { return nil }
    let names = spots.compactMap(\.place?.name).prefix(1) + [text]
    var found: [OutlinedArea] = []
    for name in names where found.isEmpty {
      let words = TypedAddress(name) ?? typed
      found = try source.areas(named: words.spellings(words.all))
      if spots.count == 1 { found = found.filter { $0.outline.contains(spots[0].coordinate) } }
    }
    if spots.count == 1 { return found.min { ($0.area.size, $0.area.id) < ($1.area.size, $1.area.id) } }
    let largest = found.filter { $0.area.level == found.map(\.area.level).min() }
    return Set(largest.map(\.area.id)).count == 1 ? largest[0] : nil
  }

  /// One question for a position: what was looked up already stays known.
  private struct AddressSearch {
    let typed: TypedAddress
    let source: any AddressIndex
    private var settlements: [Range<Int>: [PointOfInterest]] = [:]
    private var aroundTowns: [Range<Int>: Found] = [:]
    private var everywhere: [Range<Int>: Found] = [:]
    /// Whether words may stay unexplained, and those of what was found last.
    var isLenient = false
    private(set) var ignored: [String] = []

    typealias Found = (streets: [Street], addresses: [Address])
    /// Something that the words may mean, and the words that say so.
    private typealias Candidate<Thing> = (thing: Thing, spans: [Range<Int>])

    init(of typed: TypedAddress, in source: any AddressIndex) {
      (self.typed, self.source) = (typed, source)
    }

    nonisolated(nonsending) mutating func spots(
      called text: String, exactly: Bool
    ) async throws(PlacesError) -> [NamedSpot] {
      let whole = PositionByName.mostImportant(try settlements(typed.all))
      if !whole.isEmpty { return whole.map(PositionByName.spot) }
      for isLoose in [false, true] {
        (aroundTowns, everywhere) = ([:], [:])
        let houses = try await houses(upTo: .among, isLoose)
        if !houses.isEmpty { return houses }
        let named = try await namedWhole(text, isLoose)
        if !named.isEmpty { return named }
        let inner = try await settlementsInside()
        if !inner.isEmpty { return inner }
        let streets = try await streetsInside(isLoose)
        if !streets.isEmpty || exactly { return streets }
        for match in [HouseNumber.Match.inPart, nil] {
          let houses = try await self.houses(upTo: match, isLoose)
          if !houses.isEmpty { return houses }
        }
        let unnumbered = try await streetsInside(isLoose, withNumber: true)
        if !unnumbered.isEmpty { return unnumbered }
      }
      return try await placesByPart(text)
    }

    // MARK: Streets and houses

    /// Where a street may be by the towns beside its name; `nil` if these are not known.
    private mutating func boxes(beside street: Range<Int>) throws(PlacesError) -> [BoundingBox]? {
      var boxes: [BoundingBox] = []
      for span in typed.towns(beside: street) {
        for town in try settlements(span) {
          let reach = reachesOfSettlements[town.tag("place") ?? ""] ?? reachOfSettlement
          if let point = BoundingBox(of: town.coordinate) { boxes.append(point.grown(by: reach)) }
        }
      }
      return boxes.isEmpty ? nil : boxes
    }

    /// Where to look for a street: first around the towns beside it.
    private enum Reach: CaseIterable { case aroundTowns, everywhere }

    /// The streets that some words name; `nil` around towns if none of those is known, and beyond them if there are some.
    private mutating func found(
      _ street: Range<Int>, _ reach: Reach, _ isLoose: Bool
    ) throws(PlacesError) -> Found? {
      let known = reach == .everywhere ? everywhere[street] : aroundTowns[street]
      if let known { return known }
      // A street of that name at the town that is named leaves no need for others.
      if reach == .everywhere, let near = aroundTowns[street],
        !near.streets.isEmpty || !near.addresses.isEmpty
      {
        return nil
      }
      let boxes = reach == .everywhere ? nil : try boxes(beside: street)
      guard reach == .everywhere || boxes != nil else { return nil }
      let names = isLoose ? typed.longerNames(street) : typed.spellings(street)
      let found = try source.streets(named: names, within: boxes)
      if reach == .everywhere { everywhere[street] = found } else { aroundTowns[street] = found }
      return found
    }

    /// For how many streets or houses to look what is around them.
    private func most(_ street: Range<Int>, _ reach: Reach) -> Int {
      reach == .everywhere && aroundTowns[street] != nil ? fewExplained : mostExplained
    }

    /// The houses of a street, a number and whatever else there is.
    ///
    /// - Parameter worst: how badly the number may match; `nil` if it may be another, of which the nearest is taken.
    private nonisolated(nonsending) mutating func houses(
      upTo worst: HouseNumber.Match?, _ isLoose: Bool
    ) async throws(PlacesError) -> [NamedSpot] {
      for street in typed.names where street.count < typed.all.count {
        for reach in Reach.allCases {
          guard let found = try found(street, reach, isLoose), !found.addresses.isEmpty else { continue }
          let candidates = typed.numbers(beside: street).flatMap { span in
            houses(of: found.addresses, at: span, upTo: worst).map { (thing: $0, spans: [street, span]) }
          }
          let best = try await explained(
            candidates, at: \.house.coordinate, lookingAround: most(street, reach)
          ) { candidate in
            .init(
              city: candidate.house.city, postcodes: Set([candidate.house.postcode].compactMap(\.self)))
          } order: {
            $0.order
          }
          if !best.isEmpty { return best.map { PositionByName.spot($0.house, $0.other) } }
        }
      }
      return []
    }

    private struct FoundHouse {
      let house: Address
      /// The least is the best.
      let order: Int
      let other: OtherNumber?
    }

    private func houses(
      of addresses: [Address], at span: Range<Int>, upTo worst: HouseNumber.Match?
    ) -> [FoundHouse] {
      guard let number = typed.number(span) else { return [] }
      let isPlain = typed.isPlainNumber(span)
      guard let worst else {
        return isPlain && typed.looksLikeNumber(span) ? nearest(to: number, of: addresses) : []
      }
      return addresses.compactMap { house in
        // Other words are part of a number only if the house has them, too: `12, back yard`.
        guard let match = number.match(house.housenumber), match <= worst, match <= .alike || isPlain else {
          return nil
        }
        return FoundHouse(
          house: house, order: match.rawValue * 2 + (house.isInterpolated ? 1 : 0),
          other: match > .alike ? Self.other(house, than: number) : nil)
      }
    }

    private static func other(
      _ house: Address, than number: HouseNumber, _ position: OtherNumber.Position? = nil
    ) -> OtherNumber {
      OtherNumber(
        asked: number.text, found: house.housenumber, street: house.street, position: position)
    }

    private func nearest(to number: HouseNumber, of addresses: [Address]) -> [FoundHouse] {
      let known = addresses.compactMap { house in
        HouseNumber.value(of: house.housenumber).map { (house: house, value: $0) }
      }
      guard let wanted = number.value, let highest = known.map(\.value).max(),
        let lowest = known.map(\.value).min()
      else { return [] }
      return known.map { house, value in
        FoundHouse(
          house: house, order: abs(value - wanted),
          other: Self.other(
            house, than: number, wanted > highest ? .highest : wanted < lowest ? .lowest : .nearest))
      }
    }

    /// - Parameter hasNumber: whether the number of a house is beside a street that is not known to have any.
    private nonisolated(nonsending) mutating func streetsInside(
      _ isLoose: Bool, withNumber hasNumber: Bool = false
    ) async throws(PlacesError) -> [NamedSpot] {
      for street in typed.names where street.count < typed.all.count {
        for reach in Reach.allCases {
          guard let found = try found(street, reach, isLoose), !found.streets.isEmpty else { continue }
          let postcodes = Set(found.addresses.compactMap(\.postcode))
          let spots = PositionByName.spots(of: found.streets)
          let numbers = hasNumber ? typed.numbers(beside: street).filter(typed.looksLikeNumber) : []
          let candidates =
            hasNumber
            ? numbers.flatMap { span in spots.map { ($0.lacking(typed.number(span)), [street, span]) } }
            : spots.map { ($0, [street]) }
          let best = try await explained(
            candidates, at: \.coordinate, lookingAround: most(street, reach)
          ) { _ in .init(postcodes: postcodes, isStreet: true) }
          if !best.isEmpty { return best }
        }
        guard !isLoose, !hasNumber else { continue }
        let isStreet = [aroundTowns, everywhere].contains { $0[street]?.streets.isEmpty == false }
        let places = try source.places(named: typed.spellings(street), onlySettlements: false)
        let best = try await explained(places.map { ($0, [street]) }, at: \.coordinate) {
          Self.known(of: $0, isStreet: isStreet)
        }
        if !best.isEmpty { return best.map(PositionByName.spot) }
      }
      return []
    }

    // MARK: Settlements and places

    private mutating func settlements(_ span: Range<Int>) throws(PlacesError) -> [PointOfInterest] {
      if let known = settlements[span] { return known }
      let found = try source.places(named: typed.spellings(span), onlySettlements: true)
        .filter { PositionByName.rank(of: $0) != nil }
      settlements[span] = found
      return found
    }

    /// What all of the words name: a street or a place.
    private nonisolated(nonsending) mutating func namedWhole(
      _ text: String, _ isLoose: Bool
    ) async throws(PlacesError) -> [NamedSpot] {
      let streets = PositionByName.spots(of: try found(typed.all, .everywhere, isLoose)?.streets ?? [])
      guard !isLoose else { return streets }
      return streets
        + (try source.places(named: typed.spellings(typed.all), onlySettlements: false))
        .map(PositionByName.spot)
    }

    private nonisolated(nonsending) mutating func settlementsInside() async throws(PlacesError) -> [NamedSpot]
    {
      for span in typed.names where span.count < typed.all.count {
        let towns = try settlements(span).map { ($0, [span]) }
        let best = PositionByName.mostImportant(
          try await explained(towns, at: \.coordinate) { Self.known(of: $0, isTown: true) })
        if !best.isEmpty { return best.map(PositionByName.spot) }
      }
      return []
    }

    /// Places that have the words in their names: all of them, or those before a comma.
    private nonisolated(nonsending) mutating func placesByPart(_ text: String) async throws(PlacesError)
      -> [NamedSpot]
    {
      let parts = typed.words.last?.part ?? 0
      for part in (0...parts).reversed() {
        let end = typed.words.lastIndex { $0.part <= part }.map { $0 + 1 } ?? 0
        let name = part == parts ? text : typed.text(0..<end)
        let found = try await source.places(called: name).map { ($0, [0..<end]) }
        let best = try await explained(found, at: \.coordinate) { Self.known(of: $0) }
        if !best.isEmpty { return best.map(PositionByName.spot) }
      }
      return []
    }

    private static func known(
      of place: PointOfInterest, isStreet: Bool = false, isTown: Bool = false
    ) -> TypedAddress.Known {
      .init(
        city: place.tag("addr:city"), postcodes: Set([place.tag("addr:postcode")].compactMap(\.self)),
        isStreet: isStreet, isTown: isTown)
    }

    // MARK: What else it says

    /// The things whose other words are explained best, of these the first by order.
    private nonisolated(nonsending) mutating func explained<Thing>(
      _ candidates: [Candidate<Thing>], at coordinate: (Thing) -> Coordinate,
      lookingAround most: Int = mostExplained, knowing known: (Thing) -> TypedAddress.Known,
      order: (Thing) -> Int = { _ in 0 }
    ) async throws(PlacesError) -> [Thing] {
      var best: (order: (Int, Int), ignored: [Range<Int>], things: [Thing]) = ((.max, .max), [], [])
      var left = most
      let inOrder = candidates.prefix(PositionByName.most).map { ($0, order($0.thing)) }.sorted {
        $0.1 < $1.1
      }
      for (candidate, order) in inOrder where order <= best.order.0 {
        var known = known(candidate.thing)
        var found = typed.explanation(beside: candidate.spans, knowing: known)
        if found.map({ $0.doubt > 0 }) ?? true, left > 0 {
          left -= 1
          try await addSurroundings(of: coordinate(candidate.thing), to: &known)
          found = typed.explanation(beside: candidate.spans, knowing: known, isLenient: isLenient)
        }
        guard let found, (order, found.doubt) <= best.order else { continue }
        if (order, found.doubt) < best.order { best = ((order, found.doubt), found.ignored, []) }
        best.things.append(candidate.thing)
      }
      ignored = best.ignored.map(typed.text)
      return best.things
    }

    private nonisolated(nonsending) func addSurroundings(
      of position: Coordinate, to known: inout TypedAddress.Known
    ) async throws(PlacesError) {
      let around = try await source.surroundings(of: position, streetsWithin: .zero, addressWithin: .zero)
      known.areas = around?.areas.flatMap(\.namesAndCodes) ?? []
      known.lacksCountry = around?.areas.contains { $0.level <= 2 } != true
      let settlements = PlaceQuery(
        filter: PlaceFilter(categories: ["settlement"]), radius: Distance(metres: reachOfSettlement), limit: 5
      )
      known.settlements = try await source.places(near: position, matching: settlements).places
        .map(\.place.allNames)
    }
  }

  // MARK: - Settlements

  private static func rank(of place: PointOfInterest) -> Int? {
    place.tag("place").flatMap(PointOfInterest.settlements.firstIndex)
  }

  public static func isSettlement(_ place: PointOfInterest) -> Bool { rank(of: place) != nil }

  private static func mostImportant(_ settlements: [PointOfInterest]) -> [PointOfInterest] {
    func importance(_ place: PointOfInterest) -> (Int, Double) {
      (rank(of: place) ?? .max, -(place.tag("population").flatMap(Double.init) ?? 0))
    }
    guard let best = settlements.map(importance).min(by: <) else { return [] }
    return settlements.filter { importance($0) == best }
  }

  // MARK: - One or several

  private static func spot(_ place: PointOfInterest) -> NamedSpot {
    NamedSpot(
      name: place.heading() ?? place.id, kind: place.label, place: place, coordinate: place.coordinate)
  }

  private static func spot(_ address: Address, _ other: OtherNumber?) -> NamedSpot {
    NamedSpot(
      name: Address.line(
        street: address.street, number: address.housenumber, postcode: address.postcode, city: address.city)
        ?? "",
      kind: address.isInterpolated ? "approximate address" : "address", place: nil,
      coordinate: address.coordinate, otherNumber: other)
  }

  /// The streets that pieces are of, each in the middle of one of its ways.
  private static func spots(of pieces: [Street]) -> [NamedSpot] {
    let ways = Dictionary(grouping: pieces, by: \.id).sorted { $0.key < $1.key }
    return joined(
      ways.compactMap { _, pieces in
        let points = pieces.flatMap(\.line)
        guard let piece = pieces.first, !points.isEmpty else { return nil }
        let middle = points[points.count / 2]
        var spot = NamedSpot(name: piece.title, kind: "street", place: nil, coordinate: middle)
        let ends = [points[0], points[points.count - 1]]
        spot.reach += 2 * (ends.map { WGS84.inverse(from: middle, to: $0).distance.metres }.max() ?? 0)
        return spot
      })
  }

  /// One of each group in which everybody is within reach of another: the first place, or the middle of the houses
  /// and streets that are called like the first, as a large building has its address at each door.
  private static func joined(_ spots: [NamedSpot]) -> [NamedSpot] {
    let spots = Array(spots.prefix(most))
    // The least index in the group of each, found by following the numbers.
    var group = Array(spots.indices)
    func first(_ index: Int) -> Int {
      var index = index
      while group[index] != index {
        group[index] = group[group[index]]
        index = group[index]
      }
      return index
    }
    let farthest = spots.map(\.reach).max() ?? 0
    let northwards = spots.indices.sorted { spots[$0].coordinate.latitude < spots[$1].coordinate.latitude }
    for (place, index) in northwards.enumerated() {
      for other in northwards[..<place].reversed() {
        let (from, to) = (spots[other].coordinate, spots[index].coordinate)
        guard (to.latitude - from.latitude) * leastDegree <= farthest else { break }
        let (left, right) = (first(other), first(index))
        let reach = (spots[other].reach + spots[index].reach) / 2
        guard left != right, WGS84.inverse(from: from, to: to).distance.metres <= reach else { continue }
        group[max(left, right)] = min(left, right)
      }
    }
    let members = Dictionary(grouping: spots.indices, by: first)
    return spots.indices.filter { group[$0] == $0 }
      .map { middle(of: (members[$0] ?? [$0]).map { spots[$0] }) }
  }

  /// Of spots near each other, the one nearest to the middle of those that are the same as the first.
  private static func middle(of spots: [NamedSpot]) -> NamedSpot {
    let first = spots[0]
    let alike = spots.filter { $0.place == nil && $0.name == first.name && $0.kind == first.kind }
    guard first.place == nil, alike.count > 2 else { return first }
    let count = Double(alike.count)
    let middle = Coordinate(
      latitude: alike.map(\.coordinate.latitude).reduce(0, +) / count,
      longitude: alike.map(\.coordinate.longitude).reduce(0, +) / count)
    return alike.min {
      WGS84.inverse(from: middle, to: $0.coordinate).distance
        < WGS84.inverse(from: middle, to: $1.coordinate).distance
    } ?? first
  }

  /// Metres; no degree of latitude is shorter.
  private static let leastDegree = 110_000.0
}
