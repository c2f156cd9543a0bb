import Geography
import Glibc
import Input
import Places

/// A square of the ground in Web Mercator, numbered like the tiles of OpenStreetMap's slippy map, as JSON.
///
/// `{"features":[{"kind":"main","name":"Aleksanterinkatu","lines":[[x,y,dx,dy,…]]},
/// {"kind":"water","areas":[[[x,y,dx,dy,…],…]]}]}` in the order of drawing: whole numbers of 4096 to the tile's edge, x
/// to the right and y down, first a position and then the steps from it, a little beyond the edges. An area is what
/// lies inside an odd number of its rings, which need not come back to their start. `"partial":true` says that there is
/// more than a tile can have.
public struct MapTile: Hashable, Sendable {
  public let zoom: Int
  public let x: Int
  public let y: Int

  private static let size = 4096.0
  private static let margin = 64.0
  /// Bytes of an answer, beyond which it gets coarser.
  private static let mostBytes = 1_000_000
  private static let longestName = 120

  /// A tile; `nil` if there is none of these numbers.
  public init?(zoom: Int, x: Int, y: Int) {
    guard MapZooms.all.contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else {
      return nil
    }
    (self.zoom, self.x, self.y) = (zoom, x, y)
  }

  /// A tile by its path, `14/9327/4742`.
  public init?(path: String) {
    let numbers = path.split(separator: "/", omittingEmptySubsequences: false).map { text in
      text.utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...6).contains(text.utf8.count)
        ? Int(text) : nil
    }
    guard numbers.count == 3, let zoom = numbers[0], let x = numbers[1], let y = numbers[2] else {
      return nil
    }
    self.init(zoom: zoom, x: x, y: y)
  }

  /// What it has to be drawn from.
  public var box: BoundingBox {
    let across = Double(1 << zoom)
    let margin = Self.margin / Self.size
    func longitude(_ x: Double) -> Double { min(180, max(-180, x / across * 360 - 180)) }
    func latitude(_ y: Double) -> Double { atan(sinh(.pi * (1 - 2 * y / across))) * 180 / .pi }
    let (x, y) = (Double(x), Double(y))
    return BoundingBox(
      west: longitude(x - margin), south: latitude(y + 1 + margin), east: longitude(x + 1 + margin),
      north: latitude(y - margin)) ?? .world
  }

  public var detail: MapDetail { MapZooms.detail(at: zoom) }

  /// The tile of what is on the ground.
  public func json(of ground: GroundMap) -> [UInt8] {
    for tolerance in [3.0, 12, 48] {
      let bytes = json(of: ground, tolerance: tolerance)
      if bytes.count <= Self.mostBytes { return bytes }
    }
    let main = GroundMap(
      features: ground.features.filter { $0.kind.isStreet && $0.kind >= .main },
      attribution: ground.attribution, isPartial: true)
    return json(of: main, tolerance: 48)
  }

  private struct Subject: Hashable {
    let kind: MapKind
    let name: String?
  }

  private func json(of ground: GroundMap, tolerance: Double) -> [UInt8] {
    var order: [Subject] = []
    var parts: [Subject: [[[SIMD2<Int>]]]] = [:]
    for feature in ground.features where MapZooms.least(of: feature.kind) <= zoom {
      let drawn = drawn(feature, tolerance: tolerance)
      guard !drawn.isEmpty else { continue }
      let subject = Subject(kind: feature.kind, name: feature.name)
      if parts[subject] == nil { order.append(subject) }
      parts[subject, default: []].append(drawn)
    }
    var bytes = Array(#"{"features":["#.utf8)
    for (index, subject) in order.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += #"{"kind":"\#(subject.kind.rawValue)""#.utf8
      if let name = subject.name {
        bytes += #","name":\#(JSONText.quoted(TerminalText.harmless(name.cut(to: Self.longestName))))"#.utf8
      }
      let parts = parts[subject] ?? []
      if subject.kind.isArea {
        bytes += #","areas":"#.utf8
        Self.append(parts, to: &bytes) { Self.append($0, to: &$1, Self.append) }
      } else {
        bytes += #","lines":"#.utf8
        Self.append(Array(parts.joined()), to: &bytes, Self.append)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
    if let attribution = ground.attribution, !order.isEmpty {
      bytes += #","attribution":\#(JSONText.quoted(attribution))"#.utf8
    }
    if ground.isPartial { bytes += #","partial":true"#.utf8 }
    bytes += "}\n".utf8
    return bytes
  }

  private static func append<Item>(
    _ items: [Item], to bytes: inout [UInt8], _ append: (Item, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(item, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ points: [SIMD2<Int>], to bytes: inout [UInt8]) {
    var last = SIMD2(0, 0)
    bytes.append(UInt8(ascii: "["))
    for (index, point) in points.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += "\(point.x - last.x),\(point.y - last.y)".utf8
      last = point
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The parts of a feature in the tile.
  private func drawn(_ feature: MapFeature, tolerance: Double) -> [[SIMD2<Int>]] {
    let box = PlaneBox(low: SIMD2(), high: SIMD2(repeating: Self.size)).grown(by: Self.margin)
    return feature.parts.flatMap { part -> [[SIMD2<Int>]] in
      let points = part.map(point)
      if feature.kind.isArea {
        let ring = simplified(box.clipped(ring: points), tolerance: tolerance)
        guard let around = PlaneBox(around: ring), (around.high - around.low).max() > 4 * tolerance else {
          return []
        }
        let corners = Self.distinct(ring)
        return corners.count > 2 ? [corners] : []
      }
      return box.clipped(line: points).map { Self.distinct(simplified($0, tolerance: tolerance)) }
        .filter { $0.count > 1 }
    }
  }

  private static func distinct(_ points: [SIMD2<Double>]) -> [SIMD2<Int>] {
    var kept: [SIMD2<Int>] = []
    for point in points {
      let whole = SIMD2(Int(clamping: point.x.rounded()), Int(clamping: point.y.rounded()))
      if whole != kept.last { kept.append(whole) }
    }
    return kept
  }

  /// Of the tile's units.
  private func point(_ coordinate: Coordinate) -> SIMD2<Double> {
    let across = Double(1 << zoom)
    // Beyond, the plane would have no end.
    let latitude = min(85.06, max(-85.06, coordinate.latitude)) * .pi / 180
    // The shorter way around the earth, for what lies across the date line.
    let east = remainder((coordinate.longitude + 180) / 360 * across - Double(x) - 0.5, across) + 0.5
    return SIMD2(
      east * Self.size,
      ((1 - asinh(tan(latitude)) / .pi) / 2 * across - Double(y)) * Self.size)
  }
}
