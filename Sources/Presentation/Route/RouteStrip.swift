import Geography
import Nearby
import Places

/// The route as a line across the terminal: its heights above, the places and gaps under their kilometres.
public struct RouteStrip: Sendable {
  private let words: RouteWording
  private let width: Int
  private var hasColor: Bool
  private let report: RouteReport
  private let range: ClosedRange<Double>
  private let profile: HeightProfile?

  /// The most rows of names.
  private static let mostNameRows = 8
  private static let longestName = 24
  private static let leastWidth = 20
  private static let usualWidth = 80

  /// - Parameter width: the width in columns; `nil` if there is no terminal.
  public init(
    of report: RouteReport, in range: ClosedRange<Double>, wording: RouteWording, width: Int?,
    hasColor: Bool = false
  ) {
    self.report = report
    self.range = range
    words = wording
    self.width = max(Self.leastWidth, width ?? Self.usualWidth)
    self.hasColor = hasColor
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
    var strip = self
    if isDim { strip.hasColor = false }
    let lines =
      (rows > 2 ? strip.heights.map { [$0] } ?? [""] : []) + [strip.way(marking: along), strip.scale]
    return lines.map { $0.styled(.dim, if: isDim && hasColor) }
  }

  /// The picture, with a line for each longest gap.
  public var picture: String {
    let bars = report.longestGaps.flatMap { [bar(for: $0), words.longest($0)] }
    let lines: [String] = (heights.map { [$0] } ?? []) + [way(marking: nil), scale] + names + bars
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private var isASCII: Bool { words.wording.isASCII }

  private func column(of along: Double) -> Int {
    let length = range.upperBound - range.lowerBound
    guard length > 0 else { return 0 }
    let part = (along - range.lowerBound) / length
    return min(width - 1, max(0, Int(clamping: (part * Double(width - 1)).rounded())))
  }

  private var heights: String? {
    guard let profile else { return nil }
    let signs: [Character] = isASCII ? Array("_.-=*#") : Array("▁▂▃▄▅▆▇█")
    let means = (0..<width).map { column -> Double in
      let piece = (range.upperBound - range.lowerBound) / Double(width)
      let first = Int(clamping: (range.lowerBound + Double(column) * piece) / profile.step)
      let last = Int(clamping: (range.lowerBound + Double(column + 1) * piece) / profile.step)
      let heights = profile.heights[
        min(first, profile.heights.count - 1)...min(max(first, last), profile.heights.count - 1)]
      return heights.reduce(0, +) / Double(heights.count)
    }
    guard let lowest = means.min(), let highest = means.max() else { return nil }
    // Less than this is flat.
    let span = max(highest - lowest, 20)
    return String(
      means.map { height in
        signs[min(signs.count - 1, Int(clamping: (height - lowest) / span * Double(signs.count)))]
      }
    ).styled(.green, if: hasColor)
  }

  private func way(marking along: Double?) -> String {
    var signs = [Character](repeating: isASCII ? "-" : "━", count: width)
    signs[0] = isASCII ? "|" : "┣"
    signs[width - 1] = isASCII ? "|" : "┫"
    for gap in report.route.breaks { signs[column(of: gap.along.metres)] = isASCII ? "/" : "╱" }
    for row in report.rows { signs[column(of: row.pass.along)] = isASCII ? "o" : "●" }
    guard let along else { return String(signs).styled(.bold, if: hasColor) }
    let here = column(of: along)
    return String(signs[..<here]).styled(.dim, if: hasColor)
      + (isASCII ? "@" : "▲").styled(.yellow, if: hasColor)
      + String(signs[(here + 1)...]).styled(.bold, if: hasColor)
  }

  private var scale: String {
    let unit = words.wording.units.far
    let total = (range.upperBound - range.lowerBound) / unit.metres
    let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    // A number and some space for each.
    let step = steps.first { total / $0 <= Double(width) / 10 } ?? 100_000
    var line = [Character](repeating: " ", count: width)
    let end = Array("\(words.along(range.upperBound))")
    let endColumn = max(0, width - end.count)
    var mark = (range.lowerBound / unit.metres / step).rounded(.up) * step
    var free = 0
    while mark * unit.metres < range.upperBound {
      let text = Array(step < 1 ? words.number(alongTenths: mark * unit.metres) : "\(Int(clamping: mark))")
      let start = column(of: mark * unit.metres)
      if start >= free, start + text.count < endColumn {
        line.replaceSubrange(start..<start + text.count, with: text)
        free = start + text.count + 1
      }
      mark += step
    }
    line.replaceSubrange(endColumn..<endColumn + min(end.count, width), with: end.prefix(width))
    return String(line)
  }

  /// The names under their kilometres, each in the first row that has room for it.
  private var names: [String] {
    var rows: [(text: String, end: Int)] = []
    var left = 0
    for row in report.rows {
      let place = row.pass.place
      let name = TerminalText.harmless(
        place.heading(as: place.label.map(words.wording.phrases.kind)) ?? words.wording.dash)
      let cut =
        TerminalText.width(of: name) > Self.longestName
        ? TerminalText.fitted(name, to: Self.longestName, ellipsis: words.wording.ellipsis) : name
      let length = TerminalText.width(of: cut)
      let start = min(column(of: row.pass.along), max(0, width - length))
      if let index = rows.firstIndex(where: { $0.end < start || $0.end == 0 }) {
        rows[index].text += String(repeating: " ", count: start - rows[index].end) + cut
        rows[index].end = start + length
      } else if rows.count < Self.mostNameRows {
        rows.append((String(repeating: " ", count: start) + cut, start + length))
      } else {
        left += 1
      }
    }
    return rows.map(\.text) + (left > 0 ? [words.wording(.more, count: left)] : [])
  }

  private func bar(for gap: CategoryGap) -> String {
    let (start, end) = (column(of: gap.gap.from), column(of: gap.gap.to))
    guard end > start else { return "" }
    let line = String(repeating: isASCII ? "-" : "─", count: end - start - 1)
    let bar = (isASCII ? "<" : "├") + line + (isASCII ? ">" : "┤")
    return String(repeating: " ", count: start) + bar.styled(.yellow, if: hasColor)
  }
}
