import Input

/// The fixes of a recorded log whose bytes come from elsewhere.
package enum LogFixes {
  /// The formats with a line for each sentence or report.
  package enum Format: Sendable {
    case nmea, gpsdJSON
  }

  /// Hands over the fixes in their order; returns how many lines were not understood, and of how many.
  package static func read(
    _ format: Format, from pieces: () -> [UInt8]?, take: (Location) -> Void
  ) -> (badLines: Int, lines: Int) {
    switch format {
    case .nmea: read(with: NMEADecoder(), from: pieces, take: take)
    case .gpsdJSON: read(with: GpsdLogDecoder(), from: pieces, take: take)
    }
  }

  private static func read(
    with decoder: some LogDecoding, from pieces: () -> [UInt8]?, take: (Location) -> Void
  ) -> (badLines: Int, lines: Int) {
    var decoder = decoder
    var splitter = LineSplitter()
    var locations: [Location] = []
    func handOver() {
      locations.forEach(take)
      locations.removeAll(keepingCapacity: true)
    }
    while let piece = pieces() {
      splitter.split(piece.span) { line, _ in decoder.decode(line, into: &locations) }
      handOver()
    }
    splitter.finish { line, _ in decoder.decode(line, into: &locations) }
    decoder.finish(into: &locations)
    handOver()
    return (decoder.badLines + splitter.overlongLines, splitter.lineCount)
  }
}
