import Input

/// Positions from a recorded log: NMEA 0183, gpsd JSON or GPX, recognised by content.
public struct LogSource: PositionSource {
  let input: LogInput
  let tell: @Sendable (String) -> Void

  /// - Parameter tell: called with what people must know of the log, maybe repeatedly.
  public init(input: LogInput, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.input, self.tell) = (input, tell)
  }

  public var canPause: Bool { true }

  public func run(until stop: Waker, report: (PositionEvent) -> Void) -> PositionSourceEnd {
    do throws(PositioningError) {
      let reader = try LogReader(input, until: stop)
      let format = try format(of: reader)
      report(.state(.reporting))
      return switch format {
      case .nmea: try replay(.nmea, reader, report: report)
      case .gpsdJSON: try replay(.gpsdJSON, reader, report: report)
      case .gpx: try replayTrack(reader) { if !$0.isEmpty { report(.locations($0)) } }
      }
    } catch {
      return .failed(error)
    }
  }

  /// Reads as much as shows the format.
  private func format(of reader: LogReader) throws(PositioningError) -> LogFormat {
    var beginning: [UInt8] = []
    while true {
      let piece = try reader.next()
      beginning += piece ?? []
      switch LogFormat.sniff(beginning.span, isWhole: piece == nil) {
      case .format(let format):
        // A byte-order mark is not part of the first line.
        if beginning.starts(with: [0xEF, 0xBB, 0xBF]) { beginning.removeFirst(3) }
        reader.upcoming = beginning
        return format
      case .undecided: continue
      case .unknown: throw beginning.isEmpty ? .logEmpty(input) : .logFormatUnknown(input)
      }
    }
  }

  private func replay(
    _ format: LogFixes.Format, _ reader: LogReader, report: (PositionEvent) -> Void
  ) throws(PositioningError) -> PositionSourceEnd {
    var hasFix = false
    let end = try LogFixes.read(format, from: reader.next) { locations, notice in
      notice.map(tell)
      hasFix = hasFix || !locations.isEmpty
      if !locations.isEmpty { report(.locations(locations)) }
    }
    // What looked like a log by its first character was not one.
    if end.badLines > 1, end.badLines >= end.lines { throw .logFormatUnknown(input) }
    return .complete(
      badLines: BadLines(end.badLines, first: end.firstBadLine), until: end.silentUntil,
      invalid: hasFix ? 0 : end.invalidFixes)
  }
}
