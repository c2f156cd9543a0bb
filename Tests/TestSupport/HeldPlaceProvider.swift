import Geography
import Places
import Synchronization

/// A provider that answers only when the test says so.
@MainActor
public final class HeldPlaceProvider: PlaceProviding {
  public nonisolated let areaRadius: Distance

  /// Where it has every place; `nil` for everywhere.
  public var coverage: Coverage?
  /// Why it asked no server about the rest.
  public var unasked: PlaceSource.Unasked?

  /// Its edition.
  public nonisolated let editions = Mutex<Int?>(nil)
  public nonisolated var edition: Int? { editions.withLock(\.self) }

  /// The positions it was asked about, in order.
  public let questions = Recorder<MockPlaceProvider.Question>()

  private var held: [CheckedContinuation<Result<[PointOfInterest], PlacesError>, Never>] = []

  /// A provider whose areas have this radius.
  public init(areaRadius: Distance) {
    self.areaRadius = areaRadius
  }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let places = try await hold(MockPlaceProvider.Question(position: position, query: query)).get()
    var answer = PlaceAnswer(
      places: places.map { NearbyPlace($0, from: position) }, source: PlaceSource(name: "held"))
    if let coverage = await coverage { answer.setKnown(by: coverage, at: position, for: query) }
    answer.source.unasked = await unasked
    return answer
  }

  private func hold(
    _ question: MockPlaceProvider.Question
  ) async -> Result<[PointOfInterest], PlacesError> {
    await withCheckedContinuation { continuation in
      held.append(continuation)
      questions.record(question)
    }
  }

  /// Lets what follows from the last answer happen: whoever asked has it as soon as another question is answered.
  public func settle() async {
    let open = held.count
    let asked = questions.elements.count
    async let answer = try? places(near: Coordinate(latitude: 0, longitude: 0), matching: PlaceQuery())
    _ = await questions.first(asked + 1)
    held.remove(at: open).resume(returning: .success([]))
    _ = await answer
  }

  /// Answers the oldest open question; fails the test if there is none.
  public func answer(_ answer: Result<[PointOfInterest], PlacesError>) {
    guard !held.isEmpty else { return failTest("an answer, and nobody has asked") }
    held.removeFirst().resume(returning: answer)
  }
}
