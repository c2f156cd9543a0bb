import Geography
import Input
import Nearby
import PlaceFiles
import Places

/// CSV (RFC 4180) with a header: metres and degrees as plain numbers, and no cell that is a formula.
///
/// With the column `tags`, all of a place can be read back.
public struct CSVWriter: PlaceWriter {
  public let header: String
  public let footer = ""

  private let fields: [PlaceColumn]
  private let tagKeys: Set<String>
  /// Whether all tags are written, so that the category need not stand for them.
  private let hasAllTags: Bool

  /// - Parameter fields: the columns, in their order.
  public init(fields: [PlaceColumn]) {
    self.fields = fields
    tagKeys = Set(fields.compactMap(\.tagKey))
    hasAllTags = fields.contains(.tags)
    header = Self.header(of: fields.map { ($0.heading, $0.word) })
  }

  public func text(of place: ShownPlace) -> String {
    Self.row(cells(of: place))
  }

  /// Whether nothing of the columns is lost: names with control characters are, and rows too long to be read back.
  public func holds(_ shown: ShownPlace, in text: String) -> Bool {
    let place = shown.place
    let isPlain = [place.id, place.name, hasAllTags ? place.category : nil].allSatisfy {
      $0.map { $0 == $0.withoutControls } ?? true
    }
    // Quotes are doubled in the text.
    return isPlain
      && (text.utf8.count <= InputLimits.record
        || cells(of: shown).reduce(0) { $0 + $1.utf8.count + 1 } <= InputLimits.record)
  }

  private func cells(of shown: ShownPlace) -> [String] {
    guard hasAllTags else { return fields.map { Self.text(of: $0, in: shown) ?? "" } }
    let place = shown.place
    // JSON keeps the characters that a cell loses.
    let kept = tagKeys.filter { key in
      key != "name" && place.tags[key].map { $0 == $0.withoutControls } ?? false
    }
    return fields.map { field in
      switch field {
      case .tags: place.restOfTags(besides: kept) ?? ""
      case .tag(let key) where key != "name" && !kept.contains(key): ""
      case .category: place.category ?? ""
      default: Self.text(of: field, in: shown) ?? ""
      }
    }
  }

  /// The header of answers to many positions: before each row stands the number of the position's line.
  package var headerOfLines: String {
    Self.header(of: [("line", "line")] + fields.map { ($0.heading, $0.word) })
  }

  /// The rows of the answer to one of many positions.
  package func rows(of places: [ShownPlace], atLine line: Int) -> String {
    places.map { "\(line),\(text(of: $0))" }.joined()
  }

  static func text(of field: PlaceColumn, in shown: ShownPlace) -> String? {
    let place = shown.place
    return switch field {
    case .distance: shown.distance.map { $0.metres.toThousandth.decimal }
    case .direction: shown.direction?.quadrant.rawValue ?? shown.bearing?.compassPoint
    case .relative: shown.direction.map { $0.degrees.toThousandth.decimal }
    case .bearing: shown.bearing.map { $0.thousandth.decimal }
    case .name: place.name
    case .category: place.mainCategory
    case .matched: shown.matched
    case .caveat: place.caveat
    case .inside: shown.insideWord
    case .beyond: shown.beyondWord
    case .geometry: place.extent?.wellKnownText
    case .id: place.id
    case .latitude: shown.coordinate.latitude.decimal
    case .longitude: shown.coordinate.longitude.decimal
    case .proximity: place.proximity.map { $0.metres.toThousandth.decimal }
    case .opening: shown.opening?.word
    case .openingPart(let part): shown.opening?.member(part)
    case .detail(let detail): detail.text(of: place)
    case .tag(let key): place.tag(key)
    case .tags: place.restOfTags(besides: [PlaceColumn]())
    }
  }

  /// The headings of columns; a tag that is called like another column is called by its word.
  static func header(of columns: [(heading: String, word: String)]) -> String {
    row(columns.map { this in columns.count { $0.heading == this.heading } > 1 ? this.word : this.heading })
  }

  static func row(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  private static func cell(_ text: String) -> String {
    let text = CSVFormula.guarded(text.withoutControls)
    // A comma, a quotation mark or a line's end.
    guard text.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A }) else { return text }
    return "\"\(text.replacing(each: "\"", with: "\"\""))\""
  }
}

/// Chooses the tags that get a column of their own in a table: of the keys that occur, the most frequent ones.
public struct TagColumns: Sendable {
  /// The most columns: many for a person to look through, and few beside the keys of a country.
  static let most = 100
  /// How many keys are counted, as a stranger's data can have any number.
  static let mostCounted = 10_000

  private var counts: [String: Int] = [:]

  public init() {}

  public mutating func count(_ place: PointOfInterest) {
    for key in place.tags.keys where counts[key] != nil || counts.count < Self.mostCounted {
      counts[key, default: 0] += 1
    }
  }

  /// The columns, by their keys' alphabet.
  public var fields: [PlaceColumn] {
    counts.filter { Self.isPlain($0.key) }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.most).map(\.key).sorted().map(PlaceColumn.tag)
  }

  /// Whether a heading of this text is read back as the key of a tag.
  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= 64
      && key.unicodeScalars.allSatisfy {
        "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0 || "_:-".unicodeScalars.contains($0)
      }
      && key.unicodeScalars.first?.properties.isAlphabetic == true && !TranslatedHeadings.hasMeaning(key)
  }
}
