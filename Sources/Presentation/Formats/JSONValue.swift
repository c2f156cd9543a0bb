import Geography
import Input
import Places

/// A JSON value whose objects keep their order, to be written out.
///
/// `JSONEncoder` orders keys by the alphabet or not at all, and writes control characters that a terminal obeys.
package enum JSONValue {
  case string(String)
  case number(Double)
  case integer(Int)
  case boolean(Bool)
  case array([JSONValue])
  case object([(key: StaticString, value: JSONValue)])
  /// An object whose keys come from outside.
  case dictionary([(key: String, value: String)])
  /// A value that takes no memory before it is written.
  case later(@Sendable () -> JSONValue)

  /// An object without its unknown members.
  package static func known(_ groups: KeyValuePairs<StaticString, JSONValue?>...) -> JSONValue {
    var known: [(key: StaticString, value: JSONValue)] = []
    known.reserveCapacity(groups.reduce(0) { $0 + $1.count })
    for members in groups {
      for (key, value) in members {
        if let value { known.append((key, value)) }
      }
    }
    return .object(known)
  }

  /// An object with further members; any other value stays as it is.
  func adding(_ members: KeyValuePairs<StaticString, JSONValue>) -> JSONValue {
    guard case .object(let known) = self else { return self }
    return .object(known + members.map { ($0.key, $0.value) })
  }

  /// Returns an object with another object's members appended; leaves any other value as it is.
  func adding(_ other: JSONValue) -> JSONValue {
    guard case .object(let known) = self, case .object(let members) = other else { return self }
    return .object(known + members)
  }

  static func rounded(_ number: Double) -> JSONValue {
    .number(number.toThousandth)
  }

  /// A bearing to a thousandth of a degree.
  static func rounded(_ bearing: Bearing) -> JSONValue {
    .number(bearing.thousandth)
  }

  package var line: String { text(isIndented: false) }

  var indented: String { text(isIndented: true) }

  /// Appends the line as UTF-8, without a line break.
  func append(to bytes: inout [UInt8]) {
    var writer = JSONWriter(isIndented: false)
    swap(&writer.bytes, &bytes)
    writer.write(self)
    swap(&writer.bytes, &bytes)
  }

  private func text(isIndented: Bool) -> String {
    String(decoding: bytes(isIndented: isIndented), as: UTF8.self)
  }

  /// - Parameters:
  ///   - work: lists end when it is over.
  ///   - most: lists end after so many bytes.
  func bytes(isIndented: Bool, within work: LimitedWork? = nil, most: Int = .max) -> [UInt8] {
    var writer = JSONWriter(isIndented: isIndented, work: work, most: most)
    writer.bytes.reserveCapacity(512)
    writer.write(self)
    return writer.bytes
  }
}

/// Writes JSON values as UTF-8.
private struct JSONWriter {
  var bytes: [UInt8] = []
  let isIndented: Bool
  var work: LimitedWork?
  var most = Int.max
  var depth = 0

  mutating func write(_ value: JSONValue) {
    switch value {
    case .string(let string): JSONText.append(string, to: &bytes)
    case .number(let number): bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    case .integer(let integer): bytes.append(contentsOf: integer.description.utf8)
    case .boolean(let boolean): bytes.append(contentsOf: "\(boolean)".utf8)
    case .array(let elements):
      write(elements, between: "[", "]") { $0.write($1) }
    case .object(let members):
      write(members, between: "{", "}") { writer, member in
        writer.bytes.append(UInt8(ascii: "\""))
        member.key.withUTF8Buffer { writer.bytes.append(contentsOf: $0) }
        writer.bytes.append(UInt8(ascii: "\""))
        writer.writeColon()
        writer.write(member.value)
      }
    case .later(let value): write(value())
    case .dictionary(let members):
      write(members, between: "{", "}") { writer, member in
        JSONText.append(member.key, to: &writer.bytes)
        writer.writeColon()
        JSONText.append(member.value, to: &writer.bytes)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between opening: Unicode.Scalar, _ closing: Unicode.Scalar,
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    depth += 1
    for (offset, element) in elements.enumerated() where bytes.count <= most && work?.mayGoOn() != false {
      if offset > 0 { bytes.append(UInt8(ascii: ",")) }
      writeLineBreak()
      body(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { writeLineBreak() }
    bytes.append(UInt8(ascii: closing))
  }

  private mutating func writeLineBreak() {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func writeColon() {
    bytes.append(UInt8(ascii: ":"))
    if isIndented { bytes.append(UInt8(ascii: " ")) }
  }
}
