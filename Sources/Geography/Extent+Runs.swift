import Glibc

extension Extent {
  /// Edges of a part that follow each other, and the box around them: those that are far away, or on one side, are passed
  /// over without a look at their corners.
  struct Run: Sendable {
    let part: Int
    /// The last corner is the first of the next run. A single point is a run, too.
    let corners: ClosedRange<Int>
    let bounds: Bounds

    private static let mostEdges = 128

    /// The runs of all parts, and the box around them.
    static func runs(of parts: [Part]) -> (runs: [Run], bounds: Bounds) {
      var runs: [Run] = []
      var bounds = Bounds()
      guard let start = parts.first?.points.first?.coordinate.longitude else { return (runs, bounds) }
      for (index, part) in parts.enumerated() {
        guard var previous = part.points.first?.coordinate else { continue }
        let firstLongitude = start + LocalPlane.turn(from: start, to: previous.longitude)
        var longitude = firstLongitude
        for first in stride(from: 0, to: max(1, part.points.count - 1), by: mostEdges) {
          let last = min(first + mostEdges, part.points.count - 1)
          var box = Bounds()
          box.add(previous, longitude: longitude)
          for corner in part.points[first...last].dropFirst() {
            let next = corner.coordinate
            let turn = LocalPlane.turn(from: previous.longitude, to: next.longitude)
            longitude += turn
            box.add(next, longitude: longitude)
            box.addBulge(ofEdgeFrom: previous, to: next, turn: turn)
            previous = next
          }
          runs.append(Run(part: index, corners: first...last, bounds: box))
          bounds.add(box)
        }
        if part.isRing, abs(longitude - firstLongitude) > 180 {
          // The nearer pole is the one inside.
          bounds.addPole(isNorth: part.points.reduce(0) { $0 + Int($1.latitude) } > 0)
        }
      }
      return (runs, bounds)
    }
  }

  func corners(of run: Run) -> ArraySlice<Point> { parts[run.part].points[run.corners] }

  /// A box around edges, with longitudes that go on beyond 180°.
  struct Bounds: Sendable {
    private(set) var south = 90.0
    private(set) var north = -90.0
    private(set) var west = Double.infinity
    private(set) var east = -Double.infinity
    /// How many rings are wound around the north pole.
    private(set) var ringsAroundNorthPole = 0

    fileprivate mutating func add(_ corner: Coordinate, longitude: Double) {
      (south, north) = (min(south, corner.latitude), max(north, corner.latitude))
      (west, east) = (min(west, longitude), max(east, longitude))
    }

    fileprivate mutating func addBulge(ofEdgeFrom from: Coordinate, to: Coordinate, turn: Double) {
      let bulge = Extent.bulge(overLongitudes: turn)
      south = max(-90, min(south, min(from.latitude, to.latitude) - bulge))
      north = min(90, max(north, max(from.latitude, to.latitude) + bulge))
    }

    fileprivate mutating func add(_ other: Bounds) {
      (south, north) = (min(south, other.south), max(north, other.north))
      (west, east) = (min(west, other.west), max(east, other.east))
    }

    fileprivate mutating func addPole(isNorth: Bool) {
      if isNorth {
        ringsAroundNorthPole += 1
        north = 90
      } else {
        south = -90
      }
    }

    var box: BoundingBox {
      // Corners are stored in these units, so rounding brings back what the sum of many steps has lost.
      func onGlobe(_ degrees: Double) -> Double {
        (remainder(degrees, 360) * Point.unit).rounded() / Point.unit
      }
      let isAllAround = east - west >= 360
      let box = BoundingBox(
        west: isAllAround ? -180 : onGlobe(west), south: south, east: isAllAround ? 180 : onGlobe(east),
        north: north)
      return box ?? .world
    }

    /// Degrees of longitude from the sides of the box; less than 0 between them.
    private func longitudes(from coordinate: Coordinate) -> Double {
      abs(remainder(coordinate.longitude - (west + east) / 2, 360)) - (east - west) / 2
    }

    /// Whether a position is within the box.
    func contains(_ coordinate: Coordinate) -> Bool {
      coordinate.latitude >= south && coordinate.latitude <= north && isCrossed(byMeridianOf: coordinate)
    }

    /// Whether a position is between the eastern and the western side, as it is at a pole.
    func isCrossed(byMeridianOf coordinate: Coordinate) -> Bool {
      longitudes(from: coordinate) <= Self.rounding || abs(coordinate.latitude) == 90
    }

    /// Degrees by which the sum of thousands of steps may be off.
    private static let rounding = 1e-7

    /// Whether any of the box can lie within some degrees of a position, with a margin in longitude that fits the
    /// latitude.
    func isWithin(latitudes: Double, longitudes: Double, of coordinate: Coordinate) -> Bool {
      coordinate.latitude >= south - latitudes && coordinate.latitude <= north + latitudes
        && self.longitudes(from: coordinate) <= longitudes
    }

    /// Metres over the ground from a position to the box, at least: to its parallels, or to its meridians.
    func leastDistance(from position: Coordinate) -> Double {
      let toParallel = max(0, south - position.latitude, position.latitude - north)
      let turn = min(90, max(0, longitudes(from: position))) * .pi / 180
      let toMeridian = asin(min(1, cos(position.latitude * .pi / 180) * sin(turn))) * 180 / .pi
      return max(toParallel, toMeridian) * Extent.leastMetresInDegree
    }
  }

  /// Metres over the ground in a degree of the sphere with the same latitudes, at least.
  static let leastMetresInDegree = 110_500.0

  /// Degrees of latitude by which a geodesic can lie beyond both of its ends, by the degrees of longitude between
  /// them: Δλ² sin φ cos φ / 8 and little more, unless these are many.
  static func bulge(overLongitudes turn: Double) -> Double {
    abs(turn) < 60 ? turn * turn * .pi / 180 / 16 * 1.1 : 90
  }
}
