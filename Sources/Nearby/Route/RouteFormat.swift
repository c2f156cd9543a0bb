import Positioning

/// What the beginning of a file shows of its format.
public enum RouteFormat: Hashable, Sendable {
  case gpx, geoJSON, nmea, gpsdJSON
  /// One that another program reads, by the name that gpsbabel has for it.
  case foreign(String)

  /// How much of a file it takes to tell.
  public static let sniffingLimit = LogFormat.sniffingLimit

  /// Looks at the first bytes of a file.
  public init?(beginning: [UInt8]) {
    if beginning.count >= 12, beginning[8..<12].elementsEqual(".FIT".utf8) {
      self = .foreign("garmin_fit")
      return
    }
    let text = String(decoding: beginning.prefix(Self.sniffingLimit), as: UTF8.self)
    // Only text begins with a byte-order mark or white space.
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else { return nil }
    switch first {
    case "<":
      if Self.has("<TrainingCenterDatabase", in: beginning) {
        self = .foreign("gtrnctr")
      } else if Self.has("<kml", in: beginning) {
        self = .foreign("kml")
      } else {
        self = .gpx
      }
    case "[": self = .geoJSON
    case "{": self = Self.isGpsdReport(text) ? .gpsdJSON : .geoJSON
    default:
      // Its first line may be torn, or a comment.
      switch LogFormat.sniff(beginning.span, isWhole: beginning.count < Self.sniffingLimit) {
      case .format(.nmea): self = .nmea
      case .format(.gpsdJSON): self = .gpsdJSON
      case .format(.gpx), .undecided, .unknown: return nil
      }
    }
  }

  /// Whether a tag begins in the first bytes of XML; a search in text takes a hundred times as long.
  private static func has(_ tag: StaticString, in beginning: [UInt8]) -> Bool {
    let beginning = beginning.prefix(sniffingLimit)
    return tag.withUTF8Buffer { tag in
      beginning.indices.contains { beginning[$0] == tag[0] && beginning[$0...].starts(with: tag) }
    }
  }

  /// Whether the first member of an object is `class`, as in all that gpsd sends.
  private static func isGpsdReport(_ text: String) -> Bool {
    text.drop { $0 != "{" }.dropFirst().drop(while: \.isWhitespace).hasPrefix("\"class\"")
  }
}
