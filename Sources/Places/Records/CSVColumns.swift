import Foundation

/// What the columns of a table of places are.
struct CSVColumns {
  /// Whether the first row is a place, as Garmin POI files have no header.
  let firstRowIsPlace: Bool

  private let columns: [(key: String, role: PlaceRecord.Role?)]

  /// - Parameter firstRow: a header, or the first place of a Garmin POI file; `nil` for anything else.
  init?(firstRow: CSVRow) {
    let cells = (0..<firstRow.count).map { index in
      (firstRow.text(at: index) ?? "").trimmingCharacters(in: .whitespaces)
    }
    let roles = cells.map(PlaceRecord.Role.init(key:))
    if roles.contains(.latitude), roles.contains(.longitude) {
      firstRowIsPlace = false
      columns = Array(zip(cells, roles))
    } else if cells.count >= 2, cells.prefix(2).allSatisfy({ Double($0) != nil }) {
      firstRowIsPlace = true
      columns = ["lon", "lat", "name", "description"].map { ($0, PlaceRecord.Role(key: $0)) }
    } else {
      return nil
    }
  }

  /// The fields of a row.
  func record(of row: CSVRow) throws(PlaceRecord.Problem) -> PlaceRecord {
    var record = PlaceRecord()
    for (index, column) in columns.prefix(row.count).enumerated() {
      guard let text = row.text(at: index) else { throw .notUTF8 }
      record.set(text, for: column.key, as: column.role)
    }
    return record
  }
}
