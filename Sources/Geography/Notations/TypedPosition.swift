/// A position as a person writes it.
public struct TypedPosition: Equatable, Sendable {
  /// A valid coordinate.
  public var coordinate: Coordinate
  /// Metres, where a `geo:` URI gives them as `u=`; half the diagonal of a square of a grid.
  public var accuracy: Double?
  /// What the user calls it; `nil` for a notation.
  public var name: String?
  /// The shape of the place that is meant; `nil` for a point.
  public var extent: Extent?

  /// Why a text is not a position.
  public enum ParsingError: Error, Equatable, CustomStringConvertible {
    case malformed(String)
    case outOfRange(String)
    case misread(String, NotationError)
    /// A `geo:` URI in a reference system other than WGS-84.
    case unknownReferenceSystem(String)

    public var description: String {
      switch self {
      case .malformed(let text): "'\(text)' is not a position like 47.14,9.52"
      case .outOfRange(let text):
        "'\(text)' is out of range: latitude goes from -90 to 90, longitude from -180 to 180 (latitude comes first)"
      case .misread(let text, let error):
        "'\(text)' is not a position: \(error)"
      case .unknownReferenceSystem(let text):
        "'\(text)' is in a reference system other than WGS-84: leave out crs= and give WGS-84 degrees"
      }
    }
  }

  /// Reads a position in any notation: `60.1699,24.9384` with signs or hemispheres, a `geo:` URI (RFC 5870),
  /// whose altitude is ignored, degrees with minutes and seconds, a Maidenhead locator, MGRS (UTMREF), UTM, a
  /// Plus Code, or a link to a map.
  ///
  /// ```swift
  /// try TypedPosition(parsing: "JO62qm").accuracy  // Half the diagonal of the square, in metres.
  /// ```
  public init(parsing text: String) throws(ParsingError) {
    if let plain = Self.plainDegrees(text) {
      self.init(coordinate: plain)
      return
    }
    let scheme = "geo:"
    if text.lowercased().hasPrefix(scheme) {
      try self.init(geoURI: text.dropFirst(scheme.count), of: text)
      return
    }
    let decimalProblem: ParsingError
    do throws(ParsingError) {
      try self.init(decimal: text)
      return
    } catch {
      // Two numbers beyond the globe may be degrees and minutes without marks; otherwise they are just that.
      if case .outOfRange = error {
        guard let position = try? Self.position(inNotationOf: text) else { throw error }
        self = position
        return
      }
      decimalProblem = error
    }
    guard let position = try Self.position(inNotationOf: text) else { throw decimalProblem }
    self = position
  }

  /// Whether a text looks like coordinates or another notation, right or wrong, rather than like a name.
  public static func isLike(_ text: String) -> Bool {
    do throws(ParsingError) {
      _ = try TypedPosition(parsing: text)
      return true
    } catch {
      if mayBeName(text) { return false }
      guard case .malformed = error else { return true }
    }
    let lower = text.lowercased()
    if lower.contains("://") || lower.hasPrefix("geo:") { return true }
    return text.contains { $0.isNumber }
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0.isWhitespace || signsOfCoordinates.contains($0) }
      && lower.split { !$0.isLetter || signsOfCoordinates.contains($0) }
        .allSatisfy { wordsOfCoordinates.contains(String($0)) }
  }

  /// Whether a text is a number, in parts as a postcode may have, or behind the code of a country: `9490`, `114 55`,
  /// `AD500`; or a letter beside a short one, as bus stops and gates have: `E2`, of which no position has only one; or a
  /// house in a street of three letters, which is no square: `12 Elm`.
  private static func mayBeName(_ text: String) -> Bool {
    if text.wholeMatch(of: /[A-Za-z] ?\d{1,3}|\d{1,3} ?[A-Za-z]|\d{1,3} +[A-Za-z]{3}/) != nil { return true }
    let country = text.prefix { $0.isASCII && $0.isLetter }
    let parts = text.dropFirst(country.count).split { " -".contains($0) }
    return country.count <= 3 && !wordsOfCoordinates.contains(country.lowercased())
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
      && [[3], [4], [5], [6], [7], [3, 2], [2, 3], [4, 3], [5, 4]].contains(parts.map(\.count))
  }

  /// Signs, separators, brackets, and marks of degrees, minutes and seconds.
  private static let signsOfCoordinates = Set("+-−–±.,;:/|@=()[]°º˚*^'’‘′`´\"”“″")

  private static let wordsOfCoordinates: Set = [
    "n", "s", "e", "w", "o", "lat", "lon", "lng", "long", "latitude", "longitude", "deg", "degrees", "min",
    "sec", "north", "south", "east", "west",
  ]

  /// Two plain numbers with a comma between, as programs write them.
  static func plainDegrees(_ text: String) -> Coordinate? {
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")),
      let latitude = Double.decimal(text[..<comma]),
      let longitude = Double.decimal(text[text.utf8.index(after: comma)...])
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  /// The position in the first of the other notations that a text looks like.
  private static func position(inNotationOf text: String) throws(ParsingError) -> TypedPosition? {
    let trimmed = trimmed(text)
    // No position is longer, and looking would take long.
    guard !trimmed.isEmpty, trimmed.utf8.count <= 2000 else { return nil }
    do throws(NotationError) {
      if let found = try MapLink.coordinate(parsing: trimmed) { return TypedPosition(coordinate: found) }
      if let found = try PlusCode(parsing: trimmed) { return found.position }
      if let found = try MGRSReference.position(parsing: trimmed) { return found }
      if let found = try UTMPosition(parsing: trimmed) {
        return TypedPosition(coordinate: found.coordinate)
      }
      if let found = try MaidenheadLocator(parsing: trimmed) { return found.position }
      if let found = try SexagesimalPosition.coordinate(parsing: trimmed) {
        return TypedPosition(coordinate: found)
      }
    } catch {
      throw .misread(text, error)
    }
    return nil
  }

  /// Without the characters that people put around a position.
  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    rest = rest.drop(while: \.isWhitespace)
    for name in ["mgrs:", "mgrs ", "utmref:", "utmref ", "utm:", "utm ", "@"]
    where rest.lowercased().hasPrefix(name) {
      return String(rest.dropFirst(name.count).drop(while: \.isWhitespace))
    }
    return String(rest)
  }

  private init(decimal text: String) throws(ParsingError) {
    var inner = text[...]
    if inner.first == "@" { inner = inner.dropFirst() }
    if inner.first == "(", inner.last == ")" { inner = inner.dropFirst().dropLast() }
    let parts = inner.split(whereSeparator: { $0 == "," || $0.isWhitespace })
    guard parts.count == 2, inner.filter({ $0 == "," }).count <= 1 else { throw .malformed(text) }
    self.init(coordinate: try Self.coordinate(latitude: parts[0], longitude: parts[1], of: text))
  }

  /// The middle of a cell, as accurate as half its diagonal is long.
  init(middleOf latitudes: ClosedRange<Double>, _ longitudes: ClosedRange<Double>) {
    coordinate = Coordinate(
      latitude: (latitudes.lowerBound + latitudes.upperBound) / 2,
      longitude: (longitudes.lowerBound + longitudes.upperBound) / 2)
    let corners = [latitudes.lowerBound, latitudes.upperBound].map { latitude in
      WGS84.inverse(from: coordinate, to: Coordinate(latitude: latitude, longitude: longitudes.lowerBound))
        .distance.metres
    }
    accuracy = corners.max()
  }

  /// A position that is known already.
  public init(
    coordinate: Coordinate, accuracy: Double? = nil, name: String? = nil, extent: Extent? = nil
  ) {
    (self.coordinate, self.accuracy) = (coordinate, accuracy)
    (self.name, self.extent) = (name, extent)
  }

  static func coordinate(
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
      character?.capital.flatMap { hemispheres.contains($0) ? $0 : nil }
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

  /// Reads what follows `geo:`, as RFC 5870 has it: the position, its accuracy in metres as `u`, and WGS 84 alone.
  init(geoURI: Substring, of text: String) throws(ParsingError) {
    // RFC 5870 knows no query, but Android's links have one.
    let path = geoURI.prefix { $0 != "?" }
    let query = geoURI.endIndex > path.endIndex ? MapLink.parameter("q", in: text) : nil
    if let query, let marked = Self.plainDegrees(String(query.prefix { $0 != "(" })) {
      self.init(coordinate: marked)
      return
    }
    let parts = path.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3 else { throw .malformed(text) }
    self.init(
      coordinate: try Self.coordinate(latitude: numbers[0], longitude: numbers[1], of: text))
    if query != nil, coordinate == Coordinate(latitude: 0, longitude: 0) {
      let understood = "with words to search for"
      throw .misread(
        text, NotationError(notation: "a geo: URI", understood: understood, problem: "it holds no position"))
    }
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
}
