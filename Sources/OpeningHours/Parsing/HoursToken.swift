/// The smallest part of opening hours that means something.
struct HoursToken: Sendable {
  enum Kind: Hashable, Sendable {
    /// At most four digits.
    case number(Int, digits: Int)
    /// Letters, in lower case.
    case word(String)
    case comment(String)
    /// One of `; , : - + / [ ] ( ) .`
    case symbol(UInt8)
    /// `||`
    case fallback
    /// What no rule has a use for.
    case stray
  }

  let kind: Kind
  /// Its bytes in the value.
  let range: Range<Int>
  let hasSpaceBefore: Bool

  func isSymbol(_ symbol: Unicode.Scalar) -> Bool {
    kind == .symbol(UInt8(ascii: symbol))
  }

  var number: Int? {
    if case .number(let value, _) = kind { value } else { nil }
  }

  var digits: Int {
    if case .number(_, let digits) = kind { digits } else { 0 }
  }

  var word: HoursWord? {
    if case .word(let text) = kind { HoursWord.known[text] } else { nil }
  }

  var text: String? {
    if case .word(let text) = kind { text } else { nil }
  }
}
