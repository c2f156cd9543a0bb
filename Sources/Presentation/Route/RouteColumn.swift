import CivilTime
import Geography
import Nearby

/// Something about a pass that can be a column.
public enum RouteColumn: Hashable, Sendable {
  /// Metres along the route.
  case along
  /// Metres along the route where it leaves the place's area.
  case until
  /// Metres off the route.
  case offset
  case side
  /// Which of the place's passes it is, from 1.
  case pass
  /// How many passes the place has.
  case passes
  /// The time of arrival.
  case eta
  /// Metres to the place and back: straight, or by the router.
  case detour
  case place(PlaceColumn)

  private static let ownWords: [(word: String, field: RouteColumn)] = [
    ("along", .along), ("until", .until), ("offset", .offset), ("side", .side), ("pass", .pass),
    ("passes", .passes),
    ("eta", .eta), ("detour", .detour),
  ]
  private static let placeWords = PlaceColumn.words.filter {
    // There is no position to see the place from.
    !["distance", "direction", "bearing", "relative", "inside", "beyond"].contains($0)
  }

  /// The words of all fields except single tags.
  public static let words: [String] = ownWords.map(\.word) + placeWords

  /// Reads `along`, `name`, or `tag:opening_hours`.
  public init(parsing text: String) throws(PlaceColumn.ParsingError) {
    if let own = Self.ownWords.first(where: { $0.word == text })?.field {
      self = own
    } else if let field = try? PlaceColumn(parsing: text),
      Self.placeWords.contains(text) || text.hasPrefix("tag:")
    {
      self = .place(field)
    } else {
      throw .init(text: text, words: Self.words)
    }
  }

  /// Its word on the command line.
  public var word: String {
    if case .place(let field) = self { return field.word }
    return Self.ownWords.first { $0.field == self }?.word ?? ""
  }

  /// The heading of its column: the word, or a tag's key.
  var heading: String {
    if case .place(let field) = self { return field.heading }
    return word
  }

  /// For programs: always in SI units; `nil` if unknown.
  func value(in row: RouteRow) -> String? {
    switch self {
    case .along: row.pass.along.toThousandth.decimal
    case .until: row.pass.stretch.until.map { $0.toThousandth.decimal }
    case .offset: row.pass.offset.metres.toThousandth.decimal
    case .side: row.pass.stretch.side.rawValue
    case .pass: "\(row.pass.number)"
    case .passes: "\(row.pass.count)"
    case .eta: row.arrival.map { Timestamp.text(of: $0.toSecond) }
    case .detour: (row.routedDetour ?? row.pass.leastDetour.metres).toThousandth.decimal
    case .place(let field): CSVWriter.text(of: field, in: row.shownPlace)
    }
  }
}
