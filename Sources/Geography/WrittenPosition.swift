/// A position as a person writes it.
public struct WrittenPosition: Equatable, Sendable {
  /// A valid coordinate.
  public var coordinate: Coordinate
  /// Metres, where a `geo:` URI gives them as `u=`.
  public var accuracy: Double?

  /// Why a text is not a position.
  public enum ParsingError: Error, Equatable, CustomStringConvertible {
    /// The text has another form than the ones that are read.
    case malformed(String)
    /// A number lies outside −90…90 or −180…180.
    case outOfRange(String)
    /// A `geo:` URI in a reference system other than WGS-84.
    case unknownReferenceSystem(String)

    /// One sentence for the user.
    public var description: String {
      switch self {
      case .malformed(let text):
        "'\(text)' is not a position: write latitude and longitude in decimal degrees, like 60.1699,24.9384 or 60.1699N,24.9384E or geo:60.1699,24.9384"
      case .outOfRange(let text):
        "'\(text)' is out of range: latitude goes from -90 to 90, longitude from -180 to 180 (latitude comes first)"
      case .unknownReferenceSystem(let text):
        "'\(text)' is in a reference system other than WGS-84: leave out crs= and give WGS-84 degrees"
      }
    }
  }

  /// Reads `60.1699,24.9384`, with signs or with hemispheres before or after the number (`33.8S 151.2E`),
  /// or a `geo:` URI (RFC 5870), whose altitude is left aside.
  ///
  /// - Throws: `ParsingError`.
  public init(parsing text: String) throws(ParsingError) {
    let scheme = "geo:"
    if text.lowercased().hasPrefix(scheme) {
      try self.init(uriPath: text.dropFirst(scheme.count), of: text)
    } else {
      let parts = text.split(whereSeparator: { $0 == "," || $0.isWhitespace })
      guard parts.count == 2, text.filter({ $0 == "," }).count <= 1 else { throw .malformed(text) }
      self.init(coordinate: try Self.coordinate(latitude: parts[0], longitude: parts[1], of: text))
    }
  }

  /// A position that is known already.
  public init(coordinate: Coordinate, accuracy: Double? = nil) {
    self.coordinate = coordinate
    self.accuracy = accuracy
  }

  private init(uriPath: Substring, of text: String) throws(ParsingError) {
    let parts = uriPath.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3 else { throw .malformed(text) }
    coordinate = try Self.coordinate(latitude: numbers[0], longitude: numbers[1], of: text)
    for parameter in parts.dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch pair[0].lowercased() {
      case "crs":
        guard pair.count == 2, pair[1].lowercased() == "wgs84" else { throw .unknownReferenceSystem(text) }
      case "u":
        guard pair.count == 2, let metres = Double.decimal(pair[1]), metres >= 0 else {
          throw .malformed(text)
        }
        accuracy = metres
      default:
        // RFC 5870: parameters that are not known are ignored.
        continue
      }
    }
  }

  private static func coordinate(
    latitude: Substring, longitude: Substring, of text: String
  ) throws(ParsingError) -> Coordinate {
    guard let latitude = degrees(latitude, positive: "N", negative: "S"),
      let longitude = degrees(longitude, positive: "E", negative: "W")
    else { throw .malformed(text) }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { throw .outOfRange(text) }
    return coordinate
  }

  private static func degrees(_ text: Substring, positive: Character, negative: Character) -> Double? {
    let hemispheres: [Character] = [positive, negative]
    func hemisphere(_ character: Character?) -> Character? {
      character.flatMap { Character($0.uppercased()) }.flatMap { hemispheres.contains($0) ? $0 : nil }
    }
    if let letter = hemisphere(text.last) {
      return unsigned(text.dropLast()).map { letter == negative ? -$0 : $0 }
    }
    if let letter = hemisphere(text.first) {
      return unsigned(text.dropFirst()).map { letter == negative ? -$0 : $0 }
    }
    return Double.decimal(text)
  }

  private static func unsigned(_ text: Substring) -> Double? {
    text.first == "-" || text.first == "+" ? nil : Double.decimal(text.last == "°" ? text.dropLast() : text)
  }
}
