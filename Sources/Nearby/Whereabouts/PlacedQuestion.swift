import Geography
import Input
import PlaceStore
import Places

/// What somebody looks for in, near or at a place that is known: `cafe in Schaan`.
public struct PlacedQuestion: Sendable {
  public let what: [String]
  public let relation: PlacedWords.Relation
  /// The place, as typed.
  public let name: String
  /// What may be meant by it; several are of equal right. None if it is a category of which there is nothing.
  public let spots: [NamedSpot]
  /// The boundary within which to look; `nil` if none is asked for or known.
  public let boundary: Extent?

  /// Whether it asks for a boundary that is not known.
  public var lacksBoundary: Bool { relation == .inside && boundary == nil }
  /// What to say of the place.
  public var told: PlacedWords.Relation { lacksBoundary ? .near : relation }

  /// Where it asks to look: within the boundary, or no farther than it says from the shape of one of the spots; `nil` if
  /// only the distance from the spot counts.
  ///
  /// - Parameter isElsewhere: whether who asks is elsewhere, so that the spot has to have a reach.
  public func area(around spot: NamedSpot, isElsewhere: Bool = false) -> SearchArea? {
    if let boundary { return .inside(boundary) }
    let distance = TypedWords(what).distance
    guard isElsewhere || distance != nil && spot.extent != nil else { return nil }
    return .within(
      distance ?? (relation == .at ? Self.reachAt : Self.reachNear), of: spot.coordinate, spot.extent)
  }

  /// What it looks for in such an area: a distance from the place is no longer part of it.
  public func what(in area: SearchArea?) -> [String] {
    if case .within = area { TypedWords.withoutDistance(what) } else { what }
  }

  private static let reachAt = Distance(metres: 200)
  private static let reachNear = Distance(metres: 1000)
}

extension PlacedWords {
  /// What words that name no known place most likely mean: something at a place that is not known; `nil` if they are in
  /// the name of a place.
  ///
  /// - Parameters:
  ///   - readings: the ways to read the words.
  ///   - names: those that are known.
  public static func doubt(
    _ words: [String], _ readings: [PlacedWords], in language: Category.Language, among names: PositionByName?
  ) throws(PlacesError) -> PlacedWords? {
    let doubt = readings.first { $0.isPlain(in: language) && $0.areOfCategory(orTyposIn: language) }
    guard let doubt, try names?.isInNames(words.joined(separator: " ")) != true else { return nil }
    return doubt
  }
}

extension PlaceFinding {
  /// What words look for in, near or at a place that a source without boundaries has: a file.
  public func placed(
    _ words: [String], _ readings: [PlacedWords]
  ) async throws(PlacesError) -> PlacedQuestion? {
    guard !readings.isEmpty else { return nil }
    guard try await places(called: words.joined(separator: " ")).isEmpty else { return nil }
    for reading in readings where !reading.isBare {
      let name = NamePattern(reading.place)
      let found = PositionByName.mostImportant(try await places(called: reading.place).filter(name.isName))
      if found.isEmpty { continue }
      return PlacedQuestion(
        what: reading.what, relation: reading.relation, name: reading.place,
        spots: try PositionByName.spots(of: found), boundary: nil)
    }
    return nil
  }
}

extension PositionByName {
  /// What words look for in, near or at a place that is known; `nil` if they name none.
  ///
  /// Of the ways to read them, the first whose place there is counts, unless all words together are a name. Where none
  /// has one, a category counts beside a part of a town's name, or after `near` words of any name, beside an address without a
  /// house of its number, just beside a town, as in `pizza Schaan`, or beside a name with a clear typo.
  ///
  /// - Parameters:
  ///   - readings: the ways to read the words.
  ///   - language: of names.
  ///   - evenIfNamed: whether words count that are, or are in, the name of a place.
  ///   - choose: chooses among names that one with a typo resembles, as in `PositionByName.corrected`.
  ///   - places: those of a category that may be meant: `cafe near the station`.
  /// - Throws: `PlacesError`, and what the closures throw.
  public nonisolated(nonsending) func placed(
    _ words: [String], _ readings: [PlacedWords], in language: NameLanguage, evenIfNamed: Bool = false,
    choosing choose: (_ ways: [[NamedSpot]], _ text: String) throws -> [NamedSpot] = { _, _ in [] },
    places: nonisolated(nonsending) (Category) async throws -> [PointOfInterest]
  ) async throws -> PlacedQuestion? {
    let all = words.joined(separator: " ")
    guard !readings.isEmpty, try evenIfNamed || !isName(all) else { return nil }
    let plain = readings.filter { !$0.isBare }
    if let exact = try await placed(plain, exactly: true, in: language, places: places) { return exact }
    let spoken = Category.Language(code: language.code)
    let sure = readings.filter {
      $0.isBare || $0.isPlain(in: spoken) && $0.areOfCategory(orTyposIn: spoken)
    }
    guard !sure.isEmpty, try evenIfNamed || !isInNames(all) else { return nil }
    if let found = try await placed(sure, exactly: false, in: language, places: places) { return found }
    for reading in sure where !Category.isName(reading.place) {
      let corrected = try await corrected(reading.place, asTown: reading.isBare) {
        reading.isBare || reading.inflection != nil ? [] : try choose($0, $1)
      }
      guard !corrected.isEmpty,
        !reading.isBare || corrected.allSatisfy({ $0.place.map(Self.isSettlement) == true })
      else { continue }
      return try await placed([reading], exactly: true, in: language, correcting: corrected, places: places)
    }
    return sure.first { !$0.isBare && !$0.what.isEmpty && Category.isName($0.place) }
      .map { PlacedQuestion(what: $0.what, relation: $0.relation, name: $0.place, spots: [], boundary: nil) }
  }

  private nonisolated(nonsending) func placed(
    _ readings: [PlacedWords], exactly: Bool, in language: NameLanguage,
    correcting corrected: [NamedSpot] = [],
    places: nonisolated(nonsending) (Category) async throws -> [PointOfInterest]
  ) async throws -> PlacedQuestion? {
    for reading in readings {
      let isNear = !reading.isBare && reading.relation == .near && !Category.isName(reading.place)
      let name = NamePattern(reading.place)
      var found =
        try await !corrected.isEmpty
        ? corrected
        : spots(called: reading.place, exactly: exactly || reading.isBare, areasIn: language)
          .filter {
            exactly
              || $0.place.map { isNear && name.areWords(of: $0) || Self.isSettlement($0) }
                ?? (!reading.isBare || reading.what.isEmpty || $0.kind == "postcode")
          }
      if !reading.isBare, found.isEmpty || Category.isName(reading.place),
        let category = reading.category(in: Category.Language(code: language.code))
      {
        let known = try Self.spots(of: await places(category))
        // Without a position there may be several, and then a name counts more.
        if found.isEmpty || known.count == 1 { found = known }
      }
      if reading.isBare, found.isEmpty { continue }
      let isInside = reading.relation == .inside
      let isMeasured =
        found.count == 1 && found[0].place.map(Self.isSettlement) == true
        && TypedWords(reading.what).distance != nil
      let area = isInside || isMeasured ? try area(called: reading.place, around: found) : nil
      if isMeasured, let area { found[0].extent = area.outline }
      // The town that other languages call `Andorra` as well is only where to begin.
      if let area, found.count != 1 || !area.area.names.values.contains(found[0].name) {
        found = [Self.spot(area, in: language, at: found.count == 1 ? found[0].coordinate : nil)]
      }
      guard !found.isEmpty else { continue }
      let shape = found.count == 1 ? found[0].extent.flatMap { $0.isArea ? $0 : nil } : nil
      return PlacedQuestion(
        what: reading.what, relation: reading.isBare && area == nil ? .near : reading.relation,
        name: reading.place, spots: found,
        boundary: isInside ? area?.outline ?? shape : nil)
    }
    return nil
  }

  /// What a text means if words that are in no name are typos, of which one part between commas has all; none if these
  /// resemble nothing. Of streets, one word may have one letter wrong.
  ///
  /// - Parameters:
  ///   - isTown: whether no street can be meant.
  ///   - choose: chooses among the ways to correct it, each with its spots, if none must be meant.
  public nonisolated(nonsending) func corrected(
    _ text: String, asTown isTown: Bool = false,
    _ choose: (_ ways: [[NamedSpot]], _ text: String) throws -> [NamedSpot]
  ) async throws -> [NamedSpot] {
    var found: [(names: [String], spots: [NamedSpot])] = []
    let words = try await source.nameWords()
    let parts = text.split(separator: ",").map { $0.trimmed() }
    for (index, part) in parts.enumerated() {
      for alternative in try SimilarNames.alternatives(to: part, among: words) {
        let corrected = parts[..<index] + [alternative] + parts[(index + 1)...]
        var spots = try await spots(called: corrected.joined(separator: ", "), exactly: true)
        for index in spots.indices { spots[index].typo = SearchTypo(text, searched: spots[index].name) }
        guard !spots.isEmpty, !found.contains(where: { $0.spots == spots }) else { continue }
        let names = parts.count == 1 ? spots[0].place?.allNames : nil
        found.append((names ?? [alternative], spots))
      }
      let (ways, isClear) = SimilarNames.meant(by: part, among: found.map(\.names))
      guard let first = ways.first else { continue }
      return try isClear ? found[first].spots : choose(ways.map { found[$0].spots }, text)
    }
    let streets = try await isTown ? [] : spotsOfMistypedStreets(in: text)
    return try streets.count > 1 ? choose(streets, text) : streets.first ?? []
  }
}
