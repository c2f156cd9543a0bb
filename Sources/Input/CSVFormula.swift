/// Keeps a cell of CSV from becoming a formula in a spreadsheet: an apostrophe stands before what could be one.
///
/// After OWASP's page on CSV injection; plain numbers stay as they are.
package enum CSVFormula {
  /// The text as it is written into a cell.
  package static func guarded(_ text: String) -> String {
    guard couldBegin(text), !isNumber(text) else { return text }
    return "'" + text
  }

  /// The text that stood before it was guarded.
  package static func unguarded(_ cell: String) -> String {
    cell.utf8.first == UInt8(ascii: "'") && couldBegin(cell) ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  /// Whether the text begins as a formula does; if need be, behind apostrophes that a reader would take away.
  private static func couldBegin(_ text: String) -> Bool {
    switch text.unicodeScalars.first(where: { $0 != "'" }) {
    case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": true
    default: false
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) } && Double(text) != nil
  }
}
