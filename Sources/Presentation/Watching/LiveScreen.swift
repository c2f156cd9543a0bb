import Geography
import Nearby
import Places
import Positioning

/// What a watch shows on a whole screen, laid out line by line for a terminal's size.
///
/// The fix is at the top, with the next place on the route and the route as a line; below are the places, beside a radar
/// if the terminal is wide, the latest reports, and what keys do.
public struct LiveScreen: Sendable {
  /// The position, and whether fixes still come.
  public var status = PositionStatus()
  /// The places around it, nearest first; `nil` while they are not known.
  public var places: [NearbyPlace]?
  /// How far around every place is surely known, if that is less far than the places shown.
  public var knownWithin: Distance?
  /// What was reported last.
  public var message = ""
  /// Earlier reports, the latest last.
  public var earlier: [String] = []
  /// What keys do; `nil` if they do nothing.
  public var keys: String?
  /// The look of rows of places; its width is the terminal's, its course the direction of travel.
  public var table: NearbyTable
  /// Tells whether the places are open.
  public var openings: Openings?
  /// The route as a line; `nil` without a route.
  public var strip: RouteStrip?
  /// What knows the ground to draw under the radar; `nil` for none.
  public var ground: GroundKeeper?
  /// The outlook on the route; `nil` while off it.
  public var outlook: RouteOutlook?

  /// The most earlier reports that may fit.
  public static let mostEarlier = 3

  public init(table: NearbyTable = NearbyTable()) { self.table = table }

  /// How many places fit on a screen of this many lines.
  ///
  /// - Parameters:
  ///   - hasRoute: whether a route is followed.
  ///   - isOnRoute: whether the user is on it, so that its passes take some of the lines.
  ///   - hasKeys: whether keys do something.
  public static func placeCapacity(
    rows: Int, hasRoute: Bool = false, isOnRoute: Bool = false, hasKeys: Bool = false
  ) -> Int {
    let layout = LiveScreenRows(rows: rows, hasRoute: hasRoute, keys: hasKeys ? 1 : 0)
    return isOnRoute ? layout.places : layout.body.count
  }

  /// The lines from the top to the bottom, none as wide as the screen.
  public func lines(columns: Int, rows: Int) -> [String] {
    // Some terminals wrap after the last column.
    let width = max(1, columns - 1)
    let layout = LiveScreenRows(
      rows: rows, hasRoute: strip != nil, next: nextRows(width: width),
      keys: keys.map { TerminalText.wrapped($0, to: width, atMost: 2).count } ?? 0)
    var lines = Array(repeating: "", count: max(1, rows))
    func put(_ texts: [String], at range: Range<Int>) {
      for (row, text) in zip(range, texts) { lines[row] = text }
    }
    put(header(width: width, rows: layout.header.count), at: layout.header)
    put(
      strip?.lines(marking: outlook?.along, rows: layout.strip.count, isDim: !status.isCurrent) ?? [],
      at: layout.strip)
    if layout.hasTitles {
      put([title(strip == nil ? 0 : 1, width: width)], at: 0..<1)
      put([title(3, width: width)], at: layout.body.upperBound..<layout.reports.lowerBound)
    }
    put(
      [layout.hasTitles ? title(2, note: coverage, width: width) : fitted(coverage ?? "", width, .dim)],
      at: layout.strip.upperBound..<layout.body.lowerBound)
    put(
      body(width: width, layout, hasGround: GroundKeeper.hasRoom(columns: columns, rows: rows)),
      at: layout.body)
    let message = TerminalText.wrapped(
      TerminalText.harmless(message), to: width, atMost: min(2, layout.reports.count)
    ).map { fitted($0, width, nil) }
    let reports = earlier.map { fitted(TerminalText.harmless($0), width, .dim) } + message
    for (row, line) in zip(layout.reports.reversed(), reports.reversed()) { lines[row] = line }
    let hints = TerminalText.wrapped(keys ?? "", to: width, atMost: layout.footer.count)
    put(hints.map { fitted($0, width, .dim) }, at: layout.footer)
    return lines
  }

  private func fitted(_ text: String, _ width: Int, _ style: TerminalStyle?) -> String {
    TerminalText.fitted(text, to: width, ellipsis: table.wording.ellipsis).styled(style, in: table.palette)
  }

  /// The title of a part above a line, and what there is to know about the part.
  private func title(_ index: Int, note: String? = nil, width: Int) -> String {
    let titles = table.wording.phrases.list(.titles)
    guard titles.indices.contains(index) else { return "" }
    let title = titles[index]
    let room = width - TerminalText.width(of: title) - 1
    guard room > 0 else { return fitted(title, width, .bold) }
    let rule = table.wording.isASCII ? "-" : "─"
    let rest = note.map { "\(rule) \($0) " } ?? ""
    let line = rest + String(repeating: rule, count: max(0, room - TerminalText.width(of: rest)))
    return title.styled(.bold, in: table.palette) + " " + fitted(line, room, .dim)
  }

  // MARK: The parts

  /// How many lines are worth what is next of all kinds.
  private func nextRows(width: Int) -> Int {
    let kinds = outlook?.kinds.count ?? 1
    return kinds * Self.roomyKind > width ? min(kinds, Self.mostNextRows) : 1
  }

  /// Columns that tell enough of what is next of a kind.
  private static let roomyKind = 40
  private static let mostNextRows = 3

  private func header(width: Int, rows: Int) -> [String] {
    guard rows > 1 else {
      let next = outlook?.line(table.wording, at: status.location?.time, openings)
      let line = status.statusLine(next: next, wording: table.wording, width: width)
      return [status.isCurrent ? line : line.styled(.bold, in: table.palette)]
    }
    guard let location = status.location, status.isCurrent else {
      let outage = status.outageParts(table.wording).joined(separator: "  \(table.wording.separator)  ")
      return [fitted(outage, width, .bold), fitted(status.lastKnown(table.wording) ?? "", width, .dim)]
    }
    let next =
      outlook?.lines(table.wording, at: location.time, openings, width: width, count: rows - 1)
      ?? [
        TerminalText.fitted(
          strip == nil
            ? [location.degrees, status.street.map(TerminalText.harmless)].compactMap(\.self)
              .joined(separator: "  \(table.wording.separator)  ") : table.wording(.offRoute), to: width,
          ellipsis: table.wording.ellipsis)
      ]
    return [fitted(motion(of: location, width: width), width, nil)]
      + next.map { $0.styled(strip == nil ? .dim : .bold, in: table.palette) }
  }

  /// The fix's time, accuracy, satellites, speed and course, spaced as far apart as fits.
  private func motion(of location: Location, width: Int) -> String {
    let wording = table.wording
    let isCompass = wording.directions == .compass
    let course = (isCompass ? location.course : table.course).map { wording.direction($0) }
    let time = location.text(of: .time, wording)
    let motion = [
      location.text(of: .speed, wording), course ?? (isCompass ? nil : wording(.courseUnknown)),
    ].compactMap(\.self).joined(separator: " ")
    func parts(_ satellites: String?, separator: String = " ") -> String {
      [
        location.day(wording) == nil ? time : time.map { wording(.recorded, ["time": $0]) },
        location.text(of: .accuracy, wording), satellites, motion.isEmpty ? nil : motion,
      ].compactMap(\.self).joined(separator: separator)
    }
    let satellites = location.text(of: .satellites, wording)
    return [parts(satellites, separator: "  \(wording.separator)  "), parts(satellites)]
      .first { TerminalText.width(of: $0) <= width } ?? parts(nil)
  }

  /// Where the data ends, if that is near.
  private var coverage: String? {
    guard let knownWithin, status.isCurrent else { return nil }
    return table.wording(.completeWithin, ["distance": table.wording.length(knownWithin)])
  }

  /// The next passes and the places, dim while they may no longer be the nearest.
  private func body(width: Int, _ layout: LiveScreenRows, hasGround: Bool) -> [String] {
    let isDim = !status.isCurrent
    var table = table
    if isDim { table.palette = nil }
    let shown = (places ?? []).map { place in
      var shown = ShownPlace(place, openings: openings, course: table.course)
      shown.isBeyondKnown = knownWithin.map { place.distance > $0 } ?? false
      return shown
    }
    var headingUp = table
    headingUp.up = table.course ?? table.up
    var picture = Radar(table: headingUp, rows: nil)
    picture.heading = isDim ? nil : table.course
    if hasGround, let ground, let location = status.location {
      picture.ground = (ground, location.coordinate)
    }
    let radar = picture.picture(
      of: shown, knownWithin: knownWithin, width: width, rows: layout.body.count,
      mayBeAbove: layout.passes == 0)
    let listWidth = radar?.listWidth ?? width
    table.width = listWidth
    var column: [String] = []
    if layout.passes > 0, let outlook {
      let rows = RouteRows(
        wording: table.wording, palette: table.palette, time: status.location?.time, openings: openings)
      column += rows.rows(of: outlook.upcoming.prefix(layout.passes - 1), width: listWidth)
      column.append("")
    }
    column += radar?.list ?? table.rows(of: shown)
    let lines =
      radar.map {
        $0.isBeside
          ? Radar.beside($0.picture, column, pictureWidth: $0.pictureWidth) : $0.picture + column
      } ?? column
    return lines.map { $0.styled(.dim, in: isDim ? self.table.palette : nil) }
  }
}
