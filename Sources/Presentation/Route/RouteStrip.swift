import Geography
import Nearby

/// The route as a line across the terminal: its heights above, the places and gaps under their kilometres.
public struct RouteStrip: Sendable {
  private let words: RouteWording
  private var width: Int
  private let palette: TerminalPalette?
  private let report: RouteReport
  private let range: ClosedRange<Double>
  private let profile: HeightProfile?

  private static let heightRows = 3
  /// The most rows of names.
  private static let mostNameRows = 8
  private static let longestName = 24
  private static let leastWidth = 20
  private static let usualWidth = 80

  /// - Parameter width: the width in columns; `nil` if there is no terminal.
  public init(
    of report: RouteReport, in range: ClosedRange<Double>, wording: RouteWording, width: Int?,
    palette: TerminalPalette? = nil
  ) {
    self.report = report
    self.range = range
    words = wording
    self.width = max(Self.leastWidth, width ?? Self.usualWidth)
    self.palette = palette
    profile = HeightProfile(report.route)
  }

  /// The route alone: its heights, if it has any and there are three rows, its line, and the kilometres.
  ///
  /// - Parameters:
  ///   - along: the user's position, in metres along the route; `nil` if unknown.
  ///   - rows: how many lines there are.
  ///   - isDim: whether all of it may be out of date.
  func lines(marking along: Double?, rows: Int, isDim: Bool = false) -> [String] {
    guard rows > 1 else { return [] }
    var canvas = RadarCanvas(columns: width, rows: rows)
    if rows > 2 { drawHeights(on: &canvas, rows: 1, column: 0) }
    drawWay(on: &canvas, row: rows - 2, column: 0, marking: along)
    drawScale(on: &canvas, row: rows - 1, column: 0)
    return canvas.lines(palette: isDim ? nil : palette).map { $0.styled(.dim, in: isDim ? palette : nil) }
  }

  /// The picture, with a line for each longest gap.
  public var picture: String {
    let heights = profile?.scale(in: range, count: width)
    // Of the highest and the lowest line of heights.
    let labels = heights.map { [$0.upperBound, $0.lowerBound].map(words.height) } ?? []
    let margin = labels.map { TerminalText.width(of: $0) + 1 }.max() ?? 0
    var strip = self
    strip.width = max(Self.leastWidth, width - margin)
    let way = labels.isEmpty ? 0 : Self.heightRows
    var canvas = RadarCanvas(columns: margin + strip.width, rows: way + 2 + Self.mostNameRows)
    for (label, row) in zip(labels, [0, way - 1]) {
      canvas.write(
        label, at: .init(column: margin - 1 - TerminalText.width(of: label), row: row), style: .dim)
    }
    strip.drawHeights(on: &canvas, rows: way, column: margin)
    strip.drawWay(on: &canvas, row: way, column: margin, marking: nil)
    strip.drawScale(on: &canvas, row: way + 1, column: margin)
    let left = strip.drawNames(on: &canvas, below: way + 1, column: margin)
    let more = left > 0 ? [words.wording(.more, count: left)] : []
    let bars = report.longestGaps.flatMap { gap in
      [String(repeating: " ", count: margin) + strip.bar(for: gap)]
        + TerminalText.wrapped(words.longest(gap), to: width)
    }
    return (canvas.lines(palette: palette) + more + bars).map { $0 + "\n" }.joined()
  }

  private var isASCII: Bool { words.wording.isASCII }

  private func column(of along: Double) -> Int {
    let length = range.upperBound - range.lowerBound
    guard length > 0 else { return 0 }
    let part = (along - range.lowerBound) / length
    return min(width - 1, max(0, Int(clamping: (part * Double(width - 1)).rounded())))
  }

  private func drawHeights(on canvas: inout RadarCanvas, rows: Int, column: Int) {
    guard rows > 0, let profile, let scale = profile.scale(in: range, count: width) else { return }
    let signs: [Character] = isASCII ? Array("_.-=*#") : Array("▁▂▃▄▅▆▇█")
    let levels = Double(signs.count * rows)
    for (index, height) in profile.means(in: range, count: width).enumerated() {
      let part = (height - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
      let level = min(signs.count * rows - 1, Int(clamping: part * levels))
      for row in 0...level / signs.count {
        canvas.write(
          String(signs[min(signs.count - 1, level - row * signs.count)]),
          at: .init(column: column + index, row: rows - 1 - row), style: .heights)
      }
    }
  }

  private func drawWay(on canvas: inout RadarCanvas, row: Int, column: Int, marking along: Double?) {
    let here = along.map(self.column)
    func put(_ sign: Character, at place: Int, _ style: TerminalStyle) {
      let isPast = here.map { place < $0 } ?? false
      canvas.write(
        String(sign), at: .init(column: column + place, row: row), style: isPast ? .dim : style)
    }
    for place in 1..<width - 1 { put(isASCII ? "-" : "━", at: place, .bold) }
    put(isASCII ? "|" : "┣", at: 0, .bold)
    put(isASCII ? "|" : "┫", at: width - 1, .bold)
    for gap in report.route.breaks {
      put(isASCII ? "/" : "╱", at: self.column(of: gap.along.metres), .bold)
    }
    for pass in report.rows.map(\.pass) {
      put(isASCII ? "o" : "●", at: self.column(of: pass.along), pass.place.style)
    }
    if let here { put(isASCII ? "@" : "▲", at: here, .bold) }
  }

  private func drawScale(on canvas: inout RadarCanvas, row: Int, column: Int) {
    let end = words.along(range.upperBound)
    let endColumn = max(0, width - end.count)
    canvas.write(String(end.prefix(width)), at: .init(column: column + endColumn, row: row), style: .dim)
    // A number and some space for each.
    for mark in words.marks(in: range, atMost: width / 10) {
      let point = RadarCanvas.Point(column: column + self.column(of: mark.along), row: row)
      if canvas.hasRoom(for: mark.text, at: point, gap: 1) { canvas.write(mark.text, at: point, style: .dim) }
    }
  }

  /// The names, each on a line that leads down from its dot, and how many there was no room for.
  private func drawNames(on canvas: inout RadarCanvas, below row: Int, column: Int) -> Int {
    let byColumn = Dictionary(grouping: report.rows) { self.column(of: $0.pass.along) }
    // From the end to the start, the lines of places before a name need not cross it; near the end, where names stand
    // before their lines, it is the other way round.
    let backwards = byColumn.keys.sorted(by: >)
    let (early, late) = (
      backwards.filter { $0 + 2 + Self.longestName <= width },
      backwards.filter { $0 + 2 + Self.longestName > width }
    )
    let attempts = [backwards, late.reversed() + early].map { order in
      var attempt = (canvas: canvas, left: 0)
      for place in order {
        // The row that the line leads down to.
        var end = row
        for pass in (byColumn[place] ?? []).map(\.pass) {
          let reached = drawName(of: pass, on: &attempt.canvas, from: end, below: row, column: column, place)
          if reached == nil { attempt.left += 1 }
          end = reached ?? end
        }
      }
      return attempt
    }
    guard let best = attempts.min(by: { $0.left < $1.left }) else { return 0 }
    canvas = best.canvas
    return best.left
  }

  private func drawName(
    of pass: RoutePass, on canvas: inout RadarCanvas, from end: Int, below top: Int, column: Int, _ place: Int
  ) -> Int? {
    let name = TerminalText.harmless(
      pass.place.heading(askedAs: nil, words.wording.phrases) ?? words.wording.dash)
    let length = min(TerminalText.width(of: name), Self.longestName, width - 2)
    let cut = TerminalText.fitted(name, to: length, ellipsis: words.wording.ellipsis)
    // A short name at the end stands before its line like the long ones there, which would be in its way.
    let isAfter = place + 2 + (place > length ? Self.longestName : length) <= width
    let start = column + (isAfter ? place + 2 : place - 1 - length)
    func point(_ row: Int) -> RadarCanvas.Point { .init(column: column + place, row: row) }
    func isFree(_ row: Int) -> Bool {
      start >= column && canvas.hasRoom(for: "|", at: point(row), gap: 0)
        && canvas.hasRoom(for: cut, at: .init(column: start, row: row))
    }
    for row in end + 1..<canvas.rows where isFree(row) {
      // Another name may be in the way of the line.
      guard (end + 1..<row).allSatisfy({ !canvas.isTaken(point($0)) }) else { return nil }
      if end > top { canvas.write(isASCII ? "|" : isAfter ? "├" : "┤", at: point(end), style: .dim) }
      if end == top, canvas.hasRoom(for: "|", at: point(top)) {
        canvas.write(isASCII ? "|" : "│", at: point(top), style: .dim)
      }
      for line in end + 1..<row { canvas.write(isASCII ? "|" : "│", at: point(line), style: .dim) }
      canvas.write(isASCII ? "`" : isAfter ? "╰" : "╯", at: point(row), style: .dim)
      // The line of another place must not touch it.
      if start > column { canvas.write(" ", at: .init(column: start - 1, row: row), style: nil) }
      canvas.write(cut, at: .init(column: start, row: row), style: nil)
      if !isAfter { canvas.write(" ", at: .init(column: column + place - 1, row: row), style: nil) }
      return row
    }
    return nil
  }

  /// `├── 3.0 km ──┤`, or the length after it if it is short.
  private func bar(for gap: CategoryGap) -> String {
    let (start, end) = (column(of: gap.gap.from), column(of: gap.gap.to))
    let length = words.length(gap.gap.length.metres)
    let (left, right, dash) = isASCII ? ("<", ">", "-") : ("├", "┤", "─")
    let room = end - start - 1 - length.count - 2
    let bar: String
    if room >= 2 {
      let dashes = [room / 2, room - room / 2].map { String(repeating: dash, count: $0) }
      bar = "\(left)\(dashes[0]) \(length) \(dashes[1])\(right)"
    } else {
      bar = left + String(repeating: dash, count: max(0, end - start - 1)) + right
    }
    let indented = String(repeating: " ", count: start) + bar.styled(.gap, in: palette)
    return room >= 2 ? indented : "\(indented) \(length)"
  }
}

extension HeightProfile {
  /// The mean heights of equal parts of a stretch, in metres.
  func means(in range: ClosedRange<Double>, count: Int) -> [Double] {
    let piece = (range.upperBound - range.lowerBound) / Double(count)
    return (0..<count).map { index in
      let first = Int(clamping: (range.lowerBound + Double(index) * piece) / step)
      let last = Int(clamping: (range.lowerBound + Double(index + 1) * piece) / step)
      let part = heights[min(first, heights.count - 1)...min(max(first, last), heights.count - 1)]
      return part.reduce(0, +) / Double(part.count)
    }
  }

  /// From the lowest to the highest of them, or farther, as less than 20 m is flat.
  func scale(in range: ClosedRange<Double>, count: Int) -> ClosedRange<Double>? {
    let means = means(in: range, count: count)
    guard let low = means.min(), let high = means.max() else { return nil }
    return low...max(high, low + 20)
  }
}
