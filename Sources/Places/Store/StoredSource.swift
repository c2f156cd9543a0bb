import Foundation
import GRDB
import Positioning

/// Where places of a store were imported from.
public struct StoredSource: Hashable, Sendable {
  /// Its number in the store.
  let number: Int64
  /// What it is called: a file's name without its ending, `OpenStreetMap`.
  public let name: String
  /// Whom its licence asks to name.
  public let attribution: String?
  /// Its licence.
  public let licence: String?
  /// When its places were last brought up to date.
  public let imported: Date
}

extension StoredSource: FetchableRecord, TableRecord {
  public static let databaseTableName = "source"

  public init(row: Row) throws {
    guard let imported = Timestamp.date(parsing: row["imported"] as String) else {
      throw StoreProblem.damaged("the date of a source")
    }
    number = row["number"]
    name = row["name"]
    attribution = row["attribution"]
    licence = row["licence"]
    self.imported = imported
  }
}
