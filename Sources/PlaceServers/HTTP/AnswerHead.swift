import Input
import Places

/// Reads the head of an HTTP answer line by line, and keeps what is needed.
///
/// A pure value: the bytes come from a stranger.
struct AnswerHead: Equatable {
  /// What the head says; the body is empty.
  private(set) var answer = HTTPAnswer(status: 0)
  /// Whether the empty line at its end has come.
  private(set) var isComplete = false
  private var size = 0

  /// Takes a line, including its end.
  ///
  /// - Throws: `RequestError.malformed`.
  mutating func take(_ line: some Collection<UInt8>) throws(RequestError) {
    size += line.count
    guard size <= InputLimits.answerHead else { throw .malformed("its head is longer than 64 KiB") }
    // Lines after the body are not part of it.
    if isComplete { return }
    let text = line.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    if text.isEmpty {
      // An interim answer, such as 100 Continue, says nothing about the one that follows.
      isComplete = answer.status >= 200
    } else if text.starts(with: "HTTP/".utf8) {
      answer = HTTPAnswer(status: try Self.status(of: text))
    } else {
      takeField(text)
    }
  }

  /// The three digits after `HTTP/1.1`.
  private static func status(of line: some Collection<UInt8>) throws(RequestError) -> Int {
    let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst()
      .prefix { $0 != UInt8(ascii: " ") }
    guard digits.count == 3, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      throw .malformed("its status is not a number of three digits")
    }
    let status = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    guard 100..<600 ~= status else { throw .malformed("its status is \(status)") }
    return status
  }

  /// Keeps a field if it is needed; the first of a name counts.
  private mutating func takeField(_ line: some Collection<UInt8>) {
    guard line.count <= InputLimits.answerField, let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let value = Self.text(line[colon...].dropFirst())
    else { return }
    switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
    case "content-type": answer.type = answer.type ?? HTTPAnswer.type(in: value)
    case "retry-after": answer.retryAfter = answer.retryAfter ?? value
    case "location": answer.location = answer.location ?? value
    default: break
    }
  }

  /// The text without blanks around it; `nil` if it is not printable ASCII.
  private static func text(_ bytes: some Collection<UInt8>) -> String? {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var text = Array(bytes.drop(while: isBlank))
    while let last = text.last, isBlank(last) { text.removeLast() }
    guard text.allSatisfy({ 0x20...0x7E ~= $0 || $0 == UInt8(ascii: "\t") }) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
