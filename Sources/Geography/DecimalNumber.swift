import Glibc

extension Double {
  /// Reads a finite decimal number such as `60.17` or `-1e3`; `Double` alone also takes `nan`, `0x1p3` and `inf`.
  package static func decimal(_ text: String) -> Double? { decimal(text[...]) }

  /// The same for a part of a text.
  package static func decimal(_ text: Substring) -> Double? {
    if let short = text.utf8.withContiguousStorageIfAvailable({ shortDecimal(UnsafeRawBufferPointer($0)) }),
      let short
    {
      return short
    }
    guard text.utf8.allSatisfy(\.isOfDecimal), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The number for a sentence, whatever the user's language: `1`, `1.5`, with three decimals at most.
  package var shortText: String {
    let rounded = (self * 1000).rounded() / 1000
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }

  /// The number with so many decimals, never with an exponent.
  package func fixed(_ decimals: Int) -> String {
    // The largest number has 309 digits before its point.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 330 + decimals) { text in
      guard let start = text.baseAddress else { return "" }
      _ = withVaList([Int32(decimals), self]) { vsnprintf(start, text.count, "%.*f", $0) }
      return String(cString: start)
    }
  }

  /// A number of few digits without an exponent, such as a coordinate: its digits and the power of ten are
  /// both exact, so their quotient is the nearest number (Clinger). `nil` for any other.
  package static func shortDecimal(_ text: UnsafeRawBufferPointer) -> Double? {
    guard text.count <= 17 else { return nil }
    let isNegative = text.first == UInt8(ascii: "-")
    var digits = 0
    var digitCount = 0
    var digitsBeforePoint: Int?
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        digits = digits &* 10 &+ Int(digit)
        digitCount += 1
      } else if byte == UInt8(ascii: "."), digitsBeforePoint == nil {
        digitsBeforePoint = digitCount
      } else {
        return nil
      }
    }
    let decimals = digitsBeforePoint.map { digitCount - $0 }
    guard digitCount > 0, digitCount <= 15, decimals != 0, decimals != digitCount else { return nil }
    let magnitude = Double(digits) / powersOfTen[decimals ?? 0]
    return isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

extension UInt8 {
  /// Whether a decimal number can have it: a digit, a sign, a point, or an `e`.
  package var isOfDecimal: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

extension Int {
  /// A number without its fraction; the nearest possible one beyond the range, and 0 for what is not a number.
  @inlinable
  public init(clamping value: Double) {
    self = Int(exactly: value.rounded(.towardZero)) ?? (value > 0 ? .max : value < 0 ? .min : 0)
  }
}
