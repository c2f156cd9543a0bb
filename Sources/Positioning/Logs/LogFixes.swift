import FoundationEssentials
import Input

/// The fixes of a recorded log whose bytes come from elsewhere.
package enum LogFixes {
  /// The formats with a line for each sentence or report.
  package enum Format: Sendable {
    case nmea, gpsdJSON
  }

  /// What is known of a log, beside its fixes.
  package struct End: Sendable {
    /// Lines that should have been readable, but were not.
    package internal(set) var badLines = 0
    /// The number of the first of them, from 1.
    package internal(set) var firstBadLine: Int?
    package internal(set) var lines = 0
    /// Sentences that say that their fix is not valid.
    var invalidFixes = 0
    /// The time of the last report if that was without a fix, and had a time.
    var silentUntil: Date?
    /// What people must know of the times or the receivers; `nil` for nothing.
    package internal(set) var notice: String?
  }

  /// Hands over the fixes in their order, those of a piece together, and what people must know of them.
  ///
  /// - Parameter pieces: returns the next one, an empty one if nothing more comes for now, and `nil` at the end.
  package static func read<Failure: Error>(
    _ format: Format, from pieces: () throws(Failure) -> [UInt8]?, take: ([Location], String?) -> Void
  ) throws(Failure) -> End {
    switch format {
    case .nmea: try read(with: NMEADecoder(), from: pieces, take: take)
    case .gpsdJSON: try read(with: GpsdDecoder(), from: pieces, take: take)
    }
  }

  private static func read<Failure: Error>(
    with decoder: some LogDecoding, from pieces: () throws(Failure) -> [UInt8]?,
    take: ([Location], String?) -> Void
  ) throws(Failure) -> End {
    var decoder = decoder
    var splitter = LineSplitter()
    var locations: [Location] = []
    var firstBadLine: Int?
    func decode(_ line: Span<UInt8>, number: Int) {
      decoder.decode(line, into: &locations)
      if firstBadLine == nil, decoder.end.badLines > 0 { firstBadLine = number }
    }
    while let piece = try pieces() {
      // Some loggers end lines with a carriage return alone.
      if splitter.lineCount == 0, !piece.contains(UInt8(ascii: "\n")),
        piece.dropLast().contains(UInt8(ascii: "\r"))
      {
        splitter.separator = UInt8(ascii: "\r")
      }
      splitter.split(piece.span, decode)
      if piece.isEmpty { decoder.pause(into: &locations) }
      take(locations, decoder.end.notice)
      locations.removeAll(keepingCapacity: true)
    }
    splitter.finish(decode)
    decoder.finish(into: &locations)
    take(locations, decoder.end.notice)
    var end = decoder.end
    end.badLines += splitter.overlongLines
    end.firstBadLine = [firstBadLine, splitter.firstOverlongLine].compactMap(\.self).min()
    end.lines = splitter.lineCount
    return end
  }
}

/// Turns the lines of one recorded format into fixes, one fix an epoch.
protocol LogDecoding {
  /// What is known so far.
  var end: LogFixes.End { get }

  /// Reads a line, and appends the fixes that are complete with it.
  mutating func decode(_ line: Span<UInt8>, into locations: inout [Location])

  /// Appends the fix that only the end of the log completes, if there is one.
  mutating func finish(into locations: inout [Location])

  /// Appends the fix that is complete if nothing more comes for now, if there is one.
  mutating func pause(into locations: inout [Location])
}
