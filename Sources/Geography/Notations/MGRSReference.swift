import CGeographic
import Glibc

/// Squares of the Military Grid Reference System, which is also UTMREF.
///
/// See `UTMPosition` for the grids below it.
public enum MGRSReference {
  /// The square of a metre that a valid coordinate lies in: `32UPU9160334780`, without spaces.
  public static func text(of coordinate: Coordinate) -> String {
    String(unsafeUninitializedCapacity: 15) {
      cgeographic_write_mgrs(coordinate.forGeographicLib, $0.baseAddress, $0.count)
    }
  }

  /// The middle of a square like `32U PU 91603 34780`, with or without spaces and to any precision, and half its
  /// diagonal; `nil` if the text looks like something else.
  public static func position(parsing text: String) throws(NotationError) -> TypedPosition? {
    let compact = text.filter { $0 != " " }.uppercased()
    var scanner = NotationScanner(compact)
    let zoneText = scanner.take(while: \.isDigit)
    let letters = Array(scanner.take { $0.isLetter && $0.isASCII })
    let numbers = scanner.take(while: \.isDigit)
    guard scanner.isAtEnd, letters.count == 3, zoneText.count <= 2 else { return nil }
    let isPolar = zoneText.isEmpty
    // `Bar 22` is rather a name than a square of 10 km beside a pole.
    if isPolar, !"ABYZ".contains(letters[0]) || numbers.count < 4 { return nil }
    let (band, column, row) = (letters[0], letters[1], letters[2])
    let understood =
      "\(isPolar ? "the polar grid" : "zone \(zoneText)"), band \(band), square \(column)\(row)\(numbers.isEmpty ? "" : ", \(numbers)")"
    func refuse(_ problem: String) -> NotationError {
      NotationError(notation: "MGRS", understood: understood, problem: problem)
    }
    guard numbers.count.isMultiple(of: 2), numbers.count <= 10 else {
      throw refuse("there must be as many digits for the easting as for the northing, at most 5 each")
    }
    let zone = Int(zoneText) ?? 0
    if !isPolar {
      guard (1...60).contains(zone) else { throw refuse("zones go from 1 to 60") }
      guard UTMPosition.latitudes(of: band) != nil else {
        throw refuse("bands are the letters C to X without I and O")
      }
      let columns = ["STUVWXYZ", "ABCDEFGH", "JKLMNPQR"][zone % 3]
      guard columns.contains(column) else {
        throw refuse("the columns of zone \(zone) are \(columns.prefix(1)) to \(columns.suffix(1))")
      }
      guard "ABCDEFGHJKLMNPQRSTUV".contains(row) else {
        throw refuse("rows are the letters A to V without I and O")
      }
    }
    guard let position = middle(of: compact, band: UTMPosition.latitudes(of: band)) else {
      throw refuse("that square is not in \(isPolar ? "the polar grid" : "band \(band) of zone \(zone)")")
    }
    return position
  }

  /// The middle of a square that lies, at least with a part of it, in its zone and between the latitudes of its band.
  private static func middle(of square: String, band: ClosedRange<Double>?) -> TypedPosition? {
    var grid = cgeographic_grid()
    var digits: CInt = 0
    guard cgeographic_read_mgrs(square, &grid, &digits) else { return nil }
    let size = (0..<digits).reduce(100_000.0) { size, _ in size / 10 }
    grid.easting += size / 2
    grid.northing += size / 2
    guard let middle = UTMPosition(grid) else { return nil }
    let position = TypedPosition(coordinate: middle.coordinate, accuracy: size * 0.5.squareRoot())
    // Degrees from the middle to a corner, and a metre more for rounding.
    let reach = (size * 0.5.squareRoot() + 1) / 110_000
    let band = band ?? (grid.is_north ? 84...90 : -90 ... -80)
    let coordinate = middle.coordinate
    guard (band.lowerBound - reach...band.upperBound + reach).contains(coordinate.latitude) else {
      return nil
    }
    if grid.zone == 0 { return position }
    let latitude = min(max(coordinate.latitude, band.lowerBound), band.upperBound.nextDown)
    let width = reach / cos(latitude * .pi / 180)
    let isInZone = [-width, 0, width].contains { shift in
      let longitude = remainder(coordinate.longitude + shift, 360)
      return UTMPosition(Coordinate(latitude: latitude, longitude: longitude)).zone == middle.zone
    }
    return isInZone ? position : nil
  }
}
