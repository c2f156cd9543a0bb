import Input
import Nearby

extension SpokenWording {
  /// A line of a script: a time and a message.
  ///
  /// - Parameter openings: tell whether its place may be closed.
  public func scriptLine(of callout: Callout, openings: Openings? = nil) -> String {
    "\(callout.time.map { Timestamp.text(of: $0) } ?? "no time")  \(text(of: callout, openings: openings))\n"
  }
}
