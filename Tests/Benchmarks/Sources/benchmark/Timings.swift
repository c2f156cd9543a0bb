import Foundation

/// How long each of some questions took, and how much they found.
struct Timings {
  /// Microseconds, ascending.
  private let sorted: [Double]
  /// How many answers a question had on average.
  let found: Double

  /// How often to ask each question; the quickest counts, since other load does not.
  private static let rounds = 3

  /// Asks the questions, or as many of the first as there is time for, once to warm up and then to measure.
  init<Question>(
    _ questions: [Question], within limit: Duration = .seconds(8), _ ask: (Question) throws -> Int
  ) rethrows {
    let start = ContinuousClock.now
    var asked: [Question] = []
    var count = 0
    for question in questions {
      if !asked.isEmpty, ContinuousClock.now - start > limit / (Self.rounds + 1) { break }
      count += try ask(question)
      asked.append(question)
    }
    var times = [Double](repeating: .infinity, count: asked.count)
    for _ in 0..<Self.rounds {
      for (index, question) in asked.enumerated() {
        let start = ContinuousClock.now
        _ = try ask(question)
        times[index] = min(times[index], (ContinuousClock.now - start) / .microseconds(1))
      }
    }
    sorted = times.sorted()
    found = Double(count) / Double(times.count)
  }

  var median: Double { sorted[sorted.count / 2] }
  var p99: Double { sorted[min(sorted.count - 1, sorted.count * 99 / 100)] }
  /// How many questions there was time for.
  var count: Int { sorted.count }
}
