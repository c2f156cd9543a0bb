import Glibc

/// A query of the one form that poi sends, read as an Overpass server reads it.
///
/// `[out:json][timeout:N][maxsize:N];(nwr(around:R,LAT,LON)[…]…;…);out body geom N;` and nothing else.
struct OverpassQuery {
  /// One condition in brackets.
  struct Condition: Equatable {
    var keyIsPattern = false
    var key: String
    /// `=`, `!=`, `~` or `!~`; `nil` if only the key matters.
    var comparison: String?
    var value = ""
    var ignoresCase = false
  }

  /// What reading stumbled over, and before which of the tokens.
  struct SyntaxError: Error {
    let expected: String
    let token: Int
    let found: String?
  }

  private(set) var timeout = ""
  private(set) var around: [[String]] = []
  private(set) var statements: [[Condition]] = []
  private(set) var limit = ""

  private enum Token: Equatable {
    case word(String)
    case number(String)
    case string(String)
    case sign(String)
  }

  private var tokens: [Token]
  private var position = 0

  init(_ text: String) throws {
    tokens = try Self.tokens(of: text)
    try expect("[", "out", ":", "json", "]", "[", "timeout", ":")
    timeout = try number()
    try expect("]", "[", "maxsize", ":")
    _ = try number()
    try expect("]", ";", "(")
    while takes("nwr") { try readStatement() }
    try expect(")", ";", "out", "body", "geom")
    limit = try number()
    try expect(";")
    guard position == tokens.count else { throw syntaxError("the end") }
  }

  private mutating func readStatement() throws {
    try expect("(", "around", ":")
    var numbers = [try number()]
    for _ in 0..<2 {
      try expect(",")
      numbers.append(try number())
    }
    try expect(")")
    around.append(numbers)
    var conditions: [Condition] = []
    while takes("[") { conditions.append(try condition()) }
    try expect(";")
    statements.append(conditions)
  }

  private mutating func condition() throws -> Condition {
    let keyIsPattern = takes("~")
    var condition = Condition(keyIsPattern: keyIsPattern, key: try string())
    if let comparison = ["!=", "=", "!~", "~"].first(where: { takes($0) }) {
      condition.comparison = comparison
      condition.value = try string()
      if takes(",") {
        try expect("i")
        condition.ignoresCase = true
      }
    }
    try expect("]")
    return condition
  }

  // MARK: Tokens

  private var next: Token? { position < tokens.count ? tokens[position] : nil }

  private func syntaxError(_ expected: String) -> SyntaxError {
    SyntaxError(expected: expected, token: position, found: next.map { "\($0)" })
  }

  private mutating func takes(_ text: String) -> Bool {
    guard next == .word(text) || next == .sign(text) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ texts: String...) throws {
    for text in texts where !takes(text) { throw syntaxError(text) }
  }

  private mutating func number() throws -> String {
    guard case .number(let text) = next else { throw syntaxError("a number") }
    position += 1
    return text
  }

  private mutating func string() throws -> String {
    guard case .string(let text) = next else { throw syntaxError("a string") }
    position += 1
    return text
  }

  /// Cut by the server's rules: a backslash takes the next byte with it, whatever that is.
  private static func tokens(of text: String) throws -> [Token] {
    var tokens: [Token] = []
    var rest = Array(text.utf8)[...]
    func word(_ belongs: (UInt8) -> Bool) -> String {
      let bytes = rest.prefix(while: belongs)
      rest = rest.dropFirst(bytes.count)
      return String(decoding: bytes, as: UTF8.self)
    }
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: " "):
        rest = rest.dropFirst()
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        tokens.append(.word(word { isalpha(Int32($0)) != 0 || $0 == UInt8(ascii: "_") }))
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        tokens.append(.number(word { isdigit(Int32($0)) != 0 || "-.".utf8.contains($0) }))
      case UInt8(ascii: "\""):
        rest = rest.dropFirst()
        tokens.append(.string(try string(from: &rest)))
      case UInt8(ascii: "!"):
        rest = rest.dropFirst()
        tokens.append(.sign("!" + word { "=~".utf8.contains($0) }))
      default:
        rest = rest.dropFirst()
        tokens.append(.sign(String(decoding: [byte], as: UTF8.self)))
      }
    }
    return tokens
  }

  private static func string(from rest: inout ArraySlice<UInt8>) throws -> String {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), "\"\\".utf8.contains(escaped) else {
          throw SyntaxError(expected: "an escape that means the same", token: -1, found: nil)
        }
        bytes.append(escaped)
      case 0..<0x20: throw SyntaxError(expected: "no control character", token: -1, found: "\(byte)")
      default: bytes.append(byte)
      }
    }
    throw SyntaxError(expected: "the end of a string", token: -1, found: nil)
  }
}

// MARK: - What it selects

extension OverpassQuery {
  /// Whether the server would send something with these tags.
  func selects(_ tags: [String: String]) throws -> Bool {
    try selector()(tags)
  }

  /// The same for many.
  func selector() throws -> ([String: String]) -> Bool {
    let statements = try statements.map { try $0.map { try $0.test() } }
    return { tags in statements.contains { $0.allSatisfy { $0(tags) } } }
  }
}

extension OverpassQuery.Condition {
  fileprivate func test() throws -> ([String: String]) -> Bool {
    guard let comparison else { return { [key] in $0[key] != nil } }
    guard comparison.hasSuffix("~") else {
      return { [key, value] in ($0[key] == value) == (comparison == "=") }
    }
    let pattern = try POSIXPattern(value, ignoringCase: ignoresCase)
    guard keyIsPattern else {
      return { [key] in ($0[key].map(pattern.matches) ?? false) == (comparison == "~") }
    }
    let keyPattern = try POSIXPattern(key, ignoringCase: ignoresCase)
    return { $0.contains { keyPattern.matches($0.key) && pattern.matches($0.value) } }
  }
}

/// What the server compares with: a POSIX extended regular expression in C.UTF-8.
private final class POSIXPattern {
  struct Malformed: Error {
    let pattern: String
  }

  private var expression = regex_t()
  private let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  init(_ pattern: String, ignoringCase: Bool) throws {
    let previous = uselocale(utf8)
    defer { uselocale(previous) }
    let flags = REG_EXTENDED | REG_NOSUB | (ignoringCase ? REG_ICASE : 0)
    guard regcomp(&expression, pattern, flags) == 0 else { throw Malformed(pattern: pattern) }
  }

  deinit {
    regfree(&expression)
    freelocale(utf8)
  }

  func matches(_ text: String) -> Bool {
    let previous = uselocale(utf8)
    defer { uselocale(previous) }
    return regexec(&expression, text, 0, nil, 0) == 0
  }
}
