import Geography
import Places

/// A map as an SVG file: vectors in pixels of 96 to the inch, which every program prints at its true size, and fonts by
/// name only.
struct MapDrawing {
  let width: Double
  /// The map's own height; a list may follow below.
  let height: Double
  /// How much is drawn above the map, and between it and the list.
  var (head, foot) = (0.0, 0.0)

  private var body = ""
  /// The names of streets that are written, in pixels.
  private var names: [PlaneBox] = []

  init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  var box: PlaneBox { PlaneBox(low: SIMD2(), high: SIMD2(width, height)) }

  private static let margin = 20.0
  /// Pixels that a line may be off.
  private static let tolerance = 0.4
  private static let mostNames = 40
  static let font = "Noto Sans, DejaVu Sans, Helvetica, Arial, sans-serif"

  // MARK: The ground

  /// Draws a plan; `view` is in pixels.
  mutating func draw(_ plan: MapPlan, _ view: MapView) {
    let page = box.grown(by: Self.margin)
    let reach = view.reach(of: page)
    let around = PlaneBox(low: view.centre - reach, high: view.centre + reach)
    let visible = plan.shapes.filter { $0.box.overlaps(around) && $0.kind.isShown(at: view.scale) }
    body += "<g clip-path=\"url(#map)\">\n"
    for shape in visible where shape.kind.isArea {
      let rings = shape.parts.map {
        simplified(page.clipped(ring: $0.map(view.point)), tolerance: Self.tolerance)
      }
      append(path(rings.filter { $0.count > 2 }, isClosed: true), class: shape.kind.rawValue)
    }
    let lines = MapKind.allCases.filter { !$0.isArea }.map { kind in
      let own = visible.filter { $0.kind == kind }.flatMap { shape in
        shape.parts.flatMap { page.clipped(line: $0.map(view.point)) }
      }
      return (kind, path(own.map { simplified($0, tolerance: Self.tolerance) }, isClosed: false))
    }
    for (kind, path) in lines where !kind.isStreet || kind == .path { append(path, class: kind.rawValue) }
    // All edges of streets lie below all streets, so that crossings are open.
    for (kind, path) in lines where kind > .path { append(path, class: "\(kind.rawValue) edge") }
    for (kind, path) in lines where kind > .path { append(path, class: kind.rawValue) }
    nameStreets(of: visible, view)
    body += "</g>\n"
  }

  private mutating func append(_ path: String, class name: String) {
    if !path.isEmpty { body += "<path class=\"\(name)\" d=\"\(path)\"/>\n" }
  }

  /// Draws a line, or an area, of points that need not be on the map.
  mutating func append(_ points: [SIMD2<Double>], isClosed: Bool, class name: String) {
    append(path([points], isClosed: isClosed), class: name)
  }

  /// Names along streets, the main ones and the longest first, where they do not cross.
  private mutating func nameStreets(of shapes: [MapPlan.Shape], _ view: MapView) {
    var streets: [String: (kind: MapKind, parts: [[SIMD2<Double>]])] = [:]
    for shape in shapes where shape.kind >= .minor {
      guard let name = shape.name else { continue }
      let known = streets[name]
      streets[name] = (max(shape.kind, known?.kind ?? shape.kind), (known?.parts ?? []) + shape.parts)
    }
    let inside = box.grown(by: -10)
    let candidates = streets.compactMap { name, street -> (String, MapKind, [SIMD2<Double>], Double)? in
      let (rings, chains) = OSMGeometry.join(street.parts.filter { $0.count > 1 })
      let lines = (rings + chains).flatMap { inside.clipped(line: $0.map(view.point)) }
        .map { simplified($0, tolerance: 1) }
      guard let longest = lines.max(by: { $0.length < $1.length }) else { return nil }
      return (name, street.kind, longest, longest.length)
    }.sorted { ($0.1, $0.3, $1.0) > ($1.1, $1.3, $0.0) }
    var count = 0
    for (name, _, line, length) in candidates where count < Self.mostNames {
      let text = TerminalText.harmless(name)
      let room = Double(text.count) * 5.6
      guard room + 8 < length, Self.isSmooth(line) else { continue }
      let middle = Self.stretch(of: line, from: (length - room) / 2, to: (length + room) / 2)
      guard let around = PlaneBox(around: middle)?.grown(by: 7), !names.contains(where: around.overlaps)
      else {
        continue
      }
      names.append(around)
      count += 1
      let isForth = line[0].x <= line[line.count - 1].x
      let id = "street\(count)"
      let way = path([isForth ? line : line.reversed()], isClosed: false)
      body +=
        "<path id=\"\(id)\" fill=\"none\" d=\"\(way)\"/><text class=\"street\"><textPath href=\"#\(id)\""
      body += " startOffset=\"50%\">\(text.xmlEscaped)</textPath></text>\n"
    }
  }

  /// Whether letters can follow a line: it has no sharp corner.
  private static func isSmooth(_ line: [SIMD2<Double>]) -> Bool {
    !zip(zip(line, line.dropFirst()), line.dropFirst(2)).contains { pair, end in
      let (first, second) = (pair.1 - pair.0, end - pair.1)
      let lengths = ((first * first).sum() * (second * second).sum()).squareRoot()
      return lengths > 0 && (first * second).sum() < 0.6 * lengths
    }
  }

  /// The points of a line between two lengths from its start.
  private static func stretch(of line: [SIMD2<Double>], from: Double, to: Double) -> [SIMD2<Double>] {
    var found: [SIMD2<Double>] = []
    var passed = 0.0
    for (start, end) in zip(line, line.dropFirst()) {
      let length = [start, end].length
      guard length > 0, passed < to else { break }
      if passed + length > from {
        found.append(start + (end - start) * max(0, (from - passed) / length))
        found.append(start + (end - start) * min(1, (to - passed) / length))
      }
      passed += length
    }
    return found
  }

  // MARK: On top of it

  /// Draws lines, or the edges of areas, across the map.
  mutating func draw(lines: [[SIMD2<Double>]], class name: String) {
    let page = box.grown(by: Self.margin)
    let own = lines.flatMap { page.clipped(line: $0) }.map { simplified($0, tolerance: Self.tolerance) }
    let path = path(own, isClosed: false)
    if !path.isEmpty { body += "<path clip-path=\"url(#map)\" class=\"\(name)\" d=\"\(path)\"/>\n" }
  }

  mutating func draw(circleAt middle: SIMD2<Double>, radius: Double, class name: String) {
    body +=
      "<circle clip-path=\"url(#map)\" class=\"\(name)\" cx=\"\(middle.x.svg)\" cy=\"\(middle.y.svg)\" r=\"\(radius.svg)\"/>\n"
  }

  /// Numbers in discs, the first on top; those that would cover each other share the disc of the first.
  mutating func draw(
    numbers: [(number: Int, point: SIMD2<Double>, colour: String)], in box: PlaneBox
  ) {
    var groups: [(numbers: [Int], point: SIMD2<Double>, colour: String)] = []
    for (number, point, colour) in numbers where box.contains(point) {
      let near = groups.firstIndex { (($0.point - point) * ($0.point - point)).sum() < Self.near * Self.near }
      if let near {
        groups[near].numbers.append(number)
      } else {
        groups.append(([number], point, colour))
      }
    }
    for (numbers, point, colour) in groups.reversed() {
      let label = Radar.label(of: numbers)
      let half = max(8, Double(label.count) * 3 + 4)
      body +=
        "<rect class=\"disc\" fill=\"\(colour)\" x=\"\((point.x - half).svg)\" y=\"\((point.y - 8).svg)\""
      body += " width=\"\((2 * half).svg)\" height=\"16\" rx=\"8\"/>"
      write(label, at: point + SIMD2(0, 3.2), class: "number")
    }
  }

  /// Pixels between two discs below which they are one.
  private static let near = 14.0

  mutating func write(_ text: String, at point: SIMD2<Double>, class name: String, more: String = "") {
    body += "<text class=\"\(name)\" x=\"\(point.x.svg)\" y=\"\(point.y.svg)\"\(more)>"
    body += "\(TerminalText.harmless(text).xmlEscaped)</text>\n"
  }

  /// A line of round length at the bottom, an arrow to the north, and whom the data is from.
  mutating func drawFrame(_ view: MapView, _ wording: Wording, attribution: String?) {
    let scale = RadarScale(
      reaching: Distance(metres: view.scale * width / 5), units: wording.units, mostRings: 1)
    let length = scale.reach.metres / view.scale
    let (left, low) = (14.0, height - 14)
    body += "<path class=\"scale\" d=\"M\(left.svg) \((low - 5).svg)v5h\(length.svg)v-5\"/>\n"
    write(scale.label(of: 1), at: SIMD2(left + length / 2, low - 6), class: "small middle")
    let (x, y) = (width - 24, 30.0)
    body += "<g transform=\"rotate(\((-view.up.degrees).svg) \(x.svg) \(y.svg))\">"
    body += "<path class=\"north\" d=\"M\(x.svg) \((y - 18).svg)l6 18l-6 -4l-6 4z\"/></g>\n"
    write("N", at: SIMD2(x, y + 14), class: "small middle")
    if let attribution { write(attribution, at: SIMD2(width - 6, height - 6), class: "small end") }
    body +=
      "<rect class=\"frame\" x=\"0.5\" y=\"0.5\" width=\"\((width - 1).svg)\" height=\"\((height - 1).svg)\"/>\n"
  }

  /// The file.
  ///
  /// - Parameters:
  ///   - title: what it shows, for who cannot see it.
  ///   - list: lines to write below the map, each of some cells that begin at these pixels.
  func document(title: String, list: [[(text: String, at: Double)]] = []) -> String {
    let rowHeight = 18.0
    let end = height + foot
    let whole = head + end + (list.isEmpty ? 0 : 16 + Double(list.count) * rowHeight)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width.svg)" height="\(whole.svg)" \
      viewBox="0 \((-head).svg) \(width.svg) \(whole.svg)" role="img" font-family="\(Self.font)">
      <title>\(TerminalText.harmless(title).xmlEscaped)</title>
      <style>\(Self.style)</style>
      <clipPath id="map"><rect width="\(width.svg)" height="\(height.svg)"/></clipPath>
      <rect y="\((-head).svg)" width="\(width.svg)" height="\(whole.svg)" fill="#fff"/>
      <rect class="land" width="\(width.svg)" height="\(height.svg)"/>

      """
    text += body
    for (index, cells) in list.enumerated() {
      let y = end + 20 + Double(index) * rowHeight
      for cell in cells {
        text +=
          "<text class=\"row\" x=\"\(cell.at.svg)\" y=\"\(y.svg)\">\(TerminalText.harmless(cell.text).xmlEscaped)</text>\n"
      }
    }
    return text + "</svg>\n"
  }

  private static let style = """
    path{fill:none;stroke-linecap:round;stroke-linejoin:round}\
    .land{fill:#f6f4ee}.builtup{fill:#ebe4dc;fill-rule:evenodd}.wood{fill:#cde0bd;fill-rule:evenodd}\
    .park{fill:#dcebc6;fill-rule:evenodd}.water{fill:#a9cce3;fill-rule:evenodd}\
    .coast{stroke:#5b93b8;stroke-width:1.6}.river{stroke:#8fbcd9;stroke-width:2.4}\
    .stream{stroke:#9fc6df;stroke-width:1}.rail{stroke:#8a8a8a;stroke-width:1.2;stroke-dasharray:5 2}\
    .path{stroke:#b59a78;stroke-width:.8;stroke-dasharray:3 2}\
    .service{stroke:#fff;stroke-width:1.2}.service.edge{stroke:#d3cbc0;stroke-width:2}\
    .minor{stroke:#fff;stroke-width:2.6}.minor.edge{stroke:#c9c0b4;stroke-width:3.8}\
    .main{stroke:#f7d68a;stroke-width:3.6}.main.edge{stroke:#b8964a;stroke-width:5}\
    .motorway{stroke:#e8927c;stroke-width:4.4}.motorway.edge{stroke:#a35440;stroke-width:6}\
    .street{font-size:9px;fill:#444;text-anchor:middle;dominant-baseline:central;\
    paint-order:stroke;stroke:#fff;stroke-width:2.4px}\
    .ring{fill:none;stroke:#555;stroke-width:.8;stroke-dasharray:1 4}\
    .known{fill:none;stroke:#8a5a00;stroke-width:1;stroke-dasharray:6 4}\
    .outline{stroke:#333;stroke-width:1.4}.casing{stroke:#fff;stroke-width:7}.route{stroke:#b3206a;stroke-width:3.6}\
    .gap{stroke:#222;stroke-width:3.6;stroke-dasharray:2 6}\
    .me{fill:#1a4fd6;stroke:#fff;stroke-width:2}.disc{stroke:#fff;stroke-width:1.4}\
    .number{font-size:9px;font-weight:bold;fill:#fff;text-anchor:middle}\
    .small{font-size:10px;fill:#333;paint-order:stroke;stroke:#fff;stroke-width:2.4px}\
    .title{font-size:24px;font-weight:bold;fill:#222}.town{font-size:14px;font-weight:bold;fill:#222;\
    paint-order:stroke;stroke:#fff;stroke-width:3px}.bar{stroke:#c77a00;stroke-width:2}\
    .fact{font-size:14px;fill:#222;paint-order:stroke;stroke:#fff;stroke-width:4px}.heights{fill:#cde0bd}\
    .middle{text-anchor:middle}.end{text-anchor:end}.row{font-size:12px;fill:#222}\
    .scale{stroke:#333;stroke-width:1.4}.north{fill:#333}.frame{fill:none;stroke:#888}
    """

  private func path(_ lines: [[SIMD2<Double>]], isClosed: Bool) -> String {
    lines.map { line in
      var last = SIMD2<Int>()
      return line.enumerated().map { index, point in
        // Tenths of a pixel, in steps from the point before.
        let tenths = SIMD2(Int(clamping: (point.x * 10).rounded()), Int(clamping: (point.y * 10).rounded()))
        defer { last = tenths }
        let step = index == 0 ? tenths : tenths &- last
        return "\(index == 0 ? "M" : index == 1 ? "l" : " ")\(step.x.tenths) \(step.y.tenths)"
      }.joined() + (isClosed ? "z" : "")
    }.joined()
  }
}

extension Int {
  /// A number of tenths as decimals.
  fileprivate var tenths: String {
    self % 10 == 0 ? "\(self / 10)" : "\(self < 0 ? "-" : "")\(magnitude / 10).\(magnitude % 10)"
  }
}

extension Double {
  fileprivate var svg: String { Int(clamping: (self * 10).rounded()).tenths }
}

extension MapKind {
  /// Whether a map shows it, by the metres in a pixel.
  fileprivate func isShown(at metres: Double) -> Bool {
    switch self {
    case .path, .service: metres < 5
    case .minor, .stream: metres < 18
    default: true
    }
  }
}
