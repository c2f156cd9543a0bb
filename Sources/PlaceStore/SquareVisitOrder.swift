import Geography
import Glibc
import HeapModule

/// Visits places from the nearest on, looking only into squares that can contain the next.
///
/// Incremental search after Hjaltason and Samet, "Distance browsing in spatial databases" (1999): squares and
/// places wait in one queue, ordered by a lower bound of their distance. A place that comes out with its exact distance
/// is the next nearest. Everything farther away waits as one entry. Places that reach far from their squares are asked
/// for by themselves, within circles that grow.
struct SquareVisitOrder {
  /// What the search needs of a place.
  package struct Candidate {
    let number: Int64
    let coordinate: Coordinate
    let kind: Int64
    var source: Int64 = 0
    /// Metres around the position within which its extent lies.
    let reach: Double
    /// Whether it has an extent, which is read once it can be the next.
    let hasExtent: Bool
  }

  /// A candidate with its exact distance.
  struct Found {
    let candidate: Candidate
    let distance: Distance
    let bearing: Bearing?
    var measured: (extent: Extent, nearest: Extent.Nearest)?
  }

  /// The next step of a search.
  enum Step {
    case found(Found)
    case end
    case givenUp
  }

  private enum Stage: UInt8 {
    /// What is outside a square around the position.
    case rest
    /// Places that reach far, beyond a circle.
    case far
    case square, place, measuredPlace
  }

  private struct Entry: Comparable {
    /// Metres; the exact distance of a measured place, and at most the distance of all else.
    let distance: Double
    let stage: Stage
    /// The size of a measured place's area, if the position is inside.
    var areaAround = 0.0
    /// A place's number, which decides between places at the same distance.
    let number: Int64
    /// The index of the square or place in its list.
    let index: Int

    static func < (left: Entry, right: Entry) -> Bool {
      (left.distance, left.stage.rawValue, left.areaAround, left.number)
        < (right.distance, right.stage.rawValue, right.areaAround, right.number)
    }
  }

  private let position: Coordinate
  private let vicinity: WGS84.Vicinity
  private let view: GridSquare.View
  private let reach: Double
  private var queue = Heap<Entry>()
  private var squares: [GridSquare] = []
  private var candidates: [Candidate] = []
  private var measured: [Found] = []
  /// Metres by which a place may reach out of its square.
  private let farReach: Double
  /// The places that reach farther and were asked for.
  private var far: Set<Int64> = []

  /// Metres of the first circle around the position, and how much larger each next one is.
  private static let firstCircle = 250.0
  private static let growthOfCircles = 4.0
  private static let halfOfEarth = 20_100_000.0
  private static let usualCount = 300

  /// - Parameters:
  ///   - position: valid.
  ///   - radius: how far to look; to the other side of the earth if it is `nil`.
  ///   - farReach: metres beyond which places that reach out of their squares are asked for by themselves; 0 if there
  ///     are none.
  init(from position: Coordinate, within radius: Distance?, farReach: Double) {
    self.position = position
    reach = radius?.metres ?? .infinity
    self.farReach = farReach
    vicinity = WGS84.Vicinity(of: position)
    view = GridSquare.View(from: position)
    // As many as there are around a position in a town.
    candidates.reserveCapacity(Self.usualCount)
    queue.reserveCapacity(Self.usualCount)
    let square = GridSquare(around: position)
    add(square)
    add(restAround: square)
    if farReach > 0 { queue.insert(Entry(distance: 0, stage: .far, number: 0, index: 0)) }
  }

  /// The next nearest place.
  ///
  /// - Parameters:
  ///   - firstNumber: the least number that is taken within a range.
  ///   - scan: hands over each place within a range; returns `false` to stop the search.
  ///   - findFar: the places that reach far and may have a part within some metres.
  ///   - extent: that of a place that has one.
  mutating func next(
    firstNumber: (Range<Int64>) throws -> Int64?,
    scan: (Range<Int64>, (Candidate) -> Void) throws -> Bool,
    findFar: (Double) throws -> [Candidate],
    extent: (Candidate) throws -> Extent
  ) throws -> Step {
    while let entry = queue.popMin() {
      switch entry.stage {
      case .rest: addSurroundings(of: squares[entry.index])
      case .far:
        let circle = Self.firstCircle * pow(Self.growthOfCircles, Double(entry.index))
        for candidate in try findFar(min(circle, reach, Self.halfOfEarth))
        where far.insert(candidate.number).inserted {
          add(candidate)
        }
        if circle < min(reach, Self.halfOfEarth) {
          queue.insert(Entry(distance: circle, stage: .far, number: 0, index: entry.index + 1))
        }
      case .square:
        let square = squares[entry.index]
        if square.level > 0 {
          if let first = try firstNumber(square.numbers) { add(quartersOf: square, from: first) }
        } else if try !scan(square.numbers, { add($0) }) {
          return .givenUp
        }
      case .place:
        let candidate = candidates[entry.index]
        let found = candidate.hasExtent ? measure(candidate, try extent(candidate)) : measurePoint(candidate)
        if isNext(found) { return .found(found) }
        keep(found)
      case .measuredPlace: return .found(measured[entry.index])
      }
    }
    return .end
  }

  /// The squares that make the next larger one around a square whole, and the rest around that: so squares are larger
  /// the farther away they are.
  private mutating func addSurroundings(of inner: GridSquare) {
    guard let outer = inner.outer else {
      for half in GridSquare.top where half != inner { add(half) }
      return
    }
    for quarter in outer.quarters where quarter != inner { add(quarter) }
    add(restAround: outer)
  }

  private mutating func add(restAround square: GridSquare) {
    let distance = max(0, square.leastDistanceOut(from: view) - farReach)
    guard distance <= reach else { return }
    queue.insert(Entry(distance: distance, stage: .rest, number: 0, index: squares.count))
    squares.append(square)
  }

  private mutating func add(_ square: GridSquare) {
    let distance = max(0, square.leastDistance(from: view) - farReach)
    guard distance <= reach else { return }
    queue.insert(Entry(distance: distance, stage: .square, number: 0, index: squares.count))
    squares.append(square)
  }

  private mutating func add(quartersOf square: GridSquare, from firstNumber: Int64) {
    for quarter in square.quarters where quarter.numbers.upperBound > firstNumber { add(quarter) }
  }

  private mutating func add(_ candidate: Candidate) {
    guard candidate.coordinate.isValid else { return }
    // Rounding may make it longer.
    let least = max(0, view.leastMetres(to: candidate.coordinate) - candidate.reach - 0.001)
    guard least <= reach else { return }
    // Far away it is so much less that a search would have to measure all places of a region.
    guard candidate.hasExtent || least < GridSquare.View.farAway else { return keep(measurePoint(candidate)) }
    queue.insert(Entry(distance: least, stage: .place, number: candidate.number, index: candidates.count))
    candidates.append(candidate)
  }

  private func measure(_ candidate: Candidate, _ extent: Extent) -> Found {
    let nearest = extent.nearest(to: position)
    return Found(
      candidate: candidate, distance: nearest.distance, bearing: nearest.bearing, measured: (extent, nearest))
  }

  private func measurePoint(_ candidate: Candidate) -> Found {
    let (distance, bearing) = vicinity.inverse(
      to: WGS84.cartesian(candidate.coordinate), at: candidate.coordinate)
    return Found(candidate: candidate, distance: distance, bearing: bearing)
  }

  private func entry(of found: Found) -> Entry {
    Entry(
      distance: found.distance.metres, stage: .measuredPlace,
      areaAround: found.measured.map { $0.nearest.isInside ? $0.extent.area : 0 } ?? 0,
      number: found.candidate.number, index: measured.count)
  }

  private mutating func keep(_ found: Found) {
    guard found.distance.metres <= reach else { return }
    queue.insert(entry(of: found))
    measured.append(found)
  }

  /// Whether nothing that waits can be nearer.
  private func isNext(_ found: Found) -> Bool {
    found.distance.metres <= reach && queue.min.map { entry(of: found) < $0 } ?? true
  }
}
