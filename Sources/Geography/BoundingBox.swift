/// A box of latitudes and longitudes as in RFC 7946: if its west is greater than its east, it spans the date
/// line.
public struct BoundingBox: Hashable, Sendable {
  /// Degrees, −180…180.
  public let west: Double
  /// Degrees, −90…90.
  public let south: Double
  /// Degrees, −180…180.
  public let east: Double
  /// Degrees, −90…90; not less than `south`.
  public let north: Double

  /// A box; `nil` if a number is out of range, or the north is south of the south.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard Coordinate(latitude: south, longitude: west).isValid,
      Coordinate(latitude: north, longitude: east).isValid, south <= north
    else { return nil }
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Why a text is not a box.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    /// The text as it was given.
    public let text: String

    /// One sentence for the user.
    public var description: String {
      "'\(text)' is not a box: write west,south,east,north in degrees, like 24.9,60.1,25.0,60.2"
    }
  }

  /// Reads `west,south,east,north`.
  ///
  /// - Throws: `ParsingError`.
  public init(parsing text: String) throws(ParsingError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double.decimal($0) }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
      let north = numbers[3], let box = BoundingBox(west: west, south: south, east: east, north: north)
    else { throw ParsingError(text: text) }
    self = box
  }

  /// Whether a position is within the box, or on its edge.
  public func contains(_ coordinate: Coordinate) -> Bool {
    let isBetween =
      west <= east
      ? (west...east).contains(coordinate.longitude)
      : coordinate.longitude >= west || coordinate.longitude <= east
    return isBetween && (south...north).contains(coordinate.latitude)
  }

  /// The box itself, or the two parts of one that spans the date line.
  package var withoutDateLine: [BoundingBox] {
    guard west > east else { return [self] }
    return [
      BoundingBox(west: west, south: south, east: 180, north: north),
      BoundingBox(west: -180, south: south, east: east, north: north),
    ].compactMap(\.self)
  }
}
