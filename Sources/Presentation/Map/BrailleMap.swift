import Geography
import Glibc
import Places

/// The ground in braille: each character of a terminal is two dots wide and four high.
///
/// Streets and other lines of less importance are left out where they would fill the picture.
struct BrailleMap {
  /// What a dot belongs to: a kind of ground, or the outline of a place.
  private typealias Ink = UInt8

  struct Cell: Hashable {
    let sign: Character
    let style: TerminalStyle
  }

  struct Label: Hashable {
    let text: String
    let column: Int
    let row: Int
    let style: TerminalStyle
  }

  let columns: Int
  let rows: Int

  private var lines: [Ink]
  private var fills: [Ink]
  private var outlineStyles: [TerminalStyle] = []
  /// How many cells have a line.
  private var inked = 0
  /// The lines of streets and rivers that may be named, in dots, and the rings of waters.
  private var named: [(name: String, kind: MapKind, parts: [[SIMD2<Double>]])] = []

  private static let outline = Ink(MapKind.allCases.count + 1)
  /// Lines of the most important kinds are always drawn, others while fewer cells than this part have a line: paths
  /// must not hide where the streets are.
  private static func mostInked(_ kind: MapKind) -> Double { kind == .path || kind == .service ? 0.2 : 0.4 }
  private static let byImportance: [MapKind] = [
    .motorway, .main, .coast, .river, .rail, .minor, .stream, .path, .service,
  ]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    lines = [Ink](repeating: 0, count: columns * 2 * rows * 4)
    fills = lines
  }

  private var width: Int { columns * 2 }
  private var height: Int { rows * 4 }
  var box: PlaneBox { PlaneBox(low: SIMD2(-1, -1), high: SIMD2(Double(width), Double(height))) }

  /// Draws a plan; `view` is in dots.
  mutating func draw(_ plan: MapPlan, _ view: MapView) {
    let reach = view.reach(of: box)
    let around = PlaneBox(low: view.centre - reach, high: view.centre + reach)
    let visible = plan.shapes.filter { $0.box.overlaps(around) }
    for shape in visible where shape.kind.isArea && shape.kind != .builtup {
      let rings = shape.parts.map { box.clipped(ring: $0.map(view.point)) }
      fill(rings, shape.kind)
      if let name = shape.name, shape.kind == .water { named.append((name, .water, rings)) }
    }
    for kind in Self.byImportance {
      guard
        kind >= .main || kind == .river || kind == .coast
          || Double(inked) < Self.mostInked(kind) * Double(columns * rows)
      else { break }
      let before = (lines, inked)
      for shape in visible where shape.kind == kind {
        let parts = shape.parts.flatMap { box.clipped(line: $0.map(view.point)) }
        for part in parts { draw(part, Self.ink(kind), dashes: kind.dashes, isWide: kind >= .main) }
        if let name = shape.name, kind >= .minor || kind == .river, !parts.isEmpty {
          named.append((name, kind, parts))
        }
      }
      // A kind is there with all of its lines, or not at all.
      if kind < .main, Double(inked) > Self.mostInked(kind) * 1.5 * Double(columns * rows) {
        (lines, inked) = before
      }
    }
  }

  /// Draws a shape's lines and edges over the ground.
  mutating func outline(_ extent: Extent, of plan: MapPlan, _ view: MapView, _ style: TerminalStyle) {
    draw(lines: (extent.lines + extent.rings).map { $0.map { view.point(plan.point($0)) } }, style)
  }

  /// Draws lines of dots over the ground.
  mutating func draw(lines: [[SIMD2<Double>]], _ style: TerminalStyle) {
    let index = outlineStyles.firstIndex(of: style) ?? outlineStyles.count
    if index == outlineStyles.count { outlineStyles.append(style) }
    for line in lines.flatMap({ box.clipped(line: $0) }) {
      draw(line, Self.outline + Ink(index), dashes: .whole)
    }
  }

  /// Whether a text would cover a line over the ground.
  ///
  /// - Precondition: the text is inside the map.
  func hasOutline(_ text: String, column: Int, row: Int) -> Bool {
    (4 * row..<4 * row + 4).contains { y in
      (2 * column..<2 * (column + TerminalText.width(of: text))).contains {
        lines[y * width + $0] >= Self.outline
      }
    }
  }

  private static func ink(_ kind: MapKind) -> Ink { Ink((MapKind.allCases.firstIndex(of: kind) ?? 0) + 1) }

  private func style(_ ink: Ink) -> TerminalStyle {
    ink >= Self.outline
      ? outlineStyles[Int(ink - Self.outline)] : .ground(MapKind.allCases[Int(ink) - 1])
  }

  enum Dashes {
    case whole, dashed, dotted

    func has(_ step: Int) -> Bool {
      switch self {
      case .whole: true
      case .dashed: step % 4 < 3
      case .dotted: step % 2 == 0
      }
    }
  }

  private mutating func draw(_ line: [SIMD2<Double>], _ ink: Ink, dashes: Dashes, isWide: Bool = false) {
    var step = 0
    for (start, end) in zip(line, line.dropFirst()) {
      let way = end - start
      let dots = Self.dots(from: start, to: end)
      for (index, point) in dots.enumerated() {
        if dashes.has(step) {
          put(ink, at: point)
          if isWide { put(ink, at: point + (abs(way.x) > abs(way.y) ? SIMD2(0, 1) : SIMD2(1, 0))) }
        }
        if index + 1 < dots.count { step += 1 }
      }
    }
  }

  /// The points of a line in steps of a dot at most.
  private static func dots(
    from start: SIMD2<Double>, to end: SIMD2<Double>
  ) -> LazyMapCollection<ClosedRange<Int>, SIMD2<Double>> {
    let way = end - start
    let steps = max(1, Int(clamping: max(abs(way.x), abs(way.y)).rounded(.up)))
    return (0...steps).lazy.map { start + way * (Double($0) / Double(steps)) }
  }

  private mutating func put(_ ink: Ink, at point: SIMD2<Double>) {
    let (x, y) = (Int(clamping: point.x.rounded(.down)), Int(clamping: point.y.rounded(.down)))
    guard x >= 0, x < width, y >= 0, y < height else { return }
    let cell = (y & ~3) * width + (x & ~1)
    let isNew = lines[cell] == 0 && !Self.cellOffsets.contains { lines[cell + $0.y * width + $0.x] != 0 }
    if isNew { inked += 1 }
    lines[y * width + x] = max(lines[y * width + x], ink)
  }

  /// The dots of a cell, with the bits that they have in Unicode.
  private static let cellOffsets: [(x: Int, y: Int, bit: UInt32)] = [
    (0, 0, 0x01), (0, 1, 0x02), (0, 2, 0x04), (1, 0, 0x08), (1, 1, 0x10), (1, 2, 0x20), (0, 3, 0x40),
    (1, 3, 0x80),
  ]

  /// Fills what is inside an odd number of rings, row by row of dots, with the kind's pattern.
  private mutating func fill(_ rings: [[SIMD2<Double>]], _ kind: MapKind) {
    var crossings = [Int: [Double]]()
    for ring in rings {
      guard var last = ring.last else { continue }
      for corner in ring {
        defer { last = corner }
        let (low, high) = last.y < corner.y ? (last, corner) : (corner, last)
        // The middles of rows between the two.
        let first = max(0, Int(clamping: (low.y - 0.5).rounded(.up)))
        let end = min(height, Int(clamping: (high.y - 0.5).rounded(.up)))
        guard first < end else { continue }
        let slope = (high.x - low.x) / (high.y - low.y)
        for row in first..<end {
          crossings[row, default: []].append(low.x + (Double(row) + 0.5 - low.y) * slope)
        }
      }
    }
    let ink = Self.ink(kind)
    for (row, unsorted) in crossings {
      let edges = unsorted.sorted()
      for index in stride(from: 0, to: edges.count - 1, by: 2) {
        let first = max(0, Int(clamping: (edges[index] - 0.5).rounded(.up)))
        let end = min(width, Int(clamping: (edges[index + 1] - 0.5).rounded(.up)))
        for column in first..<max(first, end) { fills[row * width + column] = ink }
      }
    }
  }

  /// The character of a cell; `nil` if there is nothing.
  func cell(column: Int, row: Int) -> Cell? {
    func bits(_ dots: [Ink], _ isDrawn: (Int, Int, Ink) -> Bool) -> (bits: UInt32, ink: Ink) {
      var (bits, most) = (UInt32(0), Ink(0))
      for offset in Self.cellOffsets {
        let (x, y) = (2 * column + offset.x, 4 * row + offset.y)
        let ink = dots[y * width + x]
        guard ink > 0, isDrawn(x, y, ink) else { continue }
        bits |= offset.bit
        most = max(most, ink)
      }
      return (bits, most)
    }
    var (found, ink) = bits(lines) { _, _, _ in true }
    if found == 0 {
      (found, ink) = bits(fills) { x, y, ink in MapKind.allCases[Int(ink) - 1].fills(x, y) }
    }
    guard found > 0, let sign = Unicode.Scalar(0x2800 + found) else { return nil }
    return Cell(sign: Character(sign), style: style(ink))
  }

  // MARK: Names

  /// Names of waters and of streets along the way, the main ones first, where there is room.
  ///
  /// - Parameter isFree: whether a text can stand there.
  func labels(atMost most: Int, isFree: (Label) -> Bool) -> [Label] {
    let byName = Dictionary(named.map { ($0.name, (kind: $0.kind, parts: $0.parts)) }) {
      (kind: max($0.kind, $1.kind), parts: $0.parts + $1.parts)
    }
    let streets = byName.map { name, street in
      (name: name, kind: street.kind, parts: street.parts, length: street.parts.reduce(0) { $0 + $1.length })
    }
    .filter { $0.kind != .minor || $0.length > Self.longMinor }
    .sorted { ($0.kind, $0.length, $1.name) > ($1.kind, $1.length, $0.name) }
    var labels: [Label] = []
    for street in streets where labels.count < most {
      let text = TerminalText.harmless(street.name)
      guard text.count <= Self.longestName, TerminalText.width(of: text) == text.count else { continue }
      let possible =
        street.kind == .water ? places(of: text, on: street.parts) : places(of: text, along: street.parts)
      let style: TerminalStyle = street.kind < .minor ? .ground(.water) : .dim
      let found = possible.lazy.map { Label(text: text, column: $0.column, row: $0.row, style: style) }
        .first { label in isFree(label) && !labels.contains { $0.row == label.row && $0.isNear(label) } }
      if let found { labels.append(found) }
    }
    return labels
  }

  private static let longestName = 24
  /// Dots.
  private static let longMinor = 60.0

  /// Where a text runs along some lines: each of its characters within a row of them; the straightest first.
  private func places(of text: String, along parts: [[SIMD2<Double>]]) -> [(column: Int, row: Int)] {
    var rowsByColumn: [Int: Set<Int>] = [:]
    for part in parts {
      for (start, end) in zip(part, part.dropFirst()) {
        for point in Self.dots(from: start, to: end) {
          rowsByColumn[Int(clamping: point.x) / 2, default: []].insert(Int(clamping: point.y) / 4)
        }
      }
    }
    let count = text.count
    var found: [(column: Int, row: Int, off: Int, away: Int)] = []
    for (column, rowsThere) in rowsByColumn {
      for row in rowsThere {
        let start = column - count / 2
        guard start >= 0, start + count <= columns, row >= 0, row < rows else { continue }
        var off = 0
        for cell in start..<start + count {
          guard let distance = rowsByColumn[cell]?.map({ abs($0 - row) }).min(), distance <= 1 else {
            off = .max
            break
          }
          off += distance
        }
        guard off < .max else { continue }
        let away = abs(column - columns / 2) + 2 * abs(row - rows / 2)
        found.append((start, row, off, away))
      }
    }
    return found.sorted {
      ($0.off, $0.away, $0.row, $0.column) < ($1.off, $1.away, $1.row, $1.column)
    }.map { ($0.column, $0.row) }
  }

  /// Where a text fits into some rings, a place in each row; the nearest to their middle first.
  private func places(of text: String, on rings: [[SIMD2<Double>]]) -> [(column: Int, row: Int)] {
    guard let around = PlaneBox(around: rings.joined()) else { return [] }
    let middle = Int(clamping: (around.low.y + around.high.y) / 8)
    return (0..<rows).sorted { abs($0 - middle) < abs($1 - middle) }.compactMap { row in
      let y = Double(4 * row + 2)
      let crossings = rings.flatMap { ring in
        zip(ring, ring.dropFirst() + ring.prefix(1)).compactMap { start, end in
          (start.y <= y) == (end.y <= y)
            ? nil : start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
        }
      }.sorted()
      let spans = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
      guard let widest = spans.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }),
        widest.1 - widest.0 >= Double(2 * text.count + 2)
      else { return nil }
      return (Int(clamping: (widest.0 + widest.1) / 4) - text.count / 2, row)
    }
  }
}

extension BrailleMap.Label {
  fileprivate func isNear(_ other: BrailleMap.Label) -> Bool {
    column < other.column + other.text.count + 2 && other.column < column + text.count + 2
  }
}

extension MapKind {
  fileprivate var dashes: BrailleMap.Dashes {
    switch self {
    case .rail: .dashed
    case .path: .dotted
    default: .whole
    }
  }

  /// Whether an area of this kind has a dot there: water is dense, woods are sparse, parks more so.
  fileprivate func fills(_ x: Int, _ y: Int) -> Bool {
    switch self {
    case .water: (x + y) % 2 == 0
    case .wood: y % 2 == 0 && (x + y) % 4 == 0
    default: y % 4 == 1 && (x + y / 4 * 2) % 4 == 1
    }
  }
}
