import Geography
import Nearby
import Places

extension NearbyPlace {
  /// `45 m ↗ NE  Kahvila, cafe`.
  ///
  /// - Parameter course: the direction of travel, which relative directions need.
  public func summary(_ wording: Wording, course: Bearing? = nil) -> String {
    if isInside { return "\(NearbyTable.inside)  \(title)" }
    let direction = bearing.map { " \(wording.direction($0, course: course))" } ?? ""
    return "\(wording.units.wording(of: distance))\(direction)  \(title)"
  }

  /// `Kahvila, cafe`.
  var title: String {
    let category = place.label.map(TerminalText.harmless)
    let what = [place.title.map(TerminalText.harmless), category].compactMap(\.self).joined(separator: ", ")
    return what.isEmpty ? TerminalText.harmless(place.id) : what
  }
}
