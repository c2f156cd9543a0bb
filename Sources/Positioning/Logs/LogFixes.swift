import FoundationEssentials
import Input

/// The fixes of a recorded log whose bytes come from elsewhere.
package enum LogFixes {
  /// The formats with a line for each sentence or report.
  package enum Format: Sendable {
    case nmea, gpsdJSON
  }

  /// What is known at the end of a log.
  package struct End: Sendable {
    package let badLines: Int
    package let lines: Int
    /// Sentences that say that their fix is not valid.
    let invalidFixes: Int
    /// The time of the last report if that was without a fix, and had a time.
    let silentUntil: Date?
    let state: ReceiverState?
  }

  /// Hands over the fixes in their order, those of a piece together.
  package static func read<Failure: Error>(
    _ format: Format, from pieces: () throws(Failure) -> [UInt8]?, take: ([Location]) -> Void
  ) throws(Failure) -> End {
    switch format {
    case .nmea: try read(with: NMEADecoder(), from: pieces, take: take)
    case .gpsdJSON: try read(with: GpsdDecoder(), from: pieces, take: take)
    }
  }

  private static func read<Failure: Error>(
    with decoder: some LogDecoding, from pieces: () throws(Failure) -> [UInt8]?, take: ([Location]) -> Void
  ) throws(Failure) -> End {
    var decoder = decoder
    var splitter = LineSplitter()
    var locations: [Location] = []
    while let piece = try pieces() {
      splitter.split(piece.span) { line, _ in decoder.decode(line, into: &locations) }
      take(locations)
      locations.removeAll(keepingCapacity: true)
    }
    splitter.finish { line, _ in decoder.decode(line, into: &locations) }
    decoder.finish(into: &locations)
    take(locations)
    return End(
      badLines: decoder.badLines + splitter.overlongLines, lines: splitter.lineCount,
      invalidFixes: decoder.invalidFixes, silentUntil: decoder.silentUntil,
      state: (decoder as? GpsdDecoder)?.state)
  }
}

/// Turns the lines of one recorded format into fixes, one fix an epoch.
protocol LogDecoding {
  /// Lines that should have been readable, but were not.
  var badLines: Int { get }

  /// Sentences that say that their fix is not valid.
  var invalidFixes: Int { get }

  /// The time of the last report if that was without a fix, and had a time.
  var silentUntil: Date? { get }

  /// Reads a line, and appends the fixes that are complete with it.
  mutating func decode(_ line: Span<UInt8>, into locations: inout [Location])

  /// Appends the fix that only the end of the log completes, if there is one.
  mutating func finish(into locations: inout [Location])
}
