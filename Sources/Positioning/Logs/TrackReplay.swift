import Input

extension LogSource {
  /// How many fixes of a track are handed over at once.
  private static let batchSize = 256

  /// Reads the track points of a GPX document.
  func replayTrack(
    _ beginning: [UInt8], _ reader: LogReader, report: ([Location]) -> Void
  ) throws(PositioningError) -> PositionSourceEnd {
    var readingError: PositioningError?
    var upcoming: [UInt8]? = beginning
    func nextPiece() -> [UInt8]? {
      if let piece = upcoming.take() { return piece }
      var next: [UInt8]?
      do throws(PositioningError) {
        _ = try reader.withNextPiece { piece in next = piece.withUnsafeBufferPointer { Array($0) } }
      } catch {
        readingError = error
      }
      return next
    }

    var batch: [Location] = []
    let end = withoutActuallyEscaping(nextPiece) { pieces in
      GPXReader.read(from: pieces) { point in
        guard point.kind == .trackPoint, let location = point.location else { return true }
        batch.append(location)
        if batch.count == Self.batchSize {
          report(batch)
          batch.removeAll(keepingCapacity: true)
        }
        return true
      }
    }
    report(batch)
    if let readingError { throw readingError }
    switch end {
    case .complete(let badPoints): return .complete(badLines: badPoints)
    case .foreign: throw .logFormatUnknown(input)
    case .malformed(let line, _):
      throw .logMalformed(input, line: line, problem: "the XML is not well-formed")
    }
  }
}
