import CivilTime
import Synchronization

/// How much work one question about places may cause on this machine, in seconds of processor time; waiting for a
/// server does not count.
public struct QuestionBudget: Sendable {
  /// For looking up places; `nil` for as long as it takes in any sound source.
  public var seconds: Double?
  /// For finding names that are similar to one that no place has.
  public var similarNames = 2.0

  /// The budget of a question to a server, for whose answer others wait, too.
  public static let served = QuestionBudget(seconds: 1, similarNames: 0.2)

  /// The budget of the question that the current task asks.
  @TaskLocal public static var current = QuestionBudget()

  /// What is left of `seconds` after all that the question has caused so far.
  package var left: Double? { seconds.map { max(0, $0 - (WorkMeter.current?.seconds ?? 0)) } }

  /// - Throws: `PlacesError.tookTooLong` if nothing is left for the question that the current task asks.
  package static func check() throws(PlacesError) {
    let budget = current
    if let seconds = budget.seconds, budget.left == 0 { throw .tookTooLong(seconds: seconds) }
  }
}

/// Adds up the processor time that one question takes on threads of the sources themselves.
public final class WorkMeter: Sendable {
  /// That of the question that the current task asks; `nil` if nobody counts.
  @TaskLocal public static var current: WorkMeter?

  /// `start` is the time of the thread whose turn it is, as all that it does counts until the end of that.
  private let spent = Mutex((seconds: 0.0, start: Double?.none))

  public init() {}

  public var seconds: Double {
    spent.withLock { $0.seconds + ($0.start.map { ProcessorTime.ofThread - $0 } ?? 0) }
  }

  /// Does pieces of work and all between them on one thread, and adds its time.
  package nonisolated(nonsending) static func measured<Result, Failure>(
    inOneTurn work: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let current else { return try await work() }
    current.spent.withLock { $0.start = ProcessorTime.ofThread }
    defer {
      let seconds = current.seconds
      current.spent.withLock { $0 = (seconds, nil) }
    }
    return try await work()
  }

  /// Does a piece of work on one thread, and adds its time.
  package static func measured<Result, Failure>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let current, current.spent.withLock({ $0.start == nil }) else { return try work() }
    let start = ProcessorTime.ofThread
    defer {
      let time = ProcessorTime.ofThread - start
      current.spent.withLock { $0.seconds += time }
    }
    return try work()
  }
}

/// A piece of work on one thread that ends when its time is up or its task is cancelled.
package final class LimitedWork {
  /// Steps of some microseconds between two looks at the clock.
  private static let stepsBetweenChecks = 64

  private let seconds: Double?
  private let end: Double?
  private var steps = 0

  package private(set) var isOver = false

  /// - Parameter seconds: of processor time; `nil` for no limit.
  package convenience init(seconds: Double?) {
    self.init(within: QuestionBudget(seconds: seconds), left: seconds)
  }

  /// Work with what is left of a question's budget.
  package convenience init(within budget: QuestionBudget = .current) {
    self.init(within: budget, left: budget.left)
  }

  private init(within budget: QuestionBudget, left: Double?) {
    seconds = budget.seconds
    end = left.map { ProcessorTime.ofThread + $0 }
  }

  /// The outcome of work of the current question on a thread of the source.
  ///
  /// - Throws: `PlacesError.tookTooLong` if some of it was left undone.
  package static func whole<Result>(_ body: (LimitedWork) -> Result) throws(PlacesError) -> Result {
    try WorkMeter.measured { () throws(PlacesError) in
      let work = LimitedWork()
      let result = body(work)
      try work.checkIsWhole()
      return result
    }
  }

  /// Counts a step; `false` if there must be no further one.
  package func mayGoOn() -> Bool {
    if !isOver, steps % Self.stepsBetweenChecks == 0 {
      isOver = Task.isCancelled || end.map { ProcessorTime.ofThread >= $0 } ?? false
    }
    steps &+= 1  // It only says when to look at the clock.
    return !isOver
  }

  /// - Throws: `PlacesError.tookTooLong` if some of the work was left undone.
  package func checkIsWhole() throws(PlacesError) {
    if isOver, let seconds { throw .tookTooLong(seconds: seconds) }
  }
}
