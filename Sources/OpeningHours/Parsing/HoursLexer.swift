/// Takes opening hours apart into tokens, with what typing and word processors do to dashes, quotes and spaces.
struct HoursLexer {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var tokens: [HoursToken] = []
  private(set) var warnings: [HoursWarning] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 2 + 1)
    readAll()
  }

  private mutating func readAll() {
    var hasSpaceBefore = false
    while position < bytes.count {
      let start = position
      let byte = bytes[position]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        position += 1
        hasSpaceBefore = true
        continue
      }
      guard let kind = read(byte) else {
        hasSpaceBefore = true
        continue
      }
      var token = HoursToken(kind: kind, range: start..<position, hasSpaceBefore: hasSpaceBefore)
      if kind == .word {
        (token.word, token.isOfficial) = HoursWord.meaning(of: bytes[token.range])
      }
      tokens.append(token)
      hasSpaceBefore = false
    }
  }

  /// The token that begins with `byte`; `nil` for a space of another kind.
  private mutating func read(_ byte: UInt8) -> HoursToken.Kind? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return word()
    case UInt8(ascii: "\""):
      position += 1
      return comment()
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "."):
      position += 1
      return .symbol(byte)
    case UInt8(ascii: "&"):
      position += 1
      return .word
    case UInt8(ascii: "~"):
      return replacement(.symbol(UInt8(ascii: "-")), 1)
    case UInt8(ascii: "|"):
      position += 1
      guard position < bytes.count, bytes[position] == byte else { return .stray }
      position += 1
      return .fallback
    case 0x80...: return beyondASCII()
    default:
      position += 1
      return .stray
    }
  }

  private mutating func number() -> HoursToken.Kind {
    var value = 0
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
      if position - start < 4 { value = value * 10 + Int(bytes[position] - UInt8(ascii: "0")) }
      position += 1
    }
    let digits = position - start
    return digits <= 4 ? .number(value, digits: digits) : .stray
  }

  private mutating func word() -> HoursToken.Kind {
    while position < bytes.count {
      let byte = bytes[position]
      if byte >= 0x80 {
        if punctuation() != nil { break }
        position += 1
        while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
      } else if (byte | 0x20) &- UInt8(ascii: "a") < 26 {
        position += 1
      } else {
        break
      }
    }
    return .word
  }

  /// The text between the quotation marks; without a second one, its end is unknown.
  private mutating func comment() -> HoursToken.Kind {
    while position < bytes.count {
      let mark = bytes[position] == UInt8(ascii: "\"") ? 1 : quotationMark
      if mark > 0 {
        position += mark
        return .comment
      }
      position += 1
    }
    return .stray
  }

  private mutating func beyondASCII() -> HoursToken.Kind? {
    let mark = quotationMark
    if mark > 0 {
      noteTypography()
      position += mark
      return comment()
    }
    guard let (sign, length) = punctuation() else { return word() }
    guard sign != UInt8(ascii: " ") else {
      position += length
      return nil
    }
    return replacement(.symbol(sign), length)
  }

  private mutating func replacement(_ kind: HoursToken.Kind, _ length: Int) -> HoursToken.Kind {
    noteTypography()
    position += length
    return kind
  }

  private mutating func noteTypography() {
    if warnings.isEmpty { warnings.append(.typography) }
  }

  /// The length of a typographic quotation mark here, or 0.
  private var quotationMark: Int {
    switch scalar {
    case 0x201C, 0x201D, 0x201E, 0x201F: 3
    case 0xAB, 0xBB: 2
    default: 0
    }
  }

  /// The plain sign for one that looks like it, and the length of that.
  private func punctuation() -> (sign: UInt8, length: Int)? {
    switch scalar {
    case 0xA0, 0xAD: (UInt8(ascii: " "), 2)
    case 0x2002...0x200B, 0x202F, 0x2060, 0x3000, 0xFEFF: (UInt8(ascii: " "), 3)
    case 0x2010...0x2015, 0x2212, 0x301C, 0xFF5E, 0xFF0D: (UInt8(ascii: "-"), 3)
    case 0xFF1A: (UInt8(ascii: ":"), 3)
    case 0xFF0C, 0x3001: (UInt8(ascii: ","), 3)
    case 0xFF1B: (UInt8(ascii: ";"), 3)
    default: nil
    }
  }

  /// The character here if it takes two or three bytes, else 0.
  private var scalar: UInt32 {
    let byte = bytes[position]
    if byte & 0xE0 == 0xC0, position + 1 < bytes.count {
      return UInt32(byte & 0x1F) << 6 | UInt32(bytes[position + 1] & 0x3F)
    }
    guard byte & 0xF0 == 0xE0, position + 2 < bytes.count else { return 0 }
    return UInt32(byte & 0x0F) << 12 | UInt32(bytes[position + 1] & 0x3F) << 6
      | UInt32(bytes[position + 2] & 0x3F)
  }
}

/// The smallest part of opening hours that means something.
struct HoursToken: Sendable {
  enum Kind: Hashable, Sendable {
    /// At most four digits.
    case number(Int, digits: Int)
    case word
    /// A text between quotation marks, with the marks.
    case comment
    /// One of `; , : - + / [ ] ( ) .`
    case symbol(UInt8)
    /// `||`
    case fallback
    /// Something that no rule can use.
    case stray
  }

  let kind: Kind
  /// Its bytes in the value.
  let range: Range<Int>
  let hasSpaceBefore: Bool
  /// The meaning of a word, if it has one.
  var word: HoursWord?
  /// Whether the word is as OpenStreetMap writes it, apart from case.
  var isOfficial = false

  func isSymbol(_ symbol: Unicode.Scalar) -> Bool {
    kind == .symbol(UInt8(ascii: symbol))
  }

  var number: Int? {
    if case .number(let value, _) = kind { value } else { nil }
  }

  var digits: Int {
    if case .number(_, let digits) = kind { digits } else { 0 }
  }
}
