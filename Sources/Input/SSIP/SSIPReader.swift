/// Reads speech-dispatcher's answers from bytes that come in pieces of any size; its buffer is bounded.
public struct SSIPReader {
  /// Why bytes are no answers.
  public enum Problem: Error, Hashable, Sendable {
    /// A line does not begin with three digits and a space or a dash.
    case malformed(String)
    /// A line or an answer is longer than any that speech-dispatcher sends.
    case tooLong
  }

  private static let longestLine = 4096
  private static let mostLines = 100

  private var splitter = LineSplitter(limit: longestLine)
  private var details: [String] = []

  public init() {}

  /// Takes a piece, and returns the answers that it completes.
  ///
  /// - Throws: `Problem`; nothing that follows can be trusted.
  public mutating func read(_ piece: Span<UInt8>) throws(Problem) -> [SSIPReply] {
    var replies: [SSIPReply] = []
    var details = details
    try splitter.split(piece) { line, _ throws(Problem) in
      let text = line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      let head = text.utf8.prefix(4)
      guard head.count >= 3, let code = Int(text.prefix(3)), (100...999).contains(code),
        head.prefix(3).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { throw .malformed(text) }
      let rest = String(text.dropFirst(4))
      switch head.dropFirst(3).first {
      case UInt8(ascii: "-"):
        details.append(rest)
        if details.count > Self.mostLines { throw .tooLong }
      case UInt8(ascii: " "), nil:
        replies.append(SSIPReply(code: code, details: details, text: rest))
        details = []
      default: throw .malformed(text)
      }
    }
    // The count of lines misses a line without an end.
    if splitter.overlongLines > 0 || splitter.isSkipping { throw .tooLong }
    self.details = details
    return replies
  }
}

/// A message from speech-dispatcher in its Speech Synthesis Interface Protocol: the answer to a command, or
/// an event.
public struct SSIPReply: Hashable, Sendable {
  /// The three digits of the last line.
  public let code: Int
  /// The text of the lines before the last.
  public let details: [String]
  /// The text of the last line.
  public let text: String

  /// Whether it is an event of an earlier message, rather than an answer to a command.
  public var isEvent: Bool { (700..<800).contains(code) }

  public var isSuccess: Bool { (200..<300).contains(code) }

  /// The number of the message that was queued, or that the event is about.
  public var message: Int? { details.first.flatMap { Int($0) } }

  /// Whether the event ends its message.
  public var isEnd: Bool { code == 702 || code == 703 }
}

/// Commands to speech-dispatcher, as bytes.
public enum SSIPCommand {
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
