import FoundationEssentials
import Geography
import Nearby
import OpeningHours
import Places

/// The next passes of a route as rows for a traveller.
struct RouteRows {
  let wording: Wording
  let hasColor: Bool
  /// The time of the fix; minutes count from it.
  let time: Date?
  let openings: Openings?

  /// Columns of a readable name, and the fewest.
  private static let readableName = 18
  private static let leastName = 10
  /// The most rows worth showing.
  static let mostShown = 4

  /// `  3.2 km   12 min  Kahvila · cafe  80 m left`, cut to a width.
  func rows(of passes: some Sequence<RouteOutlook.Upcoming>, width: Int) -> [String] {
    let cells = passes.map(cells)
    func widest(_ texts: [String]) -> Int { texts.map(TerminalText.width).max() ?? 0 }
    let distance = widest(cells.map(\.distance))
    var duration = widest(cells.map(\.duration))
    if width - distance - duration - 4 < Self.leastName { duration = 0 }
    let room = width - distance - (duration == 0 ? 0 : duration + 2) - 2
    guard room > 0 else {
      return cells.map { TerminalText.fitted($0.distance, to: width, ellipsis: wording.ellipsis) }
    }
    let widestName = widest(cells.map(\.name))
    // A name cut to nothing is no help, and neither is half a word: whatever does not fit is left out.
    let notes = Notes.allCases.first { notes in
      let least = notes == .least ? Self.leastName : Self.readableName
      return room - widest(cells.map { $0.text(of: notes) }) - 2 >= min(widestName, least)
    }
    let rest = notes.map { notes in widest(cells.map { $0.text(of: notes) }) + 2 } ?? 0
    let columns = [
      TextColumn(0, width: distance, isNumber: true), TextColumn(1, width: duration, isNumber: true),
      TextColumn(2, width: min(widestName, room - rest), style: .bold),
      TextColumn(3, width: max(0, rest - 2)),
    ].filter { $0.width > 0 }
    return cells.map {
      let row = [$0.distance, $0.duration, $0.name, notes.map($0.text) ?? ""]
      return columns.line(of: row, hasColor: hasColor, ellipsis: wording.ellipsis)
    }
  }

  /// How much a row says about a pass besides its name.
  private enum Notes: CaseIterable {
    case all, withoutTimes, least
  }

  /// The parts of a pass in a row.
  private struct Cells {
    let distance: String
    let duration: String
    let name: String
    let offset: String
    let ordinal: String?
    let opening: ShownOpening?
    let words: Phrases

    func text(of notes: Notes) -> String {
      let more: [String?] =
        switch notes {
        case .all: [ordinal, opening?.text(words)]
        case .withoutTimes: [ordinal, opening.flatMap { $0.isUnknown ? nil : $0.stateText(words) }]
        case .least: [opening.map { $0.closedMark(words) }.flatMap { $0.isEmpty ? nil : $0 }]
        }
      return ([offset] + more).compactMap(\.self).joined(separator: ", ")
    }
  }

  private func cells(of upcoming: RouteOutlook.Upcoming) -> Cells {
    let words = RouteWording(wording: wording)
    let pass = upcoming.pass
    let duration = time.flatMap { time in upcoming.arrival.map { $0.timeIntervalSince(time) } }
    return Cells(
      distance: wording.length(upcoming.distance),
      duration: duration.map(TravelTime.wording) ?? "",
      name: pass.place.summary(askedAs: pass.matched, wording) ?? TerminalText.harmless(pass.place.id),
      offset: words.offset(of: pass),
      ordinal: words.ordinal(of: pass),
      opening: upcoming.arrival.flatMap { openings?.at($0).opening(of: pass.place) },
      words: wording.phrases)
  }
}
