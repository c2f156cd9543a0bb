import FoundationEssentials
import Geography
import Nearby
import OpeningHours
import Places

/// The next passes of a route as rows for a traveller.
struct RouteRows {
  let wording: Wording
  let palette: TerminalPalette?
  /// The time of the fix; minutes count from it.
  let time: Date?
  let openings: Openings?

  /// Columns of a readable name, and the fewest.
  private static let readableName = 18
  private static let leastName = 10
  /// The most rows worth showing.
  static let mostShown = 4

  /// `  3.2 km   12 min  Kahvila  cafe  80 m left  open`, with as much of it as a width has room for.
  func rows(of passes: some Sequence<RouteOutlook.Upcoming>, width: Int) -> [String] {
    let passes = Array(passes)
    let cells = passes.map(cells)
    for (shown, leastName) in Self.arrangements {
      var columns = shown.map { cell in
        TextColumn(cell.rawValue, of: cells, isNumber: cell == .distance || cell == .duration)
      }
      let name = shown.firstIndex(of: .name)
      let widest = name.map { columns[$0].width } ?? 0
      columns = columns.filter { $0.width > 0 || $0.index == Cell.name.rawValue }
      let room = width - (columns.width - widest)
      guard room >= min(widest, leastName) || shown.count == 1 else { continue }
      for index in columns.indices where columns[index].index == Cell.name.rawValue {
        columns[index].width = min(widest, room)
      }
      return zip(passes, cells).map { upcoming, row in
        for index in columns.indices {
          columns[index].style = Cell(rawValue: columns[index].index)?.style(in: upcoming, openings)
        }
        return shown.count == 1
          ? TerminalText.fitted(row[0], to: width, ellipsis: wording.ellipsis)
          : columns.line(of: row, palette: palette, ellipsis: wording.ellipsis)
      }
    }
    return []
  }

  /// A part of a pass in a row.
  private enum Cell: Int {
    case distance, duration, name, category, side, opening, mark

    func style(in upcoming: RouteOutlook.Upcoming, _ openings: Openings?) -> TerminalStyle? {
      switch self {
      case .name: .bold
      case .category: upcoming.pass.place.style
      case .opening, .mark:
        upcoming.arrival.flatMap { openings?.at($0).opening(of: upcoming.pass.place) }?.style
      case .distance, .duration, .side: nil
      }
    }
  }

  /// The parts to show, with the columns that the name must have: a name cut to nothing is no help, and neither is half
  /// a word.
  private static let arrangements: [(cells: [Cell], leastName: Int)] = [
    ([.distance, .duration, .name, .category, .side, .opening], readableName),
    ([.distance, .duration, .name, .side, .opening], readableName),
    ([.distance, .duration, .name, .side, .mark], readableName),
    ([.distance, .duration, .name, .mark], leastName),
    ([.distance, .name], 1),
    ([.distance], 0),
  ]

  private func cells(of upcoming: RouteOutlook.Upcoming) -> [String] {
    let words = RouteWording(wording: wording)
    let pass = upcoming.pass
    let duration = time.flatMap { time in upcoming.arrival.map { $0.timeIntervalSince(time) } }
    let opening = upcoming.arrival.flatMap { openings?.at($0).opening(of: pass.place) }
    let kind = pass.place.label.map(wording.phrases.kind)
    return [
      wording.length(upcoming.distance), duration.map(TravelTime.wording) ?? "",
      TerminalText.harmless(pass.place.heading(as: kind) ?? pass.place.id),
      pass.place.isTitledByCategory ? "" : TerminalText.harmless(kind ?? ""),
      [words.offset(of: pass), words.ordinal(of: pass)].compactMap(\.self).joined(separator: ", "),
      opening?.text(wording.phrases) ?? "", opening?.mark(wording.phrases) ?? "",
    ]
  }
}
