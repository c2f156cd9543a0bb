#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A position in the Universal Transverse Mercator grid, or towards the poles in the Universal Polar
/// Stereographic one.
///
/// The grids are defined in DMA TM 8358.2; see `TransverseMercator` for the source of the projection.
public struct UTMPosition: Hashable, Sendable {
  /// 1…60; 0 for the polar grid.
  public let zone: Int
  /// Whether northings count from the equator, or in the polar grid whether it is that of the north.
  public let isNorth: Bool
  /// Metres; 500 km on the zone's central meridian, 2,000 km at a pole.
  public let easting: Double
  /// Metres; 0 or, in the south, 10,000 km at the equator, 2,000 km at a pole.
  public let northing: Double

  private static let scale = 0.9996
  private static let polarScale = 0.994
  private static let polarOrigin = 2_000_000.0

  /// The grid position of a valid coordinate.
  public init(_ coordinate: Coordinate) {
    self.init(coordinate, zone: Self.zone(of: coordinate))
  }

  /// - Parameter zone: the coordinate's own, or a neighbour of it.
  init(_ coordinate: Coordinate, zone: Int) {
    isNorth = coordinate.latitude >= 0
    self.zone = zone
    if zone == 0 {
      let tauPrime = TransverseMercator.conformalTangent(of: tan(abs(coordinate.latitude) * .pi / 180))
      let radius =
        abs(coordinate.latitude) == 90
        ? 0 : Self.polarScale * TransverseMercator.polarRadius / (hypot(1, tauPrime) + tauPrime)
      let lambda = coordinate.longitude * .pi / 180
      easting = Self.polarOrigin + radius * sin(lambda)
      northing = Self.polarOrigin + (isNorth ? -1 : 1) * radius * cos(lambda)
    } else {
      var fromMeridian = coordinate.longitude - Self.centralMeridian(of: zone)
      if fromMeridian > 180 { fromMeridian -= 360 }
      if fromMeridian < -180 { fromMeridian += 360 }
      let (x, y) = TransverseMercator.project(latitude: coordinate.latitude, longitude: fromMeridian)
      easting = 500_000 + Self.scale * x
      northing = (isNorth ? 0 : 10_000_000) + Self.scale * y
    }
  }

  init(zone: Int, isNorth: Bool, easting: Double, northing: Double) {
    self.zone = zone
    self.isNorth = isNorth
    self.easting = easting
    self.northing = northing
  }

  /// Metres further east and north in the same grid.
  func moved(east: Double, north: Double) -> UTMPosition {
    UTMPosition(zone: zone, isNorth: isNorth, easting: easting + east, northing: northing + north)
  }

  /// Where it is; its longitude may lie outside the zone.
  public var coordinate: Coordinate {
    if zone == 0 {
      let x = easting - Self.polarOrigin
      let y = northing - Self.polarOrigin
      let ratio = hypot(x, y) / (Self.polarScale * TransverseMercator.polarRadius)
      guard ratio > 0 else { return Coordinate(latitude: isNorth ? 90 : -90, longitude: 0) }
      let latitude = atan(TransverseMercator.tangent(ofConformal: (1 / ratio - ratio) / 2)) * 180 / .pi
      let longitude = atan2(x, isNorth ? -y : y) * 180 / .pi
      return Coordinate(latitude: isNorth ? latitude : -latitude, longitude: longitude)
    }
    let found = TransverseMercator.unproject(
      x: (easting - 500_000) / Self.scale, y: (northing - (isNorth ? 0 : 10_000_000)) / Self.scale)
    var longitude = found.longitude + Self.centralMeridian(of: zone)
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: found.latitude, longitude: longitude)
  }

  static func centralMeridian(of zone: Int) -> Double { Double(zone * 6 - 183) }

  /// The zone that a coordinate lies in, with the exceptions for Norway and Svalbard; 0 towards the poles.
  static func zone(of coordinate: Coordinate) -> Int {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    guard latitude >= -80, latitude < 84 else { return 0 }
    let usual = longitude >= 180 ? 1 : Int(clamping: ((longitude + 180) / 6).rounded(.down)) + 1
    if latitude >= 56, latitude < 64, longitude >= 3, longitude < 12 { return 32 }
    if latitude >= 72, longitude >= 0, longitude < 42 {
      return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
    }
    return usual
  }
}

extension UTMPosition: CustomStringConvertible {
  /// `32n 691603 5334780`, in whole metres; `n 2426773 1530125` in the polar grid.
  public var description: String {
    "\(zone == 0 ? "" : DecimalText.padded(zone, to: 2))\(isNorth ? "n" : "s") \(Int(clamping: easting.rounded())) \(Int(clamping: northing.rounded()))"
  }
}

extension UTMPosition {
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
    self.init(zone: zone, isNorth: isNorth, easting: easting, northing: northing)
    let latitude = coordinate.latitude
    try check(coordinate.isValid, "that is not on the globe")
    if let latitudes {
      let (south, north) = (Int(clamping: latitudes.lowerBound), Int(clamping: latitudes.upperBound))
      try check(
        (latitudes.lowerBound - Self.slack...latitudes.upperBound + Self.slack).contains(latitude),
        "that is latitude \(DecimalText.fixed(latitude, decimals: 2)), and band \(parts.band.uppercased()) goes from \(south) to \(north)"
      )
    } else if zone > 0 {
      try check(
        (isNorth == (latitude >= 0) || abs(latitude) < Self.slack) && abs(latitude) < 85,
        "that northing is not on this side of the equator")
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
    return MGRSReference.latitudes(of: letter)
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
