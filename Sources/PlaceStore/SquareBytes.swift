import Geography
import Input

/// Texts of a square, each once.
struct SquareTexts {
  private var numbers: [String: UInt64] = [:]
  private var bytes: [UInt8] = []

  mutating func number(of text: String?) -> UInt64 {
    guard let text else { return 0 }
    if let known = numbers[text] { return known }
    numbers[text] = UInt64(numbers.count + 1)
    bytes.append(variableLength: UInt64(text.utf8.count))
    bytes += text.utf8
    return UInt64(numbers.count)
  }

  var encoded: [UInt8] {
    var count: [UInt8] = []
    count.append(variableLength: UInt64(numbers.count))
    return count + bytes
  }
}

/// Reads what a square of the store has as bytes, the table of its texts first.
struct SquareReader {
  var rest: Slice<UnsafeRawBufferPointer>
  private var texts: [String] = []

  /// - Returns: `nil` if the table is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes[...]
    guard let count = count(ofAtLeast: 1) else { return nil }
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
  }

  /// A number of things, each of at least some bytes.
  mutating func count(ofAtLeast size: Int) -> Int? {
    rest.popVariableLengthNumber().flatMap { $0 <= UInt64(rest.count / size) ? Int($0) : nil }
  }

  mutating func text() -> String? {
    guard let count = count(ofAtLeast: 1) else { return nil }
    defer { rest = rest.dropFirst(count) }
    return String(utf8: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
  }

  /// - Returns: whether there were as many.
  mutating func skipNumbers(_ count: Int) -> Bool {
    for _ in 0..<count where rest.popVariableLengthNumber() == nil { return false }
    return true
  }

  mutating func textOfTable() -> (text: String?, Void)? {
    guard let number = rest.popVariableLengthNumber(), number <= UInt64(texts.count) else { return nil }
    return (number == 0 ? nil : texts[Int(number) - 1], ())
  }
}

/// A position in a square of some kind, in whole parts of a degree.
struct SquarePoint<Square>: Hashable, Comparable, Sendable {
  let latitude: Int32
  let longitude: Int32

  init(latitude: Int32, longitude: Int32) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// - Parameters:
  ///   - degrees: longitude and latitude.
  ///   - unit: how many parts a degree has.
  init(_ degrees: SIMD2<Double>, unit: Double) {
    latitude = Int32(clamping: Int(clamping: (degrees.y * unit).rounded()))
    longitude = Int32(clamping: Int(clamping: (degrees.x * unit).rounded()))
  }

  func coordinate(unit: Double) -> Coordinate {
    Coordinate(latitude: Double(latitude) / unit, longitude: Double(longitude) / unit)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.latitude, left.longitude) < (right.latitude, right.longitude)
  }
}

extension [UInt8] {
  /// Appends how far a point is from the one before.
  mutating func append<Square>(_ point: SquarePoint<Square>, after last: inout SquarePoint<Square>) {
    append(variableLength: (Int64(point.latitude) - Int64(last.latitude)).zigzag)
    append(variableLength: (Int64(point.longitude) - Int64(last.longitude)).zigzag)
    last = point
  }
}

extension SquareReader {
  /// - Parameter degree: how many parts a degree has.
  /// - Returns: `nil` if the bytes end, or the point is not on the earth.
  mutating func point<Square>(
    after last: SquarePoint<Square>, ofDegree degree: Int64
  ) -> SquarePoint<Square>? {
    guard let northward = rest.popVariableLengthNumber(), let eastward = rest.popVariableLengthNumber(),
      case let latitude = Int64(last.latitude) &+ Int64(zigzag: northward),
      case let longitude = Int64(last.longitude) &+ Int64(zigzag: eastward),
      (-90 * degree...90 * degree).contains(latitude), (-180 * degree...180 * degree).contains(longitude)
    else { return nil }
    return SquarePoint(latitude: Int32(latitude), longitude: Int32(longitude))
  }

  mutating func points<Square>(
    _ count: Int, from start: SquarePoint<Square>, ofDegree degree: Int64
  ) -> [SquarePoint<Square>]? {
    var points: [SquarePoint<Square>] = []
    points.reserveCapacity(count)
    for _ in 0..<count {
      guard let point = point(after: points.last ?? start, ofDegree: degree) else { return nil }
      points.append(point)
    }
    return points
  }
}

extension GridSquare {
  /// For each square that a line passes through, the runs of its points there, with the next ones beyond the edges.
  static func runs(of line: [Coordinate], level: Int = 0) -> [GridSquare: [ClosedRange<Int>]] {
    var runs: [GridSquare: [ClosedRange<Int>]] = [:]
    for index in line.indices.dropLast() {
      for square in passed(from: line[index], to: line[index + 1], level: level) {
        if let last = runs[square]?.last, last.upperBound == index {
          runs[square]?.removeLast()
          runs[square]?.append(last.lowerBound...index + 1)
        } else {
          runs[square, default: []].append(index...index + 1)
        }
      }
    }
    return runs
  }

  /// The smallest squares in the box around some points; none if there are more than some, or it crosses the date line.
  static func covering(_ points: [Coordinate], atMost most: Int) -> [GridSquare] {
    let squares = points.map(GridSquare.init(around:))
    let (columns, rows) = (squares.map(\.column), squares.map(\.row))
    guard let west = columns.min(), let east = columns.max(), let south = rows.min(), let north = rows.max(),
      (east - west + 1) * (north - south + 1) <= most
    else { return [] }
    return (south...north).flatMap { row in
      (west...east).map { GridSquare(level: 0, column: $0, row: row) }
    }
  }

  /// Degrees between two points, more than any street has, unless it crosses the date line.
  private static let longestStep = 0.5

  /// The squares that a step passes through; none if it is too long.
  private static func passed(from start: Coordinate, to end: Coordinate, level: Int) -> [GridSquare] {
    let (first, last) = (
      GridSquare(around: start).raised(to: level), GridSquare(around: end).raised(to: level)
    )
    if first == last { return [first] }
    guard abs(start.latitude - end.latitude) < longestStep, abs(start.longitude - end.longitude) < longestStep
    else { return [] }
    // What it passes between two of these points is near the edge of a square that it is in.
    let rows = abs(first.row - last.row)
    let columns = abs(first.column - last.column)
    let steps = 4 * max(rows, columns)
    var found: [GridSquare] = []
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let square = GridSquare(
        around: Coordinate(
          latitude: start.latitude + part * (end.latitude - start.latitude),
          longitude: start.longitude + part * (end.longitude - start.longitude))
      ).raised(to: level)
      if found.last != square { found.append(square) }
    }
    return found
  }
}
