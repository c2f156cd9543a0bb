import Foundation
import FoundationXML

/// Reads the points of a GPX document one by one, in memory that does not grow with it.
package final class GPXReader: NSObject {
  /// How a document ended.
  package enum End: Equatable {
    /// All of it was read, or `take` had enough; so many points had no usable position.
    case complete(badPoints: Int)
    /// It is no GPX.
    case foreign(rootElement: String)
    /// It is not well-formed from this line on.
    case malformed(line: Int, badPoints: Int)
  }

  private let take: (GPXPoint) -> Bool
  private var rootElement: String?
  private var openElements = 0
  private var point: GPXPoint?
  private var text = ""
  private var isInBadPoint = false
  private var badPoints = 0
  private var hadEnough = false

  private init(take: @escaping (GPXPoint) -> Bool) {
    self.take = take
  }

  /// Reads a document to its end, or until `take` returns `false`.
  package static func read(
    from pieces: @escaping () -> [UInt8]?, take: (GPXPoint) -> Bool
  ) -> End {
    withoutActuallyEscaping(take) { take in
      let reader = GPXReader(take: take)
      let parser = XMLParser(stream: PieceStream(pieces: pieces))
      parser.delegate = reader
      // A stream that ends too early is no error to XMLParser on Linux.
      let isWhole = parser.parse() && reader.openElements == 0
      if let root = reader.rootElement, root != "gpx" { return .foreign(rootElement: root) }
      return isWhole || reader.hadEnough
        ? .complete(badPoints: reader.badPoints)
        : .malformed(line: parser.lineNumber, badPoints: reader.badPoints)
    }
  }

  private static func localName(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

extension GPXReader: XMLParserDelegate {
  package func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let name = Self.localName(elementName)
    text = ""
    openElements += 1
    if rootElement == nil {
      rootElement = name
      if name != "gpx" { parser.abortParsing() }
    } else if let kind = GPXPoint.Kind(rawValue: name) {
      point = GPXPoint(kind: kind, attributes: attributes)
      isInBadPoint = point == nil
    }
  }

  package func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard point != nil, text.utf8.count + string.utf8.count <= InputLimits.line else { return }
    text += string
  }

  package func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
  ) {
    openElements -= 1
    let name = Self.localName(elementName)
    if isInBadPoint, GPXPoint.Kind(rawValue: name) != nil {
      isInBadPoint = false
      badPoints += 1
    }
    guard var ended = point else { return }
    if name == ended.kind.rawValue {
      ended.line = parser.lineNumber
      point = nil
      if !take(ended) {
        hadEnough = true
        parser.abortParsing()
      }
    } else {
      point?.set(text, for: name)
    }
    text = ""
  }
}

/// Lets the XML parser pull pieces as it needs them.
private final class PieceStream: InputStream {
  private let pieces: () -> [UInt8]?
  private var piece: ArraySlice<UInt8> = []
  private var status = Stream.Status.notOpen

  init(pieces: @escaping () -> [UInt8]?) {
    self.pieces = pieces
    super.init(data: Data())
  }

  override var streamStatus: Stream.Status { status }
  override var hasBytesAvailable: Bool { status == .open }
  override func open() { status = .open }
  override func close() { status = .closed }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    while piece.isEmpty {
      guard let next = pieces() else {
        status = .atEnd
        return 0
      }
      piece = next[...]
    }
    let count = min(maxLength, piece.count)
    for (offset, byte) in piece.prefix(count).enumerated() {
      buffer[offset] = byte
    }
    piece = piece.dropFirst(count)
    return count
  }
}
