import CExpat

/// Prepares KML for gpsbabel(1), which makes GPX of it.
package enum KMLReader {
  /// All of a document but its areas, of which gpsbabel makes tracks; those up to where it is malformed.
  package static func withoutAreas(_ kml: [UInt8]) -> [UInt8] {
    var (kept, end): ([UInt8], Int) = ([], 0)
    for area in areas(in: kml) {
      kept += kml[end..<area.lowerBound]
      end = area.upperBound
    }
    return kept + kml[end...]
  }

  private static func areas(in kml: [UInt8]) -> [Range<Int>] {
    guard let parser = XML_ParserCreate(nil) else { fatalError("no memory for an XML parser") }
    defer { XML_ParserFree(parser) }
    var areas = Areas(parser: parser)
    return withUnsafeMutablePointer(to: &areas) { areas in
      XML_SetUserData(parser, areas)
      XML_SetElementHandler(
        parser, { data, name, _ in Areas.of(data, around: name)?.pointee.begin() },
        { Areas.of($0, around: $1)?.pointee.end() })
      XML_SetUnknownEncodingHandler(parser, { XMLEncoding.describe($1, in: $2) }, nil)
      _ = GPXReader.parse(kml, isLast: true, with: parser)
      return areas.pointee.ranges
    }
  }

  private struct Areas {
    let parser: XML_Parser
    var depth = 0
    var start = 0
    /// The outermost.
    var ranges: [Range<Int>] = []

    /// `nil` at the edge of an element that is no area, whatever its prefix.
    static func of(
      _ userData: UnsafeMutableRawPointer?, around name: UnsafePointer<XML_Char>?
    ) -> UnsafeMutablePointer<Areas>? {
      guard let name, String(cString: name).split(separator: ":").last == "Polygon" else { return nil }
      return userData?.assumingMemoryBound(to: Areas.self)
    }

    mutating func begin() {
      if depth == 0 { start = XML_GetCurrentByteIndex(parser) }
      depth += 1
    }

    mutating func end() {
      depth -= 1
      guard depth == 0 else { return }
      ranges.append(start..<XML_GetCurrentByteIndex(parser) + Int(XML_GetCurrentByteCount(parser)))
    }
  }
}
