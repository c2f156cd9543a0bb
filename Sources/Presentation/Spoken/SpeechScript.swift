import CivilTime
import FoundationEssentials
import Geography
import Nearby

extension SpokenWording {
  /// A line of a script: a time and a message.
  ///
  /// - Parameters:
  ///   - position: where it was said; without one, its time is in UTC.
  ///   - clocks: by which to show its time.
  ///   - openings: tell whether its place may be closed.
  public func scriptLine(
    of callout: Callout, at position: Coordinate?, by clocks: PlaceClocks, openings: Openings? = nil
  ) -> String {
    Self.scriptLine(
      of: text(of: callout, openings: openings), at: callout.time, position, by: clocks)
  }

  /// The same of any words.
  public static func scriptLine(
    of words: String, at time: Date?, _ position: Coordinate?, by clocks: PlaceClocks
  ) -> String {
    let shown = time.map { time in
      position.map { clocks.text(of: time, at: $0) } ?? Timestamp.text(of: time)
    }
    return "\(shown ?? "no time")  \(words)\n"
  }
}
