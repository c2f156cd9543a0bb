/// Numbers of seven bits a byte, the lowest first, each byte but the last with its highest bit set (LEB128).
extension [UInt8] {
  package mutating func append(variableLength number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Takes a number of up to 63 bits off the beginning; `nil` if there is none, or one with needless bytes.
  package mutating func popVariableLengthNumber() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return byte == 0 && shift > 0 ? nil : number }
    }
    return nil
  }
}

/// A number with a sign as one without: 0, −1, 1, −2 and so on become 0, 1, 2, 3 (zigzag).
extension Int64 {
  package var zigzag: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }

  package init(zigzag number: UInt64) {
    self = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}
