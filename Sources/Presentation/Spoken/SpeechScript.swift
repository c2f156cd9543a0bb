import FoundationEssentials
import Input
import Nearby

extension SpokenWording {
  /// A line of a script: a time and a message.
  ///
  /// - Parameter openings: tell whether its place may be closed.
  public func scriptLine(of callout: Callout, openings: Openings? = nil) -> String {
    Self.scriptLine(of: text(of: callout, openings: openings), at: callout.time)
  }

  /// The same of any words.
  public static func scriptLine(of words: String, at time: Date?) -> String {
    "\(time.map { Timestamp.text(of: $0) } ?? "no time")  \(words)\n"
  }
}
