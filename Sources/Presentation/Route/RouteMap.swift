import Geography
import Nearby
import Places

/// A route on the ground, with its passes by their numbers in the list and its longest gaps.
public struct RouteMap: Sendable {
  private let report: RouteReport
  private let range: ClosedRange<Double>
  private let words: RouteWording
  private let ground: GroundKeeper?
  private let palette: TerminalPalette?
  /// Towns and the like, the most important first.
  private let towns: [PointOfInterest]

  /// - Parameters:
  ///   - range: the part of the route to show, in metres along it.
  ///   - ground: what knows the ground under it; `nil` for none.
  ///   - towns: what to name beside streets and waters, the most important first.
  public init(
    of report: RouteReport, in range: ClosedRange<Double>, wording: RouteWording, ground: GroundKeeper?,
    towns: [PointOfInterest] = [], palette: TerminalPalette? = nil
  ) {
    (self.report, self.range, words) = (report, range, wording)
    (self.ground, self.towns, self.palette) = (ground, towns, palette)
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
  ///   - rows: lines for both; as usual if there is no terminal.
  public func picture(width: Int?, rows: Int?) -> String {
    let columns = max(20, min(width ?? Self.usualWidth, 300))
    let gaps = report.longestGaps.flatMap { TerminalText.wrapped(words.longest($0), to: columns) }
    let list = list(width: columns) + gaps
    // A map that is low tells little, and the list may scroll.
    let rows = max(8, min(rows.map { max($0 - list.count, $0 / 2) } ?? Self.usualRows, 100))
    var canvas = RadarCanvas(columns: columns, rows: rows)
    var map = BrailleMap(columns: columns, rows: rows)
    let room = PlaneBox(low: SIMD2(8, 8), high: SIMD2(Double(columns * 2 - 8), Double(rows * 4 - 8)))
    guard let (plan, view) = plan(in: room, metresPerDot: 1) else { return "" }
    if palette != nil { map.draw(plan, view) }
    map.draw(lines: lines(range, plan, view), .bold)
    for gap in report.longestGaps where gap.gap.to <= range.upperBound {
      map.draw(lines: lines(gap.gap.from...gap.gap.to, plan, view), .gap)
    }
    func cell(_ coordinate: Coordinate) -> RadarCanvas.Point {
      let point = view.point(plan.point(coordinate))
      return .init(
        column: Int(clamping: point.x.rounded(.down)) / 2, row: Int(clamping: point.y.rounded(.down)) / 4)
    }
    for (index, row) in report.rows.enumerated() {
      let text = "\(index + 1)"
      let point = cell(report.route.coordinate(at: row.pass.along))
      if canvas.hasRoom(for: text, at: point, gap: 0) {
        canvas.write(text, at: point, style: row.pass.place.style)
      }
    }
    for (sign, along) in [("A", range.lowerBound), ("B", range.upperBound)] {
      let point = cell(report.route.coordinate(at: along))
      if canvas.hasRoom(for: sign, at: point) { canvas.write(sign, at: point, style: .bold) }
    }
    for town in towns {
      guard let name = town.title.map(TerminalText.harmless) else { continue }
      var point = cell(town.coordinate)
      point.column -= TerminalText.width(of: name) / 2
      if canvas.hasRoom(for: name, at: point), !map.hasOutline(name, column: point.column, row: point.row) {
        canvas.write(name, at: point, style: .bold)
      }
    }
    canvas.lay(map, gap: 0, isASCII: words.wording.isASCII)
    return (canvas.lines(palette: palette) + list).map { $0 + "\n" }.joined()
  }

  /// The passes with their numbers, in as many columns as there is room for.
  private func list(width: Int) -> [String] {
    let gap = TextColumn.gap
    func lines(_ width: Int, _ palette: TerminalPalette?, isBrief: Bool = true) -> [String] {
      let table = RouteTable(
        wording: words, width: width - TextColumn.number(0, of: report.rows.count).count, palette: palette,
        isBrief: isBrief)
      return zip(report.rows.enumerated(), table.lines(of: report.rows)).map { row, line in
        TextColumn.number(
          row.offset + 1, of: report.rows.count, style: row.element.pass.place.style, palette: palette) + line
      }
    }
    let between = 2 * gap.count
    let columns = min((width + between) / Self.listWidth, max(1, report.rows.count / Self.leastColumn))
    guard columns > 1 else { return lines(width, palette, isBrief: false) }
    let columnWidth = (width + between) / columns - between
    let widths = lines(columnWidth, nil).map(TerminalText.width)
    let all = lines(columnWidth, palette)
    let height = (all.count + columns - 1) / columns
    return (0..<height).map { row in
      stride(from: row, to: all.count, by: height).map { index in
        let isLast = index + height >= all.count
        return all[index]
          + (isLast ? "" : String(repeating: " ", count: columnWidth + between - widths[index]))
      }.joined()
    }
  }

  /// Columns of a terminal in which a list can be read.
  private static let listWidth = 64
  /// Rows of a list that is worth a column of its own.
  private static let leastColumn = 4

  // MARK: As a file

  private static let size = SIMD2(960.0, 720.0)
  /// Passes that are listed, so that no route makes a file without end.
  private static let mostRows = 1000

  /// The map as an SVG file, under the name of the tour and above its heights and a list.
  public func svg(attribution: String?) -> String {
    var drawing = MapDrawing(width: Self.size.x, height: Self.size.y)
    let title = report.title ?? words.wording(.placesAlong)
    let gaps = report.longestGaps.map(words.longest)
    drawing.drawHead(title, [words.along(range.upperBound - range.lowerBound)] + gaps, words.wording)
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
    for town in towns.prefix(Self.mostTowns) {
      guard let name = town.title else { continue }
      let point = view.point(plan.point(town.coordinate))
      if drawing.box.grown(by: -30).contains(point) { drawing.write(name, at: point, class: "town middle") }
    }
    for (text, along) in [("B", range.upperBound), ("A", range.lowerBound)] {
      drawing.draw(circleAt: point(along), radius: 6, class: "me")
      drawing.write(text, at: point(along) + SIMD2(0, -9), class: "small middle")
    }
    let numbered = report.rows.enumerated().map { index, row in
      (number: index + 1, pass: row.pass, colour: PlaceFamily(of: row.pass.place.mainCategory).hex)
    }
    drawing.draw(
      numbers: numbered.map { ($0.number, view.point(plan.point($0.pass.place.coordinate)), $0.colour) },
      in: drawing.box)
    drawing.drawFrame(view, words.wording, attribution: plan.attribution ?? attribution)
    drawing.drawProfile(of: report, in: range, words, numbers: numbered.map { ($0, $1.along, $2) })
    var rows = report.rows.prefix(Self.mostRows).enumerated().map {
      index, row -> [(text: String, at: Double)] in
      let place = row.pass.place
      return [
        (text: "\(index + 1)", at: 6.0), (text: words.along(row.pass.along), at: 34),
        (text: words.offset(of: row.pass), at: 110),
        (text: place.summary(askedAs: row.pass.matched, words.wording) ?? "", at: 230),
      ]
    }
    if report.rows.count > rows.count {
      rows.append([(text: words.wording(.more, count: report.rows.count - rows.count), at: 230)])
    }
    return drawing.document(title: title, list: rows)
  }

  private static let mostTowns = 8
}
