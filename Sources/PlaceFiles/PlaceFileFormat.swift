import COSM
import Input
import Places

/// The formats of place files, and how to tell them apart.
enum PlaceFileFormat {
  case jsonDocument
  case jsonLines
  case jsonSequence
  case csv
  case gpx
  case osm

  /// - Parameter name: the path that the user knows.
  /// - Throws: `formatUnknown` for content that is known to be something else, or `empty`.
  init(of beginning: Span<UInt8>, path: String, name: String) throws(PlacesError) {
    if Self.isOSMExtract(beginning, path: path) {
      self = .osm
      return
    }
    if let format = ForeignPlaceFormat(of: beginning) {
      throw .formatUnknown(
        path: name, hint: "it is \(format), which gpsbabel converts from a file, not from a pipe")
    }
    if Self.isUTF16(beginning), Self.rootElement(of: beginning) != nil {
      self = .gpx
      return
    }
    if let hint = Self.foreignContent(beginning) { throw .formatUnknown(path: name, hint: hint) }
    let start = beginning.indices.first { !Self.isSkipped(beginning[$0]) }
    switch start.map({ beginning[$0] }) {
    case JSONTextsReader.recordSeparator: self = .jsonSequence
    case UInt8(ascii: "<"): self = .gpx
    case UInt8(ascii: "["): self = .jsonDocument
    case UInt8(ascii: "{"): self = Self.firstLineIsRecord(beginning) ? .jsonLines : .jsonDocument
    case nil: throw .empty(path: name)
    default: self = .csv
    }
  }

  /// A byte-order mark, or white space.
  private static func isSkipped(_ byte: UInt8) -> Bool {
    [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }

  /// Whether it is PBF, or XML of OpenStreetMap that may be packed.
  static func isOSMExtract(_ beginning: Span<UInt8>, path: String) -> Bool {
    isPacked(beginning) ? cosm_is_packed_extract(path) : mayBeOSMExtract(beginning)
  }

  /// The same, or anything else that is packed.
  static func mayBeOSMExtract(_ beginning: Span<UInt8>) -> Bool {
    // The length of a header, which is never long, and its first field.
    if Self.starts(beginning, with: [0, 0]),
      Self.starts(beginning.extracting(droppingFirst: 4), with: "\n\tOSMHeader".utf8)
    {
      return true
    }
    return isPacked(beginning) || rootElement(of: beginning) == "osm"
  }

  private static func isPacked(_ beginning: Span<UInt8>) -> Bool {
    starts(beginning, with: gzip) || starts(beginning, with: "BZh".utf8)
  }

  private static func isUTF16(_ beginning: Span<UInt8>) -> Bool {
    starts(beginning, with: [0xFF, 0xFE]) || starts(beginning, with: [0xFE, 0xFF])
  }

  private static let gzip: [UInt8] = [0x1F, 0x8B]

  static func starts(_ beginning: Span<UInt8>, with bytes: some Collection<UInt8>) -> Bool {
    beginning.count >= bytes.count && zip(beginning.indices, bytes).allSatisfy { beginning[$0] == $1 }
  }

  /// The name of the element that an XML document is, where it begins within these bytes.
  static func rootElement(of beginning: Span<UInt8>) -> String? {
    let start = isUTF16(beginning) ? 2 : beginning.indices.first { !isSkipped(beginning[$0]) } ?? 0
    var rest = beginning.withUnsafeBufferPointer { Array($0.dropFirst(start).prefix(prologLimit)) }[...]
    // In UTF-16, each byte of a tag has a zero beside it.
    if isUTF16(beginning) { rest.removeAll { $0 == 0 } }
    while rest.first == UInt8(ascii: "<") {
      let opened = rest.dropFirst()
      guard opened.first == UInt8(ascii: "?") || opened.first == UInt8(ascii: "!") else {
        let name = opened.prefix {
          $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        return String(decoding: name, as: UTF8.self)
      }
      let end: [UInt8] = opened.starts(with: "!--".utf8) ? Array("-->".utf8) : [UInt8(ascii: ">")]
      guard let close = rest.indices.first(where: { rest[$0...].starts(with: end) }) else { return nil }
      rest = rest[(close + end.count)...].drop { isSkipped($0) }
    }
    return nil
  }

  /// How many bytes may stand before the root element.
  static let prologLimit = 4096

  private static func foreignContent(_ beginning: Span<UInt8>) -> String? {
    func starts(with bytes: [UInt8]) -> Bool { Self.starts(beginning, with: bytes) }
    if starts(with: gzip) { return "it is compressed; unpack it with gunzip, which says if it is damaged" }
    if isUTF16(beginning) {
      return "it is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8"
    }
    if starts(with: Array("SQLite format 3\0".utf8)) { return "it is an SQLite database" }
    let text = beginning.withUnsafeBufferPointer { String(decoding: $0.prefix(prologLimit), as: UTF8.self) }
    if text.contains("\"elements\""), text.contains(#/"type"\s*:\s*"(node|way|relation)"/#) {
      return "it is Overpass JSON; ask Overpass for XML with all nodes: [out:xml]; … (._;>;); out;"
    }
    if text.contains(#/"type"\s*:\s*"Topology"/#) {
      return "it is TopoJSON; convert it with: ogr2ogr OUT.geojson FILE"
    }
    return beginning.indices.contains { beginning[$0] == 0 } ? "it is binary" : nil
  }

  /// JSON Lines have a whole object on the first line, which is not a list of others, nor longer than a line may be.
  private static func firstLineIsRecord(_ beginning: Span<UInt8>) -> Bool {
    var splitter = JSONDocumentSplitter()
    for index in beginning.indices
    where beginning[index] == UInt8(ascii: "\n") || splitter.take(beginning[index]) != nil {
      return splitter.hasBegun && !splitter.isUnfinished && !splitter.foundList && index <= InputLimits.line
    }
    return false
  }
}

/// A format of places or routes that another program reads.
public enum ForeignPlaceFormat: String, Hashable, Sendable, CustomStringConvertible {
  case fit = "FIT"
  case tcx = "TCX"
  case kml = "KML"
  case kmz = "KMZ"

  public var description: String { rawValue }

  /// gpsbabel's name for it; KMZ is packed KML.
  public var gpsbabelType: String {
    switch self {
    case .fit: "garmin_fit"
    case .tcx: "gtrnctr"
    case .kml, .kmz: "kml"
    }
  }

  /// Looks at the first bytes of a file.
  init?(of beginning: Span<UInt8>) {
    if PlaceFileFormat.starts(beginning, with: [0x50, 0x4B, 3, 4]) {
      self = .kmz
    } else if beginning.count >= 12,
      PlaceFileFormat.starts(beginning.extracting(droppingFirst: 8), with: ".FIT".utf8)
    {
      self = .fit
    } else {
      switch PlaceFileFormat.rootElement(of: beginning) {
      case "kml": self = .kml
      case "TrainingCenterDatabase": self = .tcx
      default: return nil
      }
    }
  }
}
