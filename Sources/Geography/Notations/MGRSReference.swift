/// A square of the Military Grid Reference System, which is also UTMREF.
///
/// Its letters are those of NGA.STND.0037; see `UTMPosition` for the grids below it.
public struct MGRSReference: Hashable, Sendable {
  private let corner: UTMPosition
  /// The latitude band, or the half of the polar grid.
  private let band: Character
  /// The digits of each of the two numbers, 0…5.
  private let digits: Int

  private static let bands = Array("CDEFGHJKLMNPQRSTUVWX")
  private static let columns = [Array("ABCDEFGH"), Array("JKLMNPQR"), Array("STUVWXYZ")]
  private static let rows = Array("ABCDEFGHJKLMNPQRSTUV")
  private static let polarBands = Array("ABYZ")
  private static let polarColumns = [
    Array("JKLPQRSTUXYZ"), Array("ABCFGHJKLPQR"), Array("RSTUXYZ"), Array("ABCFGHJ"),
  ]
  private static let polarRows = [Array("ABCDEFGHJKLMNPQRSTUVWXYZ"), Array("ABCDEFGHJKLMNP")]
  /// Hundreds of kilometres at which the letters of the polar grids start.
  private static let polarStart = [8, 13]
  private static let tile = 100_000.0
  /// Metres: the corner of a square, read and written again, is in the same square.
  private static let rounding = 1e-7

  /// The square of 10 km (one digit) to 1 m (five digits) that a valid coordinate lies in.
  public init(_ coordinate: Coordinate, digits: Int = 5) {
    let position = UTMPosition(coordinate)
    let size = Self.size(digits: digits)
    self.digits = digits
    if position.zone == 0 {
      let half = (position.isNorth ? 2 : 0) + (position.easting >= 2_000_000 ? 1 : 0)
      band = Self.polarBands[half]
    } else {
      let index = Int(clamping: ((coordinate.latitude + 80) / 8).rounded(.down))
      band = Self.bands[min(max(index, 0), Self.bands.count - 1)]
    }
    // Just under the equator, rounding must not lead to the row beyond it.
    let highest = position.zone == 0 || position.isNorth ? Double.infinity : 9_999_999.999_999
    corner = UTMPosition(
      zone: position.zone, isNorth: position.isNorth,
      easting: ((position.easting + Self.rounding) / size).rounded(.down) * size,
      northing: (min(position.northing + Self.rounding, highest) / size).rounded(.down) * size)
  }

  /// The latitudes between which a band lies; `nil` if there is no such band.
  static func latitudes(of band: Character) -> ClosedRange<Double>? {
    guard let index = bands.firstIndex(of: band) else { return nil }
    let south = Double(index * 8 - 80)
    return south...(band == "X" ? 84 : south + 8)
  }

  private static func size(digits: Int) -> Double {
    (0..<digits).reduce(tile) { size, _ in size / 10 }
  }

  /// The middle of the square, and half its diagonal in metres.
  public var position: WrittenPosition {
    let size = Self.size(digits: digits)
    let middle = UTMPosition(
      zone: corner.zone, isNorth: corner.isNorth, easting: corner.easting + size / 2,
      northing: corner.northing + size / 2)
    return WrittenPosition(coordinate: middle.coordinate, accuracy: size * 0.5.squareRoot())
  }
}

extension MGRSReference: CustomStringConvertible {
  /// `32UPU9160334780`, without spaces.
  public var description: String {
    let (column, row) = letters
    let easting = Int(clamping: corner.easting.truncatingRemainder(dividingBy: Self.tile))
    let northing = Int(clamping: corner.northing.truncatingRemainder(dividingBy: Self.tile))
    let zone = corner.zone == 0 ? "" : DecimalText.padded(corner.zone, to: 2)
    return "\(zone)\(band)\(column)\(row)"
      + DecimalText.padded(easting, to: 5).prefix(digits) + DecimalText.padded(northing, to: 5).prefix(digits)
  }

  private var letters: (column: Character, row: Character) {
    let east = Int(clamping: (corner.easting / Self.tile).rounded(.down))
    let north = Int(clamping: (corner.northing / Self.tile).rounded(.down))
    if let half = Self.polarBands.firstIndex(of: band), corner.zone == 0 {
      let start = Self.polarStart[half / 2]
      return (
        Self.polarColumns[half][east - (half.isMultiple(of: 2) ? start : 20)],
        Self.polarRows[half / 2][north - start]
      )
    }
    let columns = Self.columns[(corner.zone - 1) % 3]
    let shift = corner.zone.isMultiple(of: 2) ? 5 : 0
    return (columns[min(max(east - 1, 0), columns.count - 1)], Self.rows[(north + shift) % Self.rows.count])
  }
}

extension MGRSReference {
  /// Reads `32U PU 91603 34780`, with or without spaces, to any precision; `nil` if it looks like something
  /// else.
  public init?(parsing text: String) throws(NotationError) {
    let compact = text.filter { $0 != " " }.uppercased()
    var scanner = NotationScanner(compact)
    let zoneText = scanner.take(while: \.isDigit)
    let letters = Array(scanner.take { $0.isLetter })
    let numbers = scanner.take(while: \.isDigit)
    guard scanner.isAtEnd, letters.count == 3, zoneText.count <= 2 else { return nil }
    if zoneText.isEmpty, !Self.polarBands.contains(letters[0]) || numbers.isEmpty { return nil }
    let understood =
      "\(zoneText.isEmpty ? "the polar grid" : "zone \(zoneText)"), band \(letters[0]), square \(letters[1])\(letters[2])\(numbers.isEmpty ? "" : ", \(numbers)")"
    func refuse(_ problem: String) -> NotationError {
      NotationError(notation: "MGRS", understood: understood, problem: problem)
    }
    guard numbers.count.isMultiple(of: 2), numbers.count <= 10 else {
      throw refuse("there must be as many digits for the easting as for the northing, at most 5 each")
    }
    digits = numbers.count / 2
    band = letters[0]
    let size = Self.size(digits: digits)
    let east = Double(Int(numbers.prefix(digits)) ?? 0) * size
    let north = Double(Int(numbers.suffix(digits)) ?? 0) * size
    if zoneText.isEmpty {
      guard let corner = Self.polarCorner(of: letters) else { throw refuse("there is no such square") }
      self.corner = corner.moved(east: east, north: north)
      let latitude = abs(position.coordinate.latitude)
      guard latitude > (corner.isNorth ? 84 : 80) - size / 50_000 else {
        throw refuse("that square is not in the polar grid")
      }
      return
    }
    guard let zone = Int(zoneText), (1...60).contains(zone) else { throw refuse("zones go from 1 to 60") }
    guard let latitudes = Self.latitudes(of: band) else {
      throw refuse("bands are the letters C to X without I and O")
    }
    let columns = Self.columns[(zone - 1) % 3]
    guard let column = columns.firstIndex(of: letters[1]) else {
      throw refuse("the columns of zone \(zone) are \(columns[0]) to \(columns[columns.count - 1])")
    }
    guard let rowLetter = Self.rows.firstIndex(of: letters[2]) else {
      throw refuse("rows are the letters A to V without I and O")
    }
    // The row letters repeat every 2,000 km; the band tells which repetition it is.
    let shift = zone.isMultiple(of: 2) ? 5 : 0
    let row = (rowLetter - shift + Self.rows.count) % Self.rows.count
    let candidates = stride(from: row, to: row + 5 * Self.rows.count, by: Self.rows.count).lazy.map { row in
      UTMPosition(
        zone: zone, isNorth: latitudes.lowerBound >= 0, easting: Double(column + 1) * Self.tile + east,
        northing: Double(row) * Self.tile + north)
    }
    guard let corner = candidates.first(where: { Self.isSquare($0, size: size, in: latitudes, of: zone) })
    else { throw refuse("that square is not in band \(band) of zone \(zone)") }
    self.corner = corner
  }

  /// The corner of the square of 100 km that three letters name in the polar grids; `nil` if there is none.
  private static func polarCorner(of letters: [Character]) -> UTMPosition? {
    guard let half = polarBands.firstIndex(of: letters[0]),
      let column = polarColumns[half].firstIndex(of: letters[1]),
      let row = polarRows[half / 2].firstIndex(of: letters[2])
    else { return nil }
    let start = polarStart[half / 2]
    return UTMPosition(
      zone: 0, isNorth: half >= 2, easting: Double(column + (half.isMultiple(of: 2) ? start : 20)) * tile,
      northing: Double(row + start) * tile)
  }

  /// Whether any part of a square lies in a band and a zone.
  private static func isSquare(
    _ corner: UTMPosition, size: Double, in latitudes: ClosedRange<Double>, of zone: Int
  ) -> Bool {
    let steps = size > 1000 ? 10 : 1
    for column in 0...steps {
      for row in 0...steps {
        let point = UTMPosition(
          zone: corner.zone, isNorth: corner.isNorth,
          easting: corner.easting + size * Double(column) / Double(steps),
          northing: corner.northing + size * Double(row) / Double(steps)
        ).coordinate
        // A hundred-thousandth of a degree is a metre, the smallest square.
        let slack = 1e-5
        guard (latitudes.lowerBound - slack...latitudes.upperBound + slack).contains(point.latitude) else {
          continue
        }
        let inside = [-slack, 0, slack].contains { shift in
          var longitude = point.longitude + shift
          if longitude >= 180 { longitude -= 360 }
          if longitude < -180 { longitude += 360 }
          let latitude = min(max(point.latitude, latitudes.lowerBound), latitudes.upperBound.nextDown)
          return UTMPosition.zone(of: Coordinate(latitude: latitude, longitude: longitude)) == zone
        }
        if inside { return true }
      }
    }
    return false
  }
}
