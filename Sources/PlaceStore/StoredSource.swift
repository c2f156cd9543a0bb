import CivilTime
import FoundationEssentials
import Geography
import Input
import PlaceFiles
import Places
import SQLite

/// Where places of a store were imported from.
public struct StoredSource: Hashable, Sendable {
  let number: Int64
  /// Its name: a file's name without its ending, `OpenStreetMap`.
  public let name: String
  /// The attribution that its licence requires.
  public let attribution: String?
  public let licence: String?
  /// When its places were last updated.
  public let imported: Date
  /// The date of its data; `nil` if the data does not give one.
  public let dated: Date?

  /// How its places came into the store; `nil` if an earlier version of poi stored them.
  public let origin: SourceOrigin?
  /// Whether it has ids of OpenStreetMap's, which mean the same in every source.
  public let hasOSMIDs: Bool
  /// The number under which its ids are filed.
  let ids: Int64
  /// Whether its places were stored with their extents, rather than as points by an earlier version of poi.
  public let hasExtents: Bool
  /// The parts of a gazetteer that it has; `nil` if an earlier version of poi stored it, which knew none.
  public let gazetteer: Set<GazetteerPart>?

  /// Whether an earlier version stored its streets, without all the points where they meet.
  public let lacksJunctions: Bool
  /// What is among the parts of its gazetteer then, and where houses are points.
  static let streetsApart = "apart"
  static let housesAsPoints = "points"

  /// Whether an earlier version stored its places as points, though they may be more.
  public var knowsOnlyPoints: Bool { !hasExtents && origin != .user }
}

extension StoredSource {
  /// The columns of `init(_:)`.
  ///
  /// The last ones are new in versions 7, 8 and 11, and a store opened for reading keeps its version.
  static func columns(in database: Connection) throws -> String {
    let version = try database.statement("PRAGMA user_version").firstInteger() ?? 0
    return "number, name, attribution, licence, imported, dated, origin, ids, "
      + (version >= 7 ? "extents, " : "NULL, ") + (version >= 8 ? "gazetteer, " : "NULL, ")
      + (version < 11 ? "1" : "0")
  }

  init(_ row: borrowing Row) throws {
    number = row.integer(0)
    guard let name = row.text(1), let imported = row.text(4).flatMap(Timestamp.date(parsing:)) else {
      throw StoreProblem.damaged("source \(number)")
    }
    self.name = name.cut(to: InputLimits.attribution)
    attribution = row.text(2)?.cut(to: InputLimits.attribution)
    licence = row.text(3)?.cut(to: InputLimits.attribution)
    self.imported = imported
    dated = row.text(5).flatMap(Timestamp.date(parsing:))
    origin = row.text(6).flatMap(SourceOrigin.init(rawValue:))
    hasOSMIDs = !row.isNull(7)
    ids = row.isNull(7) ? number : row.integer(7)
    hasExtents = row.integer(8) == 1
    gazetteer = row.text(9).map(Self.parts)
    lacksJunctions =
      gazetteer?.contains(.streets) == true
      && (row.integer(10) == 1 || row.text(9)?.contains(Self.streetsApart) == true)
  }

  private static func parts(_ text: String) -> Set<GazetteerPart> {
    Set(text.split(separator: ",").compactMap { GazetteerPart(rawValue: String($0)) })
  }

  /// Notes the parts of a gazetteer that a source has, besides those that it had.
  ///
  /// - Parameter isReplacing: whether nothing is left of what it had.
  static func add(
    _ parts: Set<GazetteerPart>, to source: Int64, replacing isReplacing: Bool, in database: Connection
  ) throws {
    let earlier = try database.statement("SELECT gazetteer FROM source WHERE number = ?")
      .firstText(.integer(source))
    let all = parts.union(isReplacing ? [] : earlier.map(Self.parts) ?? [])
    let lacks = isReplacing ? [] : [housesAsPoints, streetsApart].filter { earlier?.contains($0) == true }
    let words = all.map(\.rawValue).sorted() + lacks
    try database.statement("UPDATE source SET gazetteer = ? WHERE number = ?")
      .run(.string(words.joined(separator: ",")), .integer(source))
  }

  static func named(_ name: String, in database: Connection) throws -> StoredSource? {
    try database.statement("SELECT \(columns(in: database)) FROM source WHERE name = ?")
      .map(.string(name)) { try StoredSource($0) }.first
  }
}

extension SourceFile {
  /// The files of a source, by their paths.
  static func files(of source: Int64, in database: Connection) throws -> [SourceFile] {
    try database.statement(
      "SELECT path, size, modified, dated, extract, selection FROM file WHERE source = ? ORDER BY path"
    ).map(.integer(source)) { row in
      SourceFile(
        path: row.text(0) ?? "", size: row.integer(1), modified: row.integer(2),
        dated: row.text(3).flatMap(Timestamp.date(parsing:)), extract: try decoded(row.text(4), of: source),
        selection: try decoded(row.text(5), of: source))
    }
  }

  /// Its name within its folder.
  var name: Substring { path.split(separator: "/").last ?? "" }

  /// The file with a selection that also has what was selected before.
  ///
  /// - Throws: `StoreProblem` if no selection has both.
  func joined(to known: [SourceFile]) throws -> SourceFile {
    guard let earlier = known.first(where: { $0.path == path }), earlier.selection != selection else {
      return self
    }
    var file = self
    let parts = [selection, earlier.selection].compactMap(\.self)
    if parts.count == 2, parts[0].tags == parts[1].tags {
      let areAll = parts.contains { $0.categories.isEmpty }
      file.selection?.categories = areAll ? [] : Array(Set(parts.flatMap(\.categories))).sorted()
    } else if parts.count == 1, extract == nil || parts[0].filter.tagsBeyondSelection.isEmpty {
      file.selection = nil
    } else {
      throw StoreProblem.otherSelection(of: String(name))
    }
    return file
  }

  func write(as source: Int64, in database: Connection) throws {
    try database.statement(
      """
      INSERT OR REPLACE INTO file (source, path, size, modified, dated, extract, selection)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      .integer(source), .string(path), .integer(size), .integer(modified),
      .init(dated.map { Timestamp.text(of: $0) }), .init(try Self.encoded(extract)),
      .init(try Self.encoded(selection)))
  }

  private static func encoded(_ value: (some Encodable)?) throws -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try value.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
  }

  private static func decoded<Value: Decodable>(_ text: String?, of source: Int64) throws -> Value? {
    guard let text else { return nil }
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
      throw StoreProblem.damaged("a file of source \(source)")
    }
    return value
  }
}

extension [SourceFile] {
  /// Where their data lies; `nil` if any of them does not say.
  var boundingBox: BoundingBox? {
    let boxes = compactMap(\.extract?.boundingBox)
    return boxes.count == count ? BoundingBox(around: boxes) : nil
  }
}
