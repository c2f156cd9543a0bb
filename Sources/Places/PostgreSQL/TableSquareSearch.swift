import Geography
import HeapModule

/// Finds the nearest places of a database square by square, nearest first, as the store does.
///
/// It is for places far away, which an index of PostGIS cannot sort: it compares straight lines through the earth, which
/// are so much shorter than the ways over the ground that it has to measure every place of a region. And there the
/// sphere by which PostGIS sorts differs from the earth by more than places are apart.
struct TableSquareSearch {
  let search: TableSearch
  /// How many places a square may have before its quarters are looked at.
  let most: Int

  private struct Waiting: Comparable {
    /// Metres that no place of the square is nearer than.
    let distance: Double
    let square: GridSquare

    static func < (left: Waiting, right: Waiting) -> Bool { left.distance < right.distance }
  }

  /// - Throws: `PostgreSQLProblem`.
  func nearest(in session: PostgreSQLPool.Session) throws(PostgreSQLProblem) -> TableSearch.Answer {
    let view = GridSquare.View(from: search.question.position)
    let reach = search.query.radius?.metres ?? .infinity
    var rows = PlaceRows(search.question.tables.tables)
    var found: [PlaceRows.Found] = []
    var queue = Heap<Waiting>()
    func add(_ squares: [GridSquare]) {
      for square in squares {
        let distance = square.leastDistance(from: view)
        if distance <= reach { queue.insert(Waiting(distance: distance, square: square)) }
      }
    }
    add(GridSquare.top)
    while let next = queue.popMin() {
      if found.count >= search.query.limit {
        let (answer, isWhole) = search.select(found, sure: next.distance)
        if isWhole { return answer }
      }
      var inSquare = rows
      let count = try ask(next.square, into: &inSquare, in: session)
      if count > 0, count < most || next.square.level == 0 {
        rows = inSquare
        found = rows.places()
      } else if count > 0 {
        add(next.square.quarters)
      }
    }
    return search.select(found, sure: .infinity).0
  }

  /// Adds the places of a box around a square; all of them, if they are fewer than `most` or the square is the smallest.
  ///
  /// - Returns: how many there are.
  private func ask(
    _ square: GridSquare, into rows: inout PlaceRows, in session: PostgreSQLPool.Session
  ) throws(PostgreSQLProblem) -> Int {
    let (middle, radius) = Self.circle(around: square)
    let question = TableQuestion(
      tables: search.question.tables, position: middle, radius: radius,
      matcher: search.question.matcher, isSorted: false)
    var count = 0
    try search.ask(question.statement(most: square.level == 0 ? nil : most), into: &rows, in: session) {
      _, _ in
      count += 1
    }
    return count
  }

  /// A circle that has all of a square in it, however large.
  private static func circle(around square: GridSquare) -> (middle: Coordinate, radius: Distance) {
    let (west, south, east, north) = square.box
    let middle = Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    let leastLatitude = max(south, -north, 0)
    let radius = WGS84.longestWay(
      latitudes: (north - south) / 2, longitudes: (east - west) / 2, at: leastLatitude)
    return (middle, Distance(metres: radius))
  }
}
