import Glibc

/// A box of latitudes and longitudes as in RFC 7946: if its west is greater than its east, it spans the date
/// line.
public struct BoundingBox: Hashable, Sendable, TypedValue {
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

  public static let notation =
    "a box; use west,south,east,north in degrees, like 24.9,60.1,25.0,60.2"

  /// Reads `west,south,east,north`.
  public init(parsing text: String) throws(ParsingError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double.decimal($0) }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
      let north = numbers[3], let box = BoundingBox(west: west, south: south, east: east, north: north)
    else { throw ParsingError(text: text) }
    self = box
  }

  /// Whether a position is within the box, or on its edge.
  public func contains(_ coordinate: Coordinate) -> Bool {
    func isBetween(_ longitude: Double) -> Bool {
      west <= east ? (west...east).contains(longitude) : longitude >= west || longitude <= east
    }
    let longitude = coordinate.longitude
    return (south...north).contains(coordinate.latitude)
      // The date line has two numbers.
      && (isBetween(longitude) || abs(longitude) == 180 && isBetween(-longitude))
  }

  /// The same box; one that ends at the date line spans it, as that has two numbers.
  package var withWholeDateLine: BoundingBox {
    let (isAtWest, isAtEast) = (west == -180, east == 180)
    guard isAtWest != isAtEast else { return self }
    return BoundingBox(west: isAtWest ? 180 : west, south: south, east: isAtEast ? -180 : east, north: north)
      ?? self
  }

  /// The box itself, or the two parts of one that spans the date line.
  package var withoutDateLine: [BoundingBox] {
    guard west > east else { return [self] }
    return [
      BoundingBox(west: west, south: south, east: 180, north: north),
      BoundingBox(west: -180, south: south, east: east, north: north),
    ].compactMap(\.self)
  }

  package static let world: BoundingBox = {
    guard let world = BoundingBox(west: -180, south: -90, east: 180, north: 90) else { preconditionFailure() }
    return world
  }()

  /// The box of a point; `nil` if it is not valid.
  package init?(of point: Coordinate) {
    self.init(west: point.longitude, south: point.latitude, east: point.longitude, north: point.latitude)
  }

  /// The box around some boxes; all around the earth if one of them spans the date line. `nil` if there are none.
  package init?(around boxes: some Sequence<BoundingBox>) {
    var (west, south, east, north) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for box in boxes {
      let isWhole = box.west <= box.east
      (west, east) = (min(west, isWhole ? box.west : -180), max(east, isWhole ? box.east : 180))
      (south, north) = (min(south, box.south), max(north, box.north))
    }
    self.init(west: west, south: south, east: east, north: north)
  }

  package var middle: Coordinate {
    let width = east - west + (west > east ? 360 : 0)
    return Coordinate(latitude: (south + north) / 2, longitude: remainder(west + width / 2, 360))
  }

  /// Whether the two have a point in common.
  package func overlaps(_ other: BoundingBox) -> Bool {
    south <= other.north && other.south <= north
      && withoutDateLine.contains { part in
        other.withoutDateLine.contains { part.west <= $0.east && $0.west <= part.east }
      }
  }

  /// A box that contains every point within some metres of this one, up to some kilometres.
  package func grown(by metres: Double) -> BoundingBox {
    // No degree of latitude is shorter.
    let latitudes = metres / 110_000
    let (south, north) = (max(-90, south - latitudes), min(90, north + latitudes))
    let cosine = cos(max(-south, north) * .pi / 180)
    let longitudes = cosine > 1e-6 ? latitudes / cosine : 360
    let width = east - west + (west > east ? 360 : 0)
    func wrapped(_ degrees: Double) -> Double {
      degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
    let isAllAround = width + 2 * longitudes >= 360
    let grown = BoundingBox(
      west: isAllAround ? -180 : wrapped(west - longitudes), south: south,
      east: isAllAround ? 180 : wrapped(east + longitudes), north: north)
    return grown ?? self
  }
}
