/// A key of a terminal.
public enum Key: Hashable, Sendable {
  case up, down, pageUp, pageDown, home, end
  case enter, escape
  /// A digit, or another character of ASCII.
  case character(Character)
}

/// Reads keys from the bytes that a terminal sends for them.
public struct KeyDecoder: Sendable {
  /// Whether the bytes so far may be the Escape key, or the beginning of another key's.
  public private(set) var isAmbiguous = false

  private var sequence: [UInt8] = []

  public init() {}

  /// The keys that the bytes complete, without unknown ones.
  public mutating func keys(of bytes: [UInt8]) -> [Key] {
    let keys = bytes.compactMap { key(endedBy: $0) }
    isAmbiguous = sequence == [Self.escape]
    return keys
  }

  /// Resolves ambiguous bytes, since nothing follows.
  public mutating func finish() -> Key? {
    defer {
      sequence = []
      isAmbiguous = false
    }
    return isAmbiguous ? .escape : nil
  }

  private static let escape: UInt8 = 0x1B

  private mutating func key(endedBy byte: UInt8) -> Key? {
    if byte == Self.escape {
      // The one before was a key of its own.
      let wasEscape = sequence == [Self.escape]
      sequence = [byte]
      return wasEscape ? .escape : nil
    }
    guard !sequence.isEmpty else { return Self.key(of: byte) }
    sequence.append(byte)
    // The console of Linux sends `ESC [ [ A` for F1.
    let isIntroduced = ["[", "O", "[["].contains { sequence.dropFirst().elementsEqual($0.utf8) }
    // ECMA-48: a control sequence ends with the first byte from @ on.
    guard !isIntroduced, byte >= 0x40 || sequence.count > Self.longestSequence else { return nil }
    defer { sequence = [] }
    return Self.keyBySequence[String(decoding: sequence.dropFirst(2), as: UTF8.self)]
  }

  private static let longestSequence = 16

  private static func key(of byte: UInt8) -> Key? {
    switch byte {
    case 0x0A, 0x0D: .enter
    case 0x21...0x7E: .character(Character(UnicodeScalar(byte)))
    default: nil
    }
  }

  /// After `ESC [` or `ESC O`.
  private static let keyBySequence: [String: Key] = [
    "A": .up, "B": .down, "H": .home, "F": .end, "1~": .home, "4~": .end, "7~": .home, "8~": .end,
    "5~": .pageUp, "6~": .pageDown,
  ]
}
