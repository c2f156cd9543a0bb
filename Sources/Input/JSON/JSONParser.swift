import CJSON

/// Why a text is not the JSON that it should be.
package enum JSONProblem: Error {
  case notUTF8
  /// It is no JSON (RFC 8259), nests too deep, or lacks a value that it needs.
  case malformed
}

/// Parses JSON texts one after the other, in the same memory.
package final class JSONParser {
  private let parser: OpaquePointer

  package init() {
    guard let parser = cjson_make() else { fatalError("no memory for a JSON parser") }
    self.parser = parser
  }

  deinit {
    cjson_free(parser)
  }

  /// Calls `body` with the value that the text is; the value lasts as long as the call.
  ///
  /// - Parameter failure: what to throw for a text that cannot be parsed.
  package func parse<Result, Failure: Error>(
    _ text: Span<UInt8>, orThrow failure: (JSONProblem) -> Failure,
    _ body: (ParsedJSON) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      _ = try UTF8Span(validating: text)
    } catch {
      throw failure(.notUTF8)
    }
    let hasMark = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
    var tokens: UnsafePointer<cjson_token>?
    let status = text.extracting(droppingFirst: hasMark ? 3 : 0).withUnsafeBytes { bytes in
      cjson_parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &tokens)
    }
    guard status == CJSON_OK, let tokens else { throw failure(.malformed) }
    return try body(ParsedJSON(tokens: tokens, index: 0))
  }

  /// Calls `body` with the value that the text is; the value lasts as long as the call.
  package func parse<Result>(
    _ text: Span<UInt8>, _ body: (ParsedJSON) throws(JSONProblem) -> Result
  ) throws(JSONProblem) -> Result {
    try parse(text, orThrow: { $0 }, body)
  }
}
