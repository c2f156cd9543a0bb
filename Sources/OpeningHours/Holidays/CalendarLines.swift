import CivilTime

/// The lines of an iCalendar file, unfolded and taken apart (RFC 5545, section 3.1).
struct CalendarLines {
  struct Line {
    /// In capitals, without parameters.
    let name: String
    let value: String
    let number: Int

    func isProperty(_ name: String, _ value: String) -> Bool {
      self.name == name && self.value.uppercased() == value
    }

    /// The value as text, without escapes (RFC 5545, section 3.3.11), in one line.
    var text: String {
      var text = ""
      var isEscaped = false
      for character in value {
        if isEscaped {
          text.append(character == "n" || character == "N" ? " " : character)
        } else if character != "\\" {
          text.append(character)
        }
        isEscaped = !isEscaped && character == "\\"
      }
      return text
    }

    /// The day since 1970-01-01 of a value like 20261224 or 20261224T080000Z.
    func day() throws(UserCalendar.Failure) -> Int {
      let digits = Array(value.utf8.prefix(8))
      guard digits.count == 8, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
        value.utf8.count == 8 || value.utf8.dropFirst(8).first == UInt8(ascii: "T")
      else { throw .badDate(line: number, value) }
      let date = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      guard let day = Day(year: date / 10_000, month: date / 100 % 100, day: date % 100) else {
        throw .badDate(line: number, value)
      }
      return day.number
    }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next line that has a name and a value.
  mutating func next() -> Line? {
    while position < bytes.count {
      let first = number + 1
      var text = physicalLine()
      while position < bytes.count,
        bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
      {
        text += physicalLine().dropFirst()
      }
      guard let colon = Self.colon(of: text) else { continue }
      let name = text[..<colon].prefix { $0 != UInt8(ascii: ";") }
      return Line(
        name: String(decoding: name, as: UTF8.self).uppercased(),
        value: String(decoding: text[(colon + 1)...], as: UTF8.self), number: first)
    }
    return nil
  }

  private mutating func physicalLine() -> [UInt8] {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    var line = Array(bytes[position..<end])
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    position = min(end + 1, bytes.count)
    number += 1
    return line
  }

  /// The colon that ends the name and its parameters; those may have one between quotation marks.
  private static func colon(of line: [UInt8]) -> Int? {
    var isQuoted = false
    for (index, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return index }
    }
    return nil
  }
}
