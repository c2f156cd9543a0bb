/// What an answer of a server may take.
public struct AnswerLimits: Sendable {
  /// Bytes of the body.
  public var bytes: Int
  /// Seconds until the body is whole.
  public var seconds: Double

  /// 64 MiB and half a minute by default.
  public init(bytes: Int = InputLimits.answer, seconds: Double = InputLimits.answerSeconds) {
    self.bytes = bytes
    self.seconds = seconds
  }
}
