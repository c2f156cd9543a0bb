import Geography
import Nearby
import Places

/// A route on the ground, with its passes by their numbers in the list and its longest gaps.
public struct RouteMap: Sendable {
  private let report: RouteReport
  private let range: ClosedRange<Double>
  private let words: RouteWording
  private let ground: GroundKeeper?
  private let hasColor: Bool

  /// - Parameters:
  ///   - range: the part of the route to show, in metres along it.
  ///   - ground: what knows the ground under it; `nil` for none.
  public init(
    of report: RouteReport, in range: ClosedRange<Double>, wording: RouteWording, ground: GroundKeeper?,
    hasColor: Bool = false
  ) {
    (self.report, self.range, words) = (report, range, wording)
    (self.ground, self.hasColor) = (ground, hasColor)
  }

  /// The picture with its plan, as large as it fits into a box.
  private func plan(in box: PlaneBox, metresPerDot factor: Double) -> (plan: MapPlan, view: MapView)? {
    let lines = report.route.lines(in: range)
    guard let first = lines.first?.first else { return nil }
    let rough = MapPlan(about: first)
    guard let around = PlaneBox(around: lines.joined().map(rough.point)) else { return nil }
    let centre = rough.coordinate((around.low + around.high) / 2)
    let size = around.high - around.low
    let room = box.high - box.low
    let scale = max(size.x / room.x, size.y / room.y, Self.leastScale)
    var view = MapView(scale: scale, middle: (box.low + box.high) / 2)
    let page = box.grown(by: max(room.x, room.y) / 10)
    let plan =
      ground?.plan(around: centre, within: view.reach(of: page), metresPerDot: scale * factor)
      ?? MapPlan(about: centre)
    view.centre = plan.point(centre)
    return (plan, view)
  }

  /// Metres: nobody needs a finer map.
  private static let leastScale = 0.5

  private func lines(_ range: ClosedRange<Double>, _ plan: MapPlan, _ view: MapView) -> [[SIMD2<Double>]] {
    report.route.lines(in: range).map { $0.map { view.point(plan.point($0)) } }
  }

  // MARK: On a terminal

  private static let usualWidth = 80
  private static let usualRows = 21

  /// The map in braille, or in ASCII, and a line for each pass and each longest gap.
  ///
  /// - Parameters:
  ///   - width: columns; as usual if there is no terminal.
  ///   - rows: lines of the map; as usual if there is no terminal.
  public func picture(width: Int?, rows: Int?) -> String {
    let columns = max(20, min(width ?? Self.usualWidth, 300))
    let rows = max(8, min(rows ?? Self.usualRows, 100))
    var canvas = RadarCanvas(columns: columns, rows: rows)
    var map = BrailleMap(columns: columns, rows: rows, palette: ground?.palette ?? .sixteen)
    let room = PlaneBox(low: SIMD2(8, 8), high: SIMD2(Double(columns * 2 - 8), Double(rows * 4 - 8)))
    guard let (plan, view) = plan(in: room, metresPerDot: 1) else { return "" }
    if hasColor { map.draw(plan, view) }
    map.draw(lines: lines(range, plan, view), .bold)
    for gap in report.longestGaps where gap.gap.to <= range.upperBound {
      map.draw(lines: lines(gap.gap.from...gap.gap.to, plan, view), .red)
    }
    func cell(_ along: Double) -> RadarCanvas.Point {
      let point = view.point(plan.point(report.route.coordinate(at: along)))
      return .init(
        column: Int(clamping: point.x.rounded(.down)) / 2, row: Int(clamping: point.y.rounded(.down)) / 4)
    }
    for (index, row) in report.rows.enumerated() {
      let text = "\(index + 1)"
      if canvas.hasRoom(for: text, at: cell(row.pass.along), gap: 0) {
        canvas.write(text, at: cell(row.pass.along), style: .green)
      }
    }
    for (sign, along) in [("A", range.lowerBound), ("B", range.upperBound)] {
      let point = cell(along)
      if canvas.hasRoom(for: sign, at: point) { canvas.write(sign, at: point, style: .bold) }
    }
    let labels = map.labels(atMost: rows / 4) { label in
      canvas.hasRoom(for: label.text, at: .init(column: label.column, row: label.row))
        && !map.hasOutline(label)
    }
    for label in labels {
      canvas.write(label.text, at: .init(column: label.column, row: label.row), style: .dim)
    }
    for row in 0..<rows {
      for column in 0..<columns {
        guard let cell = map.cell(column: column, row: row) else { continue }
        let sign: Character = words.wording.isASCII ? "*" : cell.sign
        canvas.lay(sign, at: .init(column: column, row: row), style: cell.style, gap: 0)
      }
    }
    let list = report.rows.enumerated().map { index, row in
      TextColumn.number(index + 1, of: report.rows.count) + summary(of: row)
    }
    let text = (canvas.lines(hasColor: hasColor) + list + report.longestGaps.map(words.longest))
    return text.map { $0 + "\n" }.joined()
  }

  private func summary(of row: RouteRow) -> String {
    let place = row.pass.place
    return TerminalText.harmless(
      [
        words.along(row.pass.along), words.offset(of: row.pass),
        place.summary(askedAs: row.pass.matched, words.wording) ?? "",
      ].joined(separator: "  "))
  }

  // MARK: As a file

  private static let size = SIMD2(960.0, 720.0)
  /// Passes that are listed, so that no route makes a file without end.
  private static let mostRows = 1000

  /// The map as an SVG file, with a list below.
  public func svg(attribution: String?) -> String {
    var drawing = MapDrawing(width: Self.size.x, height: Self.size.y)
    let title = words.wording(.placesAlong)
    guard let (plan, view) = plan(in: drawing.box.grown(by: -40), metresPerDot: 2) else {
      return drawing.document(title: title)
    }
    drawing.draw(plan, view)
    let way = lines(range, plan, view)
    drawing.draw(lines: way, class: "casing")
    drawing.draw(lines: way, class: "route")
    for gap in report.longestGaps where gap.gap.to <= range.upperBound {
      drawing.draw(lines: lines(gap.gap.from...gap.gap.to, plan, view), class: "gap")
    }
    func point(_ along: Double) -> SIMD2<Double> {
      view.point(plan.point(report.route.coordinate(at: along)))
    }
    for (text, along) in [("B", range.upperBound), ("A", range.lowerBound)] {
      drawing.draw(circleAt: point(along), radius: 6, class: "me")
      drawing.write(text, at: point(along) + SIMD2(0, -9), class: "small middle")
    }
    drawing.draw(
      numbers: report.rows.enumerated().map { index, row in
        (index + 1, view.point(plan.point(row.pass.place.coordinate)), "#1b7f3b")
      })
    drawing.drawFrame(view, words.wording, attribution: plan.attribution ?? attribution)
    let rows = report.rows.prefix(Self.mostRows).enumerated().map {
      index, row -> [(text: String, at: Double)] in
      let place = row.pass.place
      return [
        (text: "\(index + 1)", at: 6.0), (text: words.along(row.pass.along), at: 34),
        (text: words.offset(of: row.pass), at: 110),
        (text: place.summary(askedAs: row.pass.matched, words.wording) ?? "", at: 230),
      ]
    }
    let gaps = report.longestGaps.map { [(text: words.longest($0), at: 6.0)] }
    return drawing.document(title: title, list: rows + gaps)
  }
}
