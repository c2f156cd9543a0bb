/// Keeps a cell of CSV from becoming a formula in a spreadsheet: puts an apostrophe before what could be one.
///
/// After OWASP's page on CSV injection; plain numbers and telephone numbers stay as they are.
package enum CSVFormula {
  /// The text as it is written into a cell.
  package static func guarded(_ text: String) -> String {
    guard couldBegin(text) else { return text }
    let word = text.drop { $0 == " " }
    return isNumber(word) || isPhone(word) ? text : "'" + text
  }

  /// The text before it was guarded.
  package static func unguarded(_ cell: String) -> String {
    cell.utf8.first == UInt8(ascii: "'") && couldBegin(cell) ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  /// Whether the text begins like a formula, possibly after spaces and apostrophes that a reader would remove.
  private static func couldBegin(_ text: String) -> Bool {
    switch text.unicodeScalars.first(where: { $0 != "'" && $0 != " " }) {
    case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": true
    default: false
    }
  }

  /// Whether a text is one or more international telephone numbers, which a formula cannot do any harm with.
  private static func isPhone(_ text: Substring) -> Bool {
    text.utf8.first == UInt8(ascii: "+") && text.utf8.contains { "0123456789".utf8.contains($0) }
      && text.utf8.allSatisfy { "0123456789+-.()/;, ".utf8.contains($0) }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) } && Double(text) != nil
  }
}
