import Geography
import Places

/// NMEA 0183: a WPL sentence per place, which chart plotters read as a waypoint.
///
/// Plotters tell waypoints apart by name, so places with the same name are numbered.
public struct NMEAWriter: PlaceWriter {
  public let header = ""
  public let footer = ""

  /// The longest sentence of the standard, with `$` and the line ending.
  private static let longest = 82
  /// The most characters of a name that fit beside the position.
  private static let longestName = longest - "$GPWPL,ddmm.mmmm,N,dddmm.mmmm,E,*hh\r\n".utf8.count

  private var counts: [String: Int] = [:]

  public init() {}

  public mutating func text(of place: ShownPlace) -> String {
    let latitude = Self.text(of: place.coordinate.latitude, digits: 2, ("N", "S"))
    let longitude = Self.text(of: place.coordinate.longitude, digits: 3, ("E", "W"))
    let content = "GPWPL,\(latitude),\(longitude),\(name(of: place.place))"
    let checksum = content.utf8.reduce(0, ^)
    let digits = String(checksum, radix: 16, uppercase: true)
    return "$\(content)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
  }

  /// `6010.2000,N`: degrees and minutes to a ten-thousandth, which is 19 cm.
  private static func text(of degrees: Double, digits: Int, _ hemispheres: (String, String)) -> String {
    let units = Int(clamping: (degrees.magnitude * 600_000).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: 600_000)
    let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: 10_000)
    let written = DecimalText.padded(whole, to: digits) + DecimalText.padded(minutes, to: 2)
    let hemisphere = degrees < 0 && units > 0 ? hemispheres.1 : hemispheres.0
    return "\(written).\(DecimalText.padded(fraction, to: 4)),\(hemisphere)"
  }

  /// A name in NMEA's characters that is unique within this writer.
  private mutating func name(of place: PointOfInterest) -> String {
    let base = Self.characters(of: place)
    var name = Self.cut(base, to: Self.longestName)
    while let count = counts[name] {
      counts[name] = count + 1
      let suffix = " \(count + 1)"
      name = Self.cut(base, to: Self.longestName - suffix.utf8.count) + suffix
    }
    counts[name] = 1
    return name
  }

  private static func cut(_ name: String, to count: Int) -> String {
    var name = name.prefix(count)
    while name.last == " " { name.removeLast() }
    return String(name)
  }

  /// The best of the place's names with Latin letters, or at least its kind.
  private static func characters(of place: PointOfInterest) -> String {
    let names = [place.title, place.tags["int_name"], place.tags["name:en"], place.tags["name:latin"]]
    for case let name? in names {
      let written = NMEACharacters.text(of: name)
      // A name in another script would leave only signs and digits.
      if !written.isEmpty, NMEACharacters.isFaithful(to: name) { return written }
    }
    let kind = NMEACharacters.text(of: place.label ?? "")
    return kind.isEmpty ? "place" : kind
  }
}

/// The characters of NMEA 0183: printable ASCII without reserved characters.
enum NMEACharacters {
  /// The text without accents and without characters that a sentence cannot hold.
  static func text(of text: String) -> String {
    var written = ""
    for scalar in text.unicodeScalars { written += characters(for: scalar) ?? " " }
    return written.split(separator: " ").joined(separator: " ")
  }

  /// Whether every letter of the text can be written.
  static func isFaithful(to text: String) -> Bool {
    !text.unicodeScalars.contains { $0.properties.isAlphabetic && characters(for: $0) == nil }
  }

  private static func characters(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "$", "*", ",", "!", "\\", "^", "~": nil
    case " "..."}": String(scalar)
    case "\u{300}"..."\u{36F}": ""
    default: others[scalar] ?? letters(for: scalar)
    }
  }

  private static let others: [Unicode.Scalar: String] = [
    "Þ": "Th", "ŋ": "ng", "’": "'", "‘": "'", "“": "\"", "”": "\"", "„": "\"", "–": "-", "—": "-", "…": "...",
  ]

  /// A Latin letter without its accents.
  private static func letters(for scalar: Unicode.Scalar) -> String? {
    let plain = scalar.folded
    guard !plain.isEmpty, plain.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
      return nil
    }
    return scalar.properties.isUppercase ? plain.uppercased() : plain
  }
}
