/// A cell of the Open Location Code: `9G8F5WVX+PR`.
///
/// The specification of the project open-location-code, in whole numbers of its smallest cells.
public struct PlusCode: Hashable, Sendable {
  /// The code, with its plus sign.
  public let description: String

  private static let digits = Array("23456789CFGHJMPQRVWX")
  /// Smallest cells in a degree: the ten digits of pairs make 8,000, each of the five after them makes 5 rows and
  /// 4 columns.
  private static let rows = 8000 * 3125
  private static let columns = 8000 * 1024
  private static let separator = 8

  /// The code of 2, 4, 6, 8 or 10 to 15 digits of the cell that a valid coordinate lies in.
  public init(_ coordinate: Coordinate, digits length: Int = 10) {
    var row = Self.cell(of: coordinate.latitude + 90, cells: Self.rows)
    var column = Self.cell(of: coordinate.longitude + 180, cells: Self.columns)
    row = min(max(row, 0), 180 * Self.rows - 1)
    column = (column % (360 * Self.columns) + 360 * Self.columns) % (360 * Self.columns)
    var code: [Character] = []
    for _ in 0..<5 {
      code.append(Self.digits[row % 5 * 4 + column % 4])
      row /= 5
      column /= 4
    }
    for _ in 0..<5 {
      code += [Self.digits[column % 20], Self.digits[row % 20]]
      row /= 20
      column /= 20
    }
    code = Array(code.reversed().prefix(length))
    code += Array(repeating: "0", count: max(0, Self.separator - code.count))
    code.insert("+", at: Self.separator)
    description = String(code)
  }

  /// The smallest cell that an angle lies in; an angle within rounding of a border is on it.
  private static func cell(of angle: Double, cells: Int) -> Int {
    Int(clamping: ((angle * Double(cells) * 1e6).rounded() / 1e6).rounded(.down))
  }

  /// Reads a full code, or a short one with a reference after it (`5WVX+PR 60.17,24.94`); `nil` if it looks
  /// like something else.
  public init?(parsing text: String) throws(NotationError) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let first = words.first, let plus = first.firstIndex(of: "+"), plus != first.startIndex else {
      return nil
    }
    let code = first.uppercased()
    let before = code.prefix { $0 != "+" }
    guard code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }), before.count >= 2,
      before.contains(where: \.isLetter) || before.count.isMultiple(of: 2)
    else { return nil }
    func refuse(_ problem: String) -> NotationError {
      NotationError(notation: "Plus Code", understood: "code \(code)", problem: problem)
    }
    let after = code.dropFirst(before.count + 1)
    let padding = before.drop { $0 != "0" }
    let significant = before.dropLast(padding.count) + after
    if let wrong = significant.first(where: { !Self.digits.contains($0) }) {
      throw refuse(
        wrong == "+"
          ? "there is one plus sign" : "its digits are \(String(Self.digits)), not \(wrong)")
    }
    guard before.count.isMultiple(of: 2), before.count <= Self.separator else {
      throw refuse("8 digits stand before the plus sign, in a short code 4 or 6")
    }
    guard after.count != 1, after.count <= 7 else { throw refuse("2 to 7 digits follow the plus sign") }
    if !padding.isEmpty {
      guard padding.allSatisfy({ $0 == "0" }), padding.count.isMultiple(of: 2), after.isEmpty,
        before.count == Self.separator, !significant.isEmpty
      else { throw refuse("zeros only fill up the end before the plus sign") }
    }
    guard before.count == Self.separator else {
      guard words.count == 2 else {
        throw refuse("it is short: add a position nearby, like '\(code) 60.17,24.94'")
      }
      let near: TypedPosition
      do {
        near = try TypedPosition(parsing: String(words[1]))
      } catch {
        throw refuse("it is short, and what is behind it is no position: \(error)")
      }
      self = Self.nearest(to: near.coordinate, ending: code, missing: Self.separator - before.count)
      return
    }
    guard words.count == 1 else { throw refuse("a full code needs nothing behind it") }
    description = code
    // The middle of a cell beyond the globe cannot be computed.
    guard cell.south < 90, cell.west < 180 else { throw refuse("that is not on the globe") }
  }

  private init(full code: String) {
    description = code
  }

  /// The code of that ending whose middle is nearest to a reference.
  private static func nearest(to reference: Coordinate, ending: String, missing: Int) -> PlusCode {
    let start = PlusCode(reference, digits: 10).description.prefix(missing)
    let recovered = PlusCode(full: start + ending)
    // The size of the cell that the missing digits name.
    let size = (0..<missing / 2 - 1).reduce(20.0) { size, _ in size / 20 }
    var middle = recovered.position.coordinate
    if reference.latitude + size / 2 < middle.latitude, middle.latitude - size >= -90 {
      middle.latitude -= size
    } else if reference.latitude - size / 2 > middle.latitude, middle.latitude + size <= 90 {
      middle.latitude += size
    }
    if reference.longitude + size / 2 < middle.longitude {
      middle.longitude -= size
    } else if reference.longitude - size / 2 > middle.longitude {
      middle.longitude += size
    }
    return PlusCode(middle, digits: ending.count - 1 + missing)
  }

  private var cell: (south: Double, west: Double, height: Double, width: Double) {
    var (row, column) = (0, 0)
    var (rows, columns) = (400 * Self.rows, 400 * Self.columns)
    let values = description.filter { $0 != "+" && $0 != "0" }.compactMap(Self.digits.firstIndex)
    for (index, value) in values.enumerated() {
      if index >= 10 {
        rows /= 5
        columns /= 4
        row += value / 4 * rows
        column += value % 4 * columns
      } else if index.isMultiple(of: 2) {
        rows /= 20
        row += value * rows
      } else {
        columns /= 20
        column += value * columns
      }
    }
    return (
      Double(row) / Double(Self.rows) - 90, Double(column) / Double(Self.columns) - 180,
      Double(rows) / Double(Self.rows), Double(columns) / Double(Self.columns)
    )
  }

  /// The middle of the cell, and half its diagonal in metres.
  public var position: TypedPosition {
    let (south, west, height, width) = cell
    return TypedPosition(middleOf: south...min(90, south + height), west...west + width)
  }
}
