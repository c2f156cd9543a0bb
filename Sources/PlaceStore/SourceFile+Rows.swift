import CivilTime
import FoundationEssentials
import Geography
import PlaceFiles
import Places
import SQLite

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
