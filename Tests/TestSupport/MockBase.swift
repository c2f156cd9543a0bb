import XCTest

/// A mock that is told what calls to expect, consumes them in order, and fails loudly on any other.
@MainActor
open class MockBase<Call: Equatable & Sendable> {
  private var expected: [Call] = []

  /// A mock that expects nothing yet.
  public init() {}

  /// Expects these calls, in this order, after those expected already.
  public func expect(_ calls: Call...) {
    expected += calls
  }

  /// To be called by every mocked method: consumes the next expectation.
  public func consume(_ call: Call) {
    guard let next = expected.first else {
      XCTFail("unexpected call: \(call)")
      return
    }
    expected.removeFirst()
    XCTAssertEqual(call, next, "another call was expected")
  }

  /// Fails where an expected call has not come.
  public func verify(file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertEqual(expected, [], "these calls did not come", file: file, line: line)
  }
}
