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
