import CExpat
import Glibc

/// The encodings that expat does not know by itself: all but UTF-8, UTF-16, ISO-8859-1 and US-ASCII.
enum XMLEncoding {
  /// Describes an encoding with one byte a character, such as windows-1252, as the C library has it.
  ///
  /// - Returns: what expat takes from an `XML_UnknownEncodingHandler`.
  static func describe(
    _ name: UnsafePointer<XML_Char>?, in encoding: UnsafeMutablePointer<XML_Encoding>?
  ) -> Int32 {
    let converter = iconv_open("WCHAR_T", name)
    guard let encoding, converter != iconv_t(bitPattern: -1) else { return Int32(XML_STATUS_ERROR.rawValue) }
    defer { iconv_close(converter) }
    withUnsafeMutableBytes(of: &encoding.pointee.map) { bytes in
      let map = bytes.assumingMemoryBound(to: Int32.self)
      for byte in UInt8.min...UInt8.max {
        map[Int(byte)] = scalar(of: byte, by: converter) ?? -1
      }
    }
    return Int32(XML_STATUS_OK.rawValue)
  }

  /// The code point of a single byte.
  private static func scalar(of byte: UInt8, by converter: iconv_t?) -> Int32? {
    var byte = CChar(truncatingIfNeeded: byte)
    var scalar: wchar_t = 0
    var bytesLeft = 1
    var roomLeft = MemoryLayout<wchar_t>.size
    let result = withUnsafeMutablePointer(to: &byte) { byte in
      withUnsafeMutableBytes(of: &scalar) { scalar in
        var from: UnsafeMutablePointer<CChar>? = byte
        var to = scalar.assumingMemoryBound(to: CChar.self).baseAddress
        return iconv(converter, &from, &bytesLeft, &to, &roomLeft)
      }
    }
    guard result == 0, roomLeft == 0 else {
      // Forgets the incomplete character.
      iconv(converter, nil, nil, nil, nil)
      return nil
    }
    return Int32(scalar)
  }
}
