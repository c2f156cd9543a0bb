/// A grid of characters, each in a style, to draw on.
struct RadarCanvas {
  /// A character's position, from the left and from the top.
  struct Point: Hashable {
    var column: Int
    var row: Int
  }

  let columns: Int
  let rows: Int

  private var cells: [Point: (sign: Character, style: TerminalStyle?)] = [:]
  /// Cells that nothing else may be written into.
  private var taken: Set<Point> = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Puts a character where there is none, nor beside it.
  mutating func draw(_ sign: Character, at point: Point, style: TerminalStyle?) {
    guard contains(point), hasRoom(for: String(sign), at: point) else { return }
    cells[point] = (sign, style)
  }

  /// Lays a map under everything else, with the names on it.
  ///
  /// - Parameter gap: how many columns beside what is written stay empty.
  mutating func lay(_ map: BrailleMap, gap: Int = 1, isASCII: Bool = false) {
    let labels = map.labels(atMost: rows / 4) { label in
      hasRoom(for: label.text, at: .init(column: label.column, row: label.row))
        && !map.hasOutline(label.text, column: label.column, row: label.row)
    }
    for label in labels {
      write(label.text, at: .init(column: label.column, row: label.row), style: label.style)
    }
    for row in 0..<map.rows {
      for column in 0..<map.columns {
        let point = Point(column: column, row: row)
        guard let cell = map.cell(column: column, row: row), cells[point] == nil,
          hasRoom(for: " ", at: point, gap: gap)
        else { continue }
        cells[point] = (isASCII ? "*" : cell.sign, cell.style)
      }
    }
  }

  /// Writes a text, and keeps others away from it.
  mutating func write(_ text: String, at point: Point, style: TerminalStyle?) {
    var cell = point
    for sign in text {
      let width = TerminalText.width(of: sign)
      if contains(cell) { cells[cell] = (sign, style) }
      for _ in 0..<width {
        if contains(cell) { taken.insert(cell) }
        cell.column += 1
      }
    }
  }

  func isTaken(_ point: Point) -> Bool { taken.contains(point) }

  /// Whether a text fits without touching another, with this many columns before and after it.
  func hasRoom(for text: String, at point: Point, gap: Int = 1) -> Bool {
    let width = TerminalText.width(of: text)
    return point.row >= 0 && point.row < rows && point.column >= 0 && point.column + width <= columns
      && !(-gap..<width + gap).contains {
        taken.contains(Point(column: point.column + $0, row: point.row))
      }
  }

  /// The lines, without empty ones at the top and the bottom.
  ///
  /// - Parameter isFilled: whether to pad all lines to the canvas's width; otherwise they have no trailing
  ///   spaces.
  func lines(palette: TerminalPalette?, isFilled: Bool = false) -> [String] {
    let lines = (0..<rows).map { row in
      var line = ""
      var spaces = 0
      // Neighbours of one style need its code once.
      var (run, runStyle) = ("", TerminalStyle?.none)
      func endRun() {
        line += run.styled(runStyle, in: palette)
        run = ""
      }
      // The second half of a wide character.
      var isHalf = false
      for column in 0..<columns {
        if isHalf {
          isHalf = false
          continue
        }
        guard let (sign, style) = cells[Point(column: column, row: row)] else {
          spaces += 1
          continue
        }
        if spaces > 0 || style != runStyle { endRun() }
        line += String(repeating: " ", count: spaces)
        spaces = 0
        runStyle = style
        run.append(sign)
        isHalf = TerminalText.width(of: sign) == 2
      }
      endRun()
      return isFilled ? line + String(repeating: " ", count: spaces) : line
    }
    let first = lines.firstIndex { $0.contains { $0 != " " } } ?? 0
    let last = lines.lastIndex { $0.contains { $0 != " " } } ?? 0
    return Array(lines[first...last])
  }

  private func contains(_ point: Point) -> Bool {
    (0..<columns).contains(point.column) && (0..<rows).contains(point.row)
  }
}
