import CivilTime
import FoundationEssentials
import Geography
import Nearby

extension SpokenWording {
  /// A line of a script: a message, after its time if that is known.
  ///
  /// - Parameters:
  ///   - position: where it was said; without one, its time is in UTC.
  ///   - clocks: by which to show its time.
  public static func scriptLine(
    of words: String, at time: Date?, _ position: Coordinate?, by clocks: PlaceClocks
  ) -> String {
    let shown = time.map { time in
      position.map { clocks.text(of: time, at: $0) } ?? Timestamp.text(of: time)
    }
    return [shown, words].compactMap(\.self).joined(separator: "  ") + "\n"
  }
}
