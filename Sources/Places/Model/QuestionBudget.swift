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
}

/// Adds up the processor time that one question takes on threads of the sources themselves.
public final class WorkMeter: Sendable {
  /// That of the question that the current task asks; `nil` if nobody counts.
  @TaskLocal public static var current: WorkMeter?

  private let spent = Mutex(0.0)

  public init() {}

  public var seconds: Double { spent.withLock(\.self) }

  /// Does a piece of work on one thread, and adds its time.
  package static func measured<Result>(_ work: () throws -> Result) rethrows -> Result {
    guard let current else { return try work() }
    let start = ProcessorTime.ofThread
    defer {
      let time = ProcessorTime.ofThread - start
      current.spent.withLock { $0 += time }
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
  package init(seconds: Double?) {
    self.seconds = seconds
    end = seconds.map { ProcessorTime.ofThread + $0 }
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
