/// The lines of a live screen, numbered from the top.
struct LiveScreenRows: Equatable {
  /// The fix, and what is next on the route, perhaps with a line for each kind.
  let header: Range<Int>
  /// The route as a line; empty if there is none.
  let strip: Range<Int>
  /// The places, and the next passes of the route.
  let body: Range<Int>
  /// The latest report, which is the last, and those before.
  let reports: Range<Int>
  /// What keys do; empty if there are none.
  let footer: Range<Int>

  /// Whether the line above each part has its title.
  var hasTitles: Bool { header.lowerBound > 0 }

  /// How many lines of the body show the next passes, including an empty one after them.
  var passes: Int { strip.isEmpty ? 0 : min(RouteRows.mostShown, body.count / 3) + 1 }

  /// How many lines of the body are for places.
  var places: Int { max(0, body.count - passes) }

  /// A lower screen has no empty lines, and one line for the fix.
  private static let roomyRows = 8
  /// A lower screen has no titles, and shows only the latest report and the route without its heights.
  private static let tallRows = 20
  /// A lower screen has one report fewer.
  private static let highRows = 30
}

// An extension keeps the memberwise initialiser, which tests use.
extension LiveScreenRows {
  /// - Parameters:
  ///   - rows: how many lines the terminal has.
  ///   - hasRoute: whether there is a route to follow.
  ///   - next: how many lines the next places would fill.
  ///   - keys: how many lines what keys do would fill.
  init(rows: Int, hasRoute: Bool = false, next: Int = 1, keys: Int = 0) {
    guard rows >= Self.roomyRows else {
      header = 0..<1
      strip = 1..<1
      body = 1..<max(1, rows - 1)
      reports = body.upperBound..<max(1, rows)
      footer = reports.upperBound..<reports.upperBound
      return
    }
    let isTall = rows >= Self.tallRows
    let stripRows = !hasRoute || rows < Self.roomyRows + 4 ? 0 : isTall ? 3 : 2
    let top = isTall ? 1 : 0
    header = top..<top + 1 + (isTall ? next : 1)
    strip = header.upperBound..<header.upperBound + stripRows
    footer = rows - min(keys, isTall ? 2 : 1)..<rows
    reports =
      footer.lowerBound - (rows >= Self.highRows ? 4 : isTall ? 3 : keys > 0 ? 1 : 2)..<footer.lowerBound
    body = strip.upperBound + 1..<reports.lowerBound - top
  }
}
