extension String {
  /// The text for a part of a URL: all bytes are escaped except RFC 3986's unreserved characters.
  public func percentEncoded() -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in utf8 {
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
