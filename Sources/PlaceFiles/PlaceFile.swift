import COSM
import CivilTime
import FoundationEssentials
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
  public private(set) var path: String

  public var name: String {
    switch standing {
    case .itself: path
    case .convertedFrom(let original), .copyOf(let original), .nextOf(let original): original
    }
  }

  public var file: SourceFile? {
    // Standard input cannot be read a second time.
    guard !path.hasPrefix("/dev/") else { return nil }
    var file = if case .nextOf = standing { SourceFile(at: path) } else { SourceFile(at: name) }
    if case .nextOf(let original) = standing { file?.path = original }
    file?.selection = selection
    return file
  }

  /// How a file relates to the one that the user knows.
  public enum Standing: Hashable, Sendable {
    case itself
    /// The same places, converted to a format that poi reads.
    case convertedFrom(String)
    /// The same bytes, from what can be read only once.
    case copyOf(String)
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

  /// How many placemarks and pictures it had as KML, if it was that: those that its conversion left out count as skipped,
  /// as do its tracks, which were lines and areas.
  public var placemarks: Int?

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
  public func reading(_ path: String, as standing: Standing) -> PlaceFile {
    var other = self
    (other.path, other.standing) = (path, standing)
    return other
  }

  /// Whether it can be read only once.
  private var isPipe: Bool {
    var status = stat()
    return stat(path, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// All of a pipe; `nil` if it is none.
  func copyOfPipe() throws(PlacesError) -> UnnamedFile? {
    try isPipe ? FileBytes(path: path, name: name).copy(in: workspace.folder) : nil
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

  /// Up to when the data of an OpenStreetMap extract is; `nil` if nothing says, and for any other file.
  public func timeOfExtract() -> Date? {
    (try? isOSMExtract()) == true ? OSMExtract(path: path, name: name, workspace: workspace).time() : nil
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
    guard let beginning = try bytes.beginning(PlaceFileFormat.prologLimit) else { throw .empty(path: name) }
    // An extract is read more than once, as is what may be a packed one.
    let copy =
      try isPipe && PlaceFileFormat.mayBeOSMExtract(beginning.span)
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

  /// How many waypoints are handed over at once.
  private static let waypointsAtOnce = 1024

  private func readWaypoints(
    _ beginning: [UInt8], _ bytes: FileBytes, into records: inout PlaceRecords,
    _ take: (inout PlaceRecords) -> Bool
  ) throws(PlacesError) {
    var upcoming: [UInt8]? = beginning
    records.byteCount = beginning.count
    let parser = JSONParser()
    var (shapes, points) = (0, 0)
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
    } refuse: { point in
      points += 1
      records.add(at: "line \(point.line)") {
        $0.set(point.latitude ?? "", for: "lat", as: .latitude)
        $0.set(point.longitude ?? "", for: "lon", as: .longitude)
      }
    } take: { point, line in
      if placemarks != nil, point.kind == .trackPoint, point.segment != lastSegment {
        lastSegment = point.segment
        shapes += 1
        records.add(.malformed("a line or an area; poi takes only points here"), at: "shape \(shapes)")
      }
      guard PlaceRecord.isPlace(point) else { return true }
      points += 1
      // There, gpsbabel puts what has no coordinates.
      if placemarks != nil, point.coordinate == Coordinate(latitude: 0, longitude: 0) {
        records.add(.noPosition, at: "'\(point[.name] ?? "")'")
        return true
      }
      records.add(at: "line \(line())") { $0 = PlaceRecord(waypoint: point, parser) }
      return records.placeCount % Self.waypointsAtOnce != 0 || take(&records)
    }
    for _ in 0..<max(0, (placemarks ?? 0) - shapes - points) {
      records.add(.malformed("gpsbabel leaves it out"), at: "a placemark that is not one point, or a picture")
    }
    _ = take(&records)
    switch end {
    case .complete: break
    case .malformed(let line, _):
      records.breakOff("the XML is not well-formed from here on", at: "line \(line)")
    case .foreign(let rootElement):
      throw .formatUnknown(path: name, hint: "it is XML of the kind <\(rootElement)>")
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
    (coordinate, leftOut) = (point.coordinate, point.leftOut)
    for (element, key, role) in Self.waypointElements {
      guard let text = point[element], !point.isMade(element) else { continue }
      // Where poi has written the kind, the symbol is not one; Garmin's programs call all that somebody saved `user`.
      let isNoKind = element == .sym ? point.madeText(of: .type) != nil : element == .type && text == "user"
      set(text, for: key, as: isNoKind ? nil : role)
    }
    if let tags = point[.tags] { _ = addTags(inJSON: tags, by: parser) }
  }

  private static let waypointElements: [(element: GPXPoint.Element, key: String, role: Role?)] = [
    (.id, "id", .id), (.name, "name", .name), (.type, "type", .category), (.sym, "sym", .category),
    (.proximity, "proximity", .proximity), (.desc, "desc", nil), (.cmt, "cmt", nil), (.ele, "ele", nil),
    (.time, "time", nil), (.src, "src", nil), (.link, "website", nil), (.url, "website", nil),
  ]
}

/// The bytes of a file, piece by piece; closed when this is let go.
package final class FileBytes {
  private static let pieceSize = 256 * 1024

  private let name: String
  private let descriptor: Int32

  /// - Parameter name: the path that the user knows.
  package init(path: String, name: String) throws(PlacesError) {
    self.name = name
    var status = stat()
    let isOpenPipe =
      path == "/dev/stdin" && fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
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

  /// The first piece, with enough to tell the format, however few bytes a pipe holds at once; `nil` if there are none.
  package func beginning(_ enough: Int) throws(PlacesError) -> [UInt8]? {
    guard var beginning = try next() else { return nil }
    while beginning.count < enough, let piece = try next() { beginning += piece }
    return beginning
  }

  /// All of it in a file, of which the beginning was read.
  package func copy(
    after beginning: [UInt8] = [], in folder: String = FileManager.default.temporaryDirectory.path
  ) throws(PlacesError) -> UnnamedFile {
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
  package func next() throws(PlacesError) -> [UInt8]? {
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

/// Reads places piece by piece, so that not all of them must fit in memory.
public protocol PlaceStreaming: Sendable {
  /// What messages call it.
  var name: String { get }

  /// The file as it is now, if it can be read again later.
  var file: SourceFile? { get }

  /// The header of an OpenStreetMap extract; `nil` for anything else.
  ///
  /// - Throws: `PlacesError.unreadable`.
  func extractHeader() throws(PlacesError) -> OSMHeader?

  /// Continues reading, and after each piece hands over what is new, until `take` returns `false`.
  ///
  /// - Returns: what is left at the end, and the counts.
  /// - Throws: `PlacesError`, also if not one record could be used.
  func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords
}

extension PlaceStreaming {
  public var file: SourceFile? { nil }

  public func extractHeader() throws(PlacesError) -> OSMHeader? { nil }
}
