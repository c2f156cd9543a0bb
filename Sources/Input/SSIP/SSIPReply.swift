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

  /// Whether the command succeeded.
  public var isSuccess: Bool { (200..<300).contains(code) }

  /// The number of the message that was queued, or that the event is about.
  public var message: Int? { details.first.flatMap { Int($0) } }

  /// Whether the event ends its message.
  public var isEnd: Bool { code == 702 || code == 703 }
}
