/// A column of a table on a terminal.
struct TextColumn {
  /// Which of a row's cells it shows.
  let index: Int
  /// How wide a terminal shows it.
  var width: Int
  /// Whether its cells are aligned at the end, and never cut.
  var isNumber = false
  var style: TerminalStyle?

  /// What is between two columns.
  static let gap = "  "

  /// The number of a row in a list of so many rows, as a column before it.
  static func number(
    _ row: Int, of rows: Int, style: TerminalStyle? = nil, palette: TerminalPalette? = nil
  ) -> String {
    let number = String(row)
    let padding = String(repeating: " ", count: String(rows).count - number.count)
    return padding + number.styled(style, in: palette) + gap
  }

  init(_ index: Int, width: Int, isNumber: Bool = false, style: TerminalStyle? = nil) {
    self.index = index
    self.width = width
    self.isNumber = isNumber
    self.style = style
  }

  /// A column as wide as its widest cell.
  init(_ index: Int, of rows: [[String]], isNumber: Bool = false, style: TerminalStyle? = nil) {
    let width = rows.map { TerminalText.width(of: $0[index]) }.max() ?? 0
    self.init(index, width: width, isNumber: isNumber, style: style)
  }
}

extension [TextColumn] {
  /// How wide they are together.
  var width: Int { reduce(0) { $0 + $1.width } + TextColumn.gap.count * Swift.max(0, count - 1) }

  /// A line for each row.
  func text(of rows: [[String]]) -> String { rows.map { line(of: $0) + "\n" }.joined() }

  /// A row without spaces at its end.
  func line(of row: [String], palette: TerminalPalette? = nil, ellipsis: String = "…") -> String {
    var line = ""
    for (position, column) in enumerated() {
      let text = row[column.index]
      let missing = column.width - TerminalText.width(of: text)
      let cell =
        column.isNumber
        ? String(repeating: " ", count: Swift.max(0, missing)) + text
        : position == count - 1 && missing >= 0
          ? text : TerminalText.fitted(text, to: column.width, ellipsis: ellipsis)
      line += (position > 0 ? TextColumn.gap : "") + cell.styled(column.style, in: palette)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
