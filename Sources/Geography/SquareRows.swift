/// Squares of one level of the grid, as runs of columns, row by row.
struct SquareRows: Hashable, Sendable {
  typealias Run = Range<Int32>

  /// The row of the first of `rows`, from 0 at the south pole.
  private(set) var first = 0
  /// The runs of each row, in order and apart.
  private(set) var rows: [[Run]] = []

  init() {}

  /// - Parameter rows: sorted, and without runs that touch.
  init(first: Int, rows: [[Run]]) {
    let beginning = rows.firstIndex { !$0.isEmpty } ?? rows.endIndex
    let end = rows.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? beginning
    self.rows = Array(rows[beginning..<end])
    self.first = self.rows.isEmpty ? 0 : first + beginning
  }

  /// - Parameter squares: each a row in the upper, and a column in the lower 16 bits; in any order.
  init(_ squares: some Sequence<UInt32>) {
    var first: Int?
    var rows: [[Run]] = []
    for square in squares.sorted() {
      let (row, column) = (Int(square >> 16), Int32(square & 0xFFFF))
      let start = first ?? row
      first = start
      while rows.count <= row - start { rows.append([]) }
      let index = row - start
      if let last = rows[index].last, column <= last.upperBound {
        rows[index][rows[index].count - 1] = last.lowerBound..<max(last.upperBound, column + 1)
      } else {
        rows[index].append(column..<column + 1)
      }
    }
    self.init(first: first ?? 0, rows: rows)
  }

  subscript(row: Int) -> [Run] {
    rows.indices.contains(row - first) ? rows[row - first] : []
  }

  /// The run around a square, if it is one of them.
  func run(row: Int, column: Int) -> Run? {
    guard rows.indices.contains(row - first) else { return nil }
    let runs = rows[row - first]
    let index = runs.partitioningIndex { $0.upperBound > column }
    return index < runs.count && runs[index].lowerBound <= column ? runs[index] : nil
  }

  // MARK: Algebra

  func union(_ other: SquareRows) -> SquareRows {
    guard !rows.isEmpty else { return other }
    guard !other.rows.isEmpty else { return self }
    let start = min(first, other.first)
    let end = max(first + rows.count, other.first + other.rows.count)
    return SquareRows(first: start, rows: (start..<end).map { Self.union(self[$0], other[$0]) })
  }

  func intersection(_ other: SquareRows) -> SquareRows {
    SquareRows(first: first, rows: rows.indices.map { Self.common(rows[$0], other[first + $0]) })
  }

  /// The same ground in squares of a lower level.
  func refined(by levels: Int) -> SquareRows {
    let size = Int32(1) << levels
    let refined = rows.map { $0.map { $0.lowerBound * size..<$0.upperBound * size } }
    return SquareRows(
      first: first << levels, rows: refined.flatMap { repeatElement($0, count: Int(size)) })
  }

  /// Those whose eight neighbours are there, too; the grid ends at the date line.
  var eroded: SquareRows {
    let narrow = SquareRows(
      first: first,
      rows: rows.map { $0.filter { $0.count > 2 }.map { $0.lowerBound + 1..<$0.upperBound - 1 } })
    return SquareRows(
      first: narrow.first,
      rows: narrow.rows.indices.map { index in
        let row = narrow.first + index
        return Self.common(Self.common(narrow[row - 1], narrow[row]), narrow[row + 1])
      })
  }

  /// With the holes that they surround, from which no step over an edge or a corner leads out.
  var filled: SquareRows {
    guard let west = rows.lazy.compactMap(\.first?.lowerBound).min(),
      let east = rows.lazy.compactMap(\.last?.upperBound).max()
    else { return self }
    // What is between the runs, in one piece with its like in the next row; the first piece is outside.
    var pieces = [0]
    func root(_ piece: Int) -> Int {
      var piece = piece
      while pieces[piece] != piece { piece = pieces[piece] }
      return piece
    }
    var gaps: [[(run: Run, piece: Int)]] = []
    for (index, runs) in rows.enumerated() {
      var row: [(run: Run, piece: Int)] = []
      var start = west - 1
      for run in runs + [east + 1..<east + 1] {
        if start < run.lowerBound {
          let isOutside = start < west || run.lowerBound > east || index == 0 || index == rows.count - 1
          if !isOutside { pieces.append(pieces.count) }
          row.append((start..<run.lowerBound, isOutside ? 0 : pieces.count - 1))
        }
        start = run.upperBound
      }
      if let below = gaps.last {
        var (one, other) = (0, 0)
        while one < row.count, other < below.count {
          if row[one].run.lowerBound <= below[other].run.upperBound,
            below[other].run.lowerBound <= row[one].run.upperBound
          {
            let roots = [root(row[one].piece), root(below[other].piece)]
            pieces[max(roots[0], roots[1])] = min(roots[0], roots[1])
          }
          if row[one].run.upperBound < below[other].run.upperBound { one += 1 } else { other += 1 }
        }
      }
      gaps.append(row)
    }
    return SquareRows(
      first: first,
      rows: zip(rows, gaps).map { runs, gaps in
        Self.union(runs, gaps.filter { root($0.piece) != 0 }.map(\.run))
      })
  }

  private static func union(_ runs: [Run], _ others: [Run]) -> [Run] {
    if runs.isEmpty { return others }
    if others.isEmpty { return runs }
    var united: [Run] = []
    var (one, other) = (0, 0)
    while one < runs.count || other < others.count {
      let next: Run
      if other == others.count || one < runs.count && runs[one].lowerBound <= others[other].lowerBound {
        next = runs[one]
        one += 1
      } else {
        next = others[other]
        other += 1
      }
      if let last = united.last, next.lowerBound <= last.upperBound {
        united[united.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
      } else {
        united.append(next)
      }
    }
    return united
  }

  private static func common(_ runs: [Run], _ others: [Run]) -> [Run] {
    var common: [Run] = []
    var (one, other) = (0, 0)
    while one < runs.count, other < others.count {
      let both = runs[one].clamped(to: others[other])
      if !both.isEmpty { common.append(both) }
      if runs[one].upperBound < others[other].upperBound { one += 1 } else { other += 1 }
    }
    return common
  }
}
