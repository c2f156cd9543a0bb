/// A column of a table on a terminal.
struct TextColumn {
  /// Which of a row's cells it shows.
  let index: Int
  /// How wide a terminal shows it.
  var width: Int
  /// Whether wider cells are cut, rather than stand out of it.
  var isCut = false
  /// Whether its cells are aligned at the end, and never cut.
  var isNumber = false
  /// Its share of the room for texts that are cut: 1, 2 for the one that goes last, 0 for what is not cut.
  var weight = 0
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

  /// How wide cells make it; the values of OpenStreetMap have 255 letters. Spaces to the width of a monstrous one would
  /// stand in every row.
  static let widest = 512
  /// Columns below which a text is no longer readable.
  fileprivate static let leastWidth = 7
}

extension TextColumn {
  /// A column as wide as its widest cell that is not wider than a limit.
  init(
    _ index: Int, of rows: [[String]], isNumber: Bool = false, weight: Int = 0
  ) {
    let width = rows.map { Swift.min(TerminalText.width(of: $0[index]), Self.widest) }.max() ?? 0
    self.init(index: index, width: width, isNumber: isNumber, weight: weight)
  }
}

extension [TextColumn] {
  /// How wide they are together.
  var width: Int { reduce(0) { $0 + $1.width } + TextColumn.gap.count * Swift.max(0, count - 1) }

  /// The columns that there is room for.
  ///
  /// Texts are cut as necessary, the longest first and the main one least, while each stays readable; then columns
  /// disappear, the last text first.
  func fitted(to width: Int?) -> [TextColumn] {
    guard let width else { return self }
    var columns = self
    while true {
      let taken = columns.width - columns.reduce(0) { $0 + ($1.weight > 0 ? $1.width : 0) }
      let cut = columns.cut(to: width - taken)
      let isReadable = zip(cut, columns).allSatisfy {
        $0.width == $1.width || $0.width >= TextColumn.leastWidth
      }
      if width >= taken && isReadable || columns.count == 1 { return cut }
      let others = columns.indices.filter { columns[$0].weight < 2 }
      let last = others.last { columns[$0].weight > 0 } ?? others.last
      columns.remove(at: last ?? columns.count - 1)
    }
  }

  /// The texts so narrow that they fit together: narrow ones keep their width, the others share the rest by weight.
  private func cut(to room: Int) -> [TextColumn] {
    var columns = self
    var room = Swift.max(0, room)
    var weights = reduce(0) { $0 + $1.weight }
    let narrowFirst = indices.filter { self[$0].weight > 0 }
      .sorted { self[$0].width * self[$1].weight < self[$1].width * self[$0].weight }
    for index in narrowFirst {
      columns[index].width = Swift.min(self[index].width, room * self[index].weight / weights)
      columns[index].isCut = true
      room -= columns[index].width
      weights -= self[index].weight
    }
    return columns
  }

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
        : (missing < 0 ? !column.isCut : position == count - 1)
          ? text : TerminalText.fitted(text, to: column.width, ellipsis: ellipsis)
      // A style after the last letter would keep the spaces at the end of a row.
      let spaces = cell.reversed().prefix { $0 == " " }.count
      line +=
        (position > 0 ? TextColumn.gap : "") + String(cell.dropLast(spaces)).styled(column.style, in: palette)
      line += String(repeating: " ", count: spaces)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
