import PlaceFiles
import Places

/// Chooses the tags that get a column of their own in a table: of the keys that occur, the most frequent ones.
public struct TagColumns: Sendable {
  /// The most columns: many for a person to look through, and few beside the keys of a country.
  static let most = 100
  /// How many keys are counted, as a stranger's data can have any number.
  static let mostCounted = 10_000

  private var counts: [String: Int] = [:]

  /// Nothing counted yet.
  public init() {}

  /// Counts a place's tags.
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
    !key.isEmpty && key.utf8.count <= 64 && key.utf8.allSatisfy(isPlain)
      && key.unicodeScalars.first?.properties.isAlphabetic == true && !TranslatedHeadings.hasMeaning(key)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
