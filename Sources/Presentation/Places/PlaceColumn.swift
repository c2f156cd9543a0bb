import OpeningHours
import Places

/// Something about a place that can be a column.
public enum PlaceColumn: Hashable, Sendable {
  case distance
  /// An arrow and the compass point, or the direction relative to travel.
  case direction
  /// Degrees clockwise from true north.
  case bearing
  /// Degrees clockwise from the direction of travel, −180 to 180.
  case relative
  case name
  case category
  /// The requested word that it was found by, if it is another than the category.
  case matched
  /// Why the place may not be what was asked for.
  case caveat
  /// Whether the position is inside the place's area.
  case inside
  /// Its shape, as well-known text.
  case geometry
  /// Whether nearer ones than the place may be missing, as it lies beyond what its source surely knows.
  case beyond
  case id
  case latitude
  case longitude
  /// How near counts as being there.
  case proximity
  case opening
  /// A part of that, as JSON has it.
  case openingPart(OpeningPart)
  /// What people want to know before they go there.
  case detail(DetailColumn)
  /// The value of a tag.
  case tag(String)
  /// The tags that no column has, as a JSON object.
  case tags

  /// Something about whether a place is open.
  public enum OpeningPart: String, Hashable, Sendable, CaseIterable {
    case since, until, next, rule, reason
  }
}

extension ShownOpening {
  /// One part of what the hours say, as in JSON; `nil` if unknown.
  func member(_ part: PlaceColumn.OpeningPart) -> String? {
    switch part {
    case .since: opening?.since?.description
    case .until: opening?.until?.description
    case .next: opening?.next?.rawValue
    case .rule: opening?.rule
    case .reason: opening?.reason?.description
    }
  }
}

extension PlaceColumn {
  /// Why a text is not a field, of a place or of its pass.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let text: String
    /// Those of all fields except single tags.
    var words = PlaceColumn.words

    public var description: String {
      let words = words + ["tag:KEY"]
      let nearest =
        text == "tag:"
        ? SpellingCorrection.question(["tag:KEY"])
        : SpellingCorrection.question(nearestTo: text, among: words)
      return "no field '\(text)'; \(nearest ?? "the fields are \(words.joined(separator: ", "))")"
    }
  }

  /// Reads `name`, or `tag:opening_hours`.
  public init(parsing text: String) throws(ParsingError) {
    let tagPrefix = "tag:"
    if let field = Self.table.first(where: { $0.word == text })?.field {
      self = field
    } else if text.hasPrefix(tagPrefix), text.utf8.count > tagPrefix.utf8.count {
      self = .tag(String(text.dropFirst(tagPrefix.count)))
    } else {
      throw ParsingError(text: text)
    }
  }

  /// Its word, as `init(parsing:)` reads it.
  public var word: String {
    if case .tag(let key) = self { return "tag:\(key)" }
    return Self.table.first { $0.field == self }?.word ?? ""
  }

  /// The heading of its column: its word, or a tag's key.
  var heading: String {
    if case .tag(let key) = self { return key }
    // What other programs call it.
    if self == .geometry { return "wkt" }
    return word
  }

  private static let table: [(word: String, field: PlaceColumn)] =
    [
      ("distance", .distance), ("direction", .direction), ("bearing", .bearing), ("relative", .relative),
      ("name", .name),
      ("category", .category), ("matched", .matched), ("caveat", .caveat), ("inside", .inside),
      ("beyond", .beyond), ("id", .id), ("latitude", .latitude), ("longitude", .longitude),
      ("geometry", .geometry), ("proximity", .proximity), ("opening", .opening),
    ] + OpeningPart.allCases.map { ("opening:\($0.rawValue)", .openingPart($0)) }
    + DetailColumn.allCases.map { ($0.rawValue, .detail($0)) } + [("tags", .tags)]

  /// The words of all fields except single tags.
  public static let words: [String] = table.map(\.word)
}

extension PointOfInterest {
  /// The tags that are not among the columns, as a JSON object; `nil` if there are none.
  func restOfTags(besides fields: [PlaceColumn]) -> String? {
    restOfTags(besides: Set(fields.compactMap(\.tagKey)))
  }

  /// The tags without these, as a JSON object; `nil` if there are none.
  func restOfTags(besides keys: Set<String>) -> String? {
    let rest = tags.filter { !keys.contains($0.key) }.sorted { $0.key < $1.key }
    return rest.isEmpty ? nil : JSONValue.dictionary(rest).line
  }
}

extension PlaceColumn {
  var tagKey: String? {
    if case .tag(let key) = self { key } else { nil }
  }
}
