import Geography
import Glibc
import Input

/// A file of places, in a format that its content tells.
///
/// GeoJSON, GeoJSON text sequence, JSON Lines, CSV with a header or as headerless Garmin POI, GPX waypoints.
public struct PlaceFile: PlaceStreaming {
  /// Where it is.
  public let path: String

  public var name: String { path }

  /// The file at `path`; nothing is read yet.
  public init(path: String) {
    self.path = path
  }

  /// Reads all of it; records that cannot be used are passed over and counted.
  ///
  /// - Throws: `PlacesError`, also where not one record can be used.
  public func read() throws(PlacesError) -> PlaceRecords {
    try read { _ in true }
  }

  public func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    let bytes = try FileBytes(path: path)
    guard let beginning = try bytes.next() else { throw .empty(path: path) }
    var records = PlaceRecords()
    switch try PlaceFileFormat(of: beginning.span, path: path) {
    case .jsonDocument: try read(beginning, bytes, with: JSONDocumentReader(), into: &records, take)
    case .jsonLines: try read(beginning, bytes, with: JSONTextsReader.lines(), into: &records, take)
    case .jsonSequence: try read(beginning, bytes, with: JSONTextsReader.sequence(), into: &records, take)
    case .csv: try read(beginning, bytes, with: CSVReader(beginning: beginning.span), into: &records, take)
    case .gpx: try readWaypoints(beginning, bytes, into: &records, take)
    }
    if records.placeCount == 0, let first = records.problems.first {
      throw .nothingUsable(path: path, first: first)
    }
    return records
  }

  private func read(
    _ beginning: [UInt8], _ bytes: FileBytes, with reader: some PlaceRecordReading,
    into records: inout PlaceRecords, _ take: (inout PlaceRecords) -> Bool
  ) throws(PlacesError) {
    var reader = reader
    reader.read(beginning.span, into: &records)
    records.byteCount = beginning.count
    while take(&records), let piece = try bytes.next() {
      reader.read(piece.span, into: &records)
      records.byteCount += piece.count
    }
    reader.finish(into: &records)
    _ = take(&records)
  }

  /// The points of the tracks of a GPX file.
  ///
  /// - Throws: `PlacesError`.
  func trackPoints() throws(PlacesError) -> [Coordinate] {
    let bytes = try FileBytes(path: path)
    var failure: PlacesError?
    var points: [Coordinate] = []
    let end = GPXReader.read {
      do throws(PlacesError) {
        return try bytes.next()
      } catch {
        failure = error
        return nil
      }
    } take: { point in
      if point.kind == .trackPoint { points.append(point.coordinate) }
      return true
    }
    if let failure { throw failure }
    guard case .complete = end else { throw .formatUnknown(path: path, hint: "it is no whole GPX") }
    return points
  }

  private func readWaypoints(
    _ beginning: [UInt8], _ bytes: FileBytes, into records: inout PlaceRecords,
    _ take: (inout PlaceRecords) -> Bool
  ) throws(PlacesError) {
    var upcoming: [UInt8]? = beginning
    var failure: PlacesError?
    let end = GPXReader.read {
      if let piece = upcoming.take() { return piece }
      do throws(PlacesError) {
        let piece = try bytes.next()
        records.byteCount += piece?.count ?? 0
        return piece
      } catch {
        failure = error
        return nil
      }
    } take: { point in
      guard point.kind == .waypoint else { return true }
      records.add(at: "line \(point.line)") { PlaceRecord(waypoint: point) }
      return take(&records)
    }
    _ = take(&records)
    if let failure { throw failure }
    switch end {
    case .complete(let badPoints), .malformed(_, let badPoints):
      for _ in 0..<badPoints { records.add(.noPosition, at: "a waypoint") }
    case .foreign(let rootElement):
      throw .formatUnknown(path: path, hint: "it is XML of the kind <\(rootElement)>")
    }
    if case .malformed(let line, _) = end {
      records.isCutOff = true
      records.add(.malformed("the XML is not well-formed from here on"), at: "line \(line)")
    }
  }
}

extension PlaceRecord {
  /// A waypoint's elements, by their GPX 1.1 names; `sym` and `type` say what kind of place it is.
  init(waypoint point: GPXPoint) {
    self.init()
    coordinate = point.coordinate
    for (element, role) in [
      ("PlaceID", Role.id), ("name", .name), ("type", .category), ("sym", .category),
      ("Proximity", .proximity),
    ] {
      if let text = point[element] { set(text, for: element, as: role) }
    }
    for element in ["desc", "cmt", "ele", "time", "src", "link"] {
      if let text = point[element] { set(text, for: element, as: nil) }
    }
  }
}

/// The formats of place files, and how to tell them apart.
enum PlaceFileFormat {
  case jsonDocument
  case jsonLines
  case jsonSequence
  case csv
  case gpx

  /// - Throws: `formatUnknown` for content that is known to be something else.
  init(of beginning: Span<UInt8>, path: String) throws(PlacesError) {
    if let hint = Self.foreignContent(beginning) { throw .formatUnknown(path: path, hint: hint) }
    let start = beginning.indices.first { !Self.isSkipped(beginning[$0]) }
    switch start.map({ beginning[$0] }) {
    case JSONTextsReader.recordSeparator: self = .jsonSequence
    case UInt8(ascii: "<"): self = .gpx
    case UInt8(ascii: "["): self = .jsonDocument
    case UInt8(ascii: "{"): self = Self.firstLineIsRecord(beginning) ? .jsonLines : .jsonDocument
    case nil: throw .empty(path: path)
    default: self = .csv
    }
  }

  /// A byte-order mark, or white space.
  private static func isSkipped(_ byte: UInt8) -> Bool {
    [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }

  private static func foreignContent(_ beginning: Span<UInt8>) -> String? {
    func starts(with bytes: [UInt8]) -> Bool {
      beginning.count >= bytes.count && bytes.indices.allSatisfy { beginning[$0] == bytes[$0] }
    }
    if starts(with: [0x1F, 0x8B]) { return "it is compressed; unpack it with gunzip first" }
    if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) {
      return "it is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8"
    }
    return beginning.indices.contains { beginning[$0] == 0 } ? "it is binary" : nil
  }

  /// JSON Lines have a whole object on the first line, which is not a list of others.
  private static func firstLineIsRecord(_ beginning: Span<UInt8>) -> Bool {
    var splitter = JSONDocumentSplitter()
    for index in beginning.indices
    where beginning[index] == UInt8(ascii: "\n") || splitter.take(beginning[index]) != nil {
      return splitter.hasBegun && !splitter.isUnfinished && !splitter.foundList
    }
    return false
  }
}

/// The bytes of a file, piece by piece; closed when this is let go.
private final class FileBytes {
  private static let pieceSize = 256 * 1024

  private let path: String
  private let descriptor: Int32

  init(path: String) throws(PlacesError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// The next piece; nothing at the end.
  func next() throws(PlacesError) -> [UInt8]? {
    while true {
      var result = 0
      let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
        result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      if result > 0 { return piece }
      if result == 0 { return nil }
      guard errno == EINTR else { throw .unreadable(path: path, code: errno) }
    }
  }
}
