import Glibc

/// A square of latitude and longitude, by which the store keeps neighbours together.
///
/// At level 0 the earth is 65,536 by 32,768 squares of 0.0055°; each level joins four of the one below. A
/// place's number begins with its square's position on the Z-order curve (Morton 1966), so that a square of
/// any level is one range of numbers.
package struct GridSquare: Hashable {
  /// 0 for the smallest squares, `topLevel` for a half of the earth.
  package let level: Int
  /// From 0 at 180° W.
  package let column: Int
  /// From 0 at the south pole.
  package let row: Int

  package static let topLevel = 15

  /// How many squares of a level are side by side around the earth, and from pole to pole.
  package static func columns(ofLevel level: Int) -> Int { 65536 >> level }
  package static func rows(ofLevel level: Int) -> Int { 32768 >> level }

  /// Degrees of an edge of the smallest squares.
  package static let degrees = 360 / 65536.0
  /// Bits of a number that distinguish the places of one smallest square.
  private static let ordinalBits = 31

  /// How many places of one smallest square can have distinct numbers.
  package static let ordinals: Int64 = 1 << ordinalBits

  /// What distinguishes a place within its smallest square.
  package static func ordinal(of number: Int64) -> Int64 {
    number & (ordinals - 1)
  }

  package init(level: Int, column: Int, row: Int) {
    self.level = level
    self.column = column
    self.row = row
  }

  /// Unchecked numbers; `nil` if no square has them.
  package init?(level: Int64, column: Int64, row: Int64) {
    guard (0...Int64(Self.topLevel)).contains(level),
      (0..<Int64(Self.columns(ofLevel: Int(level)))).contains(column),
      (0..<Int64(Self.rows(ofLevel: Int(level)))).contains(row)
    else { return nil }
    self.init(level: Int(level), column: Int(column), row: Int(row))
  }

  /// The smallest square around a valid position.
  package init(around coordinate: Coordinate) {
    level = 0
    column = Int(
      clamping: min((coordinate.longitude + 180) / Self.degrees, Double(Self.columns(ofLevel: 0) - 1)))
    row = Int(clamping: min((coordinate.latitude + 90) / Self.degrees, Double(Self.rows(ofLevel: 0) - 1)))
  }

  /// The halves of the earth.
  package static let top = [
    GridSquare(level: topLevel, column: 0, row: 0), GridSquare(level: topLevel, column: 1, row: 0),
  ]

  /// The numbers that places within the square can have.
  package var numbers: Range<Int64> {
    let first = (Self.spread(column) | Self.spread(row) << 1) << Self.bits(ofLevel: level)
    return first..<first + 1 << Self.bits(ofLevel: level)
  }

  /// The smallest square of a place's number.
  package init(number: Int64) {
    let bits = number >> Self.ordinalBits
    self.init(level: 0, column: Self.gathered(bits), row: Self.gathered(bits >> 1))
  }

  /// The bits of a number that identify a place within a square of the grid.
  fileprivate static func bits(ofLevel level: Int) -> Int { 2 * level + ordinalBits }

  package var box: (west: Double, south: Double, east: Double, north: Double) {
    let size = Self.degrees * Double(1 << level)
    let (west, south) = (Double(column) * size - 180, Double(row) * size - 90)
    return (west, south, west + size, south + size)
  }

  package var boundingBox: BoundingBox {
    let (west, south, east, north) = box
    return BoundingBox(west: west, south: south, east: east, north: north) ?? .world
  }

  /// The squares of the next level down.
  package var quarters: [GridSquare] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map { right, up in
      GridSquare(level: level - 1, column: 2 * column + right, row: 2 * row + up)
    }
  }

  /// The squares of its level that are some squares away, the least around it first; those beyond 180° are on the
  /// other side, and there are none beyond a pole.
  package func ring(at away: Int) -> [GridSquare] {
    guard away > 0 else { return [self] }
    let (columns, rows) = (Self.columns(ofLevel: level), Self.rows(ofLevel: level))
    return (-away...away).flatMap { up in
      let step = abs(up) == away ? 1 : 2 * away
      return stride(from: -away, through: away, by: step).compactMap { right -> GridSquare? in
        guard (0..<rows).contains(row + up) else { return nil }
        return GridSquare(level: level, column: (column + right + columns) % columns, row: row + up)
      }
    }
  }

  /// The squares of its level that share an edge with it, across the date line, too.
  package var neighbours: [GridSquare] {
    ring(at: 1).filter { $0.row == row || $0.column == column }
  }

  /// A circle over the ground around all of it.
  package var circle: (centre: Coordinate, radius: Distance) {
    let (west, south, east, north) = box
    let centre = Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    let corners = [south, north].map { latitude in
      WGS84.inverse(from: centre, to: Coordinate(latitude: latitude, longitude: west)).distance.metres
    }
    // Between its corners, a parallel bows out a little.
    return (centre, Distance(metres: (corners.max() ?? 0) * 1.001 + 1))
  }

  /// The squares of a level that a circle touches; `nil` if there are more than `most`.
  package static func squares(
    of level: Int, within radius: Double, of centre: Coordinate, atMost most: Int = .max
  ) -> [GridSquare]? {
    let view = View(from: centre)
    var found: [GridSquare] = []
    var waiting = [GridSquare(around: centre).raised(to: level)]
    var seen: Set<GridSquare> = []
    while let square = waiting.popLast() {
      guard seen.insert(square).inserted, square.leastDistance(from: view) <= radius else { continue }
      guard found.count < most else { return nil }
      found.append(square)
      waiting += square.neighbours
    }
    return found
  }

  /// The squares of a level that have a point of a box; `nil` if there are more than `most`.
  package static func squares(of level: Int, covering box: BoundingBox, atMost most: Int) -> [GridSquare]? {
    var found: [GridSquare] = []
    for part in box.withoutDateLine {
      let low = GridSquare(around: Coordinate(latitude: part.south, longitude: part.west)).raised(to: level)
      let high = GridSquare(around: Coordinate(latitude: part.north, longitude: part.east)).raised(to: level)
      let (columns, rows) = (low.column...high.column, low.row...high.row)
      guard found.count + columns.count * rows.count <= most else { return nil }
      for row in rows {
        found += columns.map { GridSquare(level: level, column: $0, row: row) }
      }
    }
    return found
  }

  /// The squares that together cover a box of some hundred metres: at most nine, away from the poles.
  package static func covering(_ box: BoundingBox) -> [GridSquare] {
    let width = box.east - box.west + (box.west > box.east ? 360 : 0)
    // Near the poles, a few metres are many degrees of longitude.
    let level = min(levelOfPoles, max(0, Int(clamping: log2(width / (2 * degrees)).rounded(.up))))
    let size = degrees * Double(1 << level)
    let (columns, rows) = (columns(ofLevel: level), rows(ofLevel: level))
    func steps(_ degrees: Double) -> Int { Int(clamping: (degrees / size).rounded(.down)) }
    let west = steps(box.west + 180)
    let east = min(steps(box.west + width + 180), west + columns - 1)
    let rowsInside = min(rows - 1, steps(box.south + 90))...min(rows - 1, steps(box.north + 90))
    var squares: [GridSquare] = []
    squares.reserveCapacity(rowsInside.count * (east - west + 1))
    for row in rowsInside {
      for column in west...east {
        squares.append(GridSquare(level: level, column: column % columns, row: row))
      }
    }
    return squares
  }

  private static let levelOfPoles = 9

  /// The square of the next level up; `nil` for a half of the earth.
  package var outer: GridSquare? {
    level < Self.topLevel ? GridSquare(level: level + 1, column: column / 2, row: row / 2) : nil
  }

  /// At least this many metres separate any point of the square from any point outside, over the ground.
  package func leastDistanceOut(from view: View) -> Double {
    let (west, south, east, north) = box
    // Every way out crosses an edge.
    let metres = min(
      (north - view.coordinate.latitude) * View.leastMetresInDegree,
      (view.coordinate.latitude - south) * View.leastMetresInDegree,
      view.leastMetres(toMeridian: view.degreesOfLongitude(to: west), from: south, to: north),
      view.leastMetres(toMeridian: view.degreesOfLongitude(to: east), from: south, to: north))
    return max(0, metres - View.rounding)
  }

  /// At least this many metres separate `view` from any point of the square, over the ground.
  package func leastDistance(from view: View) -> Double {
    let (west, south, east, north) = box
    let aside = min(view.degreesOfLongitude(to: west), view.degreesOfLongitude(to: east))
    let isAside = view.coordinate.longitude < west || view.coordinate.longitude > east
    let metres =
      isAside && aside > 0
      ? view.leastMetres(toMeridian: aside, from: south, to: north)
      : max(south - view.coordinate.latitude, view.coordinate.latitude - north, 0) * View.leastMetresInDegree
    let distance = max(0, metres - View.rounding)
    return distance < View.farAway ? distance : max(distance, leastDistance(from: view, by: north - south))
  }

  /// The same by way of the middle, which is the better bound if the square is small and far away.
  private func leastDistance(from view: View, by size: Double) -> Double {
    let middle = Coordinate(
      latitude: (Double(row) + 0.5) * size - 90, longitude: (Double(column) + 0.5) * size - 180)
    let leastLatitude = max(0, abs(middle.latitude) - size / 2)
    let radius = WGS84.longestWay(latitudes: size / 2, longitudes: size / 2, at: leastLatitude)
    return WGS84.inverse(from: view.coordinate, to: middle).distance.metres - radius - View.rounding
  }

  /// The earth as seen from a position, to compare squares by.
  package struct View {
    /// On the sphere of the least radius of curvature (of the meridian at the equator) every way is at most
    /// as long as on the ellipsoid between points of the same latitudes and longitudes.
    static let leastMetresInDegree = 6_335_439 * Double.pi / 180
    /// Metres by which the arc cosine of a small angle can be wrong.
    static let rounding = 0.5

    /// Metres beyond which the earth's shape matters more than the size of a small square.
    package static let farAway = 20_000.0

    let coordinate: Coordinate
    private let sine: Double
    private let cosine: Double

    package init(from coordinate: Coordinate) {
      self.coordinate = coordinate
      sine = sin(coordinate.latitude * .pi / 180)
      cosine = cos(coordinate.latitude * .pi / 180)
    }

    /// At most as far as it is to a valid position, over the ground; nearly so within some kilometres.
    package func leastMetres(to other: Coordinate) -> Double {
      let north = abs(coordinate.latitude - other.latitude)
      return leastMetres(north: north, atMost: north, east: degreesOfLongitude(to: other.longitude))
    }

    /// The same of any point so many degrees north or south, within two limits, and so many degrees of longitude away.
    private func leastMetres(north: Double, atMost farthest: Double, east: Double) -> Double {
      let (north, east) = (north * .pi / 180, east * .pi / 180)
      // Haversines, of which the sines are at least the first terms of their series, as is the other's cosine.
      let parallels = cosine * max(0, cosine - farthest * .pi / 180)
      let squared =
        north * north * (1 - north * north / 12) + parallels * east * east * (1 - east * east / 12)
      return Self.leastMetresInDegree * 180 / .pi * squared.squareRoot()
    }

    func degreesOfLongitude(to meridian: Double) -> Double {
      let difference = abs(coordinate.longitude - meridian)
      return min(difference, 360 - difference)
    }

    /// At most as far as it is to a piece of a meridian that is this many degrees of longitude away, over the ground.
    func leastMetres(toMeridian away: Double, from south: Double, to north: Double) -> Double {
      let (below, above) = (coordinate.latitude - south, north - coordinate.latitude)
      let metres = leastMetres(north: max(0, -below, -above), atMost: max(below, above), east: away)
      guard metres >= Self.farAway else { return metres }
      let acrossward = cosine * cos(away * .pi / 180)
      func nearness(_ latitude: Double) -> (value: Double, slope: Double) {
        let (sineThere, cosineThere) = (sin(latitude * .pi / 180), cos(latitude * .pi / 180))
        return (
          sine * sineThere + acrossward * cosineThere, sine * cosineThere - acrossward * sineThere
        )
      }
      let (atSouth, atNorth) = (nearness(south), nearness(north))
      let isBetween = atSouth.slope > 0 && atNorth.slope < 0
      let nearest =
        isBetween
        ? (sine * sine + acrossward * acrossward).squareRoot() : max(atSouth.value, atNorth.value)
      return acos(min(1, nearest)) * 180 / .pi * Self.leastMetresInDegree
    }
  }

  /// Puts a 0 bit before each of the lower 16 bits.
  private static func spread(_ value: Int) -> Int64 {
    var bits = Int64(value)
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }

  /// Every other bit of the lower 32, which `spread(_:)` undoes.
  private static func gathered(_ value: Int64) -> Int {
    var bits = value & 0x5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF
    return Int((bits | bits >> 8) & 0xFFFF)
  }
}

extension Coordinate {
  /// The number of the 0.7° square that it lies in, by which databases of places can be partitioned.
  package var cell: Int64 {
    GridSquare(around: self).numbers.lowerBound >> Int64(GridSquare.bits(ofLevel: 7))
  }
}

extension GridSquare {
  /// The square of a higher level around this one.
  package func raised(to level: Int) -> GridSquare {
    GridSquare(level: level, column: column >> (level - self.level), row: row >> (level - self.level))
  }

  /// The numbers that places in a box can have, as ranges in order and apart; places around the box can have them, too.
  package static func ranges(covering box: BoundingBox) -> [Range<Int64>] {
    let parts = box.withoutDateLine
    func isDisjoint(_ square: GridSquare) -> Bool {
      let (west, south, east, north) = square.box
      return !parts.contains { $0.west <= east && $0.east >= west && $0.south <= north && $0.north >= south }
    }
    func isInside(_ square: GridSquare) -> Bool {
      let (west, south, east, north) = square.box
      return parts.contains { $0.west <= west && $0.east >= east && $0.south <= south && $0.north >= north }
    }
    var whole: [GridSquare] = []
    // Those at the edge are divided, so that little around the box comes along.
    var edge = top.filter { !isDisjoint($0) }
    while !edge.isEmpty, whole.count + edge.count < mostOfCover {
      let quarters = edge.flatMap(\.quarters).filter { !isDisjoint($0) }
      whole += quarters.filter { $0.level == 0 || isInside($0) }
      edge = quarters.filter { $0.level > 0 && !isInside($0) }
    }
    var ranges: [Range<Int64>] = []
    for numbers in (whole + edge).map(\.numbers).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, last.upperBound == numbers.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<numbers.upperBound
      } else {
        ranges.append(numbers)
      }
    }
    return ranges
  }

  /// How many squares are few enough to be asked about one by one.
  private static let mostOfCover = 64
}
