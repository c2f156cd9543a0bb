import Input
import Places

/// Reads CSV: with a header, in any order of columns, or as headerless Garmin POI.
struct CSVReader: PlaceRecordReading {
  private enum Table {
    case unknown
    case columns(CSVHeader)
    /// The first row names no position, and so the others mean nothing.
    case foreign
  }

  private let separator: UInt8
  private var splitter: CSVSplitter
  private var table = Table.unknown
  /// How many bytes of a byte-order mark are still to come.
  private var markBytes: Int

  /// - Parameter beginning: what the data begins with, to tell the separator by.
  init(beginning: Span<UInt8>) {
    markBytes = PlaceFileFormat.starts(beginning, with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    separator = Self.separator(inFirstLineOf: beginning)
    splitter = CSVSplitter(separator: separator)
  }

  mutating func read(_ piece: Span<UInt8>, into records: inout PlaceRecords) {
    var index = min(markBytes, piece.count)
    markBytes -= index
    while let cut = splitter.next(in: piece, from: &index) { add(cut, to: &records) }
  }

  mutating func finish(into records: inout PlaceRecords) {
    let isUnfinished = splitter.isUnfinished
    guard let cut = splitter.finish() else { return }
    if isUnfinished {
      records.breakOff("a quote that is never closed", at: "line \(splitter.rowLine)")
    } else {
      add(cut, to: &records)
    }
  }

  /// The problem of what is no table of places, and no other file of them either.
  static let foreign = PlaceRecord.Problem.malformed("not a CSV header with lat and lon columns")

  private mutating func add(_ cut: CSVSplitter.Cut, to records: inout PlaceRecords) {
    switch (table, cut) {
    case (.foreign, _):
      return
    case (_, .overlongRow):
      records.add(.tooLong(limit: InputLimits.line), at: location)
    case (.columns(let columns), .row):
      records.add(at: location) { record throws(PlaceRecord.Problem) in
        try columns.read(splitter.row, into: &record)
      }
    case (.unknown, .row):
      guard let columns = CSVHeader(firstRow: splitter.row, separator: separator) else {
        table = .foreign
        records.add(Self.foreign, at: location)
        return
      }
      table = .columns(columns)
      records.unknownHeadings = columns.unknownHeadings
      if columns.firstRowIsPlace { add(cut, to: &records) }
    }
  }

  /// What messages call the row that was cut last.
  private var location: String { "line \(splitter.rowLine)" }

  /// Whichever of semicolon, tab and comma is most frequent in the first line; a comma may be a decimal sign.
  private static func separator(inFirstLineOf beginning: Span<UInt8>) -> UInt8 {
    let candidates = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: ",")]
    var counts = [0, 0, 0]
    for index in beginning.indices {
      if beginning[index] == UInt8(ascii: "\n") { break }
      if let candidate = candidates.firstIndex(of: beginning[index]) { counts[candidate] += 1 }
    }
    guard counts != [0, 0, 0] else { return UInt8(ascii: ",") }
    return zip(candidates, counts).reduce((candidates[0], counts[0])) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}
