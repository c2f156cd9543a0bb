/// What the beginning of a file shows of its format.
public enum RouteFormat: Hashable, Sendable {
  case gpx, geoJSON, nmea, gpsdJSON
  /// One that another program reads, by the name that gpsbabel has for it.
  case foreign(String)

  /// How much of a file it takes to tell.
  public static let sniffingLimit = 64 * 1024

  /// Looks at the first bytes of a file.
  public init?(beginning: [UInt8]) {
    if beginning.count >= 12, beginning[8..<12].elementsEqual(".FIT".utf8) {
      self = .foreign("garmin_fit")
      return
    }
    let text = String(decoding: beginning.prefix(Self.sniffingLimit), as: UTF8.self)
    // A byte-order mark and white space stand before nothing but text.
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else { return nil }
    switch first {
    case "<":
      if text.contains("<TrainingCenterDatabase") {
        self = .foreign("gtrnctr")
      } else if text.contains("<kml") {
        self = .foreign("kml")
      } else {
        self = .gpx
      }
    case "{", "[": self = text.contains("\"class\":") ? .gpsdJSON : .geoJSON
    case "$", "!", "\\", "#": self = text.contains("\"class\":") ? .gpsdJSON : .nmea
    default: return nil
    }
  }
}
