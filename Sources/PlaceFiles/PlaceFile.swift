import COSM
import CivilTime
import Geography
import Glibc
import Input
import Places
import SystemPackage

/// A file of places; its content tells the format.
///
/// GeoJSON, GeoJSON text sequence, JSON Lines, CSV with a header or as headerless Garmin POI, GPX waypoints, and extracts
/// of OpenStreetMap.
public struct PlaceFile: PlaceStreaming {
  public let path: String

  public var name: String {
    switch standing {
    case .itself: path
    case .convertedFrom(let original), .nextOf(let original): original
    }
  }

  public var file: SourceFile? {
    // Standard input cannot be read a second time.
    guard !path.hasPrefix("/dev/") else { return nil }
    var file =
      switch standing {
      case .itself: SourceFile(at: path)
      case .convertedFrom(let original): SourceFile(at: original)
      case .nextOf(let original): SourceFile(at: path)?.renamed(to: original)
      }
    file?.selection = selection
    return file
  }

  /// How a file relates to the one that the user knows.
  public enum Standing: Hashable, Sendable {
    case itself
    /// The same places, converted to a format that poi reads.
    case convertedFrom(String)
    /// What will replace it.
    case nextOf(String)
  }

  /// How it relates to the file that the user knows.
  public var standing = Standing.itself

  /// Which places to read; `nil` for all.
  public var selection: ImportSelection?

  /// What to read of an extract of OpenStreetMap besides places.
  public var gazetteer: Set<GazetteerPart> = []

  /// Tags whose objects an extract of OpenStreetMap has besides the usual places.
  var furtherTags: [PlaceFilter.Tag] = []

  /// Whether its tracks were lines and areas beside its points, which count as skipped.
  public var countsShapes = false

  private var workspace = OSMExtract.Workspace()

  /// The file at `path`; nothing is read yet.
  ///
  /// - Parameters:
  ///   - memory: how many bytes reading an extract of OpenStreetMap may take; a quarter of the machine's by default, at
  ///     most 128 MiB.
  ///   - scratchFolder: for data that does not fit into memory; by default a folder on a disk.
  public init(path: String, memory: Int? = nil, scratchFolder: String? = nil) {
    self.path = path
    workspace.memory = memory ?? workspace.memory
    workspace.folder = scratchFolder ?? workspace.folder
  }

  /// The file at another path, read in the same way.
  public func reading(_ path: String) -> PlaceFile {
    var other = PlaceFile(path: path, memory: workspace.memory, scratchFolder: workspace.folder)
    other.selection = selection
    other.furtherTags = furtherTags
    other.gazetteer = gazetteer
    return other
  }

  /// Whether it is an extract of OpenStreetMap, whose ids mean the same in every file.
  ///
  /// - Throws: `PlacesError.unreadable`.
  public func isOSMExtract() throws(PlacesError) -> Bool {
    guard let beginning = try FileBytes.beginning(ofRegularFile: path, name: name) else { return false }
    return PlaceFileFormat.isOSMExtract(beginning.span, path: path)
  }

  /// The format, if another program reads it.
  ///
  /// - Throws: `PlacesError.unreadable`.
  public func foreignFormat() throws(PlacesError) -> ForeignPlaceFormat? {
    try FileBytes.beginning(ofRegularFile: path, name: name).flatMap { ForeignPlaceFormat(of: $0.span) }
  }

  /// Reads all of it; unusable records are skipped and counted.
  ///
  /// - Throws: `PlacesError`, also if not one record can be used.
  public func read() throws(PlacesError) -> PlaceRecords {
    try read { _ in true }
  }

  /// The header of an OpenStreetMap extract; `nil` for any other file.
  ///
  /// - Throws: `PlacesError.unreadable`.
  public func extractHeader() throws(PlacesError) -> OSMHeader? {
    try isOSMExtract() ? OSMExtract(path: path, name: name, workspace: workspace).header() : nil
  }

  public func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    guard let selection else { return try readAll(take) }
    var selecting = try ImportMatcher(selection)
    let records = try readAll { records in
      records.keepPlaces { selecting.isWanted($0) }
      return take(&records)
    }
    try selecting.checkWords()
    return records
  }

  private func readAll(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    let bytes = try FileBytes(path: path, name: name)
    guard let beginning = try bytes.beginning() else { throw .empty(path: name) }
    // An extract is read more than once, as is what may be a packed one.
    let copy =
      try bytes.isPipe && PlaceFileFormat.mayBeOSMExtract(beginning.span)
      ? bytes.copy(after: beginning, in: workspace.folder) : nil
    defer { withExtendedLifetime(copy) {} }
    let path = copy?.path ?? path
    var records = PlaceRecords()
    switch try PlaceFileFormat(of: beginning.span, path: path, name: name) {
    case .jsonDocument: try read(beginning, bytes, with: JSONDocumentReader(), into: &records, take)
    case .jsonLines: try read(beginning, bytes, with: JSONTextsReader.lines(), into: &records, take)
    case .jsonSequence: try read(beginning, bytes, with: JSONTextsReader.sequence(), into: &records, take)
    case .csv: try read(beginning, bytes, with: CSVReader(beginning: beginning.span), into: &records, take)
    case .gpx:
      try readWaypoints(beginning, bytes, into: &records, take)
      // A converted copy has today's date.
      if case .convertedFrom = standing { records.dated = nil }
    case .osm:
      var extract = OSMExtract(path: path, name: name, workspace: workspace)
      extract.gazetteer = GazetteerRule(parts: gazetteer)
      extract.selection = .including(selection?.filter.tagsBeyondSelection ?? furtherTags)
      try extract.read(into: &records, take)
      // A selection says nothing of the rest.
      if selection != nil { records.coverage = nil }
    }
    if records.placeCount + records.unwantedCount + records.entryCount == 0,
      let first = records.problems.first
    {
      if first.problem == "\(CSVReader.foreign)" { throw .formatUnknown(path: name, hint: nil) }
      throw .nothingUsable(path: name, first: first)
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
  package func trackPoints() throws(PlacesError) -> [Coordinate] {
    let bytes = try FileBytes(path: path, name: name)
    var points: [Coordinate] = []
    let end = try GPXReader.read(from: bytes.next) { point, _ in
      if point.kind == .trackPoint { points.append(point.coordinate) }
      return true
    }
    guard case .complete = end else { throw .formatUnknown(path: name, hint: "it is not complete GPX") }
    return points
  }

  /// How many waypoints are handed over at once.
  private static let waypointsAtOnce = 1024

  private func readWaypoints(
    _ beginning: [UInt8], _ bytes: FileBytes, into records: inout PlaceRecords,
    _ take: (inout PlaceRecords) -> Bool
  ) throws(PlacesError) {
    var upcoming: [UInt8]? = beginning
    records.byteCount = beginning.count
    let parser = JSONParser()
    var shapes = 0
    var lastSegment = 0
    let end = try GPXReader.read { () throws(PlacesError) -> [UInt8]? in
      if let piece = upcoming.take() { return piece }
      let piece = try bytes.next()
      records.byteCount += piece?.count ?? 0
      return piece
    } noteTime: { time in
      records.dated = Timestamp.date(parsing: time)
    } noteAuthor: { author in
      records.attribution = author.isEmpty ? nil : author
    } take: { point, line in
      if countsShapes, point.kind == .trackPoint, point.segment != lastSegment {
        lastSegment = point.segment
        shapes += 1
        records.add(.malformed("a line or an area, of which poi takes no point"), at: "shape \(shapes)")
      }
      guard PlaceRecord.isPlace(point) else { return true }
      records.add(at: "line \(line())") { PlaceRecord(waypoint: point, parser) }
      return records.placeCount % Self.waypointsAtOnce != 0 || take(&records)
    }
    _ = take(&records)
    switch end {
    case .complete(let badPoints), .malformed(_, let badPoints):
      for _ in 0..<badPoints { records.add(.noPosition, at: "a waypoint") }
    case .foreign(let rootElement):
      throw .formatUnknown(path: name, hint: "it is XML of the kind <\(rootElement)>")
    }
    if case .malformed(let line, _) = end {
      records.breakOff("the XML is not well-formed from here on", at: "line \(line)")
    }
  }
}

extension PlaceRecord {
  /// Whether a point is a place: a waypoint, or a route point that is more than a bend.
  fileprivate static func isPlace(_ point: GPXPoint) -> Bool {
    point.kind == .waypoint
      || point.kind == .routePoint && Self.tellingElements.contains { point[$0] != nil }
  }

  private static let tellingElements: [GPXPoint.Element] = [.name, .desc, .cmt, .sym, .type]

  /// A waypoint's elements, by their GPX 1.1 names; `sym` and `type` say what kind of place it is.
  ///
  /// What poi made for receivers when it wrote the point says nothing new.
  init(waypoint point: GPXPoint, _ parser: JSONParser) {
    // Most have a description, and a symbol beside a type.
    self.init(tagCapacity: 2)
    coordinate = point.coordinate
    for (element, key, role) in Self.waypointElements {
      guard let text = point[element], !point.isMade(element) else { continue }
      // Where poi has written the kind, the symbol is not one.
      set(text, for: key, as: element == .sym && point.madeText(of: .type) != nil ? nil : role)
    }
    if let tags = point[.tags] { _ = addTags(inJSON: tags, by: parser) }
  }

  private static let waypointElements: [(element: GPXPoint.Element, key: String, role: Role?)] = [
    (.id, "id", .id), (.name, "name", .name), (.type, "type", .category), (.sym, "sym", .category),
    (.proximity, "proximity", .proximity), (.desc, "desc", nil), (.cmt, "cmt", nil), (.ele, "ele", nil),
    (.time, "time", nil), (.src, "src", nil), (.link, "website", nil), (.url, "website", nil),
  ]
}

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

  private static let gzip: [UInt8] = [0x1F, 0x8B]

  static func starts(_ beginning: Span<UInt8>, with bytes: some Collection<UInt8>) -> Bool {
    beginning.count >= bytes.count && zip(beginning.indices, bytes).allSatisfy { beginning[$0] == $1 }
  }

  /// The name of the element that an XML document is, where it begins within these bytes.
  static func rootElement(of beginning: Span<UInt8>) -> String? {
    guard let start = beginning.indices.first(where: { !isSkipped(beginning[$0]) }),
      beginning[start] == UInt8(ascii: "<")
    else { return nil }
    var rest = beginning.withUnsafeBufferPointer { Array($0.dropFirst(start).prefix(prologLimit)) }[...]
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
  fileprivate static let prologLimit = 4096

  private static func foreignContent(_ beginning: Span<UInt8>) -> String? {
    func starts(with bytes: [UInt8]) -> Bool { Self.starts(beginning, with: bytes) }
    if starts(with: gzip) { return "it is compressed; unpack it with gunzip first" }
    if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) {
      return "it is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8"
    }
    if starts(with: Array("SQLite format 3\0".utf8)) { return "it is an SQLite database" }
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

  private let name: String
  private let descriptor: Int32

  /// - Parameter name: the path that the user knows.
  init(path: String, name: String) throws(PlacesError) {
    self.name = name
    var status = stat()
    let isOpenPipe =
      path == "/dev/stdin" && fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    // Opened again, a named pipe whose writer is done would wait for another.
    descriptor = isOpenPipe ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: name, code: errno) }
  }

  /// The first piece; `nil` if the file is empty, missing, or something like a pipe, which can be read only once.
  static func beginning(ofRegularFile path: String, name: String) throws(PlacesError) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try FileBytes(path: path, name: name).next()
  }

  deinit {
    close(descriptor)
  }

  /// Whether it can be read only once.
  var isPipe: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// The first piece, with enough to tell the format, however few bytes a pipe holds at once; `nil` if there are none.
  func beginning() throws(PlacesError) -> [UInt8]? {
    guard var beginning = try next() else { return nil }
    while beginning.count < PlaceFileFormat.prologLimit, let piece = try next() { beginning += piece }
    return beginning
  }

  /// All of it in a file, of which the beginning was read.
  func copy(after beginning: [UInt8], in folder: String) throws(PlacesError) -> UnnamedFile {
    func write<Result>(_ body: () throws(Errno) -> Result) throws(PlacesError) -> Result {
      do throws(Errno) { return try body() } catch { throw .unreadable(path: folder, code: error.rawValue) }
    }
    let copy = try write { () throws(Errno) in try UnnamedFile(in: folder) }
    var piece: [UInt8]? = beginning
    while let bytes = piece {
      try write { () throws(Errno) in try copy.append(bytes) }
      piece = try next()
    }
    return copy
  }

  /// The next piece; `nil` at the end.
  func next() throws(PlacesError) -> [UInt8]? {
    while true {
      var result = 0
      let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
        result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      if result > 0 { return piece }
      if result == 0 { return nil }
      guard errno == EINTR else { throw .unreadable(path: name, code: errno) }
    }
  }
}
