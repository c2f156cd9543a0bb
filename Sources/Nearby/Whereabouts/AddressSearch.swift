import Geography
import PlaceStore
import Places

extension PositionByName {
  /// How far settlements count for what lies around them, in metres.
  private static let reachOfSettlement = 10_000.0
  private static let reachesOfSettlements = ["city": 40_000.0, "town": 15_000]
  /// How far addresses of one postcode are from each other, in metres: no farther in most countries.
  private static let reachOfPostcode = 30_000.0
  /// How far a house is from the nearest other of its postcode, in metres, at most.
  private static let reachOfOnePostcode = 3000.0
  /// For how many things of one name to look what is around them; for how many where the town beside them is known, and far away.
  private static let (mostExplained, fewExplained) = (500, 20)

  /// One question for a position: what was looked up already stays known.
  struct AddressSearch {
    let typed: TypedAddress
    let source: PlaceStore
    private var settlements: [Range<Int>: [PointOfInterest]] = [:]
    /// The names of the settlements that addresses name.
    private var cities: [String: [[String]]] = [:]
    private var lookups: [Lookup: Found] = [:]
    private var surroundings: [Coordinate: TypedAddress.Known] = [:]
    /// How the words for a street may differ from its name.
    enum Spelling { case typed, longer, mistyped }
    private var spelling = Spelling.typed
    /// Whether words may stay unexplained, and those of what was found last.
    var isLenient = false
    private(set) var ignored: [String] = []

    /// What some words name; the spots of the streets are found when they are first needed.
    typealias Found = (streets: [Street], addresses: [Address], spots: [NamedSpot])
    /// Something that the words may mean, and the words that say so.
    private typealias Candidate<Thing> = (thing: Thing, spans: [Range<Int>])

    init(of typed: TypedAddress, in source: PlaceStore) {
      (self.typed, self.source) = (typed, source)
    }

    nonisolated(nonsending) mutating func spots(
      called text: String, exactly: Bool, areasIn language: NameLanguage? = nil, _ spellings: [Spelling]
    ) async throws(PlacesError) -> [NamedSpot] {
      let whole = PositionByName.mostImportant(try settlements(typed.all))
      if !whole.isEmpty { return whole.map(PositionByName.spot) }
      for spelling in spellings {
        self.spelling = spelling
        if spelling == .longer {
          // What is a part of a street's name may be one of a town's name.
          let towns = try await placesByPart(text).filter {
            $0.place.map { PositionByName.isSettlement($0) && NamePattern(text).areWords(of: $0) } == true
          }
          if !towns.isEmpty { return towns }
        }
        let houses = try await houses(upTo: .among)
        if !houses.isEmpty { return houses }
        if spelling == .typed, let language,
          let area = try PositionByName(source).area(called: text, around: [])
        {
          return [PositionByName.spot(area, in: language)]
        }
        let named = try await namedWhole(withArticle: exactly)
        if !named.isEmpty { return named }
        let corners = try await corners()
        if !corners.isEmpty { return corners }
        let coded = try await middlesOfPostcodes(inTown: true)
        if !coded.isEmpty { return coded }
        let inner = try await townsInside()
        if !inner.isEmpty { return inner }
        let around = try await middlesOfPostcodes(inTown: false)
        if !around.isEmpty { return around }
        let streets = try await streetsInside()
        if !streets.isEmpty || exactly { return streets }
        for match in [HouseNumber.Match.nearly, nil] {
          let houses = try await self.houses(upTo: match)
          if !houses.isEmpty { return houses }
        }
        let unnumbered = try await streetsInside(withNumber: true)
        if !unnumbered.isEmpty { return unnumbered }
        let housed = try await streetMiddles()
        if !housed.isEmpty { return housed }
      }
      return spelling == .mistyped ? [] : try await placesByPart(text)
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

    private struct Lookup: Hashable {
      let street: Range<Int>, spelling: Spelling, reach: Reach
    }

    private func lookup(_ street: Range<Int>, _ reach: Reach) -> Lookup {
      Lookup(street: street, spelling: spelling, reach: reach)
    }

    private func known(_ street: Range<Int>, _ reach: Reach) -> Found? { lookups[lookup(street, reach)] }

    /// The streets that some words name; `nil` around towns if none of those is known.
    private mutating func streets(_ street: Range<Int>, _ reach: Reach) throws(PlacesError) -> Found? {
      try QuestionBudget.check()
      if let known = known(street, reach) { return known }
      let boxes = reach == .everywhere ? nil : try boxes(beside: street)
      guard reach == .everywhere || boxes != nil else { return nil }
      let found = try source.streets(named: names(street), within: boxes)
      lookups[lookup(street, reach)] = (found.streets, found.addresses, [])
      return known(street, reach)
    }

    /// The same; also `nil` beyond towns if there are some around them, as these leave no need for others.
    private mutating func found(_ street: Range<Int>, _ reach: Reach) throws(PlacesError) -> Found? {
      if reach == .everywhere, let near = known(street, .aroundTowns),
        !near.streets.isEmpty || !near.addresses.isEmpty
      {
        return nil
      }
      return try streets(street, reach)
    }

    /// What a street is called that some words name.
    private func names(_ street: Range<Int>) -> [String] {
      switch spelling {
      case .typed: typed.spellings(street)
      case .longer: typed.longerNames(street)
      case .mistyped: typed.similarNames(street)
      }
    }

    /// For how many streets or houses to look what is around them.
    private func most(_ street: Range<Int>, _ reach: Reach) -> Int {
      reach == .everywhere && known(street, .aroundTowns) != nil ? fewExplained : mostExplained
    }

    /// The houses of a street, a number and whatever else there is.
    ///
    /// - Parameter worst: how badly the number may match; `nil` if it may be another, of which the nearest is taken.
    private nonisolated(nonsending) mutating func houses(
      upTo worst: HouseNumber.Match?
    ) async throws(PlacesError) -> [NamedSpot] {
      for street in typed.names where street.count < typed.all.count {
        for reach in Reach.allCases {
          guard let found = try found(street, reach), !found.addresses.isEmpty else { continue }
          var candidates: [Candidate<FoundHouse>] = []
          for span in typed.numbers(beside: street) {
            try QuestionBudget.check()
            let isApart = span.lowerBound != street.upperBound && span.upperBound != street.lowerBound
            candidates += try houses(of: found, at: span, upTo: worst).map { house, order, other in
              // Of `Main Street 1 apt 5`, 1 is the number.
              (
                thing: (house, order * 2 + (isApart ? 1 : 0), other),
                spans: typed.spans(of: street, numbered: span)
              )
            }
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

    /// The least order is the best.
    private typealias FoundHouse = (house: Address, order: Int, other: OtherNumber?)

    private func houses(
      of found: Found, at span: Range<Int>, upTo worst: HouseNumber.Match?
    ) throws(PlacesError) -> [FoundHouse] {
      guard let number = typed.number(span) else { return [] }
      let isPlain = typed.isPlainNumber(span)
      guard let worst else {
        return isPlain && typed.looksLikeNumber(span) ? try nearest(to: number, of: found) : []
      }
      return found.addresses.compactMap { house in
        // Other words are part of a number only if the house has them, too: `12, back yard`.
        guard let match = number.match(house.housenumber), match <= worst, match <= .alike || isPlain else {
          return nil
        }
        let other = match > .alike ? Self.other(house, than: number) : nil
        return (house, match.rawValue * 2 + (house.isInterpolated ? 1 : 0), other)
      }
    }

    private static func other(
      _ house: Address, than number: HouseNumber, _ position: OtherNumber.Position? = nil
    ) -> OtherNumber {
      OtherNumber(
        asked: number.text, found: house.housenumber, street: house.street, position: position)
    }

    /// The houses of each street, of which one has the nearest number there and goes first.
    private func nearest(to number: HouseNumber, of found: Found) throws(PlacesError) -> [FoundHouse] {
      guard let wanted = number.value else { return [] }
      var nearest: [FoundHouse] = []
      for known in try PositionByName.numberedHouses(of: found) {
        let values = known.map(\.value)
        let position: OtherNumber.Position =
          values.allSatisfy { $0 < wanted }
          ? .highest : values.allSatisfy { $0 > wanted } ? .lowest : .nearest
        let orders = known.map { house, value in
          abs(value - wanted) * 4 + (house.isInterpolated ? 2 : 0) + (value > wanted ? 1 : 0)
        }
        let least = orders.min() ?? 0
        nearest += zip(known, orders).map {
          ($0.house, $1 - least, Self.other($0.house, than: number, position))
        }
      }
      return nearest
    }

    /// - Parameter hasNumber: whether the number of a house is beside a street that is not known to have any.
    private nonisolated(nonsending) mutating func streetsInside(
      withNumber hasNumber: Bool = false
    ) async throws(PlacesError) -> [NamedSpot] {
      for street in typed.names where street.count < typed.all.count {
        for reach in Reach.allCases {
          guard var found = try found(street, reach), !found.streets.isEmpty else { continue }
          let postcodes = Set(found.addresses.compactMap(\.postcode))
          if found.spots.isEmpty { found.spots = try PositionByName.spots(of: found.streets) }
          lookups[lookup(street, reach)] = found
          let numbers = hasNumber ? typed.numbers(beside: street).filter(typed.looksLikeNumber) : []
          let candidates =
            hasNumber
            ? numbers.flatMap { span in
              found.spots.map { ($0.lacking(typed.number(span)), typed.spans(of: street, numbered: span)) }
            }
            : found.spots.map { ($0, [street]) }
          let best = try await explained(
            candidates, at: \.coordinate, lookingAround: most(street, reach)
          ) { _ in .init(postcodes: postcodes, isStreet: true) }
          if !best.isEmpty { return best }
        }
        guard spelling == .typed, !hasNumber else { continue }
        let isStreet = Reach.allCases.contains { known(street, $0)?.streets.isEmpty == false }
        let places = try source.places(named: typed.spellings(street), onlySettlements: false)
        let best = try await explained(places.map { ($0, [street]) }, at: \.coordinate) {
          Self.known(of: $0, isStreet: isStreet)
        }
        if !best.isEmpty { return best.map(PositionByName.spot) }
      }
      return []
    }

    /// The middles of streets of which only the addresses are known, as at the edge of an extract.
    private nonisolated(nonsending) mutating func streetMiddles() async throws(PlacesError) -> [NamedSpot] {
      for street in typed.names {
        for reach in Reach.allCases {
          guard let houses = try found(street, reach)?.addresses, !houses.isEmpty else { continue }
          let middles = try joined(houses.map(spotOfStreet)).map { ($0, [street]) }
          let best = try await explained(middles, at: \.coordinate, lookingAround: most(street, reach)) { _ in
            .init(postcodes: Set(houses.compactMap(\.postcode)), isStreet: true)
          }
          if !best.isEmpty { return best }
        }
      }
      return []
    }

    /// Where two streets meet.
    private nonisolated(nonsending) mutating func corners() async throws(PlacesError) -> [NamedSpot] {
      for reach in Reach.allCases {
        for (one, other, saying) in typed.crossings {
          guard let some = try streets(one, reach)?.streets, !some.isEmpty,
            let others = try streets(other, reach)?.streets
          else { continue }
          let corners = try PositionByName.corners(of: some, others).map { ($0, [one, other] + saying) }
          let best = try await explained(corners, at: \.coordinate) { _ in .init() }
          if !best.isEmpty { return best }
        }
      }
      return []
    }

    // MARK: Settlements and places

    private mutating func settlements(_ span: Range<Int>) throws(PlacesError) -> [PointOfInterest] {
      if let known = settlements[span] { return known }
      let found = try source.places(named: typed.spellings(span), onlySettlements: true)
        .filter(PositionByName.isSettlement)
      settlements[span] = found
      return found
    }

    /// What all of the words name: a street or a place.
    ///
    /// - Parameter hasArticle: whether else its name may have an article that was not typed.
    private nonisolated(nonsending) mutating func namedWhole(
      withArticle hasArticle: Bool
    ) async throws(PlacesError) -> [NamedSpot] {
      let streets = try PositionByName.spots(of: found(typed.all, .everywhere)?.streets ?? [])
      guard spelling == .typed else { return streets }
      var places = try source.places(named: typed.spellings(typed.all), onlySettlements: false)
      if hasArticle, streets.isEmpty, places.isEmpty {
        places = try source.places(named: typed.namesWithArticle, onlySettlements: false)
      }
      return try streets + PositionByName.each(of: places)
    }

    private nonisolated(nonsending) mutating func townsInside() async throws(PlacesError) -> [NamedSpot] {
      for span in typed.names where span.count < typed.all.count {
        let towns = try settlements(span).map { ($0, [span]) }
        let best = PositionByName.mostImportant(
          try await explained(towns, at: \.coordinate) { Self.known(of: $0, isTown: true) })
        if !best.isEmpty { return best.map(PositionByName.spot) }
      }
      return []
    }

    /// The middles of the addresses of a postcode, each beyond sight of the others, as in several countries.
    ///
    /// - Parameter isInTown: whether only those count whose town is all else that was typed, unless words may stay unexplained.
    private nonisolated(nonsending) mutating func middlesOfPostcodes(
      inTown isInTown: Bool
    ) async throws(PlacesError) -> [NamedSpot] {
      for (span, code) in typed.postcodes where spelling == .typed {
        var groups: [[Address]] = []
        let addresses = try source.addresses(ofPostcode: code)
        let towns = Set(addresses.map(\.town)).filter { town in
          !isInTown || isLenient || typed.explanation(beside: [span], knowing: .init(city: town))?.doubt == 0
        }
        for address in addresses where towns.contains(address.town) {
          let group = groups.firstIndex {
            WGS84.inverse(from: $0[0].coordinate, to: address.coordinate).distance.metres < reachOfPostcode
          }
          if let group { groups[group].append(address) } else { groups.append([address]) }
        }
        let best = try await explained(
          groups.map { (PositionByName.middle(ofPostcode: $0), [span]) }, at: \.spot.coordinate
        ) { .init(city: $0.town) }
        if !best.isEmpty { return best.map(\.spot) }
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
        guard typed.folded(0..<end).count <= NamePattern.mostWords else { continue }
        let found = try source.places(called: name).map { ($0, [0..<end]) }
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
      var explanations: [[Range<Int>]: [TypedAddress.Known: TypedAddress.Explanation?]] = [:]
      let inOrder = candidates.prefix(PositionByName.most).map { ($0, order($0.thing)) }.sorted {
        $0.1 < $1.1
      }
      for (candidate, order) in inOrder where order <= best.order.0 {
        try QuestionBudget.check()
        var known = known(candidate.thing)
        // Streets of one name know the same, and are thousands in a country.
        let (spans, plain) = (candidate.spans, known)
        var found = explanations[spans]?[plain] ?? typed.explanation(beside: spans, knowing: plain)
        explanations[spans, default: [:]][plain] = .some(found)
        if found.map({ $0.doubt > 0 }) ?? true, left > 0 {
          left -= 1
          try await addSurroundings(of: coordinate(candidate.thing), to: &known)
          known.settlements = try names(ofCity: known.city) + known.settlements
          found = typed.explanation(beside: spans, knowing: known, isLenient: isLenient)
        }
        guard let found, (order, found.doubt) <= best.order else { continue }
        if (order, found.doubt) < best.order { best = ((order, found.doubt), found.ignored, []) }
        best.things.append(candidate.thing)
      }
      ignored = []
      for span in best.ignored {
        if let thing = best.things.first, known(thing).mayHaveAnyPostcode,
          let code = typed.postcodes.first(where: { $0.span == span })?.code
        {
          func isNear(_ other: Coordinate, _ metres: Double) -> Bool {
            WGS84.inverse(from: other, to: coordinate(thing)).distance.metres < metres
          }
          // Few houses have a postcode in the data, and most are typed with it: one that houses elsewhere have is wrong,
          // and any where the house is mapped twice, once with its own.
          let isTwice = candidates.contains {
            isNear(coordinate($0.thing), reachOfOne) && !known($0.thing).postcodes.isEmpty
          }
          let addresses = isTwice ? [] : try source.addresses(ofPostcode: code)
          let isElsewhere =
            !addresses.isEmpty && !addresses.contains { isNear($0.coordinate, reachOfOnePostcode) }
          if !isTwice, !isElsewhere { continue }
        }
        ignored.append(typed.text(span))
      }
      return best.things
    }

    /// All names of the town of an address, as people type `Helsingfors` of an address in Helsinki.
    private mutating func names(ofCity city: String?) throws(PlacesError) -> [[String]] {
      guard let city, let typed = TypedAddress(city) else { return [] }
      if let known = cities[city] { return known }
      let found = try source.places(named: typed.spellings(typed.all), onlySettlements: true)
        .filter(PositionByName.isSettlement).map(\.allNames)
      cities[city] = found
      return found
    }

    private nonisolated(nonsending) mutating func addSurroundings(
      of position: Coordinate, to known: inout TypedAddress.Known
    ) async throws(PlacesError) {
      if let around = surroundings[position] {
        (known.areas, known.lacksCountry) = (around.areas, around.lacksCountry)
        known.settlements = around.settlements
        return
      }
      let around = try source.surroundings(of: position, streetsWithin: .zero, addressWithin: .zero)
      known.areas = around?.areas.flatMap(\.namesAndCodes) ?? []
      known.lacksCountry = around?.areas.contains { $0.level <= 2 } != true
      let settlements = PlaceQuery(
        filter: PlaceFilter(categories: ["settlement"]), radius: Distance(metres: reachOfSettlement), limit: 5
      )
      known.settlements = try await source.places(near: position, matching: settlements).places
        .map(\.place.allNames)
      surroundings[position] = known
    }
  }
}
