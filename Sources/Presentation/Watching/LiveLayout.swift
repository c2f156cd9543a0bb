/// The lines of a live screen, numbered from the top.
struct LiveLayout: Equatable {
  /// The fix, and what is next on the route, perhaps with a line for each kind.
  let header: Range<Int>
  /// The route as a line; empty if there is none.
  let strip: Range<Int>
  /// The places, and the next passes of the route.
  let body: Range<Int>
  /// Earlier reports.
  let earlier: Range<Int>
  /// The latest report; its last line is the screen's.
  let message: Range<Int>

  /// How many lines of the body show the next passes, including an empty one after them.
  var passes: Int { strip.isEmpty ? 0 : min(RouteRows.mostShown, body.count / 3) + 1 }

  /// How many lines of the body are for places.
  var places: Int { max(0, body.count - passes) }
}

extension LiveLayout {
  /// A lower screen has no empty lines, and one line for the fix.
  private static let roomyRows = 8
  /// A lower screen shows only the latest report, and the route without its heights.
  private static let tallRows = 20
}

// An extension keeps the memberwise initialiser, which tests use.
extension LiveLayout {
  /// - Parameters:
  ///   - rows: how many lines the terminal has.
  ///   - hasRoute: whether there is a route to follow.
  ///   - next: how many lines the next places would fill.
  init(rows: Int, hasRoute: Bool = false, next: Int = 1) {
    guard rows >= Self.roomyRows else {
      header = 0..<1
      strip = 1..<1
      body = 1..<max(1, rows - 1)
      earlier = body.upperBound..<body.upperBound
      message = body.upperBound..<max(1, rows)
      return
    }
    let isTall = rows >= Self.tallRows
    let stripRows = !hasRoute || rows < Self.roomyRows + 4 ? 0 : isTall ? 3 : 2
    header = 0..<1 + (isTall ? next : 1)
    strip = header.upperBound..<header.upperBound + stripRows
    message = rows - 2..<rows
    earlier = (isTall ? rows - 4 : rows - 2)..<rows - 2
    body = strip.upperBound + 1..<(isTall ? earlier.lowerBound - 1 : message.lowerBound)
  }
}
