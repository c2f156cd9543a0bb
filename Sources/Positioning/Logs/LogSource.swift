import Input

/// Positions from a recorded log: NMEA 0183, gpsd JSON or GPX, recognised by content.
public struct LogSource: PositionSource {
  let input: LogInput

  public init(input: LogInput) {
    self.input = input
  }

  public var canPause: Bool { true }

  public func run(until stop: Latch, report: (PositionEvent) -> Void) -> PositionSourceEnd {
    do throws(PositioningError) {
      let reader = try LogReader(input, until: stop)
      let (beginning, format) = try beginning(of: reader)
      report(.state(.reporting))
      let batch = { (locations: [Location]) in
        if !locations.isEmpty { report(.locations(locations)) }
      }
      return switch format {
      case .nmea: try replay(beginning, reader, with: NMEADecoder(), report: batch)
      case .gpsdJSON: try replay(beginning, reader, with: GpsdLogDecoder(), report: batch)
      case .gpx: try replayTrack(beginning, reader, report: batch)
      }
    } catch {
      return .failed(error)
    }
  }

  /// Reads as much as shows the format.
  private func beginning(of reader: LogReader) throws(PositioningError) -> ([UInt8], LogFormat) {
    var beginning: [UInt8] = []
    while true {
      let isWhole = try !reader.withNextPiece { piece in
        piece.withUnsafeBufferPointer { beginning.append(contentsOf: $0) }
      }
      switch LogFormat.sniff(beginning.span, isWhole: isWhole) {
      case .format(let format):
        // A byte-order mark is not part of the first line.
        if beginning.starts(with: [0xEF, 0xBB, 0xBF]) { beginning.removeFirst(3) }
        return (beginning, format)
      case .undecided: continue
      case .unknown: throw beginning.isEmpty ? .logEmpty(input) : .logFormatUnknown(input)
      }
    }
  }

  private func replay(
    _ beginning: [UInt8], _ reader: LogReader, with decoder: some LogDecoding, report: ([Location]) -> Void
  ) throws(PositioningError) -> PositionSourceEnd {
    var decoder = decoder
    var splitter = LineSplitter()
    var hasFix = false
    func hand(_ locations: [Location]) {
      hasFix = hasFix || !locations.isEmpty
      report(locations)
    }
    func take(_ piece: Span<UInt8>) {
      var locations: [Location] = []
      splitter.split(piece) { line, _ in decoder.decode(line, into: &locations) }
      hand(locations)
    }
    take(beginning.span)
    while try reader.withNextPiece({ take($0) }) {}
    var locations: [Location] = []
    splitter.finish { line, _ in decoder.decode(line, into: &locations) }
    decoder.finish(into: &locations)
    hand(locations)
    let badLines = decoder.badLines + splitter.overlongLines
    // What looked like a log by its first character was not one.
    if badLines > 1, badLines >= splitter.lineCount { throw .logFormatUnknown(input) }
    return .complete(
      badLines: badLines, until: decoder.silentUntil, invalid: hasFix ? 0 : decoder.invalidFixes)
  }
}
