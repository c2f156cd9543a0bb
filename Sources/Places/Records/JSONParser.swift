import CJSON

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
  /// - Throws: `PlaceRecord.Problem` for a text that is not UTF-8, or no JSON; and what `body` throws.
  package func parse<Result>(
    _ text: Span<UInt8>, _ body: (ParsedJSON) throws(PlaceRecord.Problem) -> Result
  ) throws(PlaceRecord.Problem) -> Result {
    do {
      _ = try UTF8Span(validating: text)
    } catch {
      throw .notUTF8
    }
    let hasMark = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
    var tokens: UnsafePointer<cjson_token>?
    let status = text.extracting(droppingFirst: hasMark ? 3 : 0).withUnsafeBytes { bytes in
      cjson_parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &tokens)
    }
    guard status == CJSON_OK, let tokens else { throw .malformed("not valid JSON") }
    return try body(ParsedJSON(tokens: tokens, index: 0))
  }
}
