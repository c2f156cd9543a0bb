import Geography

/// A list of places, from which keys choose one.
public struct PlacePicker: Sendable {
  /// What to do with the chosen place.
  public enum Action: Sendable {
    case open, show, print
  }

  public enum Outcome: Hashable, Sendable {
    case chosen(index: Int, Action)
    case cancelled
  }

  /// The selected row, from 0.
  public private(set) var cursor = 0

  /// What knows the ground under a radar beside the list, and the position in the middle; `nil` for the list alone.
  public var ground: (keeper: GroundKeeper, position: Coordinate)?

  private let places: [ShownPlace]
  private let table: NearbyTable
  /// The digits typed one after the other.
  private var number = ""
  /// How many rows were visible last.
  private var page = 10
  private var firstRow = 0

  /// A list of at least one place.
  public init(places: [ShownPlace], table: NearbyTable) {
    self.places = places
    self.table = table
  }

  /// Takes a key, and returns the outcome if it decides.
  public mutating func take(_ key: Key) -> Outcome? {
    if case .character(let digit) = key, digit.isNumber {
      type(digit)
      return nil
    }
    number = ""
    switch key {
    case .up, .character("k"): move(to: cursor - 1)
    case .down, .character("j"): move(to: cursor + 1)
    case .pageUp: move(to: cursor - page)
    case .pageDown: move(to: cursor + page)
    case .home, .character("g"): move(to: 0)
    case .end, .character("G"): move(to: places.count - 1)
    case .enter, .character("s"): return .chosen(index: cursor, .show)
    case .character("o"): return .chosen(index: cursor, .open)
    case .character("p"): return .chosen(index: cursor, .print)
    case .escape, .character("q"): return .cancelled
    case .character: break
    }
    return nil
  }

  private mutating func move(to row: Int) {
    cursor = min(max(0, row), places.count - 1)
  }

  /// Goes to the row of the number so far, or else begins a new one.
  private mutating func type(_ digit: Character) {
    for candidate in [number + String(digit), String(digit)] {
      guard let row = Int(candidate), (1...places.count).contains(row) else { continue }
      number = candidate
      move(to: row - 1)
      return
    }
  }

  // MARK: What it looks like

  /// The lines of a screen of this size, none as wide as the screen: the rows around the cursor, and the
  /// keys.
  public mutating func screen(columns: Int, rows: Int) -> [String] {
    page = max(1, rows - 2)
    firstRow = min(firstRow, cursor, max(0, places.count - page))
    firstRow = max(firstRow, cursor - page + 1)
    // Some terminals wrap after the last column.
    let width = columns - 1
    let picture = picture(width: width, columns: columns, rows: rows)
    let listWidth = picture?.listWidth ?? width
    var table = table
    table.width = listWidth - Self.marker.count - TextColumn.number(0, of: places.count).count
    let texts = table.rows(of: places)
    table.palette = nil
    let chosenText = table.rows(of: places)[cursor]
    var lines = (firstRow..<min(firstRow + page, places.count)).map { row in
      let number = TextColumn.number(row + 1, of: places.count)
      guard row == cursor else { return "  " + number + texts[row] }
      let line = Self.marker + number + chosenText
      return self.table.palette != nil
        ? TerminalText.fitted(line, to: listWidth).styled(.reverse, in: self.table.palette) : line
    }
    if let picture { lines = Radar.beside(picture.picture, lines, pictureWidth: picture.pictureWidth) }
    lines.append("")
    let actions = table.wording(.pickKeys)
    let help = "\(actions); \(table.wording(.pickMoves))"
    let fittingHelp = TerminalText.width(of: help) <= width ? help : actions
    lines.append(TerminalText.fitted(fittingHelp, to: width, ellipsis: table.wording.ellipsis))
    return lines
  }

  private func picture(width: Int, columns: Int, rows: Int) -> Radar.WithList? {
    guard let ground, GroundKeeper.hasRoom(columns: columns, rows: rows) else { return nil }
    var radar = Radar(table: table, rows: nil)
    radar.ground = ground
    radar.selected = cursor
    return radar.picture(of: places, width: width, rows: page, mayBeAbove: false)
  }

  private static let marker = "> "
}
