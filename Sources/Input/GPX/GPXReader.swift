import CExpat
import Glibc

/// Reads the points of a GPX document one by one, in memory that does not grow with it.
///
/// It uses expat, because Foundation's `XMLParser` brings libxml2 and ICU, which every run would load.
package enum GPXReader {
  package enum End: Equatable {
    /// All of it was read, or `take` had enough; this many points had no usable position.
    case complete(badPoints: Int)
    /// It is not GPX.
    case foreign(rootElement: String)
    /// It is not well-formed from this line on.
    case malformed(line: Int, badPoints: Int)
  }

  /// The attributes of a point that are not a position.
  package struct BadPoint {
    /// The line on which it begins.
    package let line: Int
    package let latitude: String?
    package let longitude: String?
  }

  /// Reads a document to its end, or until `take` returns `false`.
  ///
  /// - Parameters:
  ///   - noteTime: called with the document's own creation time.
  ///   - noteAuthor: called with the holder of its copyright.
  ///   - noteName: called with its name, or that of its first track or route.
  ///   - refuse: called with each point without a usable position.
  ///   - take: called with each point; it can ask for the line on which the point ends, which takes time to count.
  /// - Throws: what `pieces` throws, once all before it is read.
  package static func read<Failure: Error>(
    from pieces: () throws(Failure) -> [UInt8]?, noteTime: (String) -> Void = { _ in },
    noteAuthor: (String) -> Void = { _ in }, noteName: (String) -> Void = { _ in },
    refuse: (BadPoint) -> Void = { _ in }, take: (_ point: GPXPoint, _ line: () -> Int) -> Bool
  ) throws(Failure) -> End {
    var failure: Failure?
    func next() -> [UInt8]? {
      do throws(Failure) {
        return try pieces()
      } catch {
        failure = error
        return nil
      }
    }
    let end = withoutActuallyEscaping(take) { take in
      withoutActuallyEscaping(refuse) { refuse in
        guard let parser = XML_ParserCreate(nil) else { fatalError("no memory for an XML parser") }
        defer { XML_ParserFree(parser) }
        var document = GPXDocument(parser: parser, take: take, refuse: refuse)
        // Not an object, which would be checked for exclusive access at each of millions of calls.
        return withUnsafeMutablePointer(to: &document) { document -> End in
          XML_SetUserData(parser, document)
          XML_SetElementHandler(
            parser, { GPXDocument.of($0)?.pointee.start($1, attributes: $2) },
            { GPXDocument.of($0)?.pointee.end($1) })
          XML_SetCharacterDataHandler(parser) { GPXDocument.of($0)?.pointee.append($1, count: Int($2)) }
          XML_SetUnknownEncodingHandler(parser, { XMLEncoding.describe($1, in: $2) }, nil)
          let isWhole = parse(next, with: parser)
          document.pointee.time.map(noteTime)
          document.pointee.author.map(noteAuthor)
          document.pointee.name.map(noteName)
          if let root = document.pointee.rootElement, root != "gpx" { return .foreign(rootElement: root) }
          let badPoints = document.pointee.badPoints
          return isWhole || document.pointee.hadEnough
            ? .complete(badPoints: badPoints)
            : .malformed(line: Int(XML_GetCurrentLineNumber(parser)), badPoints: badPoints)
        }
      }
    }
    if let failure { throw failure }
    return end
  }

  /// Whether the document is well-formed to its end.
  private static func parse(_ pieces: () -> [UInt8]?, with parser: XML_Parser) -> Bool {
    var count = 0
    while let piece = pieces() {
      guard parse(piece, isLast: false, with: parser) else { return false }
      count += piece.count
      guard count - XML_GetCurrentByteIndex(parser) <= InputLimits.tag else { return false }
    }
    return parse([], isLast: true, with: parser)
  }

  static func parse(_ piece: [UInt8], isLast: Bool, with parser: XML_Parser) -> Bool {
    piece.withUnsafeBytes { bytes in
      let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      return XML_Parse(parser, start, Int32(bytes.count), isLast ? 1 : 0) == XML_STATUS_OK
    }
  }
}

private struct GPXDocument {
  typealias Name = UnsafePointer<XML_Char>

  private(set) var rootElement: String?
  private(set) var badPoints = 0
  private(set) var hadEnough = false
  /// The document's creation time: `time` in `metadata` in GPX 1.1, in the document itself in 1.0.
  private(set) var time: String?
  /// The holder of the copyright.
  private(set) var author: String?
  private(set) var name: String?

  private let parser: XML_Parser
  private let take: (GPXPoint, () -> Int) -> Bool
  private let refuse: (GPXReader.BadPoint) -> Void
  private var openElements = 0
  /// That of GPX's own elements, which some lack; those with others are of extensions.
  private var prefix: [XML_Char] = []
  private var point: GPXPoint?
  private var text: [UInt8] = []
  /// Whether the element's text exceeds the limit, and none of it counts.
  private var isTooLong = false
  private var segments = 0
  private var isInTime = false
  private var isInName = false
  private var isInMetadata = false
  /// How many elements are open where the point's own begin.
  private var depthOfPoint = 0

  init(
    parser: XML_Parser, take: @escaping (GPXPoint, () -> Int) -> Bool,
    refuse: @escaping (GPXReader.BadPoint) -> Void
  ) {
    self.parser = parser
    self.take = take
    self.refuse = refuse
  }

  static func of(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<GPXDocument>? {
    userData?.assumingMemoryBound(to: GPXDocument.self)
  }

  /// - Parameter attributes: names and values in turn, up to a null pointer.
  mutating func start(_ name: Name?, attributes: UnsafeMutablePointer<Name?>?) {
    guard let name else { return }
    let localName = Self.localName(name)
    forgetText()
    openElements += 1
    if openElements > InputLimits.openElements { stop() }
    if rootElement == nil {
      let root = String(cString: localName)
      rootElement = root
      prefix = [XML_Char](UnsafeBufferPointer(start: name, count: localName - name))
      if root != "gpx" { stop() }
    } else if point == nil, let kind = Self.kind(of: localName), isOwn(name, localName) {
      let latitude = Self.value(of: "lat", in: attributes)
      let longitude = Self.value(of: "lon", in: attributes)
      point = GPXPoint(kind: kind, latitude: latitude, longitude: longitude)
      depthOfPoint = openElements
      if point == nil {
        badPoints += 1
        let line = Int(XML_GetCurrentLineNumber(parser))
        refuse(GPXReader.BadPoint(line: line, latitude: latitude, longitude: longitude))
      }
    } else if openElements == 2, Self.isText(localName, "metadata") {
      isInMetadata = true
    } else if point != nil {
      startElementOfPoint(localName, attributes: attributes)
    } else if isInMetadata, author == nil, Self.isText(localName, "copyright") {
      author = Self.value(of: "author", in: attributes).map { $0.trimmed() }
    } else if openElements == (isInMetadata ? 3 : 2), Self.isText(localName, "time") {
      isInTime = time == nil
    } else if openElements == 3, Self.isText(localName, "name") {
      isInName = self.name == nil
    } else if Self.isText(localName, "trkseg") || Self.isText(localName, "rte") {
      segments += 1
    }
  }

  private mutating func startElementOfPoint(_ localName: Name, attributes: UnsafeMutablePointer<Name?>?) {
    if openElements == depthOfPoint + 1, Self.isText(localName, "link") {
      if let address = Self.value(of: "href", in: attributes) {
        point?.set(Array(address.utf8), for: .link)
      }
    } else if Self.isText(localName, "Made") {
      var next = attributes
      while let key = next?[0], let value = next?[1] {
        if let element = Self.element(of: key) {
          point?.setMade(String(cString: value).streamSafe, for: element)
        }
        next = next?.advanced(by: 2)
      }
    }
  }

  mutating func append(_ characters: UnsafePointer<XML_Char>?, count: Int) {
    guard point != nil || isInTime || isInName, !isTooLong else { return }
    guard text.count + count <= InputLimits.line else {
      isTooLong = true
      text.removeAll(keepingCapacity: true)
      return
    }
    characters?.withMemoryRebound(to: UInt8.self, capacity: count) {
      text.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
    }
  }

  mutating func end(_ name: Name?) {
    openElements -= 1
    guard let name else { return }
    let localName = Self.localName(name)
    if isInTime {
      isInTime = false
      time = String(decoding: text, as: UTF8.self).trimmed()
    }
    if isInName {
      isInName = false
      self.name = String(decoding: text, as: UTF8.self).trimmed().streamSafe
    }
    if openElements == 1, isInMetadata { isInMetadata = false }
    guard point != nil else { return }
    if openElements < depthOfPoint {
      if var ended = point.take() {
        ended.segment = segments
        if !take(ended, { [parser] in Int(XML_GetCurrentLineNumber(parser)) }) {
          hadEnough = true
          stop()
        }
      }
    } else if !text.isEmpty || isTooLong, let element = Self.element(of: localName),
      openElements == depthOfPoint && isOwn(name, localName) || element.isOfExtensions
    {
      if isTooLong { point?.leftOut += 1 } else { point?.set(text, for: element) }
    }
    forgetText()
  }

  private func isOwn(_ name: Name, _ localName: Name) -> Bool {
    localName == name || localName - name == prefix.count && strncmp(name, prefix, prefix.count) == 0
  }

  private mutating func forgetText() {
    text.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private func stop() {
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  /// The name without its prefix.
  private static func localName(_ name: Name) -> Name {
    strrchr(name, Int32(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) } ?? name
  }

  private static func kind(of localName: Name) -> GPXPoint.Kind? {
    if isText(localName, "trkpt") { return .trackPoint }
    if isText(localName, "wpt") { return .waypoint }
    return isText(localName, "rtept") ? .routePoint : nil
  }

  private static func element(of localName: Name) -> GPXPoint.Element? {
    elements.first { isText(localName, $0.name) }?.element
  }

  private static let elements: [(name: ContiguousArray<CChar>, element: GPXPoint.Element)] =
    GPXPoint.Element.allCases.map { ($0.rawValue.utf8CString, $0) }

  private static func value(of name: StaticString, in attributes: UnsafeMutablePointer<Name?>?) -> String? {
    var next = attributes
    while let key = next?[0], let value = next?[1] {
      if isText(key, name) { return String(cString: value).streamSafe }
      next = next?.advanced(by: 2)
    }
    return nil
  }

  private static func isText(_ name: Name, _ text: StaticString) -> Bool {
    // With its null byte, which a static string has.
    name.pointee == CChar(truncatingIfNeeded: text.utf8Start.pointee)
      && strcmp(name, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }

  /// - Parameter text: with its null byte.
  private static func isText(_ name: Name, _ text: ContiguousArray<CChar>) -> Bool {
    name.pointee == text[0] && text.withUnsafeBufferPointer { strcmp(name, $0.baseAddress ?? name) == 0 }
  }
}

/// The encodings that expat does not know by itself: all but UTF-8, UTF-16, ISO-8859-1 and US-ASCII.
enum XMLEncoding {
  /// Describes an encoding with one byte a character, such as windows-1252, as the C library has it.
  ///
  /// - Returns: what expat takes from an `XML_UnknownEncodingHandler`.
  static func describe(
    _ name: UnsafePointer<XML_Char>?, in encoding: UnsafeMutablePointer<XML_Encoding>?
  ) -> Int32 {
    let converter = iconv_open("WCHAR_T", name)
    guard let encoding, converter != iconv_t(bitPattern: -1) else { return Int32(XML_STATUS_ERROR.rawValue) }
    defer { iconv_close(converter) }
    withUnsafeMutableBytes(of: &encoding.pointee.map) { bytes in
      let map = bytes.assumingMemoryBound(to: Int32.self)
      for byte in UInt8.min...UInt8.max {
        map[Int(byte)] = scalar(of: byte, by: converter) ?? -1
      }
    }
    return Int32(XML_STATUS_OK.rawValue)
  }

  /// The code point of a single byte.
  private static func scalar(of byte: UInt8, by converter: iconv_t?) -> Int32? {
    var byte = CChar(truncatingIfNeeded: byte)
    var scalar: wchar_t = 0
    var bytesLeft = 1
    var roomLeft = MemoryLayout<wchar_t>.size
    let result = withUnsafeMutablePointer(to: &byte) { byte in
      withUnsafeMutableBytes(of: &scalar) { scalar in
        var from: UnsafeMutablePointer<CChar>? = byte
        var to = scalar.assumingMemoryBound(to: CChar.self).baseAddress
        return iconv(converter, &from, &bytesLeft, &to, &roomLeft)
      }
    }
    guard result == 0, roomLeft == 0 else {
      // Forgets the incomplete character.
      iconv(converter, nil, nil, nil, nil)
      return nil
    }
    return Int32(scalar)
  }
}
