import Input

/// Reads JSON documents: GeoJSON, or a list of objects, wrapped or not.
package struct JSONDocumentReader: PlaceRecordReading {
  private var splitter = JSONDocumentSplitter()
  private let decoder = JSONPlaceDecoder()
  private var ordinal = 0
  /// What stands before the list, and why none of its records can be read.
  private var head: (bytes: [UInt8], problem: PlaceRecord.Problem?) = ([], nil)

  package init() {}

  package mutating func read(_ piece: Span<UInt8>, into records: inout PlaceRecords) {
    var index = 0
    while let cut = splitter.next(in: piece, from: &index) { add(cut, to: &records) }
  }

  private mutating func add(_ cut: JSONDocumentSplitter.Cut, to records: inout PlaceRecords) {
    if head.bytes != splitter.head {
      head = (splitter.head, Self.problem(ofFrame: splitter.head + Array("]}".utf8)))
    }
    var record = PlaceRecord()
    let outcome = cut.flatMap { bytes in
      Result { () throws(PlaceRecord.Problem) in
        if let problem = head.problem { throw problem }
        try decoder.read(bytes.span, into: &record)
      }
    }
    // What looks like a place with an empty list is most often an answer without places.
    if splitter.hadEmptyList, case .success = outcome, !record.hasPosition { return }
    ordinal += 1
    records.add(at: "record \(ordinal)") { added throws(PlaceRecord.Problem) in
      added = record
      try outcome.get()
    }
  }

  package mutating func finish(into records: inout PlaceRecords) {
    if !splitter.hasBegun {
      records.add(.malformed("no JSON object or array"), at: "line 1")
    } else if splitter.isUnfinished {
      records.breakOff("the data is cut short here", at: "line \(splitter.endedLines + 1)")
    }
    if let line = splitter.strayLine {
      records.add(.malformed("no JSON object"), at: "line \(line)", times: max(1, splitter.strayCount))
    }
    guard splitter.foundList || splitter.isUnfinished else { return }
    // What a document says about its list.
    let frame = splitter.head + (splitter.isUnfinished ? Array("]}".utf8) : splitter.tail)
    if head.problem == nil, let problem = Self.problem(ofFrame: frame) {
      records.takeBack(for: problem, at: "line \(splitter.endedLines + 1)")
    }
    try? JSONParser().parse(frame.span) { document in
      records.attribution = document["attribution"]?.string
      if let error = document["error"]?.string, !error.isEmpty {
        records.add(.malformed("it reports an error: \(error.prefix(100))"), at: "record 1")
      }
      // Metres within which the list is complete; of one that cannot be read, nothing is known.
      if let reach = document["reach"], !reach.isNull { records.reach = max(0, reach.number ?? 0) }
    }
  }

  /// Why the features of a collection cannot be read.
  private static func problem(ofFrame frame: [UInt8]) -> PlaceRecord.Problem? {
    let problem = try? JSONParser().parse(frame.span) { document in
      document["type"]?.isText("FeatureCollection") ?? false ? document.problemOfReference : nil
    }
    return problem ?? nil
  }
}

/// Reads JSON texts that follow each other: JSON Lines, or a GeoJSON text sequence.
package struct JSONTextsReader: PlaceRecordReading {
  /// What a text is called where it is named.
  private enum Unit: String {
    case line, record
  }

  /// Begins each text of a sequence (RFC 8142).
  package static let recordSeparator: UInt8 = 0x1E

  private var splitter: LineSplitter
  private let decoder = JSONPlaceDecoder()
  private let unit: Unit
  private var ordinal = 0

  package static func lines() -> JSONTextsReader {
    JSONTextsReader(splitter: LineSplitter(limit: InputLimits.record), unit: .line)
  }

  package static func sequence() -> JSONTextsReader {
    let splitter = LineSplitter(separator: recordSeparator, limit: JSONDocumentSplitter.recordLimit)
    return JSONTextsReader(splitter: splitter, unit: .record)
  }

  private init(splitter: LineSplitter, unit: Unit) {
    self.splitter = splitter
    self.unit = unit
  }

  package mutating func read(_ piece: Span<UInt8>, into records: inout PlaceRecords) {
    cut(into: &records) { $0.split(piece, $1) }
  }

  package mutating func finish(into records: inout PlaceRecords) {
    cut(into: &records, isEnd: true) { $0.finish($1) }
  }

  private mutating func cut(
    into records: inout PlaceRecords, isEnd: Bool = false,
    _ split: (inout LineSplitter, (Span<UInt8>, Int) -> Void) -> Void
  ) {
    let overlongBefore = splitter.overlongLines
    var ordinal = ordinal
    let decoder = decoder
    split(&splitter) { text, number in
      guard text.indices.contains(where: { text[$0] > UInt8(ascii: " ") }) else { return }
      ordinal += 1
      // A sequence begins with a separator: what stands before it is no text.
      func location() -> String { "\(unit) \(unit == .line ? number : ordinal)" }
      let isBroken = isEnd && text[0] == UInt8(ascii: "{") && (try? JSONParser().parse(text) { _ in }) == nil
      if isBroken { return records.breakOff("the data is cut short here", at: location()) }
      records.add(at: location()) { record throws(PlaceRecord.Problem) in
        try decoder.read(text, into: &record)
      }
    }
    self.ordinal = ordinal
    for _ in overlongBefore..<splitter.overlongLines {
      records.add(.tooLong(limit: splitter.limit), at: "\(unit) \(splitter.lineCount) or before")
    }
  }
}
