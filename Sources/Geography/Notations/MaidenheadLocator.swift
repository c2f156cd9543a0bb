/// A cell of the Maidenhead locator system, as radio amateurs name it: `JO62qm`.
///
/// IARU Region 1 VHF Managers Handbook: fields of 20° by 10°, squares, subsquares, and so on by tens and 24ths.
public struct MaidenheadLocator: Hashable, Sendable {
  /// The letters and digits, the pairs after the second in small letters.
  public let description: String

  /// How many parts each pair makes of the cell before it.
  private static let parts = [18, 10, 24, 10, 24]

  /// The cell of two to five pairs that a valid coordinate lies in.
  public init(_ coordinate: Coordinate, pairs: Int = 4) {
    let count = Self.parts.prefix(pairs).reduce(1, *)
    // Whole billionths of a degree, so that no border of a cell depends on rounding.
    func cell(_ degrees: Double, of range: Int) -> Int {
      let billionths = Int(clamping: (degrees * 1e9).rounded()) + range * 500_000_000
      return min(max(billionths * count / (range * 1_000_000_000), 0), count - 1)
    }
    var column = cell(coordinate.longitude, of: 360)
    var row = cell(coordinate.latitude, of: 180)
    var text = ""
    for part in Self.parts.prefix(pairs).enumerated().reversed() {
      let pair =
        "\(Self.sign(column % part.element, part.offset))\(Self.sign(row % part.element, part.offset))"
      text = pair + text
      column /= part.element
      row /= part.element
    }
    description = text
  }

  private static func sign(_ value: Int, _ level: Int) -> Character {
    guard !level.isMultiple(of: 2) else {
      let first: UInt8 = level == 0 ? UInt8(ascii: "A") : UInt8(ascii: "a")
      return Character(Unicode.Scalar(first + UInt8(value)))
    }
    return Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(value)))
  }

  /// Reads four to ten characters, in capitals or small letters; `nil` if it looks like something else.
  public init?(parsing text: String) throws(NotationError) {
    let signs = Array(text.uppercased())
    let isLike =
      (4...10).contains(signs.count) && signs.count == text.count
      && signs.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && signs[0].isLetter && signs[1].isLetter && signs[2].isNumber && signs[3].isNumber
    guard isLike else { return nil }
    func refuse(_ problem: String) -> NotationError {
      NotationError(notation: "Maidenhead", understood: "locator \(String(signs))", problem: problem)
    }
    guard signs.count.isMultiple(of: 2) else { throw refuse("signs come in pairs") }
    for (index, sign) in signs.enumerated() {
      let level = index / 2
      let highest = Self.sign(Self.parts[level] - 1, level).uppercased()
      let lowest = Self.sign(0, level).uppercased()
      guard (lowest...highest).contains("\(sign)") else {
        throw refuse("sign \(index + 1) goes from \(lowest) to \(highest), and is \(sign)")
      }
    }
    description = String(signs.prefix(4)) + String(signs.dropFirst(4)).lowercased()
  }

  /// The middle of the cell, and half its diagonal in metres.
  public var position: TypedPosition {
    var (west, south) = (-180.0, -90.0)
    var (width, height) = (360.0, 180.0)
    let signs = Array(description.uppercased().utf8)
    for level in 0..<signs.count / 2 {
      let first = level.isMultiple(of: 2) ? UInt8(ascii: "A") : UInt8(ascii: "0")
      width /= Double(Self.parts[level])
      height /= Double(Self.parts[level])
      west += Double(signs[2 * level] - first) * width
      south += Double(signs[2 * level + 1] - first) * height
    }
    return TypedPosition(middleOf: south...south + height, west...west + width)
  }
}
