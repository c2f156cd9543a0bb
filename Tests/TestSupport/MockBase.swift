import Testing
import XCTest

/// A mock that is told which calls to expect, consumes them in order, and fails loudly on any other.
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
      failTest("unexpected call: \(call)")
      return
    }
    expected.removeFirst()
    if call != next { failTest("\(next) was expected, and \(call) came") }
  }

  /// Fails if an expected call is missing.
  public func verify(file: StaticString = #filePath, line: UInt = #line) {
    if !expected.isEmpty { failTest("these calls did not come: \(expected)", file: file, line: line) }
  }
}

/// Fails the running test, in either framework.
func failTest(_ message: String, file: StaticString = #filePath, line: UInt = #line) {
  if Test.current == nil {
    XCTFail(message, file: file, line: line)
  } else {
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: "TestSupport/MockBase.swift", filePath: "\(file)", line: Int(line), column: 1))
  }
}
