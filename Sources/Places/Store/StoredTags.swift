import Foundation

/// Tags as a store keeps them: a JSON object of strings, so that SQLite's own JSON functions can read them too.
enum StoredTags {
  /// Appends the tags, ordered by key.
  static func append(_ tags: [String: String], to bytes: inout [UInt8]) {
    guard !tags.isEmpty else { return }
    var opening = UInt8(ascii: "{")
    for (key, value) in tags.sorted(by: { $0.key < $1.key }) {
      bytes.append(opening)
      append(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      append(value, to: &bytes)
      opening = UInt8(ascii: ",")
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// The tags that `bytes` encode; `nil` if they are not such an object.
  static func tags(in bytes: UnsafeRawBufferPointer) -> [String: String]? {
    if bytes.isEmpty { return [:] }
    // A hundred times as fast as a decoder, and nearly all tags are as plain as that.
    return plainTags(in: bytes)
      ?? (try? JSONDecoder().decode([String: String].self, from: Data(bytes)))
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isPlain = text.utf8.withContiguousStorageIfAvailable { appendIfPlain($0, to: &bytes) }
    if isPlain != true {
      for byte in text.utf8 { appendEscaped(byte, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// - Returns: whether nothing of it must be escaped; else nothing is appended.
  private static func appendIfPlain(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) -> Bool {
    for byte in text where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      return false
    }
    bytes.append(contentsOf: text)
    return true
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    default: bytes.append(byte)
    }
  }

  /// The tags of an object without white space and escapes, as `text(of:)` most often writes it.
  private static func plainTags(in bytes: UnsafeRawBufferPointer) -> [String: String]? {
    var tags: [String: String] = [:]
    var index = 0
    func take(_ byte: UInt8) -> Bool {
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
      return true
    }
    func takeString() -> String? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        if bytes[index] == UInt8(ascii: "\\") { return nil }
        index += 1
      }
      let text = String(validating: bytes[start..<index], as: UTF8.self)
      return take(UInt8(ascii: "\"")) ? text : nil
    }
    guard take(UInt8(ascii: "{")) else { return nil }
    repeat {
      guard let key = takeString(), take(UInt8(ascii: ":")), let value = takeString() else { return nil }
      tags[key] = value
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) && index == bytes.count ? tags : nil
  }
}
