import Foundation
import Input

/// Where places of a store were imported from.
public struct StoredSource: Hashable, Sendable {
  /// Its number in the store.
  let number: Int64
  /// What it is called: a file's name without its ending, `OpenStreetMap`.
  public let name: String
  /// The attribution that its licence requires.
  public let attribution: String?
  /// Its licence.
  public let licence: String?
  /// When its places were last brought up to date.
  public let imported: Date
}

extension StoredSource {
  /// The columns of `init(_:)`.
  static let columns = "number, name, attribution, licence, imported"

  init(_ row: borrowing StoreRow) throws {
    number = row.integer(0)
    guard let name = row.text(1), let imported = row.text(4).flatMap(Timestamp.date(parsing:)) else {
      throw StoreProblem.damaged("source \(number)")
    }
    self.name = name.cut(to: InputLimits.attribution)
    attribution = row.text(2)?.cut(to: InputLimits.attribution)
    licence = row.text(3)?.cut(to: InputLimits.attribution)
    self.imported = imported
  }
}
