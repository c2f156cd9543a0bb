import Geography
import Places
import TestSupport
import Testing

@testable import Nearby

@MainActor
@Suite struct RepeatedQueryTests {
  /// Answers from an index, and counts queries.
  private final class CountingSource: PlaceProviding, @unchecked Sendable {  // Only the main actor asks it.
    let index: PlaceIndex
    let places: [PointOfInterest]
    private(set) var questions: [PlaceQuery] = []

    init(_ places: [PointOfInterest]) {
      self.places = places
      index = PlaceIndex(places)
    }

    nonisolated(nonsending) func places(
      near position: Coordinate, matching query: PlaceQuery
    ) async throws(PlacesError) -> PlaceAnswer {
      questions.append(query)
      let found = index.nearest(to: position, for: query)
      var answer = PlaceAnswer(
        places: found.places, source: PlaceSource(name: "counting"), closed: found.closed)
      answer.corrections = SearchTypo("cafee", in: .english).map { [$0] } ?? []
      return answer
    }
  }

  private static func places(_ random: inout SeededGenerator) -> [PointOfInterest] {
    (0..<3000).map { number in
      let kinds = ["node/", "way/"]
      let stops = [
        ["highway": "bus_stop"], ["public_transport": "platform"], ["public_transport": "stop_position"],
      ]
      return PointOfInterest(
        id: "\(kinds[Int.random(in: 0..<2, using: &random)])\(number)", name: "Name \(number % 200)",
        category: "cafe",
        coordinate: Coordinate(
          latitude: Double.random(in: 60.0...60.2, using: &random),
          longitude: Double.random(in: 24.9...25.3, using: &random)),
        tags: number % 4 == 0 ? stops[number % 3] : [:])
    }
  }

  @Test("along a path, gives the source's answers with far fewer queries", arguments: 0..<4)
  func way(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let source = CountingSource(Self.places(&random))
    for query in [
      PlaceQuery(limit: 10), PlaceQuery(radius: Distance(metres: 400), limit: 10), PlaceQuery(limit: 1),
    ] {
      let answers = RepeatedQuery(provider: source, query: query) { _ in true }
      let before = source.questions.count
      var position = Coordinate(latitude: 60.1, longitude: 25.0)
      var count = 0
      for _ in 0..<400 {
        position = Coordinate(
          latitude: position.latitude + Double.random(in: -0.0002...0.0004, using: &random),
          longitude: position.longitude + Double.random(in: -0.0002...0.0006, using: &random))
        let expected = source.index.nearest(to: position, for: query).places
        let answer = try await answers.answer(at: position)
        #expect(answer.places == expected)
        #expect(answer.corrections.count == 1)
        count += expected.count
      }
      #expect(count > 100)
      #expect(source.questions.count - before < 200, "\(source.questions.count - before)")
    }
  }

  @Test("asks a source with a server for each position, and for no more")
  func server() async throws {
    var random = SeededGenerator(seed: 1)
    let source = CountingSource(Self.places(&random))
    let answers = RepeatedQuery(provider: source, query: PlaceQuery(limit: 3)) { _ in false }
    for step in 0..<20 {
      _ = try await answers.answer(at: Coordinate(latitude: 60.1, longitude: 25 + Double(step) * 1e-4))
    }
    #expect(source.questions.count == 20)
    #expect(source.questions.allSatisfy { $0.limit == 3 })
  }
}
