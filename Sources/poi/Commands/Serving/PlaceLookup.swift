import Geography
import Nearby
import PlaceStore
import Places
import Positioning
import Presentation

/// Asks one source of places for many clients, each question within its budget; each throws `PlacesError`, what a closure
/// throws, or `CancellationError` if the client is gone.
struct PlaceLookup: Sendable {
  private let source: any PlaceProviding
  private let provider: BudgetedPlaceProvider
  private let budget: QuestionBudget

  /// - Parameter budget: how much work each question may cause.
  init(_ provider: any PlaceProviding, budget: QuestionBudget = .served) {
    source = provider
    self.provider = BudgetedPlaceProvider(provider, budget)
    self.budget = budget
  }

  /// The source as one that can list its places; `nil` if it cannot.
  var listing: (any PlaceListing)? { source.listing }

  /// `nil` if the source knows no streets and areas, or is a store that is not there yet.
  private var gazetteer: (any GazetteerProviding)? { source.gazetteer }

  /// What finds places and addresses by their names; `nil` if the source cannot.
  var names: PositionByName? { (gazetteer as? PlaceStore).map(PositionByName.init) }

  /// The same with names in a language, and under the requested category.
  func named(in language: NameLanguage) -> Self {
    Self(AskedCategoryProvider(source, in: language), budget: budget)
  }

  /// Itself, unless it is a store that is not there yet.
  var ifThere: Self? { (source as? PlaceStore).map { $0.ifThere != nil } ?? true ? self : nil }

  /// The places around a position that match.
  ///
  /// - Parameters:
  ///   - area: outside which no place counts.
  ///   - findsNearMisses: whether similar names match if no place has the name.
  func places(
    near position: Coordinate, matching query: PlaceQuery, in area: SearchArea? = nil,
    findsNearMisses: Bool = false
  ) async throws -> PlaceAnswer {
    try Task.checkCancellation()
    let provider: any PlaceProviding =
      area.map { AreaPlaceProvider(self.provider, in: $0) } ?? provider
    return findsNearMisses
      ? try await provider.placesOrNearMisses(near: position, matching: query).orFailure()
      : try await provider.places(near: position, matching: query).orFailure()
  }

  /// What words look for in, near or at a place that is known; `nil` if they name none.
  func placed(
    _ words: [String], in language: NameLanguage,
    places: nonisolated(nonsending) (Category) async throws -> [PointOfInterest]
  ) async throws -> PlacedQuestion? {
    try Task.checkCancellation()
    return try await QuestionBudget.$current.withValue(budget) {
      let readings = PlacedWords.all(of: words)
      guard let names else { return try await file?.placed(words, readings) }
      return try await names.placed(words, readings, in: language, places: places)
    }
  }

  /// A file of places, which finds them by their names alone; a store that is not there yet finds none.
  private var file: (any PlaceFinding)? { source is PlaceStore ? nil : source.finding }

  /// Whether a name that it does not find is none, and words are not together the name of a place of a file.
  func knowsNames(besides words: [String]) async throws -> Bool {
    guard names == nil, words.count > 1, let file else { return names != nil }
    return try await file.places(called: words.joined(separator: " ")).isEmpty
  }

  /// The nearest of the houses and streets that a text names, or the near streets whose name it begins, as places; none if
  /// the source knows no addresses.
  func addresses(called text: String, near position: Coordinate) async throws -> [NearbyPlace] {
    try Task.checkCancellation()
    let start = NameWords.asked(text).joined(separator: " ")
    let (spots, streets) = try await QuestionBudget.$current.withValue(budget) {
      (
        try await names?.spots(called: text) ?? [],
        try await gazetteer?.surroundings(
          of: position, streetsWithin: Self.reachOfStreets, addressWithin: .zero)?.streets ?? []
      )
    }
    var found = spots.filter { $0.place == nil }.map { ($0.name, $0.kind, $0.coordinate) }
    for street in streets.lazy.map(\.thing) where found.count < Self.mostAddresses {
      guard NameWords.asked(street.title).joined(separator: " ").hasPrefix(start),
        !found.contains(where: { $0.0 == street.title }), let line = Extent(lines: [street.line])
      else { continue }
      found.append((street.title, "street", line.nearest(to: position).point))
    }
    let places = found.map { name, kind, coordinate in
      NearbyPlace(
        PointOfInterest(
          id: "geo:\(coordinate.latitude),\(coordinate.longitude)", name: name, category: kind,
          coordinate: coordinate),
        from: position)
    }
    return Array(places.sorted { $0.distance < $1.distance }.prefix(Self.mostAddresses))
  }

  private static let mostAddresses = 3
  private static let reachOfStreets = Distance(metres: 3000)

  /// The ground in a box; nothing if the source has none.
  func ground(in box: BoundingBox, _ detail: MapDetail) throws -> GroundMap {
    try Task.checkCancellation()
    // On this thread, whose time is counted already.
    return try WorkMeter.$current.withValue(nil) {
      try QuestionBudget.$current.withValue(budget) { try source.map?.ground(in: box, detail) } ?? GroundMap()
    }
  }

  /// Where a position is; without streets and areas, nothing is known of it.
  func whereabouts(of location: Location) async throws -> Whereabouts {
    try Task.checkCancellation()
    guard let gazetteer else { return Whereabouts(of: location) }
    return try await QuestionBudget.$current.withValue(budget) {
      try await WhereaboutsFinder(places: source, gazetteer: gazetteer).whereabouts(of: location)
    }
  }

  /// A report with the next junction, if the source knows where streets meet.
  func report(_ report: WhereaboutsReport, withJunctionAt location: Location) throws -> WhereaboutsReport {
    try Task.checkCancellation()
    return try QuestionBudget.$current.withValue(budget) {
      try report.with(junctionAt: location, of: gazetteer as? any StreetNetworkProviding)
    }
  }

  /// What a source that lists its places answers.
  func answer<Answer: Sendable>(
    _ listing: any PlaceListing, _ question: @Sendable (any PlaceListing) async throws(PlacesError) -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    return try await QuestionBudget.$current.withValue(budget) { try await question(listing) }
  }
}

/// A source of places whose every answer may cause only so much work.
struct BudgetedPlaceProvider: PlaceProviderWrapping {
  let provider: any PlaceProviding
  private let budget: QuestionBudget

  init(_ provider: any PlaceProviding, _ budget: QuestionBudget = .served) {
    self.provider = provider
    self.budget = budget
  }

  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    try await limited { () async throws(PlacesError) in
      try await provider.places(near: position, matching: query)
    }
  }

  nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    try await limited { () async throws(PlacesError) in
      try await provider.nearMisses(near: position, matching: query)
    }
  }

  private nonisolated(nonsending) func limited<Answer: Sendable>(
    _ body: nonisolated(nonsending) () async throws(PlacesError) -> Answer
  ) async throws(PlacesError) -> Answer {
    try await QuestionBudget.$current.withValue(budget) { () async -> Result<Answer, PlacesError> in
      do throws(PlacesError) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }
}
