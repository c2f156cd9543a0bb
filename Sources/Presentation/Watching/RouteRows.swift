import FoundationEssentials
import Nearby
import Places

/// The next passes of a route as rows for a traveller.
struct RouteRows {
  let wording: Wording
  let palette: TerminalPalette?
  /// The time of the fix; minutes count from it.
  let time: Date?
  let openings: Openings?

  /// The most rows worth showing.
  static let mostShown = 4

  /// `  3.2 km   12 min  Kahvila  cafe  80 m left  open`, with as much of it as a width has room for.
  func rows(of passes: some Sequence<RouteOutlook.Upcoming>, width: Int) -> [String] {
    let passes = Array(passes)
    let openings = passes.map { upcoming in
      upcoming.arrival.flatMap { self.openings?.at($0).opening(of: upcoming.pass.place) }
    }
    let table = RouteTable(
      wording: RouteWording(wording: wording), width: width, palette: palette)
    return table.lines(
      table.adding(openings, to: passes.map(cells), [0, 1], [2, 3]),
      styles: zip(passes, openings).map { [nil, nil, .bold, $0.pass.place.style, nil, $1?.style] },
      numbers: [0, 1], texts: [2, 3])
  }

  private func cells(of upcoming: RouteOutlook.Upcoming) -> [String] {
    let words = RouteWording(wording: wording)
    let pass = upcoming.pass
    let duration = time.flatMap { time in upcoming.arrival.map { $0.timeIntervalSince(time) } }
    let kind = pass.place.label.map(wording.phrases.kind)
    return [
      wording.length(upcoming.distance), duration.map(TravelTime.wording) ?? "",
      TerminalText.harmless(pass.place.heading(as: kind) ?? pass.place.id),
      pass.place.isTitledByCategory ? "" : TerminalText.harmless(kind ?? ""),
      [words.offset(of: pass), words.ordinal(of: pass)].compactMap(\.self).joined(separator: ", "),
    ]
  }
}
