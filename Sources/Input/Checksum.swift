/// A number that changes with any change of the bytes it is made from: FNV-1a (Fowler, Noll and Vo), 64 bits.
///
/// It detects damage and names files; it does not protect against attackers.
package enum Checksum {
  /// The checksum in sixteen hexadecimal digits.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let digits = String(hash(of: bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The checksum as a number.
  ///
  /// - Parameter seed: makes another checksum of the same bytes; 0 for FNV-1a itself.
  package static func hash(of bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    // From memory, as a sequence takes ten times as long to hand over one byte after the other.
    bytes.withContiguousStorageIfAvailable { hash(ofMemory: $0, seed: seed) }
      ?? Array(bytes).withUnsafeBufferPointer { hash(ofMemory: $0, seed: seed) }
  }

  private static func hash(ofMemory bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    var hash = 0xCBF2_9CE4_8422_2325 ^ seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
