import Geography
import Nearby
import Places

/// Passes and gaps as rows for people.
public struct RouteTable: Sendable {
  private let words: RouteWording
  private let width: Int?
  private let hasColor: Bool

  /// - Parameter width: how many columns of text there are; `nil` for as many as it takes.
  public init(wording: RouteWording, width: Int? = nil, hasColor: Bool = false) {
    words = wording
    self.width = width
    self.hasColor = hasColor
  }

  /// One row a pass, aligned.
  public func table(of rows: [RouteRow]) -> String {
    text(
      rows.map(cells), styles: [nil, nil, .cyan, nil, nil, .bold, .dim, nil], numbers: [0, 1, 3, 4],
      texts: [5, 6])
  }

  /// One row a pass, its cells separated by tabs; unknown cells are empty.
  ///
  /// Kilometre, offset and side, arrival, name, category, which pass, id.
  public func plain(_ row: RouteRow) -> String {
    let place = row.pass.place
    return [
      words.along(row.pass.along), words.wording.units.wording(of: row.pass.offset),
      row.pass.stretch.side.rawValue, row.arrival.map(words.clock) ?? "",
      place.name.map(TerminalText.harmless) ?? "", place.category.map(TerminalText.harmless) ?? "",
      words.ordinal(of: row.pass) ?? "", TerminalText.harmless(place.id),
    ].joined(separator: "\t") + "\n"
  }

  /// The gaps, the longest last, and a line for the longest; of several categories only the longest of each.
  public func gaps(of report: RouteReport) -> String {
    let longest = report.longestGaps
    guard longest.count == 1 else {
      return text(
        longest.map { gap in
          [
            harmless(gap.category), words.length(gap.gap.length.metres), range(of: gap.gap),
            certainty(of: gap.gap),
          ]
        }, styles: [.bold, nil, nil, .dim], numbers: [1], texts: [0])
    }
    let sorted = report.gaps.sorted { ($0.gap.length, $0.gap.from) < ($1.gap.length, $1.gap.from) }
    return text(
      sorted.map { [words.length($0.gap.length.metres), range(of: $0.gap), certainty(of: $0.gap)] },
      styles: [nil, nil, .dim], numbers: [0], texts: [])
      + longest.map { words.longest($0) + "\n" }.joined()
  }

  /// One row a gap, its cells separated by tabs.
  public func plain(_ gap: CategoryGap) -> String {
    [
      gap.category.map(TerminalText.harmless) ?? "", words.along(gap.gap.from), words.along(gap.gap.to),
      words.along(gap.gap.length.metres), gap.gap.certainty.rawValue,
    ].joined(separator: "\t") + "\n"
  }

  private func harmless(_ word: String?) -> String {
    word.map { TerminalText.harmless($0.replacing("_", with: " ")) } ?? "a place"
  }

  private func range(of gap: RouteGap) -> String {
    "\(words.wording.units.far.symbol) \(words.number(alongTenths: gap.from)) to \(words.number(alongTenths: gap.to))"
  }

  private func certainty(of gap: RouteGap) -> String {
    switch gap.certainty {
    case .sure: ""
    case .unknownInside: "unknown inside"
    case .none: "none at all"
    }
  }

  private func cells(of row: RouteRow) -> [String] {
    let place = row.pass.place
    let isOn = row.pass.stretch.side == .on
    return [
      words.along(row.pass.along),
      isOn ? "on the" : words.wording.units.wording(of: row.pass.offset),
      isOn ? "way" : row.pass.stretch.side.rawValue,
      row.routedDetour.map { "detour \(words.wording.units.wording(of: Distance(metres: $0)))" } ?? "",
      row.arrival.map(words.clock) ?? "",
      place.name.map(TerminalText.harmless) ?? words.wording.dash,
      place.category.map { TerminalText.harmless($0.replacing("_", with: " ")) } ?? "",
      words.ordinal(of: row.pass) ?? "",
    ]
  }

  // MARK: Columns

  private static let gap = "  "
  private static let leastWidth = 7

  /// - Parameters:
  ///   - numbers: the columns that are aligned at the end.
  ///   - texts: the columns that are cut if there is no room, the last first.
  private func text(
    _ cells: [[String]], styles: [TerminalStyle?], numbers: [Int], texts: [Int]
  ) -> String {
    var widths = styles.indices.map { column in
      cells.map { TerminalText.width(of: $0[column]) }.max() ?? 0
    }
    if let width {
      func excess() -> Int {
        let shown = widths.filter { $0 > 0 }
        return shown.reduce(0, +) + Self.gap.count * max(0, shown.count - 1) - width
      }
      for column in texts.reversed() where excess() > 0 {
        widths[column] = max(min(Self.leastWidth, widths[column]), widths[column] - excess())
      }
      // What still is too wide loses its last texts, but for the first of them.
      for column in texts.dropFirst().reversed() where excess() > 0 { widths[column] = 0 }
    }
    let columns = widths.indices.filter { widths[$0] > 0 }
    return cells.map { row in
      var line = ""
      for column in columns {
        if column != columns.first { line += Self.gap }
        let missing = widths[column] - TerminalText.width(of: row[column])
        let cell =
          numbers.contains(column) && missing >= 0
          ? String(repeating: " ", count: missing) + row[column]
          : TerminalText.fitted(row[column], to: widths[column], ellipsis: words.wording.ellipsis)
        line += hasColor ? styles[column]?.applied(to: cell) ?? cell : cell
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
