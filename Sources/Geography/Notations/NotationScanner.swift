/// What people write as text.
public protocol TypedValue {
  /// What such a text is, for messages: `a distance; use 800m`.
  static var notation: String { get }
}

/// A text that is not what it should be.
public struct UnreadableText<Value: TypedValue>: Error, Equatable, CustomStringConvertible {
  public let text: String

  public init(text: String) {
    self.text = text
  }

  public var description: String { "'\(text)' is not \(Value.notation)" }
}

extension TypedValue {
  public typealias ParsingError = UnreadableText<Self>
}

/// Reads a text from its beginning, character by character.
struct NotationScanner {
  private var rest: Substring

  init(_ text: some StringProtocol) {
    rest = Substring(text)
  }

  var isAtEnd: Bool { rest.isEmpty }
  var next: Character? { rest.first }

  mutating func take(while belongs: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: belongs)
    rest = rest.dropFirst(taken.count)
    return String(taken)
  }

  mutating func skip(while belongs: (Character) -> Bool) {
    rest = rest.drop(while: belongs)
  }

  mutating func skipSpaces() { skip(while: \.isWhitespace) }

  mutating func advance() { rest = rest.dropFirst() }
}

extension Character {
  /// Whether it is one of 0 to 9; `isNumber` is also true of digits that `Int` does not read.
  var isDigit: Bool { isASCII && isNumber }

  /// Its capital; `nil` for a letter whose capital has two letters, like ß.
  var capital: Character? {
    let capital = uppercased()
    return capital.count == 1 ? capital.first : nil
  }
}

/// Numbers as notations and formats write them.
package enum DecimalText {
  /// A whole number with leading zeros.
  package static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// A number with this many decimals, never `-0`.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let scaled = Int(clamping: (abs(value) * Double(unit)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = "\(sign)\(scaled / unit)"
    return decimals == 0 ? whole : "\(whole).\(padded(scaled % unit, to: decimals))"
  }
}
