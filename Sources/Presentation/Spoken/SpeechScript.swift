import Foundation
import Input
import Nearby

extension SpokenWording {
  /// A line of a script: a time and a message.
  public func scriptLine(of callout: Callout) -> String {
    "\(callout.time.map { Timestamp.text(of: $0) } ?? "no time")  \(text(of: callout))\n"
  }
}
