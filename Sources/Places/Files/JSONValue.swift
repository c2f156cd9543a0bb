import CJSON
import Glibc

/// Parses JSON texts one after the other, in the same memory.
final class JSONParser {
  private let parser: OpaquePointer

  init() {
    guard let parser = cjson_make() else { fatalError("no memory for a JSON parser") }
    self.parser = parser
  }

  deinit {
    cjson_free(parser)
  }

  /// Calls `body` with the value that the text is; the value lasts as long as the call.
  ///
  /// - Throws: `PlaceRecord.Problem` for a text that is not UTF-8, or no JSON; and what `body` throws.
  func parse<Result>(
    _ text: Span<UInt8>, _ body: (JSONValue) throws(PlaceRecord.Problem) -> Result
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
    return try body(JSONValue(tokens: tokens, index: 0))
  }
}

/// A value within a JSON text that has been parsed.
struct JSONValue {
  fileprivate let tokens: UnsafePointer<cjson_token>
  fileprivate let index: Int

  private var token: cjson_token { tokens[index] }

  var isNull: Bool { token.kind == CJSON_NULL }
  var isObject: Bool { token.kind == CJSON_OBJECT }

  /// The text of a string.
  var string: String? {
    token.kind == CJSON_STRING ? text : nil
  }

  /// A number.
  var number: Double? {
    switch token.kind {
    case CJSON_INTEGER: Double(token.integer)
    case CJSON_NUMBER: token.number
    default: nil
    }
  }

  /// A string, number or boolean as text; null is the empty text. `nil` for arrays and objects.
  var scalarText: String? {
    switch token.kind {
    case CJSON_NULL: ""
    case CJSON_FALSE: "no"
    case CJSON_TRUE: "yes"
    case CJSON_INTEGER: String(token.integer)
    case CJSON_NUMBER: Int(exactly: token.number).map(String.init) ?? String(token.number)
    case CJSON_STRING: text
    default: nil
    }
  }

  /// The values of an array; `nil` for any other value.
  var elements: Elements? {
    token.kind == CJSON_ARRAY
      ? Elements(upcoming: JSONValue(tokens: tokens, index: index + 1), end: token.end) : nil
  }

  /// The members of an object; `nil` for any other value.
  var members: Members? {
    isObject
      ? Members(
        keys: Elements(upcoming: JSONValue(tokens: tokens, index: index + 1), end: token.end),
        underestimatedCount: token.count) : nil
  }

  /// The first member of that name, which is written in ASCII.
  subscript(name: StaticString) -> JSONValue? {
    guard var members else { return nil }
    while let member = members.next() {
      if member.key.isText(name) { return member.value }
    }
    return nil
  }

  /// Whether it is a string of this text.
  func isText(_ name: StaticString) -> Bool {
    token.kind == CJSON_STRING && token.count == name.utf8CodeUnitCount
      && bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Of a string.
  fileprivate var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: token.bytes, count: token.count)
  }

  /// Values in a row.
  struct Elements: Sequence, IteratorProtocol {
    fileprivate var upcoming: JSONValue
    fileprivate let end: UInt32

    mutating func next() -> JSONValue? {
      guard upcoming.index < Int(end) else { return nil }
      defer { upcoming = JSONValue(tokens: upcoming.tokens, index: Int(upcoming.token.end)) }
      return upcoming
    }
  }

  /// Keys and values by turns.
  struct Members: Sequence, IteratorProtocol {
    fileprivate var keys: Elements
    /// How many there are.
    private(set) var underestimatedCount: Int

    fileprivate init(keys: Elements, underestimatedCount: Int) {
      (self.keys, self.underestimatedCount) = (keys, underestimatedCount)
    }

    mutating func next() -> Member? {
      guard let key = keys.next(), let value = keys.next() else { return nil }
      underestimatedCount -= 1
      return Member(key: key, value: value)
    }
  }

  /// A key and its value.
  struct Member {
    fileprivate let key: JSONValue
    let value: JSONValue

    var name: String { key.text }

    func isNamed(_ name: StaticString) -> Bool { key.isText(name) }

    func hasSameName(as other: Member) -> Bool { key.bytes.elementsEqual(other.key.bytes) }

    /// The order of the keys' bytes; of equal keys that of the text.
    static func isBefore(_ one: Member, _ other: Member) -> Bool {
      let (bytes, otherBytes) = (one.key.bytes, other.key.bytes)
      var order: Int32 = 0
      if let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress {
        order = memcmp(start, otherStart, Swift.min(bytes.count, otherBytes.count))
      }
      if order != 0 { return order < 0 }
      return bytes.count != otherBytes.count
        ? bytes.count < otherBytes.count : one.key.index < other.key.index
    }
  }
}
