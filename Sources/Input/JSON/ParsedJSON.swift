import CJSON
import Geography
import Glibc

/// A value within a JSON text that has been parsed.
package struct ParsedJSON {
  let tokens: UnsafePointer<cjson_token>
  let index: Int

  private var token: cjson_token { tokens[index] }

  package var isNull: Bool { token.kind == CJSON_NULL }
  package var isObject: Bool { token.kind == CJSON_OBJECT }

  package var string: String? {
    token.kind == CJSON_STRING ? text : nil
  }

  package var isTrue: Bool { token.kind == CJSON_TRUE }

  package var number: Double? {
    switch token.kind {
    case CJSON_INTEGER: Double(token.integer)
    case CJSON_NUMBER: token.number
    case CJSON_DIGITS: Double.decimal(text)
    default: nil
    }
  }

  /// A whole number; `nil` if it is written with a fraction, too.
  package var integer: Int64? {
    token.kind == CJSON_INTEGER ? token.integer : nil
  }

  /// A string, number or boolean as text; null is the empty text. `nil` for arrays and objects.
  package var scalarText: String? {
    switch token.kind {
    case CJSON_NULL: ""
    case CJSON_FALSE: "no"
    case CJSON_TRUE: "yes"
    case CJSON_INTEGER: String(token.integer)
    case CJSON_NUMBER: Int(exactly: token.number).map(String.init) ?? String(token.number)
    case CJSON_STRING, CJSON_DIGITS: text
    default: nil
    }
  }

  /// The values of an array; `nil` for any other value.
  package var elements: Elements? {
    token.kind == CJSON_ARRAY
      ? Elements(upcoming: ParsedJSON(tokens: tokens, index: index + 1), end: token.end) : nil
  }

  /// The members of an object; `nil` for any other value.
  package var members: Members? {
    isObject
      ? Members(
        keys: Elements(upcoming: ParsedJSON(tokens: tokens, index: index + 1), end: token.end),
        underestimatedCount: token.count) : nil
  }

  /// The members of an object whose values are all strings; `nil` for any other value.
  package var texts: [String: String]? {
    guard let members else { return nil }
    var texts = [String: String](minimumCapacity: members.underestimatedCount)
    for member in members {
      guard let text = member.value.string else { return nil }
      texts[member.name] = text
    }
    return texts
  }

  /// The first member of that name, which is written in ASCII.
  package subscript(name: StaticString) -> ParsedJSON? {
    guard var members else { return nil }
    while let member = members.next() {
      if member.key.isText(name) { return member.value }
    }
    return nil
  }

  /// The text of a member; `nil` if that is missing or null.
  ///
  /// - Throws: `JSONProblem.malformed` if it is anything else.
  package func text(_ name: StaticString) throws(JSONProblem) -> String? {
    try optional(name, \.string)
  }

  /// As `text`, for a number.
  package func number(_ name: StaticString) throws(JSONProblem) -> Double? {
    try optional(name, \.number)
  }

  /// As `text`, for the values of an array.
  package func elements(_ name: StaticString) throws(JSONProblem) -> Elements? {
    try optional(name, \.elements)
  }

  private func optional<Value>(
    _ name: StaticString, _ read: (ParsedJSON) -> Value?
  ) throws(JSONProblem) -> Value? {
    guard let member = self[name], !member.isNull else { return nil }
    guard let value = read(member) else { throw .malformed }
    return value
  }

  package func isText(_ name: StaticString) -> Bool {
    token.kind == CJSON_STRING && token.count == name.utf8CodeUnitCount
      && bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  private var text: String { String(decoding: bytes, as: UTF8.self).streamSafe }

  /// Of a string.
  fileprivate var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: token.bytes, count: token.count)
  }

  /// Values in a row.
  package struct Elements: Sequence, IteratorProtocol {
    fileprivate var upcoming: ParsedJSON
    fileprivate let end: UInt32

    package mutating func next() -> ParsedJSON? {
      guard upcoming.index < Int(end) else { return nil }
      defer { upcoming = ParsedJSON(tokens: upcoming.tokens, index: Int(upcoming.token.end)) }
      return upcoming
    }
  }

  /// Keys and values in turn.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate var keys: Elements
    /// How many there are.
    package private(set) var underestimatedCount: Int

    fileprivate init(keys: Elements, underestimatedCount: Int) {
      (self.keys, self.underestimatedCount) = (keys, underestimatedCount)
    }

    package mutating func next() -> Member? {
      guard let key = keys.next(), let value = keys.next() else { return nil }
      underestimatedCount -= 1
      return Member(key: key, value: value)
    }
  }

  /// A key and its value.
  package struct Member {
    fileprivate let key: ParsedJSON
    package let value: ParsedJSON

    package var name: String { key.text }

    package func isNamed(_ name: StaticString) -> Bool { key.isText(name) }

    package func hasSameName(as other: Member) -> Bool { key.bytes.elementsEqual(other.key.bytes) }

    /// The order of the keys' bytes; of equal keys that of the text.
    package static func isBefore(_ one: Member, _ other: Member) -> Bool {
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
