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
  /// The shape of the last row that was read.
  private var shape: (cells: Int, last: Int)?
  /// How many bytes of a byte-order mark, and of a named separator, are still to come.
  private var markBytes: Int

  /// - Parameter beginning: what the data begins with, to tell the separator by.
  init(beginning: Span<UInt8>) {
    let mark = PlaceFileFormat.starts(beginning, with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let lineEnd = Self.lineEnd(of: beginning)
    let named = Self.separator(namedIn: beginning.extracting(droppingFirst: mark))
    markBytes = mark + (named == nil ? 0 : 5)
    separator = named ?? Self.separator(inFirstLineOf: beginning, lineEnd)
    splitter = CSVSplitter(separator: separator, lineEnd: lineEnd)
  }

  mutating func read(_ piece: Span<UInt8>, into records: inout PlaceRecords) {
    var index = min(markBytes, piece.count)
    markBytes -= index
    while let cut = splitter.next(in: piece, from: &index) { add(cut, to: &records) }
  }

  mutating func finish(into records: inout PlaceRecords) {
    let isUnfinished = splitter.isUnfinished
    guard let cut = splitter.finish() else { return }
    let last = splitter.row.shape
    if isUnfinished {
      records.breakOff("a quote that is never closed", at: location)
    } else if case .columns(let columns) = table, let shape, last.cells < min(shape.cells, columns.count) {
      records.breakOff("the data is cut short here", at: location)
    } else {
      if case .columns(let columns) = table, columns.endsInPosition, let shape, last.last < shape.last {
        records.raiseDoubt(
          "the file ends without a line break; if it was cut short, this position may be wrong", at: location)
      }
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
      records.add(.tooLong(limit: InputLimits.record), at: location)
    case (.columns(let columns), .row):
      shape = splitter.row.shape
      records.add(at: location) { record throws(PlaceRecord.Problem) in
        try columns.read(splitter.row, into: &record)
      }
    case (.unknown, .row):
      // Each of its cells takes much more memory than those of other rows.
      let isTooLong = splitter.row.size > InputLimits.line
      guard !isTooLong, let columns = CSVHeader(firstRow: splitter.row, separator: separator) else {
        table = .foreign
        records.add(isTooLong ? .tooLong(limit: InputLimits.line) : Self.foreign, at: location)
        return
      }
      table = .columns(columns)
      records.unknownHeadings = columns.unknownHeadings
      if columns.firstRowIsPlace { add(cut, to: &records) }
    }
  }

  /// What messages call the row that was cut last.
  private var location: String { "line \(splitter.rowLine)" }

  /// A carriage return where there is no line feed, as on old Macs.
  private static func lineEnd(of beginning: Span<UInt8>) -> UInt8 {
    let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    return ends.first { end in beginning.indices.contains { beginning[$0] == end } } ?? ends[0]
  }

  /// What a line `sep=;` before the table names, as Excel reads it.
  private static func separator(namedIn beginning: Span<UInt8>) -> UInt8? {
    guard PlaceFileFormat.starts(beginning, with: "sep=".utf8), beginning.count > 5,
      "\r\n".utf8.contains(beginning[5]), !"\r\n\"".utf8.contains(beginning[4])
    else { return nil }
    return beginning[4]
  }

  /// Whichever of semicolon, tab and comma is most frequent in the first line; a comma may be a decimal sign.
  private static func separator(inFirstLineOf beginning: Span<UInt8>, _ lineEnd: UInt8) -> UInt8 {
    let candidates = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: ",")]
    var counts = [0, 0, 0]
    for index in beginning.indices {
      if beginning[index] == lineEnd { break }
      if let candidate = candidates.firstIndex(of: beginning[index]) { counts[candidate] += 1 }
    }
    guard counts != [0, 0, 0] else { return UInt8(ascii: ",") }
    return zip(candidates, counts).reduce((candidates[0], counts[0])) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}
