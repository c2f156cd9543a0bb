import Geography
import Places

/// The places of squares of the grid that were asked about often, as many as some megabytes hold.
struct Neighbourhoods {
  /// What is known of a filter's places within a radius of the positions of a square.
  private enum Known {
    /// How many questions there were, all of which the store answered.
    case asked(Int)
    case places(PlaceIndex, PlaceSource)
    /// They are too many to keep.
    case many
  }

  /// The squares of one question.
  private struct Question {
    let filter: PlaceFilter
    let radius: Distance
    /// Squares so large that most positions around them are in few.
    let level: Int
    var squares: [GridSquare: Known] = [:]
  }

  private var questions: [Question] = []
  /// How many places are kept.
  private var count = 0

  private static let mostQuestions = 4
  private static let mostSquares = 10_000
  private static let mostPlaces = 20_000
  private static let mostPlacesOfSquare = 5_000
  /// Reading so many places takes as long as a few questions.
  private static let placesOfQuestion = 32
  /// At which questions to try; at the last, to read as many as may be kept.
  private static let trials: Set = [1, 4, 16, 64, 256]

  /// The places that match, as the store answers; `nil` if the square of the position is not known.
  ///
  /// - Parameter load: all places that match within some metres of a position, in the order of their numbers.
  mutating func answer(
    at position: Coordinate, _ query: PlaceQuery,
    load: (Coordinate, PlaceQuery) throws -> (places: [PointOfInterest], source: PlaceSource)
  ) throws -> PlaceAnswer? {
    guard let radius = query.radius, query.opening == nil, !query.keepsDuplicates, !query.putsSureFirst
    else { return nil }
    let index = question(query.filter, radius)
    let square = GridSquare(around: position).raised(to: questions[index].level)
    switch questions[index].squares[square] ?? .asked(0) {
    case .many: return nil
    case .asked(let count):
      if questions[index].squares.count >= Self.mostSquares { forget() }
      questions[index].squares[square] = .asked(count + 1)
      // The more questions there were, the more places are worth reading.
      guard Self.trials.contains(count + 1) else { return nil }
      let most = min(Self.placesOfQuestion * (count + 1), Self.mostPlacesOfSquare)
      var all = query
      let (middle, reach) = square.circle
      all.radius = Distance(metres: radius.metres + reach.metres)
      // Which of two twins is nearer depends on the position.
      (all.limit, all.keepsDuplicates) = (most + 1, true)
      let (places, source) = try load(middle, all)
      guard places.count <= most else {
        if most == Self.mostPlacesOfSquare { questions[index].squares[square] = .many }
        return nil
      }
      if self.count + places.count > Self.mostPlaces { forget() }
      self.count += places.count
      let arranged = PlaceIndex(places, use: .veryOften)
      questions[index].squares[square] = .places(arranged, source)
      return Self.answer(at: position, query, arranged, source)
    case .places(let places, let source): return Self.answer(at: position, query, places, source)
    }
  }

  private static func answer(
    at position: Coordinate, _ query: PlaceQuery, _ places: PlaceIndex, _ source: PlaceSource
  ) -> PlaceAnswer {
    let (found, closed) = places.nearest(to: position, for: query)
    return PlaceAnswer(places: found, source: source, closed: closed)
  }

  private mutating func question(_ filter: PlaceFilter, _ radius: Distance) -> Int {
    if let known = questions.firstIndex(where: { $0.radius == radius && $0.filter == filter }) {
      return known
    }
    if questions.count == Self.mostQuestions { questions.removeFirst() }
    let level = (0..<GridSquare.topLevel).first {
      GridSquare.height * Double(1 << $0) > 2 * radius.metres
    }
    questions.append(Question(filter: filter, radius: radius, level: level ?? GridSquare.topLevel))
    return questions.count - 1
  }

  private mutating func forget() {
    count = 0
    for index in questions.indices { questions[index].squares = [:] }
  }
}

extension PlaceStore {
  /// The store for a caller that asks the same of many positions, which are near each other.
  public var remembering: some PlaceProviding { RememberingStore(store: self) }
}

private struct RememberingStore: PlaceProviding {
  let store: PlaceStore

  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    try await store.answering { store throws(PlacesError) in
      if let known = try store.knownAnswer(near: position, matching: query) { return known }
      return try store.answer(near: position, matching: query)
    }
  }
}

extension PlaceStore {
  fileprivate func knownAnswer(
    near position: Coordinate, matching query: PlaceQuery
  ) throws(PlacesError) -> PlaceAnswer? {
    guard position.isValid, query.limit > 0 else { return nil }
    return try read(within: Self.questionLimit) { database, reader in
      try reader.neighbourhoods.answer(at: position, query) { middle, query in
        let found = try reader.nearest(to: middle, matching: query, in: database)
        return (
          found.sorted { $0.number < $1.number }.map(\.nearby.place),
          try reader.source(of: found.map(\.source), in: database)
        )
      }
    }
  }
}
