import Geography
import Nearby
import Places
import Positioning

/// Lays places out as rows of text, for people (`table`) or for programs (`plain`).
///
/// ```swift
/// let table = NearbyTable(wording: Wording(), fields: [.distance, .name])
/// print(table.table(of: answer.places.map { ShownPlace($0) }), terminator: "")
/// ```
public struct NearbyTable: Sendable {
  /// In which units, and with which signs.
  public var wording: Wording
  /// The width in columns; `nil` for no limit.
  public var width: Int?
  /// Whether escape sequences may be used.
  public var palette: TerminalPalette?
  /// The columns, in order; `nil` for the usual ones.
  public var fields: [PlaceColumn]?
  /// Whether a line below each row has its details.
  public var hasDetails = false
  /// The direction that is up in pictures beside the rows.
  public var up = Bearing.north
  /// Whether there is such a picture, with which arrows must agree.
  var hasPicture = false
  /// The direction of travel, which relative directions need.
  public var course: Bearing?

  /// A table for a pipe by default.
  public init(
    wording: Wording = Wording(), width: Int? = nil, palette: TerminalPalette? = nil,
    fields: [PlaceColumn]? = nil
  ) {
    (self.wording, self.width, self.palette, self.fields) = (wording, width, palette, fields)
  }

  /// One aligned row per place, with the details below it if wanted.
  public func table(of places: [ShownPlace]) -> String {
    zip(rows(of: places), places).map { row, place in
      let lines = hasDetails ? [row] + detailLines(of: place) : [row]
      return lines.map { $0 + "\n" }.joined()
    }
    .joined()
  }

  /// The details of a place, in as few lines as the width allows; only what has no spaces may be longer.
  private func detailLines(of shown: ShownPlace) -> [String] {
    let parts = DetailColumn.line(of: shown.place, wording.phrases)
    return wording.lines(of: parts, width: width, indentation: 4).map { $0.styled(.dim, in: palette) }
  }

  /// One row per place, its cells separated by tabs; unknown cells are empty.
  ///
  /// For programs: lengths are in metres and directions in degrees, whatever the units.
  ///
  /// - Parameter hasHeader: whether the first line has the names of the columns.
  public func plain(_ places: [ShownPlace], hasHeader: Bool = false) -> String {
    let fields = fields ?? PlaceColumn.ofTable + [.id]
    var table = self
    table.wording = wording.inEnglish
    let rows = places.map { place in fields.map { table.plainText(of: $0, in: place) ?? "" } }
    let header = hasHeader ? [fields.map { TerminalText.harmless($0.word) }] : []
    return (header + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  private func plainText(of field: PlaceColumn, in shown: ShownPlace) -> String? {
    switch field {
    case .distance: shown.distance.map { Self.number($0.metres) }
    case .bearing: shown.bearing.map { Self.number($0.degrees >= 359.95 ? 0 : $0.degrees) }
    case .proximity: shown.place.proximity.map { Self.number($0.metres) }
    case .relative: shown.direction.map { Self.number($0.degrees) }
    case .name, .category, .latitude, .longitude, .tags: text(of: field, in: shown)
    default: CSVWriter.text(of: field, in: shown).map(TerminalText.harmless)
    }
  }

  /// With one decimal, or none if it is whole.
  private static func number(_ number: Double) -> String {
    let tenths = (number * 10).rounded()
    guard let whole = Int(exactly: tenths) else { return "\(number)" }
    return whole.isMultiple(of: 10) ? "\(whole / 10)" : "\(tenths / 10)"
  }

  /// The rows of the table, without line endings.
  func rows(of places: [ShownPlace]) -> [String] {
    var fields = fields ?? PlaceColumn.ofTable
    var cells = places.map { place in
      fields.map { field in
        // What stands for a name need not be said again.
        field == .category && self.fields == nil && place.isTitledByCategory(wording.phrases)
          ? category(of: place, hasWord: false) ?? ""
          : textForPeople(of: field, in: place) ?? (field == .name ? wording.dash : "")
      }
    }
    if let distance = fields.firstIndex(of: .distance), places.contains(where: \.isBeyondKnown) {
      for (row, place) in places.enumerated() {
        cells[row][distance] += place.isBeyondKnown ? Self.beyondMark : " "
      }
    }
    var columns = columns(for: cells, of: fields, in: width)
    if self.fields == nil, let opening = openingColumn(of: places, beside: cells, fields, columns) {
      columns = opening.columns + [TextColumn(index: fields.count, width: opening.width)]
      fields.append(.opening)
      for (row, text) in opening.texts.enumerated() { cells[row].append(text) }
    }
    return cells.indices.map { row in
      for index in columns.indices where palette != nil {
        columns[index].style = fields[columns[index].index].style(in: places[row])
      }
      return columns.line(of: cells[row], palette: palette, ellipsis: wording.ellipsis)
    }
  }

  /// What a row says of a place, for those who lay it out themselves; what is not known is absent.
  func jsonOfCells(of shown: ShownPlace) -> JSONValue {
    let distance = text(of: .distance, in: shown).map { $0 + (shown.isBeyondKnown ? Self.beyondMark : "") }
    return .known([
      "distance": distance.map(JSONValue.string),
      "name": textForPeople(of: .name, in: shown).map(JSONValue.string),
      "category": textForPeople(of: .category, in: shown).map(JSONValue.string),
      "opening": text(of: .opening, in: shown).map(JSONValue.string),
    ])
  }

  /// Follows the distance of a place if nearer ones may be missing.
  static let beyondMark = "?"

  private func text(of field: PlaceColumn, in shown: ShownPlace) -> String? {
    let place = shown.place
    return switch field {
    case .distance: shown.isInside ? wording(.inside) : shown.distance.map(wording.length)
    case .direction where shown.isInside: ""
    case .direction: wording.direction(shown.bearing, course: course, up: hasPicture ? up : .north)
    case .relative:
      shown.direction.map { "\(Int(clamping: $0.degrees.rounded()))\(wording.isASCII ? "" : "°")" }
    case .bearing:
      shown.bearing.map { "\(Int(clamping: $0.degrees.rounded()) % 360)\(wording.isASCII ? "" : "°")" }
    case .name: place.title.map(TerminalText.harmless)
    case .category: category(of: shown)
    case .caveat: shown.place.caveat(wording.phrases).map(TerminalText.harmless)
    case .id: TerminalText.harmless(shown.shortID ?? place.id)
    case .latitude: Location.degrees(place.coordinate.latitude)
    case .longitude: Location.degrees(place.coordinate.longitude)
    case .proximity: place.proximity.map(wording.length)
    case .opening: shown.opening?.text(wording.phrases)
    case .tags: place.restOfTags(besides: fields ?? []).map(TerminalText.harmless)
    case .matched, .inside, .beyond, .geometry, .openingPart, .detail, .tag:
      CSVWriter.text(of: field, in: shown).map(TerminalText.harmless)
    }
  }

  /// The same for those who read rather than process it: what has no name is called what it is.
  private func textForPeople(of field: PlaceColumn, in shown: ShownPlace) -> String? {
    switch field {
    case .name: heading(of: shown)
    case .category:
      category(of: shown, because: shown.place.reason(for: shown.matched, in: wording.language))
    default: text(of: field, in: shown)
    }
  }

  /// What it is called; what has no name is called what it is.
  func heading(of shown: ShownPlace) -> String? {
    shown.place.heading(askedAs: shown.matched, wording.phrases).map(TerminalText.harmless)
  }

  /// What it is, why it was found, its caveat and what else there is to say: `water (potability unknown)`.
  func category(
    of shown: ShownPlace, because reason: String? = nil, hasWord: Bool = true, also note: String? = nil
  ) -> String? {
    let word = !hasWord ? nil : shown.place.label.map { TerminalText.harmless(wording.phrases.kind($0)) }
    let notes = [reason.map(TerminalText.harmless), shown.place.caveat(wording.phrases), note]
      .compactMap(\.self).joined(separator: ", ")
    guard !notes.isEmpty else { return word }
    return word.map { "\($0) (\(notes))" } ?? notes
  }

  // MARK: Whether places are open

  /// The column that says whether the places are open, and the width left for the others; `nil` if there is
  /// nothing to say or no room, since the name must not become shorter for it.
  ///
  /// Without a terminal, it appears only on request, so that a script finds the same columns at any hour.
  private func openingColumn(
    of places: [ShownPlace], beside cells: [[String]], _ fields: [PlaceColumn],
    _ columns: [TextColumn]
  ) -> (texts: [String], width: Int, columns: [TextColumn])? {
    let isAsked = places.contains { $0.openings?.isAsked == true }
    guard self.width != nil || isAsked else { return nil }
    func width(of field: PlaceColumn, in columns: [TextColumn]) -> Int {
      columns.first { fields[$0.index] == field }?.width ?? 0
    }
    let openings = places.map(\.opening)
    let words = wording.phrases
    let texts = openings.map { $0?.text(words) ?? "" }
    let shortTexts = openings.map { $0?.shortText(words) ?? "" }
    let states = openings.map { $0?.stateText(words) ?? "" }
    // Unmarked places are open if open ones were asked for; else nobody must be sent to a closed door.
    let isAnyClosed = openings.contains { $0?.style == .closed }
    let marks = openings.map { opening in
      isAsked ? opening?.isUnknown == true ? "?" : "" : isAnyClosed ? opening?.mark(words) ?? "" : ""
    }
    for (texts, isLast) in [(texts, false), (shortTexts, false), (states, false), (marks, true)] {
      let widest = texts.map(TerminalText.width).max() ?? 0
      guard widest > 0 else { return nil }
      let room = self.width.map { $0 - widest - TextColumn.gap.count }
      if let room, room <= 0 { continue }
      let others = self.columns(for: cells, of: fields, in: room)
      let keepsName = width(of: .name, in: others) >= width(of: .name, in: columns)
      // A closed door, and on request any state, matters more than the category.
      let isState = texts == states || isLast
      if keepsName, others.count == columns.count || isState && (isAsked || isLast) {
        return (texts, widest, others)
      }
    }
    return nil
  }

  /// The fields that there is room for, and the widths of their columns.
  private func columns(for cells: [[String]], of fields: [PlaceColumn], in width: Int?) -> [TextColumn] {
    fields.enumerated().map { index, field in
      var column = TextColumn(
        index, of: cells, isNumber: field.isNumber, weight: field == .name ? 2 : field.isText ? 1 : 0)
      if field == .direction { column.width = wording.directionWidth }
      return column
    }.fitted(to: width)
  }
}

extension PlaceColumn {
  /// Whether its column is as wide as its texts, and can be narrower.
  var isText: Bool {
    switch self {
    case .name, .category, .matched, .caveat, .inside, .beyond, .id, .geometry, .detail, .tag, .tags,
      .opening, .openingPart:
      true
    case .distance, .direction, .bearing, .relative, .latitude, .longitude, .proximity: false
    }
  }

  /// Whether its column is aligned at the end.
  fileprivate var isNumber: Bool { !isText && self != .direction }

  func style(in shown: ShownPlace) -> TerminalStyle? {
    switch self {
    case .direction: .direction
    case .name: .bold
    case .category: shown.place.style
    case .matched, .caveat: .dim
    case .opening: shown.opening?.style
    default: nil
    }
  }
}
