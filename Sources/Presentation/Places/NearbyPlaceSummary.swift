import Geography
import Places

extension NearbyPlace {
  /// `45 m ↗ NE  Kahvila, cafe`.
  public func summary(_ wording: Wording) -> String {
    let direction = bearing.map { " \(wording.direction($0))" } ?? ""
    let category = place.category.map { TerminalText.harmless($0).replacing("_", with: " ") }
    let what = [place.title.map(TerminalText.harmless), category].compactMap(\.self).joined(separator: ", ")
    return
      "\(wording.units.wording(of: distance))\(direction)  \(what.isEmpty ? TerminalText.harmless(place.id) : what)"
  }
}
