/// Commands to speech-dispatcher, as bytes.
public enum SSIPCommand {
  /// A command on its own line.
  public static func line(_ words: String) -> [UInt8] {
    Array((words + "\r\n").utf8)
  }

  /// The text of a message: one line, and the end marker.
  public static func message(_ text: String) -> [UInt8] {
    let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    // A line that begins with a dot needs a second dot.
    return line(text.hasPrefix(".") ? ".\(text)" : text) + line(".")
  }
}
