import Geography
import Glibc
import Places

/// A picture of where the places are: the user in the middle, rings at round distances, and the places by
/// their numbers in the list, which is below, or beside the picture if there is no room.
public struct Radar: Sendable {
  /// The look of the list; its width is that of the whole, and its `up` is at the top.
  public var table: NearbyTable
  /// How many lines the picture and the list may take together; as many as they need if it is `nil`.
  public var rows: Int?
  /// The direction of travel, if it is known.
  public var heading: Bearing?
  /// The place that is chosen among others, from 0.
  var selected: Int?
  /// The ground to draw under the places, and the position in the middle; `nil` for none.
  public var ground: (keeper: GroundKeeper, position: Coordinate)?

  /// A picture with a list.
  public init(table: NearbyTable, rows: Int?) {
    self.table = table
    self.rows = rows
  }

  /// The picture and the list; empty if there are no places.
  ///
  /// - Parameter known: how far every place is surely known; a ring of question marks is drawn there.
  public func picture(of places: [ShownPlace], knownWithin known: Distance? = nil) -> String {
    guard !places.isEmpty else { return "" }
    let layout = RadarLayout(
      places: places.count, width: table.width, rows: rows, list: listWidth(of: places))
    let picture = pictureLines(of: places, layout, knownWithin: known)
    let list = list(of: places, width: layout.listWidth)
    let lines =
      layout.isBeside ? Self.beside(picture, list, pictureWidth: layout.pictureWidth) : picture + list
    return lines.map { $0 + "\n" }.joined()
  }

  /// The picture, and the list for the space beside or below it.
  typealias WithList = (
    picture: [String], pictureWidth: Int, list: [String], listWidth: Int, isBeside: Bool
  )

  /// - Parameter mayBeAbove: whether the picture may be above as many of the places as there is room for.
  /// - Returns: `nil` if there are no places, or no room for both.
  func picture(
    of places: [ShownPlace], knownWithin known: Distance? = nil, width: Int, rows: Int, mayBeAbove: Bool
  ) -> WithList? {
    guard !places.isEmpty,
      let layout = RadarLayout(
        width: width, rows: rows, list: listWidth(of: places), mayBeAbove: mayBeAbove)
    else { return nil }
    let places = layout.isBeside ? places : Array(places.prefix(rows - layout.pictureRows))
    return (
      pictureLines(of: places, layout, knownWithin: known), layout.pictureWidth,
      list(of: places, width: layout.listWidth), layout.listWidth ?? width, layout.isBeside
    )
  }

  /// A character is twice as high as it is wide.
  private static let columnsInRow = 2.0

  /// The lines of a list beside those of a picture, which are all of one width.
  static func beside(_ picture: [String], _ list: [String], pictureWidth: Int) -> [String] {
    let blank = String(repeating: " ", count: pictureWidth)
    return (0..<max(picture.count, list.count)).map { index in
      var line = (index < picture.count ? picture[index] : blank) + (index < list.count ? list[index] : "")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  // MARK: The list

  /// Columns that the list takes if nothing is cut.
  private func listWidth(of places: [ShownPlace]) -> Int {
    var plain = self
    plain.table.palette = nil
    // No name is as long.
    return plain.list(of: places, width: 1000).map(TerminalText.width).max() ?? 0
  }

  private func list(of places: [ShownPlace], width: Int?) -> [String] {
    var table = table
    table.hasPicture = true
    table.width = width.map { $0 - TextColumn.number(0, of: places.count).count }
    return table.rows(of: places).enumerated().map { index, row in
      TextColumn.number(
        index + 1, of: places.count, style: places[index].place.style, palette: table.palette) + row
    }
  }

  // MARK: The picture

  private func pictureLines(
    of places: [ShownPlace], _ layout: RadarLayout, knownWithin known: Distance?
  ) -> [String] {
    let radius = layout.radius
    let distances = places.compactMap(\.distance)
    let scale = RadarScale(
      reaching: distances.max() ?? .zero, units: table.wording.units, lines: radius,
      mostRings: radius < Self.leastRadiusForFourRings ? 2 : RadarScale.mostRings)
    var canvas = RadarCanvas(columns: layout.pictureWidth, rows: layout.pictureRows)
    canvas.write(me, at: point(atRadius: 0, .north, radius), style: .bold)
    let groups = groups(of: places, on: canvas, radius: radius, scale)
    for group in groups {
      let isSelected = selected.map(group.members.contains) ?? false
      canvas.write(
        group.label, at: group.start, style: isSelected ? .reverse : places[group.members[0]].place.style)
    }
    for bearing in [0.0, 90, 180, 270].map(Bearing.init(degrees:)) {
      let name = table.wording.point(bearing)
      let point = point(atRadius: Double(radius + 1), bearing, radius)
      if canvas.hasRoom(for: name, at: point) { canvas.write(name, at: point, style: .bold) }
    }
    for group in groups where group.members.count == 1 && group.members[0] < Self.mostNames {
      write(nameOf: places[group.members[0]], besides: group.label, at: group.start, on: &canvas)
    }
    let rings = (1...scale.rings).map { ring in
      (label: table.wording.phrases.number(scale.label(of: ring)), radius: scale.lines(ofRing: ring))
    }
    for ring in rings { write(ring.label, atRadius: ring.radius, of: radius, on: &canvas) }
    let dot: Character = table.wording.isASCII ? "." : "·"
    for ring in rings { drawCircle(of: dot, .faint, ofRadius: ring.radius, of: radius, on: &canvas) }
    if let known, known.metres >= 1, known < scale.reach {
      drawCircle(of: Self.end, nil, ofRadius: scale.lines(of: known), of: radius, on: &canvas)
    }
    if let ground {
      draw(
        ground.keeper, around: ground.position, metresPerRow: scale.metresPerLine, of: places, radius,
        on: &canvas)
    }
    return canvas.lines(palette: table.palette, isFilled: layout.isBeside)
  }

  /// Draws the ground where nothing else is, with the outlines of places and the names of streets.
  private func draw(
    _ keeper: GroundKeeper, around position: Coordinate, metresPerRow: Double, of places: [ShownPlace],
    _ radius: Int, on canvas: inout RadarCanvas
  ) {
    // The last column parts it from what is beside.
    var map = BrailleMap(columns: canvas.columns - 1, rows: canvas.rows)
    let middle = point(atRadius: 0, .north, radius)
    var view = MapView(
      up: table.up, scale: metresPerRow / 4,
      middle: SIMD2(Double(2 * middle.column + 1), Double(4 * middle.row + 2)))
    guard
      let plan = keeper.plan(around: position, within: view.reach(of: map.box), metresPerDot: view.scale)
    else { return }
    view.centre = plan.point(position)
    map.draw(plan, view)
    for place in places {
      place.place.extent.map { map.outline($0, of: plan, view, place.place.style) }
    }
    canvas.lay(map)
  }

  /// The sign for oneself: where one goes, if that is known.
  private var me: String {
    guard let heading else { return table.wording.isASCII ? "@" : "●" }
    let turned = Bearing(degrees: heading.degrees - table.up.degrees)
    let isUp = turned.sector(of: 8) == 0
    return table.wording.isASCII ? isUp ? "^" : "@" : isUp ? "▲" : String(turned.arrow)
  }

  /// The nearest places, which are named in the picture, too.
  private static let mostNames = 3
  private static let longestName = 18

  /// Writes a name after the number of its place, or before it, where there is room.
  private func write(
    nameOf shown: ShownPlace, besides label: String, at start: RadarCanvas.Point, on canvas: inout RadarCanvas
  ) {
    guard let title = table.heading(of: shown) else { return }
    let name =
      title.count > Self.longestName
      ? TerminalText.fitted(title, to: Self.longestName, ellipsis: table.wording.ellipsis) : title
    guard TerminalText.width(of: name) == name.count else { return }
    for column in [start.column + label.count + 1, start.column - name.count - 1] {
      let point = RadarCanvas.Point(column: column, row: start.row)
      if canvas.hasRoom(for: name, at: point) { return canvas.write(name, at: point, style: nil) }
    }
  }

  private static let leastRadiusForFourRings = 7
  /// Where the data ends, as behind the distances of the places beyond.
  private static let end = Character(NearbyTable.beyondMark)

  /// A ring's label and a place's number must not read as one.
  private static let ringLabelGap = 3

  private func write(
    _ label: String, atRadius ring: Double, of radius: Int, on canvas: inout RadarCanvas
  ) {
    for degrees in [45.0, 135, 315, 225, 20, 160, 340, 200, 65, 115, 295, 245] {
      var start = point(atRadius: ring, Bearing(degrees: table.up.degrees + degrees), radius)
      start.column -= label.count / 2
      guard canvas.hasRoom(for: label, at: start, gap: Self.ringLabelGap) else { continue }
      canvas.write(label, at: start, style: .dim)
      return
    }
  }

  private func drawCircle(
    of sign: Character, _ style: TerminalStyle?, ofRadius ring: Double, of radius: Int,
    on canvas: inout RadarCanvas
  ) {
    // A dot per line, all around.
    let dots = max(8, Int(clamping: (2 * Double.pi * ring).rounded()))
    for dot in 0..<dots {
      let direction = Bearing(degrees: table.up.degrees + 360 * Double(dot) / Double(dots))
      let point = point(atRadius: ring, direction, radius)
      canvas.draw(sign, at: point, style: style)
    }
  }

  /// A point of the picture, by its distance from the middle in lines.
  private func point(atRadius distance: Double, _ bearing: Bearing, _ radius: Int) -> RadarCanvas.Point {
    let angle = (bearing.degrees - table.up.degrees) * .pi / 180
    let middle = radius + 1
    return RadarCanvas.Point(
      column: Int(clamping: Double(2 * middle) + (sin(angle) * distance * Self.columnsInRow).rounded()),
      row: Int(clamping: Double(middle) - (cos(angle) * distance).rounded()))
  }

  // MARK: Places that would overlap

  /// `3`, `3,5-7`; `3+` if there are too many to name.
  ///
  /// - Parameter numbers: in order, and at least one.
  static func label(of numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let texts = ranges.map { range in
      range.count == 1
        ? "\(range.lowerBound)" : "\(range.lowerBound)\(range.count == 2 ? "," : "-")\(range.upperBound)"
    }
    let label = texts.joined(separator: ",")
    return label.count <= RadarLayout.longestLabel ? label : "\(numbers[0])+"
  }

  /// Places that are shown by one label, by their indices.
  private struct Group {
    var members: [Int]
    var start: RadarCanvas.Point
    /// How many columns the picture has.
    let columns: Int
    /// The user's column in this line.
    let ownColumn: Int?

    var label: String { Radar.label(of: members.map { $0 + 1 }) }

    /// The columns that the label takes, and the space after it.
    var span: Range<Int> {
      let count = label.count
      var first = start.column
      if let ownColumn, first <= ownColumn + 1, ownColumn <= first + count {
        // There is room beside the user.
        first = first < ownColumn ? ownColumn - count - 1 : ownColumn + 2
      }
      first = max(0, min(first, columns - count))
      return first..<first + count + 1
    }

    mutating func join(_ other: Group) {
      // The nearest place is where it is.
      if other.members[0] < members[0] { start = other.start }
      members = (members + other.members).sorted()
    }
  }

  private func groups(
    of places: [ShownPlace], on canvas: RadarCanvas, radius: Int, _ scale: RadarScale
  ) -> [(members: [Int], start: RadarCanvas.Point, label: String)] {
    var groupByPoint: [RadarCanvas.Point: Group] = [:]
    let middle = point(atRadius: 0, .north, radius)
    for (index, place) in places.enumerated() {
      guard let distance = place.distance else { continue }
      let point = point(atRadius: scale.lines(of: distance), place.bearing ?? .north, radius)
      let group = Group(
        members: [], start: point, columns: canvas.columns,
        ownColumn: point.row == middle.row ? middle.column : nil)
      groupByPoint[point, default: group].members.append(index)
    }
    let rows = Dictionary(grouping: groupByPoint.values) { $0.start.row }
    return rows.values.flatMap(Self.apart).map { group in
      (group.members, RadarCanvas.Point(column: group.span.lowerBound, row: group.start.row), group.label)
    }
  }

  /// The groups of one line, those together whose labels would touch each other.
  private static func apart(_ groups: [Group]) -> [Group] {
    var groups = groups.sorted { $0.start.column < $1.start.column }
    while let index = groups.indices.dropLast().first(where: { groups[$0].span.overlaps(groups[$0 + 1].span) }
    ) {
      let joined = groups.remove(at: index + 1)
      groups[index].join(joined)
      groups.sort { $0.start.column < $1.start.column }
    }
    return groups
  }
}
