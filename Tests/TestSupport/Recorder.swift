import XCTest

/// Keeps what happened, and lets a test wait until enough has.
@MainActor
public final class Recorder<Element: Sendable> {
  /// Everything that happened, in order.
  public private(set) var elements: [Element] = []

  private var waiting: [(count: Int, reached: XCTestExpectation)] = []

  /// Nothing has happened yet.
  public init() {}

  /// Keeps one more.
  public func record(_ element: Element) {
    elements.append(element)
    for (count, reached) in waiting where count == elements.count {
      reached.fulfill()
    }
  }

  /// Returns the first ones once there are this many.
  public func first(_ count: Int, file: StaticString = #filePath, line: UInt = #line) async -> [Element] {
    if elements.count < count {
      let reached = XCTestExpectation(description: "\(count) elements")
      waiting.append((count, reached))
      let result = await XCTWaiter.fulfillment(of: [reached], timeout: 240)
      XCTAssertEqual(result, .completed, "only \(elements)", file: file, line: line)
    }
    return Array(elements.prefix(count))
  }
}
