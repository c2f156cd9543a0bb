extension Double {
  /// Reads a finite decimal number such as `60.17` or `-1e3`; `Double` alone also takes `nan`, `0x1p3` and `inf`.
  package static func decimal(_ text: some StringProtocol) -> Double? {
    let isPlain = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The number for a sentence, whatever the user's language: `1`, `1.5`, with three decimals at most.
  package var shortText: String {
    let rounded = (self * 1000).rounded() / 1000
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
