import CExpat

/// Reads the points of a GPX document one by one, in memory that does not grow with it.
///
/// It does so with expat, as Foundation's `XMLParser` comes with libxml2 and ICU, which every run would load.
package final class GPXReader {
  /// How a document ended.
  package enum End: Equatable {
    /// All of it was read, or `take` had enough; so many points had no usable position.
    case complete(badPoints: Int)
    /// It is no GPX.
    case foreign(rootElement: String)
    /// It is not well-formed from this line on.
    case malformed(line: Int, badPoints: Int)
  }

  private let parser: XML_Parser
  private let take: (GPXPoint) -> Bool
  private var rootElement: String?
  private var openElements = 0
  private var point: GPXPoint?
  private var text: [UInt8] = []
  private var isInBadPoint = false
  private var badPoints = 0
  private var hadEnough = false

  private init(take: @escaping (GPXPoint) -> Bool) {
    guard let parser = XML_ParserCreate(nil) else { fatalError("no memory for an XML parser") }
    self.parser = parser
    self.take = take
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { GPXReader.of($0)?.start($1, attributes: $2) },
      { GPXReader.of($0)?.end($1) })
    XML_SetCharacterDataHandler(parser) { GPXReader.of($0)?.append($1, count: Int($2)) }
    XML_SetUnknownEncodingHandler(parser, { XMLEncoding.describe($1, in: $2) }, nil)
  }

  deinit {
    XML_ParserFree(parser)
  }

  /// Reads a document to its end, or until `take` returns `false`.
  package static func read(from pieces: () -> [UInt8]?, take: (GPXPoint) -> Bool) -> End {
    withoutActuallyEscaping(take) { take in
      let reader = GPXReader(take: take)
      let isWhole = reader.parse(pieces)
      if let root = reader.rootElement, root != "gpx" { return .foreign(rootElement: root) }
      return isWhole || reader.hadEnough
        ? .complete(badPoints: reader.badPoints)
        : .malformed(line: reader.line, badPoints: reader.badPoints)
    }
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  /// Whether the document is well-formed to its end.
  private func parse(_ pieces: () -> [UInt8]?) -> Bool {
    var count = 0
    while let piece = pieces() {
      guard parse(piece, isLast: false) else { return false }
      count += piece.count
      guard count - XML_GetCurrentByteIndex(parser) <= InputLimits.tag else { return false }
    }
    return parse([], isLast: true)
  }

  private func parse(_ piece: [UInt8], isLast: Bool) -> Bool {
    piece.withUnsafeBytes { bytes in
      let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      return XML_Parse(parser, start, Int32(bytes.count), isLast ? 1 : 0) == XML_STATUS_OK
    }
  }

  private func stop() {
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private static func of(_ userData: UnsafeMutableRawPointer?) -> GPXReader? {
    userData.map { Unmanaged<GPXReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func localName(_ name: UnsafePointer<XML_Char>?) -> String {
    let name = name.map { String(cString: $0) } ?? ""
    return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

// MARK: - What expat calls

extension GPXReader {
  /// - Parameter attributes: names and values by turns, up to a null pointer.
  private func start(
    _ name: UnsafePointer<XML_Char>?, attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    let name = Self.localName(name)
    text.removeAll(keepingCapacity: true)
    openElements += 1
    if openElements > InputLimits.openElements { stop() }
    if rootElement == nil {
      rootElement = name
      if name != "gpx" { stop() }
    } else if let kind = GPXPoint.Kind(rawValue: name) {
      point = GPXPoint(kind: kind, attributes: Self.dictionary(attributes))
      isInBadPoint = point == nil
    }
  }

  private func append(_ characters: UnsafePointer<XML_Char>?, count: Int) {
    guard point != nil, text.count + count <= InputLimits.line else { return }
    text += UnsafeRawBufferPointer(start: characters, count: count)
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    openElements -= 1
    let name = Self.localName(name)
    if isInBadPoint, GPXPoint.Kind(rawValue: name) != nil {
      isInBadPoint = false
      badPoints += 1
    }
    guard var ended = point else { return }
    if name == ended.kind.rawValue {
      ended.line = line
      point = nil
      if !take(ended) {
        hadEnough = true
        stop()
      }
    } else {
      point?.set(String(decoding: text, as: UTF8.self), for: name)
    }
    text.removeAll(keepingCapacity: true)
  }

  private static func dictionary(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> [String: String] {
    var dictionary: [String: String] = [:]
    var next = attributes
    while let name = next?[0], let value = next?[1] {
      dictionary[String(cString: name)] = String(cString: value)
      next = next?.advanced(by: 2)
    }
    return dictionary
  }
}
