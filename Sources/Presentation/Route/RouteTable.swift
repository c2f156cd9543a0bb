import Geography
import Nearby
import Places

/// Passes and gaps as rows for people.
public struct RouteTable: Sendable {
  private let words: RouteWording
  private let width: Int?
  private let palette: TerminalPalette?
  private let fields: [RouteColumn]?
  private let isBrief: Bool

  /// - Parameters:
  ///   - width: the width in columns; `nil` for no limit.
  ///   - fields: the columns, in order; `nil` for the usual ones.
  ///   - isBrief: whether to leave out times.
  public init(
    wording: RouteWording, width: Int? = nil, palette: TerminalPalette? = nil,
    fields: [RouteColumn]? = nil, isBrief: Bool = false
  ) {
    self.fields = fields
    self.isBrief = isBrief
    words = wording
    self.width = width
    self.palette = palette
  }

  /// One row per pass, aligned.
  public func table(of rows: [RouteRow]) -> String { lines(of: rows).map { $0 + "\n" }.joined() }

  /// The same without line endings.
  func lines(of rows: [RouteRow]) -> [String] {
    guard let fields else {
      let (numbers, texts): (Set, Set) = ([0, 1, 3, 4], [5, 6])
      let cells = rows.map(cells)
      return lines(
        showsOpening(in: rows) ? adding(rows.map(\.opening), to: cells, numbers, texts) : cells,
        styles: rows.map {
          [nil, nil, .direction, nil, nil, .bold, $0.pass.place.style, nil, $0.opening?.style]
        }, numbers: numbers, texts: texts)
    }
    return lines(
      rows.map { row in fields.map { cell(of: $0, in: row) } },
      styles: rows.map { row in fields.map { $0.place?.style(in: row.shownPlace) } },
      numbers: Set(fields.indices.filter { [.along, .offset, .detour, .eta].contains(fields[$0]) }),
      texts: Set(fields.indices.filter { fields[$0].place?.isText == true }))
  }

  /// One row per pass, its cells separated by tabs; unknown cells are empty.
  ///
  /// For programs: lengths are in metres and times in UTC, whatever the units.
  public func plain(_ row: RouteRow) -> String {
    let fields = fields ?? RouteColumn.plain
    // As a column of its own, it is said there.
    let place = fields.contains(.place(.caveat)) ? nil : row.pass.place
    return fields.map { field in
      let caveat = field == .place(.category) ? place?.caveat.map { " (\($0))" } : nil
      return field.value(in: row).map { TerminalText.harmless($0 + (caveat ?? "")) } ?? ""
    }.joined(separator: "\t") + "\n"
  }

  /// Scripts always find the same columns.
  private func showsOpening(in rows: [RouteRow]) -> Bool {
    !isBrief && (width != nil || rows.contains { $0.openings?.isAsked == true })
  }

  /// The gaps, the longest last, and a line for the longest; of several categories only the longest of each.
  public func gaps(of report: RouteReport) -> String {
    let longest = report.longestGaps
    guard longest.count == 1 else {
      return lines(
        longest.map { gap in
          [
            words.wording.kind(gap.category), words.length(gap.gap.length.metres),
            words.range(gap.gap.from, gap.gap.to), words.certainty(of: gap.gap) ?? "",
          ]
        }, styles: longest.map { _ in [.bold, nil, nil, .dim] }, numbers: [1], texts: [0]
      ).map { $0 + "\n" }.joined()
    }
    let sorted = report.gaps.sorted { ($0.gap.length, $0.gap.from) < ($1.gap.length, $1.gap.from) }
    let rows = lines(
      sorted.map {
        [
          words.length($0.gap.length.metres), words.range($0.gap.from, $0.gap.to),
          words.certainty(of: $0.gap) ?? "",
        ]
      },
      styles: sorted.map { _ in [nil, nil, .dim] }, numbers: [0], texts: [])
    return (rows + longest.map(words.longest) + report.joinedGaps.map(words.joined)).map { $0 + "\n" }
      .joined()
  }

  /// One row per gap, with tab-separated cells: category, start, end and length in metres, certainty.
  public func plain(_ gap: CategoryGap) -> String {
    [
      gap.category.map(TerminalText.harmless) ?? "", gap.gap.from.toThousandth.decimal,
      gap.gap.to.toThousandth.decimal, gap.gap.length.metres.toThousandth.decimal, gap.gap.certainty.rawValue,
    ].joined(separator: "\t") + "\n"
  }

  private func cell(of field: RouteColumn, in row: RouteRow) -> String {
    switch field {
    case .along: words.along(row.pass.along)
    case .until: row.pass.stretch.until.map(words.along) ?? ""
    case .offset: words.wording.length(row.pass.offset)
    case .eta: row.arrival.map(words.clock) ?? ""
    case .detour:
      words.wording.length(row.routedDetour.map(Distance.init(metres:)) ?? row.pass.leastDetour)
    case .place(.name): heading(of: row)
    case .place(.category): category(of: row) ?? ""
    case .place(.opening): row.opening?.text(words.wording.phrases) ?? ""
    case .side: words.side(of: row.pass)
    case .pass, .passes, .place: field.value(in: row).map(TerminalText.harmless) ?? ""
    }
  }

  private func heading(of row: RouteRow) -> String {
    NearbyTable(wording: words.wording).heading(of: row.shownPlace) ?? words.wording.dash
  }

  /// `water (potability unknown)`.
  private func category(of row: RouteRow, hasWord: Bool = true) -> String? {
    NearbyTable(wording: words.wording).category(
      of: row.shownPlace, because: row.pass.place.reason(for: row.pass.matched, in: words.wording.language),
      hasWord: hasWord,
      also: row.pass.stretch.until.map { words.wording(.toPosition, ["position": words.position($0)]) })
  }

  private func cells(of row: RouteRow) -> [String] {
    let isOn = row.pass.stretch.side == .on
    return [
      words.along(row.pass.along),
      isOn ? "" : words.wording.length(row.pass.offset),
      words.side(of: row.pass),
      row.routedDetour.map {
        words.wording(.detour, ["distance": words.wording.length(Distance(metres: $0))])
      } ?? "",
      isBrief ? "" : row.arrival.map(words.clock) ?? "",
      heading(of: row),
      // What stands for a name need not be said again.
      category(of: row, hasWord: !row.shownPlace.isTitledByCategory(words.wording.phrases)) ?? "",
      words.ordinal(of: row.pass) ?? "",
    ]
  }

  /// The rows with whether the places are open, each in as many words as there is room for: a time that is cut says
  /// nothing.
  func adding(
    _ openings: [ShownOpening?], to rows: [[String]], _ numbers: Set<Int>, _ texts: Set<Int>
  ) -> [[String]] {
    let room = width.map { $0 - columns(of: rows, numbers, texts).width - TextColumn.gap.count } ?? .max
    return zip(rows, openings).map { row, opening in
      let texts = [ShownOpening.text, ShownOpening.shortText, ShownOpening.stateText].map { text in
        opening.map { text($0)(words.wording.phrases) } ?? ""
      }
      return row + [texts.first { TerminalText.width(of: $0) <= room } ?? texts[2]]
    }
  }

  /// - Parameters:
  ///   - styles: those of each row's cells.
  ///   - numbers: the columns that are aligned at the end.
  ///   - texts: the columns that are cut if there is no room, the first of them least.
  func lines(
    _ cells: [[String]], styles: [[TerminalStyle?]], numbers: Set<Int>, texts: Set<Int>
  ) -> [String] {
    var columns = columns(of: cells, numbers, texts).fitted(to: width)
    return zip(cells, styles).map { cells, styles in
      for index in columns.indices { columns[index].style = styles[columns[index].index] }
      return columns.line(of: cells, palette: palette, ellipsis: words.wording.ellipsis)
    }
  }

  /// As wide as their widest cells.
  private func columns(of cells: [[String]], _ numbers: Set<Int>, _ texts: Set<Int>) -> [TextColumn] {
    (cells.first ?? []).indices.map {
      TextColumn(
        $0, of: cells, isNumber: numbers.contains($0),
        weight: $0 == texts.min() ? 2 : texts.contains($0) ? 1 : 0)
    }.filter { $0.width > 0 }
  }
}

extension RouteColumn {
  fileprivate var place: PlaceColumn? { if case .place(let field) = self { field } else { nil } }
}
