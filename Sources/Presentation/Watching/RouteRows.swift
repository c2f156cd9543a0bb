import Foundation
import Geography
import Nearby
import Places

/// The next passes of a route as rows for a traveller.
struct RouteRows {
  let wording: Wording
  let hasColor: Bool
  /// The time of the fix; minutes count from it.
  let time: Date?
  let openings: Openings?

  private static let readableName = 12
  /// The most rows worth showing.
  static let mostShown = 4

  /// `  3.2 km   12 min  Kahvila, cafe  80 m left`, cut to a width.
  func rows(of passes: some Sequence<RouteOutlook.Upcoming>, width: Int) -> [String] {
    let cells = passes.map(cells)
    func widest(_ column: Int) -> Int { cells.map { TerminalText.width(of: $0[column]) }.max() ?? 0 }
    let (distance, duration, rest) = (widest(0), widest(1), widest(3))
    // A shortened name is no help; the location can be cut.
    let room = width - distance - (duration == 0 ? 0 : duration + 2) - 2
    let name = max(0, min(widest(2), max(room - rest - 2, Self.readableName), room))
    return cells.map { cell in
      let columns = [
        padded(cell[0], to: distance), duration == 0 ? nil : padded(cell[1], to: duration),
        styled(TerminalText.fitted(cell[2], to: name, ellipsis: wording.ellipsis), .bold),
      ].compactMap(\.self)
      let line = columns.joined(separator: "  ")
      let taken = distance + (duration == 0 ? 0 : duration + 2) + name + 2
      guard width - taken > 3 else { return line }
      return line + "  "
        + TerminalText.fitted(cell[3], to: min(rest, width - taken - 2), ellipsis: wording.ellipsis)
    }
  }

  private func cells(of upcoming: RouteOutlook.Upcoming) -> [String] {
    let words = RouteWording(wording: wording)
    let pass = upcoming.pass
    let duration = time.flatMap { time in upcoming.arrival.map { $0.timeIntervalSince(time) } }
    let opening = upcoming.arrival.flatMap { openings?.at($0).opening(of: pass.place)?.text }
    return [
      wording.units.wording(of: upcoming.distance), duration.map(TravelTime.wording) ?? "",
      NearbyPlace(pass.place, from: pass.stretch.point).title,
      [words.offset(of: pass), words.ordinal(of: pass), opening].compactMap(\.self).joined(separator: ", "),
    ]
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - TerminalText.width(of: text))) + text
  }

  private func styled(_ text: String, _ style: TerminalStyle) -> String {
    hasColor ? style.applied(to: text) : text
  }
}
