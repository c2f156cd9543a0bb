import CGeographic

/// A position in the Universal Transverse Mercator grid, or towards the poles in the Universal Polar
/// Stereographic one.
public struct UTMPosition: Hashable, Sendable {
  /// 1…60; 0 for the polar grid.
  public let zone: Int
  /// Whether northings count from the equator, or in the polar grid whether it is that of the north.
  public let isNorth: Bool
  /// Metres; 500 km on the zone's central meridian, 2,000 km at a pole.
  public let easting: Double
  /// Metres; 0 or, in the south, 10,000 km at the equator, 2,000 km at a pole.
  public let northing: Double
  /// Where it is; its longitude may lie outside the zone.
  public let coordinate: Coordinate

  /// The grid position of a valid coordinate, with the exceptions for Norway and Svalbard.
  public init(_ coordinate: Coordinate) {
    self.init(cgeographic_project(coordinate.forGeographicLib), at: coordinate)
  }

  /// A position in the grid; `nil` far outside it.
  init?(_ grid: cgeographic_grid) {
    var coordinate = cgeographic_coordinate()
    guard cgeographic_unproject(grid, &coordinate) else { return nil }
    self.init(grid, at: Coordinate(coordinate))
  }

  private init(_ grid: cgeographic_grid, at coordinate: Coordinate) {
    zone = Int(grid.zone)
    isNorth = grid.is_north
    easting = grid.easting
    northing = grid.northing
    self.coordinate = coordinate
  }
}

extension Coordinate {
  init(_ coordinate: cgeographic_coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  var forGeographicLib: cgeographic_coordinate {
    cgeographic_coordinate(latitude: latitude, longitude: longitude)
  }
}

extension UTMPosition: CustomStringConvertible {
  /// `32n 691603 5334780`, in whole metres; `n 2426773 1530125` in the polar grid.
  public var description: String {
    "\(zone == 0 ? "" : DecimalText.padded(zone, to: 2))\(isNorth ? "n" : "s") \(Int(clamping: easting.rounded())) \(Int(clamping: northing.rounded()))"
  }

  /// Reads `32U 691603 5334780`, `32n 691603 5334780`, `32 north 691603mE 5334780mN`; `nil` if it looks like
  /// something else.
  ///
  /// The letter is a latitude band, or a small `n` or `s` the hemisphere. A large `S` is both a band north of
  /// the equator and the usual sign for the south.
  public init?(parsing text: String) throws(NotationError) {
    guard let parts = Self.parts(of: text), let easting = Double.decimal(parts.easting),
      let northing = Double.decimal(parts.northing)
    else { return nil }
    func refuse(_ problem: String) -> NotationError {
      let understood =
        "zone \(parts.zone) \(parts.band), easting \(parts.easting), northing \(parts.northing)"
      return NotationError(notation: "UTM", understood: understood, problem: problem)
    }
    func check(_ isRight: Bool, _ problem: @autoclosure () -> String) throws(NotationError) {
      guard isRight else { throw refuse(problem()) }
    }
    let zone = Int(parts.zone) ?? 0
    try check((parts.zone.isEmpty ? 0...0 : 1...60).contains(zone), "zones go from 1 to 60")
    let isAmbiguous = parts.band == "S" && (3_500_000...4_500_000).contains(northing) && zone > 0
    try check(
      !isAmbiguous, "S can be the band from 32° N or the southern hemisphere; write north or south instead")
    let hemisphere = Self.isNorth(parts.band)
    let latitudes = hemisphere == nil && zone > 0 ? Self.latitudes(ofBand: parts.band) : nil
    guard let isNorth = hemisphere ?? latitudes.map({ $0.lowerBound >= 0 }) else {
      throw refuse("there is no latitude band \(parts.band)")
    }
    if zone == 0 {
      // The grid of the south reaches to 80°, that of the north to 84°.
      let metres = isNorth ? 1_300_000.0...2_700_000.0 : 800_000.0...3_200_000.0
      try check(metres.contains(easting) && metres.contains(northing), "that is not in the polar grid")
    } else {
      try check((100_000...900_000).contains(easting), "eastings go from 100000 to 900000 metres")
      try check((0...10_000_000).contains(northing), "northings go from 0 to 10000000 metres")
    }
    let grid = cgeographic_grid(zone: CInt(zone), is_north: isNorth, easting: easting, northing: northing)
    guard let position = UTMPosition(grid) else {
      throw refuse("that northing lies on the other side of the equator")
    }
    self = position
    let latitude = coordinate.latitude
    if let latitudes {
      let (south, north) = (Int(clamping: latitudes.lowerBound), Int(clamping: latitudes.upperBound))
      try check(
        (latitudes.lowerBound - Self.slack...latitudes.upperBound + Self.slack).contains(latitude),
        "that is latitude \(DecimalText.fixed(latitude, decimals: 2)), and band \(parts.band.uppercased()) goes from \(south) to \(north)"
      )
    } else if zone > 0 {
      try check(
        (isNorth == (latitude >= 0) || abs(latitude) < Self.slack) && abs(latitude) < 85,
        "that northing lies on the other side of the equator")
    }
  }

  /// Degrees by which a position may lie beyond its band or its side of the equator, as it is rounded.
  private static let slack = 1e-4

  /// The hemisphere that a word or a letter names; `nil` for the letter of a band.
  private static func isNorth(_ band: String) -> Bool? {
    switch band {
    case "n", "north", "North", "NORTH": true
    case "s", "south", "South", "SOUTH", "S": false
    default: nil
    }
  }

  private static func latitudes(ofBand band: String) -> ClosedRange<Double>? {
    guard band.count == 1, let letter = band.first?.capital else { return nil }
    return latitudes(of: letter)
  }

  /// The latitudes between which a band lies; `nil` if there is no such band.
  static func latitudes(of band: Character) -> ClosedRange<Double>? {
    guard let index = Array("CDEFGHJKLMNPQRSTUVWX").firstIndex(of: band) else { return nil }
    let south = Double(index * 8 - 80)
    return south...(band == "X" ? 84 : south + 8)
  }

  private static func parts(
    of text: String
  ) -> (zone: String, band: String, easting: String, northing: String)? {
    var scanner = NotationScanner(text)
    let zone = scanner.take { $0.isDigit }
    scanner.skipSpaces()
    let band = scanner.take { $0.isLetter }
    guard zone.count <= 2, !band.isEmpty, band.count == 1 || ["north", "south"].contains(band.lowercased())
    else { return nil }
    if zone.isEmpty, !["n", "s", "north", "south"].contains(band) { return nil }
    scanner.skip { $0 == " " || $0 == "," }
    if scanner.next == "E" || scanner.next == "e" {
      scanner.advance()
      scanner.skipSpaces()
    }
    let easting = scanner.take { $0.isDigit || $0 == "." }
    _ = scanner.take { "mMeE".contains($0) }
    let separator = scanner.take { $0 == " " || $0 == "," }
    if scanner.next == "N" || scanner.next == "n" {
      scanner.advance()
      scanner.skipSpaces()
    }
    let northing = scanner.take { $0.isDigit || $0 == "." }
    _ = scanner.take { "mMnN".contains($0) }
    let metres = easting.prefix { $0 != "." }.count
    guard scanner.isAtEnd, !separator.isEmpty, (5...7).contains(metres),
      (1...8).contains(northing.prefix { $0 != "." }.count)
    else { return nil }
    return (zone, band, easting, northing)
  }
}
