import Foundation
import Geography
import Input

/// What the columns of a table of places are.
struct CSVHeader {
  /// Whether the first row is a place, as Garmin POI files have no header.
  let firstRowIsPlace: Bool

  /// `nil` for a column that says nothing of the place.
  private let columns: [(key: String, role: PlaceRecord.Role?)?]

  /// Whether numbers may have a decimal comma, because commas do not separate the cells.
  private let hasDecimalCommas: Bool

  /// - Parameters:
  ///   - firstRow: a header, or the first place of a Garmin POI file; `nil` for anything else.
  ///   - separator: what separates the cells.
  init?(firstRow: CSVRow, separator: UInt8 = UInt8(ascii: ",")) {
    let hasDecimalCommas = separator != UInt8(ascii: ",")
    self.hasDecimalCommas = hasDecimalCommas
    let cells = (0..<firstRow.count).map { index in
      (firstRow.text(at: index) ?? "").trimmingCharacters(in: .whitespaces)
    }
    let roles = cells.map(PlaceRecord.Role.init(key:))
    if roles.contains(.latitude), roles.contains(.longitude) {
      firstRowIsPlace = false
      let hasView = PlaceRecord.keysOfView.isSubset(of: cells)
      columns = zip(cells, roles).map { hasView && PlaceRecord.keysOfView.contains($0) ? nil : ($0, $1) }
    } else if cells.count >= 2,
      cells.prefix(2).allSatisfy({
        Double.decimal(hasDecimalCommas ? Self.withPoint($0) : $0) != nil
      })
    {
      firstRowIsPlace = true
      columns = ["lon", "lat", "name", "description"].map { ($0, PlaceRecord.Role(key: $0)) }
    } else {
      return nil
    }
  }

  /// The fields of a row.
  func record(of row: CSVRow) throws(PlaceRecord.Problem) -> PlaceRecord {
    let filled = columns.indices.prefix(row.count).lazy.filter { !row.isEmpty(at: $0) }
    var record = PlaceRecord(tagCapacity: filled.count { columns[$0].map { $0.role == nil } ?? false })
    for index in filled {
      let column = columns[index]
      guard let text = row.text(at: index) else { throw .notUTF8 }
      guard let column else { continue }
      let plain = CSVFormula.unguarded(text)
      let isNumber = hasDecimalCommas && column.role.map(Self.numbers.contains) ?? false
      record.set(isNumber ? Self.withPoint(plain) : plain, for: column.key, as: column.role)
    }
    return record
  }

  private static let numbers: Set<PlaceRecord.Role> = [.latitude, .longitude, .proximity]

  /// Turns a number as written in most of Europe into one with a decimal point.
  private static func withPoint(_ text: String) -> String {
    text.contains(".") ? text : text.replacing(",", with: ".", maxReplacements: 1)
  }
}
