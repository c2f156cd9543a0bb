import Geography
import Places

/// What somebody looks for in, near or at a place that is known: `cafe in Schaan`.
public struct PlacedQuestion: Sendable {
  public let what: [String]
  public let relation: PlacedWords.Relation
  /// The place, as typed.
  public let name: String
  /// What may be meant by it; several are of equal right.
  public let spots: [NamedSpot]
  /// The boundary within which to look; `nil` if none is asked for or known.
  public let boundary: Extent?

  public func nearest(to position: Coordinate) -> NamedSpot? {
    spots.min {
      WGS84.inverse(from: position, to: $0.coordinate).distance
        < WGS84.inverse(from: position, to: $1.coordinate).distance
    }
  }

  /// Whether it asks for a boundary that is not known.
  public var lacksBoundary: Bool { relation == .inside && boundary == nil }
  /// What to say of the place.
  public var told: PlacedWords.Relation { lacksBoundary ? .near : relation }

  /// Where somebody who is elsewhere means: within the boundary, or around one of the spots.
  public func area(around spot: NamedSpot) -> SearchArea {
    boundary.map(SearchArea.inside)
      ?? .within(relation == .at ? Self.reachAt : Self.reachNear, of: spot.coordinate)
  }

  private static let reachAt = Distance(metres: 200)
  private static let reachNear = Distance(metres: 1000)
}

extension PlaceQuery {
  /// The nearest place of a category.
  public static func nearest(_ category: Category) -> PlaceQuery {
    PlaceQuery(filter: PlaceFilter(categories: [category.word]), limit: 1)
  }
}

extension PositionByName {
  /// What words look for in, near or at a place that is known; `nil` if they name none.
  ///
  /// Of the ways to read them, the first whose place there is counts, unless all words together are a name. Where none
  /// has one, a category counts beside a part of a town's name, beside an address without a house of its number, or just
  /// beside a town: `pizza Schaan`.
  ///
  /// - Parameters:
  ///   - language: of names.
  ///   - nearest: the nearest place of a category, as one may be meant: `cafe near the station`.
  /// - Throws: `PlacesError`, and what `nearest` throws.
  public nonisolated(nonsending) func placed(
    _ words: [String], in language: NameLanguage,
    nearest: nonisolated(nonsending) (Category) async throws -> PointOfInterest?
  ) async throws -> PlacedQuestion? {
    let readings = PlacedWords.readings(of: words)
    let sure = readings.filter(\.areOfCategory) + PlacedWords.bareReadings(of: words)
    let all = words.joined(separator: " ")
    guard !readings.isEmpty || !sure.isEmpty, try !isName(all) else { return nil }
    let exact = try await placed(readings, exactly: true, in: language, nearest: nearest)
    if let exact { return exact }
    guard !sure.isEmpty, try await !isInNames(all) else { return nil }
    return try await placed(sure, exactly: false, in: language, nearest: nearest)
  }

  private nonisolated(nonsending) func placed(
    _ readings: [PlacedWords], exactly: Bool, in language: NameLanguage,
    nearest: nonisolated(nonsending) (Category) async throws -> PointOfInterest?
  ) async throws -> PlacedQuestion? {
    for reading in readings {
      var found = try await spots(called: reading.place, exactly: exactly || reading.isBare)
        .filter { exactly || $0.place.map(Self.isSettlement) ?? !reading.isBare }
      if !reading.isBare, found.isEmpty || Category.isName(reading.place),
        let category = Category.named(reading.place, in: Category.Language(code: language.code)),
        let place = try await nearest(category)
      {
        found = Self.spots(of: [place])
      }
      if reading.isBare, found.isEmpty { continue }
      let area = reading.relation == .inside ? try area(called: reading.place, around: found) : nil
      if let area, found.count != 1 {
        let box = area.outline.boundingBox
        let middle = Coordinate(
          latitude: (box.south + box.north) / 2, longitude: box.west + (box.east - box.west) / 2)
        found = [
          NamedSpot(name: area.area.name(in: language), kind: nil, place: nil, coordinate: middle)
        ]
      }
      guard !found.isEmpty else { continue }
      return PlacedQuestion(
        what: reading.what, relation: reading.relation, name: reading.place, spots: found,
        boundary: area?.outline)
    }
    return nil
  }
}
