import Geography
import Places

/// Places as rows for people: distance, direction, name, category.
public struct NearbyTable: Sendable {
  /// The units of the distances.
  public var units: Units
  /// How many columns there are; as many as it takes where it is `nil`.
  public var width: Int?
  /// Whether escape sequences may be used.
  public var hasColor: Bool

  /// A table for a pipe, unless something else is said.
  public init(units: Units = .metric, width: Int? = nil, hasColor: Bool = false) {
    self.units = units
    self.width = width
    self.hasColor = hasColor
  }

  /// One row a place, aligned.
  public func table(of places: [NearbyPlace]) -> String {
    let rows = places.map(row)
    let distanceWidth = rows.map { TerminalText.width(of: $0.distance) }.max() ?? 0
    let widths = fittingWidths(
      before: distanceWidth + Self.gap + Self.directionWidth + Self.gap,
      name: rows.map { TerminalText.width(of: $0.name) }.max() ?? 0,
      category: rows.map { TerminalText.width(of: $0.category) }.max() ?? 0)
    return rows.map { row in
      let padding = String(repeating: " ", count: distanceWidth - TerminalText.width(of: row.distance))
      var cells = [
        padding + row.distance,
        styled(TerminalText.fitted("\(row.arrow) \(row.compassPoint)", to: Self.directionWidth), .cyan),
        styled(TerminalText.fitted(row.name, to: widths.name), .bold),
      ]
      if widths.category > 0 {
        cells.append(styled(TerminalText.fitted(row.category, to: widths.category), .dim))
      }
      return trimmed(cells.joined(separator: String(repeating: " ", count: Self.gap))) + "\n"
    }
    .joined()
  }

  /// One row a place, its cells separated by tabs: distance, compass point, name, category, id.
  public func plain(_ places: [NearbyPlace]) -> String {
    places.map { nearby in
      let row = row(nearby)
      return [row.distance, row.compassPoint, row.name, row.category, TerminalText.harmless(nearby.place.id)]
        .joined(separator: "\t") + "\n"
    }
    .joined()
  }

  private typealias Row = (
    distance: String, arrow: String, compassPoint: String, name: String, category: String
  )

  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case cyan = "36"
  }

  private static let gap = 2
  /// An arrow, a space, and three letters.
  private static let directionWidth = 5
  /// What a column is worth having with.
  private static let leastWidth = 8

  private func row(_ nearby: NearbyPlace) -> Row {
    let category = TerminalText.harmless(nearby.place.category ?? "")
    return (
      units.wording(of: nearby.distance),
      nearby.bearing.map { String($0.arrow) } ?? "·",
      nearby.bearing?.compassPoint ?? "",
      nearby.place.name.map(TerminalText.harmless) ?? "–",
      category.replacing("_", with: " ")
    )
  }

  /// The name has what it needs before the category has, and the category goes where there is no room for both.
  private func fittingWidths(before: Int, name: Int, category: Int) -> (name: Int, category: Int) {
    guard let width else { return (name, category) }
    let room = max(Self.leastWidth, width - before)
    if name + Self.gap + category <= room { return (name, category) }
    let roomBesideName = room - min(name, room * 2 / 3) - Self.gap
    guard roomBesideName >= Self.leastWidth else { return (min(name, room), 0) }
    let categoryWidth = min(category, roomBesideName)
    return (min(name, room - categoryWidth - Self.gap), categoryWidth)
  }

  private func styled(_ text: String, _ style: Style) -> String {
    hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
