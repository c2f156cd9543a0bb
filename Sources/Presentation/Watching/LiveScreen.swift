import Foundation
import Geography
import Places
import Positioning

/// What a watch shows on a whole screen, laid out line by line for a terminal's size.
///
/// The fix is at the top, the nearest places below it, and what was reported last on the last line.
public struct LiveScreen: Sendable {
  /// The position, and whether fixes still come.
  public var status: PositionStatus
  /// The places around it, nearest first; `nil` while they are not known.
  public var places: [NearbyPlace]?
  /// What was reported last.
  public var message: String
  /// What rows of places look like; its width is that of the terminal.
  public var table: NearbyTable
  /// Tells whether the places are open.
  public var openings: Openings?

  /// A screen of all that is known.
  public init(
    status: PositionStatus = PositionStatus(), places: [NearbyPlace]? = nil, message: String = "",
    table: NearbyTable = NearbyTable()
  ) {
    self.status = status
    self.places = places
    self.message = message
    self.table = table
  }

  /// How many places fit on a screen of this many lines.
  public static func placeCapacity(rows: Int) -> Int {
    LiveLayout(rows: rows).body.count
  }

  /// The lines from the top to the bottom, none as wide as the screen.
  public func lines(columns: Int, rows: Int) -> [String] {
    // In the last column some terminals go on to the next line.
    let width = max(1, columns - 1)
    let layout = LiveLayout(rows: rows)
    var lines = Array(repeating: "", count: max(1, rows))
    for (row, line) in zip(layout.header, header(width: width, rows: layout.header.count)) {
      lines[row] = line
    }
    for (row, line) in zip(layout.body, body(width: width)) { lines[row] = line }
    let message = message(width: width, rows: layout.message.count)
    for (row, line) in zip(layout.message.reversed(), message.reversed()) { lines[row] = line }
    return lines
  }

  // MARK: The parts

  private func header(width: Int, rows: Int) -> [String] {
    guard rows > 1 else {
      let line = status.statusLine(next: nil, wording: table.wording, width: width)
      return [status.isCurrent ? line : styled(line, .bold)]
    }
    let lines: [String]
    if let location = status.location, status.isCurrent {
      let motion = [
        location.text(of: .speed, table.wording), location.course.map { table.wording.direction($0) },
      ].compactMap(\.self).joined(separator: " ")
      lines = [
        [.position, .accuracy, .satellites].compactMap { location.text(of: $0, table.wording) }.joined(
          separator: ", "),
        [location.text(of: .time, table.wording), motion.isEmpty ? nil : motion].compactMap(\.self).joined(
          separator: "  \(table.wording.separator)  "),
      ]
    } else {
      let outage = status.outageParts.joined(separator: "  \(table.wording.separator)  ")
      lines = [outage, status.lastKnown ?? ""]
    }
    let fitted = lines.map { TerminalText.fitted($0, to: width, ellipsis: table.wording.ellipsis) }
    return status.isCurrent ? fitted : zip(fitted, [.bold, .dim]).map(styled)
  }

  /// The rows of the places, dim while they may not be the nearest any more.
  private func body(width: Int) -> [String] {
    guard let places else { return [] }
    var table = table
    table.width = width
    let shown = places.map { ShownPlace($0, openings: openings) }
    guard !status.isCurrent, table.hasColor else { return table.rows(of: shown) }
    table.hasColor = false
    return table.rows(of: shown).map { styled($0, .dim) }
  }

  /// What was reported last, in as many lines as it needs and there are.
  private func message(width: Int, rows: Int) -> [String] {
    var words = TerminalText.harmless(message).split(separator: " ", omittingEmptySubsequences: false)[...]
    var lines: [String] = []
    while lines.count + 1 < rows, let first = words.popFirst() {
      var line = String(first)
      while let next = words.first,
        TerminalText.width(of: line) + 1 + TerminalText.width(of: String(next)) <= width
      {
        line += " \(next)"
        words.removeFirst()
      }
      lines.append(line)
    }
    if lines.count < rows, !words.isEmpty { lines.append(words.joined(separator: " ")) }
    return lines.map { TerminalText.fitted($0, to: width, ellipsis: table.wording.ellipsis) }
  }

  private func styled(_ text: String, _ style: TerminalStyle) -> String {
    table.hasColor ? style.applied(to: text) : text
  }
}

/// Which lines of a live screen hold what, by their numbers from the top.
struct LiveLayout: Equatable {
  /// The fix.
  let header: Range<Int>
  /// The places.
  let body: Range<Int>
  /// What was reported last; its last line is the screen's.
  let message: Range<Int>
}

extension LiveLayout {
  /// On a lower screen there are no empty lines, and the fix has one line.
  private static let roomyRows = 8

  /// - Parameter rows: how many lines the terminal has.
  init(rows: Int) {
    if rows >= Self.roomyRows {
      header = 0..<2
      body = 3..<rows - 2
      message = rows - 2..<rows
    } else {
      header = 0..<1
      body = 1..<max(1, rows - 1)
      message = body.upperBound..<max(1, rows)
    }
  }
}
