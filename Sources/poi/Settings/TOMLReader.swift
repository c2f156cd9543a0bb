/// Reads the part of TOML 1.0 that settings are written in: sections, and in them texts, numbers, true and false, and
/// lists of these.
///
/// No setting needs the rest of TOML: dates, texts of several lines, inline tables. poi refuses those with a
/// message, so that an accepted file means the same to every reader of TOML.
struct TOMLReader {
  enum Value: Equatable {
    case text(String)
    /// In decimal, or `nan` or `inf` with its sign.
    case number(String)
    case flag(Bool)
    case list([Value])
    /// A section, before what is in it.
    case section
  }

  struct Entry: Equatable {
    /// The names of the tables that it is in, and its own.
    let path: [String]
    let value: Value
    /// From 1.
    let line: Int
  }

  /// Why a text cannot be read; `line` counts from 1.
  struct Problem: Error, Equatable {
    let message: String
    let line: Int
  }

  private var rest: Substring.UnicodeScalarView
  private var line = 1

  static func entries(of text: String) throws(Problem) -> [Entry] {
    var reader = TOMLReader(rest: text.unicodeScalars[...])
    return try reader.readEntries()
  }

  private mutating func readEntries() throws(Problem) -> [Entry] {
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    var entries: [Entry] = []
    var lines: [[String]: Int] = [:]
    var section: [String] = []
    while true {
      skipSpaces(andLines: true)
      guard let next = rest.first else { return entries }
      let start = line
      if next == "[" {
        section = try readHeader()
        try note(section, asIn: start, among: &lines)
        entries.append(Entry(path: section, value: .section, line: start))
      } else {
        let path = section + (try readPath())
        try expect("=", after: path.joined(separator: "."))
        skipSpaces()
        let value = try readValue()
        try note(path, asIn: start, among: &lines)
        // A dotted name also defines its tables, which cannot be defined again.
        for count in section.count + 1..<max(path.count, section.count + 1) {
          lines[Array(path.prefix(count))] = start
        }
        entries.append(Entry(path: path, value: value, line: start))
      }
      try expectEndOfLine()
    }
  }

  private func note(_ path: [String], asIn start: Int, among lines: inout [[String]: Int]) throws(Problem) {
    if let first = lines[path] {
      throw Problem(message: "\(path.joined(separator: ".")) is already set in line \(first)", line: start)
    }
    lines[path] = start
  }

  // MARK: Names

  private mutating func readHeader() throws(Problem) -> [String] {
    rest.removeFirst()
    if rest.first == "[" { throw problem("lists of sections are not supported; write [NAME]") }
    let path = try readPath()
    try expect("]", after: path.joined(separator: "."))
    return path
  }

  private mutating func readPath() throws(Problem) -> [String] {
    var path: [String] = []
    repeat {
      if !path.isEmpty { rest.removeFirst() }
      skipSpaces()
      path.append(try readName())
      skipSpaces()
      // Each would be a table in all those before it.
      guard path.count <= 8 else { throw problem("the name of a setting has at most 8 parts") }
    } while rest.first == "."
    return path
  }

  private mutating func readName() throws(Problem) -> String {
    if let quote = rest.first, quote == "\"" || quote == "'" { return try readText(in: quote) }
    let name = rest.prefix {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains($0))
    }
    guard !name.isEmpty else { throw problem("expected a name, not \(found)") }
    rest = rest[name.endIndex...]
    return String(name)
  }

  // MARK: Values

  private mutating func readValue(inList: Bool = false) throws(Problem) -> Value {
    switch rest.first {
    case "\""?: return .text(try readText(in: "\""))
    case "'"?: return .text(try readText(in: "'"))
    case "[" where !inList: return .list(try readList())
    case "[": throw problem("lists within lists are not supported")
    case "{": throw problem("inline tables are not supported; write [NAME] on a line of its own")
    default: break
    }
    let word = rest.prefix { !" \t\r\n,]#".unicodeScalars.contains($0) }
    guard !word.isEmpty else { throw problem("expected a value, not \(found)") }
    let text = String(word)
    guard let value = Self.value(ofWord: text) else {
      throw problem(
        "'\(text.prefix(Self.longestQuote))' is neither a number nor true or false; put text in quotes")
    }
    rest = rest[word.endIndex...]
    return value
  }

  private static func value(ofWord word: String) -> Value? {
    if word == "true" || word == "false" { return .flag(word == "true") }
    let unsigned = word.first.map("+-".contains) == true ? word.dropFirst() : word[...]
    if unsigned == "nan" || unsigned == "inf" { return .number(word) }
    return unsigned.utf8.count <= longestQuote && isDecimal(unsigned.utf8) ? .number(word) : nil
  }

  /// Whether it is a whole number without leading zeros, perhaps with a fraction and an exponent.
  private static func isDecimal(_ bytes: Substring.UTF8View) -> Bool {
    var rest = bytes
    func skipDigits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    let beginsWithZero = rest.first == UInt8(ascii: "0")
    let count = skipDigits()
    guard count == 1 || count > 1 && !beginsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard skipDigits() > 0 else { return false }
    }
    if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      guard skipDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func readList() throws(Problem) -> [Value] {
    let start = line
    rest.removeFirst()
    var values: [Value] = []
    while true {
      skipSpaces(andLines: true)
      if rest.isEmpty { throw Problem(message: "the list does not end with ]", line: start) }
      if rest.first != "]" {
        values.append(try readValue(inList: true))
        skipSpaces(andLines: true)
      }
      switch rest.popFirst() {
      case "]": return values
      case "," where !values.isEmpty: continue
      default:
        throw Problem(message: "separate the values of a list with commas, and end it with ]", line: start)
      }
    }
  }

  private mutating func readText(in quote: Unicode.Scalar) throws(Problem) -> String {
    rest.removeFirst()
    if rest.starts(with: [quote, quote]) { throw problem("texts of several lines are not supported") }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case quote: return String(text)
      case "\\" where quote == "\"": text.append(try readEscape())
      case "\t": text.append(scalar)
      case _ where scalar.properties.generalCategory == .control:
        throw problem("the text does not end in its line")
      default: text.append(scalar)
      }
    }
    throw problem("the text does not end in its line")
  }

  private mutating func readEscape() throws(Problem) -> Unicode.Scalar {
    let letter = rest.popFirst()
    switch letter {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "\"", "\\": return letter ?? "\\"
    case "u", "U":
      let digits = rest.prefix(letter == "u" ? 4 : 8)
      rest = rest[digits.endIndex...]
      // A zero byte would end the text for the system.
      if digits.count == (letter == "u" ? 4 : 8), digits.allSatisfy(\.properties.isASCIIHexDigit),
        let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init), scalar.value > 0
      {
        return scalar
      }
    default: break
    }
    throw problem(#"unknown escape \ in the text; between '…' a \ means itself"#)
  }

  // MARK: Between

  private mutating func skipSpaces(andLines: Bool = false) {
    while let scalar = rest.first {
      if scalar == " " || scalar == "\t" {
        rest.removeFirst()
      } else if andLines, scalar == "#" {
        rest = rest.drop { $0 != "\n" }
      } else if andLines, scalar == "\n" || rest.starts(with: "\r\n".unicodeScalars) {
        rest = rest.dropFirst(scalar == "\r" ? 2 : 1)
        line += 1
      } else {
        return
      }
    }
  }

  private mutating func expect(_ scalar: Unicode.Scalar, after name: String) throws(Problem) {
    skipSpaces()
    guard rest.first == scalar else {
      throw problem("expected \(scalar) after \(name.prefix(Self.longestQuote)), not \(found)")
    }
    rest.removeFirst()
  }

  private mutating func expectEndOfLine() throws(Problem) {
    skipSpaces()
    guard rest.isEmpty || rest.first == "#" || rest.first == "\n" || rest.starts(with: "\r\n".unicodeScalars)
    else {
      throw problem("expected the end of the line, not \(found)")
    }
  }

  private func problem(_ message: String) -> Problem {
    Problem(message: message, line: line)
  }

  /// The next character, as messages call it.
  private var found: String {
    switch rest.first {
    case nil: "the end of the file"
    case "\n": "the end of the line"
    case "\r": "a carriage return"
    case let scalar?: "'\(scalar)'"
    }
  }

  private static let longestQuote = 40
}
