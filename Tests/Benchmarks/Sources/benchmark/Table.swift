import Foundation

/// Figures of the same things side by side, printed as they come.
struct Table {
  private let width = 50

  /// Prints the title and the heads of the columns.
  @discardableResult
  init(_ title: String, _ columns: String...) {
    Self.print("\n" + Self.padded(title, to: width + 2) + columns.map(Self.cell).joined())
  }

  func row(_ name: String, _ cells: String...) {
    Self.print("  " + Self.padded(name, to: width) + cells.map(Self.cell).joined())
  }

  /// A row for something unavailable, and why.
  func missing(_ name: String, _ reason: String) {
    Self.print("  " + Self.padded(name, to: width) + "  " + reason)
  }

  /// At once, to a file too: a run takes minutes.
  private static func print(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func cell(_ text: String) -> String {
    String(repeating: " ", count: max(1, 13 - text.count)) + text
  }
}

extension Double {
  /// With this many decimals.
  func formatted(decimals: Int) -> String {
    String(format: "%.\(decimals)f", self)
  }

  /// As a multiple of another.
  func ratio(to reference: Double?) -> String {
    reference.map { "× " + (self / $0).formatted(decimals: 2) } ?? "–"
  }
}
