import Foundation
import GRDB
import Geography
import Glibc
import Input

/// A file that places were imported from, in its state at the time.
public struct SourceFile: Hashable, Sendable {
  /// Where it is; an absolute path.
  public let path: String
  /// Its size in bytes.
  public let size: Int64
  /// When it was last written, in nanoseconds since 1970.
  public let modified: Int64
  /// The date of its data: its own, or else when it was last written.
  public internal(set) var dated: Date?
  /// The header, if it is an OpenStreetMap extract.
  public internal(set) var extract: OSMHeader?
  /// Which of its places to import; `nil` for all.
  public internal(set) var selection: ImportSelection?

  /// The file as it is now; `nil` if there is none, or it can be read only once.
  public init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    dated = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
  }

  /// The same file under another name.
  func renamed(to path: String) -> SourceFile {
    SourceFile(
      path: path, size: size, modified: modified, dated: dated, extract: extract, selection: selection)
  }

  /// Whether the file at the path has changed or been replaced.
  public var hasChanged: Bool {
    guard let now = SourceFile(at: path) else { return true }
    return (now.size, now.modified) != (size, modified)
  }
}

extension SourceFile {
  private init(
    path: String, size: Int64, modified: Int64, dated: Date?, extract: OSMHeader?,
    selection: ImportSelection?
  ) {
    (self.path, self.size, self.modified) = (path, size, modified)
    (self.dated, self.extract, self.selection) = (dated, extract, selection)
  }

  /// The files of a source, by their paths.
  static func files(of source: Int64, in database: Database) throws -> [SourceFile] {
    guard try StoreSchema.hasOrigins(database) else { return [] }
    return try StoreStatement(
      "SELECT path, size, modified, dated, extract, selection FROM file WHERE source = ? ORDER BY path",
      in: database
    ).map(.integer(source)) { row in
      SourceFile(
        path: row.text(0) ?? "", size: row.integer(1), modified: row.integer(2),
        dated: row.text(3).flatMap(Timestamp.date(parsing:)), extract: try decoded(row.text(4), of: source),
        selection: try decoded(row.text(5), of: source))
    }
  }

  func write(as source: Int64, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO file (source, path, size, modified, dated, extract, selection)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        source, path, size, modified, dated.map { Timestamp.text(of: $0) }, try Self.encoded(extract),
        try Self.encoded(selection),
      ])
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

/// Which places of a file to import.
public struct ImportSelection: Hashable, Codable, Sendable {
  /// Intent words or the file's own categories; a place must be in one of them. Empty for all places.
  public var categories: [String]
  /// Tags that a place must all have, as `key` or `key=value`.
  public var tags: [String]

  /// - Parameters:
  ///   - categories: intent words, or the file's own categories.
  ///   - tags: `key`, or `key=value`.
  public init(categories: [String] = [], tags: [String] = []) {
    self.categories = categories
    self.tags = tags
  }

  var filter: PlaceFilter {
    PlaceFilter(
      categories: categories,
      tags: tags.map { tag in
        let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return PlaceFilter.Tag(key: parts[0], value: parts.count > 1 ? parts[1] : nil)
      })
  }
}
