import Geography
import Places
import Positioning

/// Places as rows for people.
public struct NearbyTable: Sendable {
  /// In which units, and with which signs.
  public var wording: Wording
  /// How many columns of text there are; as many as it takes where it is `nil`.
  public var width: Int?
  /// Whether escape sequences may be used.
  public var hasColor: Bool
  /// What each row tells, in that order; the usual where it is `nil`.
  public var fields: [PlaceField]?
  /// The direction to which the arrow for straight ahead points.
  public var up = Bearing.north

  /// A table for a pipe, unless something else is said.
  public init(
    wording: Wording = Wording(), width: Int? = nil, hasColor: Bool = false, fields: [PlaceField]? = nil
  ) {
    self.wording = wording
    self.width = width
    self.hasColor = hasColor
    self.fields = fields
  }

  /// One row a place, aligned.
  public func table(of places: [ShownPlace]) -> String {
    rows(of: places).map { $0 + "\n" }.joined()
  }

  /// One row a place, its cells separated by tabs; what is not known is empty.
  public func plain(_ places: [ShownPlace]) -> String {
    let fields = fields ?? Self.usualFields + [.id]
    return places.map { place in
      fields.map { field in
        field == .direction ? place.bearing?.compassPoint ?? "" : text(of: field, in: place) ?? ""
      }
      .joined(separator: "\t") + "\n"
    }
    .joined()
  }

  /// The rows of the table, without line endings.
  ///
  /// - Parameter categoryStyles: what the category of each row looks like.
  func rows(of places: [ShownPlace], categoryStyles: [TerminalStyle]? = nil) -> [String] {
    let fields = fields ?? Self.usualFields
    let cells = places.map { place in
      fields.map { text(of: $0, in: place) ?? ($0 == .name ? wording.dash : "") }
    }
    let columns = columns(for: cells, of: fields)
    return cells.indices.map { row in
      var line = ""
      for (index, width) in columns {
        let field = fields[index]
        let isLast = index == columns.last?.index
        if index != columns.first?.index { line += Self.gap }
        let cell = fitted(cells[row][index], of: field, to: width, isLast: isLast)
        let style = field == .category ? categoryStyles?[row] ?? field.style : field.style
        line += hasColor ? style?.applied(to: cell) ?? cell : cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static let usualFields: [PlaceField] = [.distance, .direction, .name, .category]
  private static let gap = "  "
  /// What a text is worth having with.
  private static let leastWidth = 8

  private func text(of field: PlaceField, in shown: ShownPlace) -> String? {
    let place = shown.place
    return switch field {
    case .distance: shown.distance.map(wording.units.wording)
    case .direction: wording.direction(shown.bearing, up: up)
    case .bearing: shown.bearing.map { "\(Int($0.degrees.rounded()) % 360)\(wording.isASCII ? "" : "°")" }
    case .name: place.name.map(TerminalText.harmless)
    case .category: place.category.map { TerminalText.harmless($0).replacing("_", with: " ") }
    case .id: TerminalText.harmless(place.id)
    case .latitude: Location.degrees(place.coordinate.latitude)
    case .longitude: Location.degrees(place.coordinate.longitude)
    case .proximity: place.proximity.map(wording.units.wording)
    case .tag(let key): place.tag(key).map(TerminalText.harmless)
    }
  }

  private func fitted(_ text: String, of field: PlaceField, to width: Int, isLast: Bool) -> String {
    let missing = width - TerminalText.width(of: text)
    if field.isNumber { return String(repeating: " ", count: max(0, missing)) + text }
    return isLast && missing >= 0
      ? text : TerminalText.fitted(text, to: width, ellipsis: wording.ellipsis)
  }

  // MARK: How wide the columns are

  /// The fields that there is room for, and the widths of their columns.
  ///
  /// Texts are cut where they have to be, the longest first, as long as something of each can be read; after that
  /// columns go, the name last of all.
  private func columns(for cells: [[String]], of fields: [PlaceField]) -> [(index: Int, width: Int)] {
    var columns = fields.indices.map { index in
      let widest = cells.map { TerminalText.width(of: $0[index]) }.max() ?? 0
      return (index: index, width: fields[index] == .direction ? Wording.directionWidth : widest)
    }
    guard let width else { return columns }
    while true {
      let texts = columns.filter { fields[$0.index].isText }.map(\.width)
      let taken = columns.reduce(Self.gap.count * (columns.count - 1)) { $0 + $1.width }
      let room = width - taken + texts.reduce(0, +)
      let limit = Self.limit(on: texts, in: room)
      let isReadable = room >= 0 && texts.allSatisfy { $0 <= limit || limit >= Self.leastWidth }
      if isReadable || columns.count == 1 {
        return columns.map { ($0.index, fields[$0.index].isText ? min($0.width, limit) : $0.width) }
      }
      let others = columns.indices.filter { fields[columns[$0].index] != .name }
      let last = others.last { texts.count == 1 || fields[columns[$0].index].isText } ?? others.last
      columns.remove(at: last ?? columns.count - 1)
    }
  }

  /// To what width all texts have to be cut to fit into the room together.
  private static func limit(on widths: [Int], in room: Int) -> Int {
    var room = max(0, room)
    var count = widths.count
    for width in widths.sorted() {
      if width * count > room { return room / count }
      room -= width
      count -= 1
    }
    return .max
  }
}

extension PlaceField {
  /// Whether its column is as wide as its texts, and can be narrower.
  fileprivate var isText: Bool {
    switch self {
    case .name, .category, .id, .tag: true
    case .distance, .direction, .bearing, .latitude, .longitude, .proximity: false
    }
  }

  /// Whether its column is aligned at the end.
  fileprivate var isNumber: Bool { !isText && self != .direction }

  fileprivate var style: TerminalStyle? {
    switch self {
    case .direction: .cyan
    case .name: .bold
    case .category: .dim
    case .distance, .bearing, .id, .latitude, .longitude, .proximity, .tag: nil
    }
  }
}
