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

  /// Puts a character where there is none.
  ///
  /// - Parameter gap: how many columns beside what is written stay empty.
  mutating func lay(_ sign: Character, at point: Point, style: TerminalStyle, gap: Int = 1) {
    guard contains(point), cells[point] == nil, hasRoom(for: " ", at: point, gap: gap) else { return }
    cells[point] = (sign, style)
  }

  /// Writes a text of narrow characters, and keeps others away from it.
  mutating func write(_ text: String, at point: Point, style: TerminalStyle?) {
    for (offset, sign) in text.enumerated() {
      let cell = Point(column: point.column + offset, row: point.row)
      guard contains(cell) else { continue }
      cells[cell] = (sign, style)
      taken.insert(cell)
    }
  }

  /// Whether a text fits without touching another, with this many columns before and after it.
  func hasRoom(for text: String, at point: Point, gap: Int = 1) -> Bool {
    point.row >= 0 && point.row < rows && point.column >= 0 && point.column + text.count <= columns
      && !(-gap..<text.count + gap).contains {
        taken.contains(Point(column: point.column + $0, row: point.row))
      }
  }

  /// The lines, without empty ones at the top and the bottom.
  ///
  /// - Parameter isFilled: whether to pad all lines to the canvas's width; otherwise they have no trailing
  ///   spaces.
  func lines(hasColor: Bool, isFilled: Bool = false) -> [String] {
    let lines = (0..<rows).map { row in
      var line = ""
      var spaces = 0
      // Neighbours of one style need its code once.
      var (run, runStyle) = ("", TerminalStyle?.none)
      func endRun() {
        line += run.styled(runStyle, if: hasColor)
        run = ""
      }
      for column in 0..<columns {
        guard let (sign, style) = cells[Point(column: column, row: row)] else {
          spaces += 1
          continue
        }
        if spaces > 0 || style != runStyle { endRun() }
        line += String(repeating: " ", count: spaces)
        spaces = 0
        runStyle = style
        run.append(sign)
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
