import FoundationEssentials
import Input
import Places

/// What an Overpass server says on an HTML page instead of answering, often with status 200.
///
/// See `Dispatcher_Client::request_read_and_idx` in the server's source.
enum OverpassErrorPage {
  /// Why the server does not answer; `nil` if the page does not say.
  static func error(in body: Data) -> RequestError? {
    guard let words = words(of: String(decoding: body, as: UTF8.self)) else { return nil }
    if words.contains("::rate_limited") { return .status(429, retryAfter: nil) }
    if words.contains("::timeout") || words.contains("too busy") { return .status(504, retryAfter: nil) }
    if words.contains("parse error") || words.contains("static error") {
      return .malformed("the server does not understand the question (\(words))")
    }
    return .gaveUp(words)
  }

  /// The text from the first `Error:` to the end of its paragraph.
  private static func words(of page: String) -> String? {
    guard let start = page.firstRange(of: /Error(<\/[a-z]+>)?:/) else { return nil }
    let rest = page[start.upperBound...]
    let paragraph = rest.firstRange(of: "</p>").map { rest[..<$0.lowerBound] } ?? rest
    var text = paragraph.replacing("<br>", with: " ")
    for (entity, character) in [
      ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      text = text.replacing(entity, with: character)
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(InputLimits.serverWords))
  }
}
