/// A JSON value whose objects keep their order, to be written out.
///
/// `JSONEncoder` orders keys by the alphabet or not at all, and writes control characters that a terminal obeys.
enum JSONValue {
  case string(String)
  case number(Double)
  case integer(Int)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// An object without the members that are not known.
  static func known(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// A number to a thousandth: a millimetre, a metre an hour, a hundred-thousandth of a turn.
  static func rounded(_ number: Double) -> JSONValue {
    .number((number * 1000).rounded() / 1000)
  }

  /// All on one line.
  var line: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// Indented, for people.
  var indented: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .number(let number): text += number.isFinite ? "\(number)" : "null"
    case .integer(let integer): text += "\(integer)"
    case .array(let elements):
      Self.write(elements, between: ("[", "]"), to: &text, indentation) { $0.write(to: &$1, indentation: $2) }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, indentation) { member, text, indentation in
        Self.write(member.key, to: &text)
        text += indentation == nil ? ":" : ": "
        member.value.write(to: &text, indentation: indentation)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to text: inout String, _ indentation: Int?,
    _ body: (Element, inout String, Int?) -> Void
  ) {
    text += brackets.0
    for (offset, element) in elements.enumerated() {
      if offset > 0 { text += "," }
      if let indentation { text += "\n" + String(repeating: "  ", count: indentation + 1) }
      body(element, &text, indentation.map { $0 + 1 })
    }
    if let indentation, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indentation) }
    text += brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where isObeyedByTerminals(scalar): text += escape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Control characters, and what changes lines or the direction of writing; all lie in the first plane.
  private static func isObeyedByTerminals(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x10000, !(0x20...0x7E).contains(scalar.value) else { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: return true
    default: return false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
