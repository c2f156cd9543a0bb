import Foundation
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct CommandQueueTests {
  /// A queue of calls `PLACE@SECONDS`; without a place, `@SECONDS`.
  private func queue(_ calls: [String]) -> CommandQueue {
    var queue = CommandQueue()
    for call in calls {
      let parts = call.split(separator: "@", omittingEmptySubsequences: false)
      queue.add(
        CommandQueue.Call(
          command: call, environment: [:], input: "", place: parts[0].isEmpty ? nil : String(parts[0]),
          fix: Terrain().fix(east: 0, at: Double(parts[1]))))
    }
    return queue
  }

  /// Takes all whose turn has come.
  private func start(_ queue: inout CommandQueue) -> [(number: Int, call: CommandQueue.Call)] {
    var started: [(Int, CommandQueue.Call)] = []
    while let next = queue.next() { started.append(next) }
    return started
  }

  @Test(
    "runs commands of one fix for different places together, four at most",
    arguments: [
      (["a@1", "b@1", "c@2"], ["a@1", "b@1"]), (["a@1", "a@1", "b@1"], ["a@1", "b@1"]),
      (["a@1", "b@2"], ["a@1"]), (["a@1", "b@1", "c@1", "d@1", "e@1"], ["a@1", "b@1", "c@1", "d@1"]),
      (["@1", "a@1"], ["@1"]), (["a@1", "@1", "b@1"], ["a@1"]), (["a@1", "b@2", "c@1"], ["a@1"]), ([], []),
    ])
  func together(calls: [String], started: [String]) {
    var queue = queue(calls)
    #expect(start(&queue).map(\.call.command) == started)
    #expect(queue.waitingCount == calls.count - started.count)
  }

  @Test(
    "in any order of ending, each starts after those of earlier fixes, and none is lost",
    arguments: 0..<50)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let calls = (0..<60).map { "\(["a", "b", "c", ""].randomElement(using: &generator) ?? "")@\($0 / 5)" }
    var queue = queue(calls)
    var running: [(number: Int, call: CommandQueue.Call)] = []
    var begun: [String] = []
    while true {
      for next in start(&queue) {
        #expect(running.allSatisfy { $0.call.fix == next.call.fix && $0.call.place != next.call.place })
        #expect(running.isEmpty || next.call.place != nil)
        running.append(next)
        begun.append(next.call.command)
      }
      #expect(running.count <= CommandQueue.mostAtOnce)
      guard !running.isEmpty else { break }
      let ended = running.remove(at: Int.random(in: running.indices, using: &generator))
      #expect(queue.end(ended.number) == ended.call)
      #expect(queue.end(ended.number) == nil)
    }
    #expect(begun.sorted() == calls.sorted())
    for place in ["a", "b", "c", ""] {
      #expect(begun.filter { $0.hasPrefix("\(place)@") } == calls.filter { $0.hasPrefix("\(place)@") })
    }
    let seconds = begun.compactMap { Int($0.drop { $0 != "@" }.dropFirst()) }
    #expect(seconds == seconds.sorted())
  }
}
