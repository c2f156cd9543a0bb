import Glibc

/// Where a source has every place there is: squares of 0.0055° of latitude and longitude.
///
/// That is 611 m from south to north, and less from west to east. A source that lacks a place there says that none is
/// there; of what lies beyond it says nothing.
public struct Coverage: Hashable, Sendable {
  private var squares = SquareRows()

  private static let columns = GridSquare.columns(ofLevel: 0)
  private static let rows = GridSquare.rows(ofLevel: 0)

  /// Whether an extract that is too small for any coverage says something of a position, by a place that it has.
  package static func tells(of position: Coordinate, by place: Coordinate) -> Bool {
    let (north, east) = (place.latitude - position.latitude, place.longitude - position.longitude)
    return max(abs(north), abs(east)) < GridSquare.degrees
  }

  public init() {}

  public var isEmpty: Bool { squares.rows.isEmpty }

  /// Squares that are known whole.
  package init(of squares: [GridSquare]) {
    var found: [Int: [UInt32]] = [:]
    for square in squares {
      found[square.level, default: []].append(UInt32(square.row) << 16 | UInt32(square.column))
    }
    for (level, squares) in found {
      self.squares = self.squares.union(SquareRows(squares).refined(by: level))
    }
  }

  /// The levels of the squares that an extract is judged by: some 0.6, 1.2 and 2.4 km.
  package static let levelsOfExtract = 0...2

  /// The coverage of an extract that was cut out along some border, by the squares in which whole ways lie.
  ///
  /// An extract may have all nodes of the ways that cross its border, even far beyond it: these say nothing about the
  /// coverage. A way that lies in one square has at least one node within the border. If a square and all its neighbours
  /// have such ways, the border does not cross it, unless it is narrowly bent. Surrounded squares, such as lakes and
  /// woods, belong to the coverage. Small squares follow the border closely in towns, large ones bridge open country.
  ///
  /// - Parameter squares: for each of `levelsOfExtract` the squares in which a whole way lies, each a row in the upper
  ///   and a column in the lower 16 bits; those of a lower level count for the higher ones, too.
  package init(ofExtractWithWaysIn squares: [Set<UInt32>]) {
    var marked: Set<UInt32> = []
    for (level, found) in zip(Self.levelsOfExtract, squares) {
      marked = Set(marked.map { ($0 >> 17) << 16 | ($0 & 0xFFFF) >> 1 })
      marked.formUnion(found)
      self.squares = self.squares.union(SquareRows(marked).filled.eroded.refined(by: level))
    }
    self.squares = self.squares.filled
  }

  public mutating func formUnion(_ other: Coverage) {
    squares = squares.union(other.squares)
  }

  package func within(_ box: BoundingBox) -> Coverage {
    var boxes = SquareRows()
    for part in box.withoutDateLine {
      let south = Self.clamped((part.south + 90) / GridSquare.degrees, rounded: .up, to: Self.rows)
      let north = Self.clamped((part.north + 90) / GridSquare.degrees, rounded: .down, to: Self.rows)
      let west = Self.clamped((part.west + 180) / GridSquare.degrees, rounded: .up, to: Self.columns)
      let east = Self.clamped((part.east + 180) / GridSquare.degrees, rounded: .down, to: Self.columns)
      guard south < north, west < east else { continue }
      boxes = boxes.union(
        SquareRows(first: south, rows: Array(repeating: [Int32(west)..<Int32(east)], count: north - south)))
    }
    var inside = Coverage()
    inside.squares = squares.intersection(boxes)
    return inside
  }

  private static func clamped(
    _ number: Double, rounded rule: FloatingPointRoundingRule, to most: Int
  ) -> Int {
    min(max(Int(clamping: number.rounded(rule)), 0), most)
  }

  public func contains(_ position: Coordinate) -> Bool {
    guard position.isValid else { return false }
    let square = GridSquare(around: position)
    return squares.run(row: square.row, column: square.column) != nil
  }

  /// How far from a position the unknown begins, in metres over the ground; `nil` if not within `limit` metres.
  ///
  /// It may be a little farther, by half a percent and half a metre, but never nearer. 0 outside of the coverage, and for
  /// what is no position.
  public func distanceToUnknown(from position: Coordinate, within limit: Double) -> Double? {
    guard position.isValid else { return 0 }
    let here = GridSquare(around: position)
    let view = GridSquare.View(from: position)
    var nearest = limit
    var isFound = false
    for step in 0..<Self.rows {
      for row in step == 0 ? [here.row] : [here.row - step, here.row + step]
      where (0..<Self.rows).contains(row) {
        for column in unknownColumns(besides: here.column, in: row) {
          let square = GridSquare(level: 0, column: column, row: row)
          let distance = square.leastDistance(from: view)
          if distance < nearest { (nearest, isFound) = (distance, true) }
        }
      }
      // All other rows are farther than this.
      let beyond = Double(step) * GridSquare.degrees * GridSquare.View.leastMetresInDegree
      if beyond - GridSquare.View.rounding >= nearest { break }
    }
    return isFound ? nearest : nil
  }

  /// The nearest unknown columns of a row in both directions, around the earth if need be.
  private func unknownColumns(besides column: Int, in row: Int) -> [Int] {
    guard let run = squares.run(row: row, column: column) else { return [column] }
    let last = Self.columns - 1
    guard run.count <= last else { return [] }
    var west = Int(run.lowerBound) - 1
    var east = Int(run.upperBound)
    if west < 0 { west = squares.run(row: row, column: last).map { Int($0.lowerBound) - 1 } ?? last }
    if east > last { east = squares.run(row: row, column: 0).map { Int($0.upperBound) } ?? 0 }
    return [west, east]
  }

  /// How large it is, in square metres, on the sphere of the earth's area.
  public var area: Double {
    squares.rows.enumerated().reduce(0) { area, row in
      let south = Double(squares.first + row.offset) * GridSquare.degrees - 90
      let height = sin((south + GridSquare.degrees) * .pi / 180) - sin(south * .pi / 180)
      let width = Double(row.element.reduce(0) { $0 + $1.count }) * GridSquare.degrees * .pi / 180
      return area + Self.authalicRadius * Self.authalicRadius * height * width
    }
  }

  private static let authalicRadius = 6_371_007.2

  /// Boxes that do not overlap and together are it, the southernmost first.
  public var boxes: [BoundingBox] {
    var boxes: [BoundingBox] = []
    var open: [SquareRows.Run: Int] = [:]
    func close(_ run: SquareRows.Run, from start: Int, to end: Int) {
      let box = BoundingBox(
        west: Double(run.lowerBound) * GridSquare.degrees - 180,
        south: Double(start) * GridSquare.degrees - 90,
        east: Double(run.upperBound) * GridSquare.degrees - 180, north: Double(end) * GridSquare.degrees - 90)
      if let box { boxes.append(box) }
    }
    for row in squares.first...squares.first + squares.rows.count {
      let runs = Set(squares[row])
      for (run, start) in open where !runs.contains(run) {
        close(run, from: start, to: row)
        open[run] = nil
      }
      for run in runs where open[run] == nil { open[run] = row }
    }
    return boxes.sorted { ($0.south, $0.west) < ($1.south, $1.west) }
  }
}

// MARK: - As bytes

extension Coverage {
  /// More runs of squares than any country has; a few bytes may repeat a row many times.
  private static let mostRuns = 4_000_000
  private static let form: UInt8 = 1

  /// A few bytes for each run of squares: numbers of variable length.
  ///
  /// After a 1 for the form come the first row and, as often as there are different rows one after the other: how many
  /// rows are the same, how many runs each has, and of each run how far it begins beyond the last and how long it is.
  package var encoded: [UInt8] {
    var bytes = [Self.form]
    func append(_ number: Int) { bytes.append(variableLength: UInt64(number)) }
    append(squares.first)
    var rows = squares.rows[...]
    while let row = rows.first {
      let count = rows.prefix { $0 == row }.count
      rows = rows.dropFirst(count)
      append(count)
      append(row.count)
      var end: Int32 = 0
      for run in row {
        append(Int(run.lowerBound - end))
        append(run.count)
        end = run.upperBound
      }
    }
    return bytes
  }

  /// - Returns: `nil` for anything that `encoded` does not make.
  package init?(encoded bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    func number(atMost limit: Int) -> Int? {
      rest.popVariableLengthNumber().flatMap { $0 <= limit ? Int($0) : nil }
    }
    guard rest.popFirst() == Self.form, let first = number(atMost: Self.rows) else { return nil }
    var rows: [[SquareRows.Run]] = []
    var total = 0
    while !rest.isEmpty {
      guard let count = number(atMost: Self.rows - first - rows.count), count > 0,
        let runCount = number(atMost: Self.columns / 2)
      else { return nil }
      var runs: [SquareRows.Run] = []
      var end = 0
      for index in 0..<runCount {
        guard let gap = number(atMost: Self.columns - end), index == 0 || gap > 0,
          let length = number(atMost: Self.columns - end - gap), length > 0
        else { return nil }
        runs.append(Int32(end + gap)..<Int32(end + gap + length))
        end += gap + length
      }
      total += count * max(1, runCount)
      guard total <= Self.mostRuns else { return nil }
      rows += repeatElement(runs, count: count)
    }
    squares = SquareRows(first: first, rows: rows)
  }
}
