import Geography
import PlaceStore
import Places
import Positioning
import Presentation

/// Answers each position of the standard input, one after the other: a line of JSON for each, or rows of CSV.
@MainActor
struct PositionLines {
  let context: CommandContext
  /// The store whose ids are positions, too.
  let store: StoreOptions
  /// The columns of CSV; `nil` for JSON.
  let fields: [PlaceColumn]?
  private let hasGeometry: Bool
  private let writer: AnswerWriter
  private let wording: Wording

  /// - Throws: `CommandFailure` if the options do not go with many positions.
  init(
    _ position: PositionOptions, _ output: OutputOptions, store: StoreOptions, in context: CommandContext
  ) throws {
    guard position.near == nil else {
      throw CommandFailure("--near looks around one place, not around each position of --at -", .usage)
    }
    guard [nil, .jsonl, .json, .csv].contains(output.chosenFormat) else {
      throw CommandFailure(
        "--at - prints a line of JSON for each position, or rows: add --json, --format jsonl or --format csv",
        .usage)
    }
    if output.fields != nil, output.chosenFormat != .csv {
      throw CommandFailure("with --at -, --fields works only with --format csv", .usage)
    }
    self.context = context
    self.store = store
    hasGeometry = output.geometry
    fields = output.chosenFormat == .csv ? output.fields ?? PlaceColumn.ofView : nil
    writer = AnswerWriter(to: context)
    wording = try output.wording.wording(in: context.settings)
  }

  /// Answers each line that is a position.
  ///
  /// - Parameters:
  ///   - openings: tells whether the places are open.
  ///   - status: what an answer means.
  ///   - answer: the places at a position, by the openings of the present.
  /// - Returns: 65 if a line is no position, else 0 if that is the status of any, else 69, else 75, else 1.
  func answer(
    openings: Openings, status: (NearbyReport) -> ExitStatus,
    by answer: (Coordinate, Openings) async throws -> PlaceAnswer
  ) async throws -> ExitStatus {
    let lines = NearbyLines()
    var hasToldEnd = false
    return try await writer.run { () throws in
      if let fields { try writer.write { $0 += CSVWriter(fields: fields).headerOfLines.utf8 } }
      return try await context.forEachPosition(store: store) { lineNumber, written in
        // Positions may come all day.
        let openings = openings.at(context.now())
        var report = NearbyReport(
          location: Location(coordinate: written.coordinate, accuracy: written.accuracy),
          provider: PositionOptions.Choice.fixed(written).provider,
          answer: try await answer(written.coordinate, openings), openings: openings)
        report.hasGeometry = hasGeometry
        if let unasked = report.answer.source.unasked, !hasToldEnd {
          hasToldEnd = true
          context.console.tell(wording(.beyondData) + unasked.clause(wording))
        }
        try writer.write { bytes in
          guard let fields else { return lines.append(report, to: &bytes) }
          bytes += CSVWriter(fields: fields).rows(of: report.shownPlaces, atLine: lineNumber).utf8
        }
        return status(report)
      } malformed: { lineNumber, problem in
        try writer.flush()
        guard fields == nil else { return }
        try writer.write { $0 += NearbyReport.jsonLine(ofBadLine: lineNumber, problem).utf8 }
      }
    }
  }
}

extension CommandContext {
  /// Answers each line of the standard input that is a position, and says which ones are not.
  ///
  /// - Parameters:
  ///   - store: the store whose ids are positions, too.
  ///   - answer: gets the number of the line, from 1; returns what the answer means.
  ///   - malformed: gets the number of a line that is no position, and why, before it is told.
  /// - Returns: 65 if a line is no position, else 0 if that is the status of any, else 69, else 75, else 1.
  func forEachPosition(
    store: StoreOptions, answer: (Int, TypedPosition) async throws -> ExitStatus,
    malformed: (Int, String) async throws -> Void
  ) async throws -> ExitStatus {
    var lineNumber = 0
    var statuses: Set<ExitStatus> = []
    var opened: PlaceStore?
    while var line = try readLine() {
      lineNumber += 1
      // Editors on Windows begin a file so.
      if lineNumber == 1, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      let written: TypedPosition
      do {
        written = try writtenPosition(line) {
          let stored = try opened ?? Self.awaitStore(store.path(in: settings), logger: logger)
          opened = stored
          return stored
        }
      } catch let failure as CommandFailure {
        try await malformed(lineNumber, failure.message)
        console.tell("standard input, line \(lineNumber): \(failure.message)")
        statuses.insert(.malformedInput)
        continue
      }
      statuses.insert(try await answer(lineNumber, written))
    }
    if statuses.isEmpty { console.tell("standard input has no positions") }
    return [.malformedInput, .found, .unreachable, .tryLater].first(where: statuses.contains) ?? .nothingFound
  }
}
