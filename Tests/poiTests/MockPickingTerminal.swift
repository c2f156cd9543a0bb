@testable import poi

/// A terminal that keeps its drawings.
@MainActor
final class MockPickingTerminal: PickingTerminal {
  var size = (columns: 40, rows: 24)
  /// The bytes of keys, sent as soon as the terminal is taken over.
  var typed: [UInt8] = []
  private(set) var calls: [String] = []
  private(set) var onBytes: @MainActor ([UInt8]) -> Void = { _ in }
  private(set) var onPause: @MainActor () -> Void = {}
  private(set) var onChange: @MainActor () -> Void = {}

  func begin(
    onBytes: @escaping @MainActor ([UInt8]) -> Void, onPause: @escaping @MainActor () -> Void,
    onChange: @escaping @MainActor () -> Void
  ) {
    calls.append("begin")
    (self.onBytes, self.onPause, self.onChange) = (onBytes, onPause, onChange)
    if !typed.isEmpty { onBytes(typed) }
  }

  func draw(_ lines: [String]) {
    calls.append(lines.joined(separator: "|"))
  }

  func end() {
    calls.append("end")
  }
}
