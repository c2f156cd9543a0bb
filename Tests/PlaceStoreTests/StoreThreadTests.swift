import Geography
import SQLite
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

/// The store's queries leave the main actor free.
@Suite(.timeLimit(.minutes(5))) struct StoreThreadTests {
  private static let here = Coordinate(latitude: 60, longitude: 25)
  private static let endless = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
    """

  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore([PointOfInterest(id: "here", coordinate: Self.here)])
  }

  @Test(
    "while a query takes long, the main actor can cancel it, and the store answers the next one")
  @MainActor
  func cancelled() async throws {
    let opened = try store.open()
    let (beginnings, beginning) = AsyncStream<Void>.makeStream()
    let query = Task {
      try await opened.answering { store throws(PlacesError) in
        try store.read { database, _ in
          beginning.yield()
          return try database.statement(Self.endless).firstInteger()
        }
      }
    }
    for await _ in beginnings { break }
    query.cancel()
    await #expect(throws: PlacesError.store(path: store.path, .interrupted)) { try await query.value }
    let answer = try await opened.places(near: Self.here, matching: PlaceQuery())
    #expect(answer.places.map(\.place.id) == ["here"])
  }

  @Test("a question ends with its budget, and the store answers the next one")
  func tooMuchWork() async throws {
    let opened = try store.open()
    await #expect(throws: PlacesError.tookTooLong(seconds: 0)) {
      try await QuestionBudget.$current.withValue(QuestionBudget(seconds: 0)) {
        try await opened.places(near: Self.here, matching: PlaceQuery())
      }
    }
    #expect(try await opened.places(near: Self.here, matching: PlaceQuery()).places.count == 1)
  }

  @Test("all that a turn does counts as it goes on, and once")
  func turn() async throws {
    let opened = try store.open()
    let meter = WorkMeter()
    @Sendable func work(_ seconds: Double) {
      let work = LimitedWork(seconds: seconds)
      while work.mayGoOn() {}
    }
    try await WorkMeter.$current.withValue(meter) {
      try await QuestionBudget.$current.withValue(QuestionBudget(seconds: 0.3)) {
        try await opened.inOneTurn { () async throws(PlacesError) in
          work(0.05)
          #expect(meter.seconds >= 0.05)
          _ = try await opened.places(near: Self.here, matching: PlaceQuery())
          WorkMeter.measured { work(0.1) }
          try QuestionBudget.check()
        }
        #expect((0.15..<0.25).contains(meter.seconds))
        await #expect(throws: PlacesError.tookTooLong(seconds: 0.3)) {
          try await opened.inOneTurn { () async throws(PlacesError) in
            work(0.15)
            try QuestionBudget.check()
          }
        }
      }
    }
    #expect(meter.seconds >= 0.3)
  }

  @Test("a query that computes for too long means that the store is damaged")
  func tooLong() throws {
    let error = PlacesError.store(path: store.path, .damaged("a query takes longer than 0 s"))
    #expect(throws: error) {
      try store.open().read(within: 0.01) { database, _ in
        try database.statement(Self.endless).firstInteger()
      }
    }
  }
}
