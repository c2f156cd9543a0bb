import Glibc
import Words

/// A section of a file of `Sources/Words`: lines such as `bakery = Bäckerei, Bäcker`, in the order of their bytes.
package struct WordLines: @unchecked Sendable {  // The bytes are constants.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private let bytes: Bytes

  /// - Parameter file: the code of a language, `tags` or `rules`.
  package init(_ section: String, of file: String) {
    bytes = Bytes(words_section(section, file))
  }

  /// What stands for a key; `nil` if no line has it.
  package subscript(key: String) -> String? { value(of: key).map(Self.text) }

  /// What stands for a key, between commas.
  package func words(of key: String) -> [String] { value(of: key).map(Self.words) ?? [] }

  package var all: [(key: String, words: [String])] {
    Self.parts(of: bytes, between: "\n").filter { ![nil, UInt8(ascii: "#")].contains($0.first) }.map { line in
      let length = Self.lengthOfKey(of: line)
      return (
        Self.text(Bytes(rebasing: line[..<length])), Self.words(Bytes(rebasing: line.dropFirst(length + 2)))
      )
    }
  }

  /// The words that begin like a folded one, with the keys of their lines; only small letters and digits count, and what
  /// follows a letter beyond ASCII is not compared.
  ///
  /// - Parameter least: how many letters must be the same; `nil` for all of both.
  func words(like letters: [UInt8], sharing least: Int? = nil) -> [(key: String, word: String)] {
    var found: [(key: String, word: String)] = []
    var line = 0
    while line < bytes.count {
      let end = line + length(ofLineAt: line)
      let key = Bytes(rebasing: bytes[line..<line + Self.lengthOfKey(of: Bytes(rebasing: bytes[line..<end]))])
      var start = bytes[line] == UInt8(ascii: "#") ? end : line + key.count + 2
      while start < end {
        var (next, common, isSame, isOpen) = (start, 0, true, false)
        while next < end, bytes[next] != UInt8(ascii: ","), isSame, !isOpen, common < least ?? .max {
          let letter = bytes[next] | 0x20
          isOpen = letter >= 0x80
          // Signs and spaces do not count.
          if letter >= 0x61 && letter <= 0x7A || bytes[next] >= 0x30 && bytes[next] <= 0x39 {
            isSame = common < letters.count && letters[common] == letter
            if isSame { common += 1 }
          }
          next += 1
        }
        next += Self.length(of: Bytes(rebasing: bytes[next..<end]), to: ",")
        if isOpen || least.map({ common >= $0 }) ?? (isSame && common == letters.count) {
          found.append((Self.text(key), Self.text(Bytes(rebasing: bytes[start..<next]))))
        }
        start = next + 1
      }
      line = end + 1
    }
    return found
  }

  /// The same as bytes, with the space after the sign.
  func value(of key: String) -> Bytes? {
    var start = "\(key) ="
    return start.withUTF8 { start in
      guard let base = bytes.baseAddress, let wanted = start.baseAddress else { return nil }
      var (low, high) = (0, bytes.count)
      while low < high {
        var middle = low + (high - low) / 2
        while middle > low, bytes[middle - 1] != UInt8(ascii: "\n") { middle -= 1 }
        var line = middle
        while line < high, bytes[line] == UInt8(ascii: "#") { line += length(ofLineAt: line) + 1 }
        guard line < high else {
          high = middle
          continue
        }
        let length = length(ofLineAt: line)
        let order = memcmp(base + line, wanted, min(length, start.count))
        if order == 0, length >= start.count {
          return Bytes(start: base + line + start.count, count: length - start.count)
        }
        if order > 0 { high = middle } else { low = line + length + 1 }
      }
      return nil
    }
  }

  /// A tag has a sign of its own.
  private static func lengthOfKey(of line: Bytes) -> Int {
    var length = 0
    while length + 1 < line.count, line[length] != UInt8(ascii: " ") || line[length + 1] != UInt8(ascii: "=")
    {
      length += 1
    }
    return length
  }

  private func length(ofLineAt start: Int) -> Int {
    Self.length(of: Bytes(rebasing: bytes[start...]), to: "\n")
  }

  private static func length(of bytes: Bytes, to separator: Unicode.Scalar) -> Int {
    guard let base = bytes.baseAddress, let end = memchr(base, Int32(separator.value), bytes.count) else {
      return bytes.count
    }
    return UnsafeRawPointer(base).distance(to: end)
  }

  private static func parts(of bytes: Bytes, between separator: Unicode.Scalar) -> [Bytes] {
    var parts: [Bytes] = []
    var rest = bytes
    while !rest.isEmpty { parts.append(next(of: &rest, before: separator)) }
    return parts
  }

  /// Takes what stands before the next separator, and leaves what stands after it.
  static func next(of rest: inout Bytes, before separator: Unicode.Scalar) -> Bytes {
    let length = length(of: rest, to: separator)
    defer { rest = Bytes(rebasing: rest.dropFirst(length + 1)) }
    return Bytes(rebasing: rest[..<length])
  }

  static func words(_ bytes: Bytes) -> [String] { parts(of: bytes, between: ",").map(text) }

  /// Without the space after the sign before it.
  static func text(_ bytes: Bytes) -> String {
    String(
      decoding: bytes.first == UInt8(ascii: " ") ? Bytes(rebasing: bytes.dropFirst()) : bytes, as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  init(_ text: WordText) { self.init(start: text.bytes, count: text.size) }
}
