import Input

/// Tags as a store keeps them: a JSON object of strings, so that SQLite's own JSON functions can read them too.
enum StoredTags {
  /// Appends the tags, ordered by key.
  static func append(_ tags: [String: String], to bytes: inout [UInt8]) {
    guard !tags.isEmpty else { return }
    var opening = UInt8(ascii: "{")
    for (key, value) in tags.sorted(by: { $0.key < $1.key }) {
      bytes.append(opening)
      JSONText.append(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONText.append(value, to: &bytes)
      opening = UInt8(ascii: ",")
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// The tags that `bytes` encode; `nil` if they are not such an object.
  static func tags(in bytes: UnsafeRawBufferPointer) -> [String: String]? {
    if bytes.isEmpty { return [:] }
    // Nearly all tags are so plain that they need no parser.
    return plainTags(in: bytes)
      ?? (try? JSONParser().parse(bytes.bindMemory(to: UInt8.self).span) { $0.texts })
  }

  /// The tags of an object without white space and escapes, as `text(of:)` most often writes it.
  private static func plainTags(in bytes: UnsafeRawBufferPointer) -> [String: String]? {
    let count = bytes.count { $0 == UInt8(ascii: "\"") } / 4
    var tags = [String: String](minimumCapacity: min(count, 64))
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
      let text = String(utf8: UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
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
