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

  /// A reader that has read nothing.
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
