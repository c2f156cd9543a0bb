import Input

/// The formats of recorded logs that are read.
package enum LogFormat: Equatable {
  case nmea
  case gpsdJSON
  case gpx

  /// How much may precede the first line that shows the format.
  package static let sniffingLimit = InputLimits.beforeFormat

  /// What the beginning of a log shows.
  package enum Sniffed: Equatable {
    case format(LogFormat)
    case undecided
    case unknown
  }

  /// Looks at the first character of each line, after comments and a torn first line.
  ///
  /// - Parameter isWhole: whether the log ends where `beginning` does.
  package static func sniff(_ beginning: Span<UInt8>, isWhole: Bool) -> Sniffed {
    // A FIT file may contain bytes that look like the start of a line.
    let fit = Array(".FIT".utf8)
    if beginning.count >= 12, fit.indices.allSatisfy({ beginning[8 + $0] == fit[$0] }) { return .unknown }
    var isAtLineStart = true
    for index in beginning.indices {
      let byte = beginning[index]
      if isAtLineStart {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"): return .format(.nmea)
        case UInt8(ascii: "{"): return .format(.gpsdJSON)
        case UInt8(ascii: "<"): return .format(.gpx)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0xEF, 0xBB, 0xBF: continue
        default: isAtLineStart = false
        }
      }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        isAtLineStart = true
      }
    }
    return isWhole || beginning.count >= sniffingLimit ? .unknown : .undecided
  }
}
