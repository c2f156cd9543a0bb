extension TypedPosition {
  /// Reads what follows `geo:`, as RFC 5870 has it: the position, its accuracy in metres as `u`, and WGS 84 alone.
  init(geoURI: Substring, of text: String) throws(ParsingError) {
    // RFC 5870 knows no query, but Android's links have one.
    let path = geoURI.prefix { $0 != "?" }
    let query = geoURI.endIndex > path.endIndex ? MapLink.parameter("q", in: text) : nil
    if let query, let marked = Self.plainDegrees(String(query.prefix { $0 != "(" })) {
      self.init(coordinate: marked)
      return
    }
    let parts = path.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3 else { throw .malformed(text) }
    self.init(
      coordinate: try Self.coordinate(latitude: numbers[0], longitude: numbers[1], of: text))
    if query != nil, coordinate == Coordinate(latitude: 0, longitude: 0) {
      let understood = "with words to search for"
      throw .misread(
        text, NotationError(notation: "a geo: URI", understood: understood, problem: "it holds no position"))
    }
    for parameter in parts.dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch pair[0].lowercased() {
      case "crs":
        guard pair.count == 2, pair[1].lowercased() == "wgs84" else { throw .unknownReferenceSystem(text) }
      case "u":
        guard pair.count == 2, let metres = Double.decimal(pair[1]), metres >= 0 else {
          throw .malformed(text)
        }
        accuracy = metres
      default:
        // RFC 5870: parameters that are not known are ignored.
        continue
      }
    }
  }
}
