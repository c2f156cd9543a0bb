import COSM
import FoundationEssentials
import Geography
import Glibc
import Input
import Places

/// An extract of OpenStreetMap: `.osm.pbf`, or `.osm` as it is or packed by gzip or bzip2.
struct OSMExtract {
  /// Where it is; a regular file, as it is read more than once.
  let path: String
  /// Its name in messages.
  let name: String
  /// What may be taken of the machine to read it.
  let workspace: Workspace
  var selection = OSMPlaceRule.shared
  /// Which of them belong into a gazetteer.
  var gazetteer = GazetteerRule(parts: [])

  /// How much memory reading an extract may take, and where the rest goes.
  struct Workspace: Sendable {
    /// In bytes; a quarter of the machine's memory by default, at most 128 MiB.
    var memory = min(
      Int(sysconf(Int32(_SC_PHYS_PAGES))) / 4 * Int(sysconf(Int32(_SC_PAGESIZE))), 128 << 20)
    /// A folder on a disk rather than in memory, for files without names.
    var folder = "/var/tmp"
  }

  /// Adds the places of the extract: everything that is selected.
  func read(
    into records: inout PlaceRecords, _ take: (inout PlaceRecords) -> Bool
  ) throws(PlacesError) {
    let before = records
    let header = header()
    // Planet updates bring places from all over the world.
    let box = header?.isUpdatedFromPlanet == true ? header?.boundingBox : nil
    let (result, coverage, problem) = withoutActuallyEscaping(take) {
      take -> (PlaceRecords, Coverage, cosm_problem) in
      let reading = Reading(
        records: before, selection: selection, gazetteer: gazetteer,
        fileSize: Int(SourceFile(at: path)?.size ?? 0), box: box, take: take)
      // They take some 40 bytes each.
      reading.entrances = BuildingEntrances(limit: max(1 << 16, workspace.memory / 256))
      let problem = read(with: reading)
      reading.handOver()
      return (reading.records, reading.coverage, problem)
    }
    records = result
    records.attribution = "© OpenStreetMap contributors"
    records.gazetteerParts = gazetteer.parts
    switch problem.status {
    case COSM_OK: records.coverage = coverage
    case COSM_STOPPED: return
    case COSM_CUT_OFF: records.breakOff("the data is cut short here", at: problem.location)
    case COSM_MALFORMED:
      records.breakOff("the data is malformed from here on", at: problem.location)
    case COSM_SYSTEM:
      throw .unreadable(path: problem.text.isEmpty ? name : problem.text, code: problem.code)
    case COSM_NOT_A_FILE: throw .extract(path: name, .notAFile)
    case COSM_UNSUPPORTED: throw .extract(path: name, .unsupported(problem.text))
    case COSM_NO_MEMORY: throw .unreadable(path: name, code: ENOMEM)
    default: throw .formatUnknown(path: name, hint: nil)
    }
  }

  /// The extract's header; `nil` if it is unreadable.
  func header() -> OSMHeader? {
    let header = header(after: 0)
    guard let header, header.boundingBox == nil, header.replicationURL == nil else { return header }
    // That of XML is in its first piece.
    return self.header(after: 1) ?? header
  }

  /// Up to when its data is: where the header does not say, all elements are looked at for the newest.
  func time() -> Date? { header()?.time ?? header(after: .max)?.time }

  /// - Parameter pieces: how many to read.
  private func header(after pieces: Int) -> OSMHeader? {
    var handlers = cosm_handlers()
    handlers.wants = { _, _ in false }
    handlers.take = { _, _ in }
    handlers.pass_over = { _, _, _ in }
    handlers.on_progress = { context, _ in
      guard let left = context?.assumingMemoryBound(to: Int.self), left.pointee > 0 else { return false }
      left.pointee -= 1
      return true
    }
    var options = cosm_options()
    var header = cosm_header()
    var left = pieces
    let problem = withUnsafeMutablePointer(to: &left) { left in
      handlers.context = UnsafeMutableRawPointer(left)
      return workspace.folder.withCString { folder in
        options.folder = folder
        return cosm_read(path, &options, &handlers, &header)
      }
    }
    return problem.status == COSM_STOPPED || problem.status == COSM_OK ? OSMHeader(header) : nil
  }

  private func read(with reading: Reading) -> cosm_problem {
    var handlers = cosm_handlers()
    handlers.context = Unmanaged.passUnretained(reading).toOpaque()
    handlers.wants = { Reading.of($0)?.wants($1) ?? false }
    handlers.take = { Reading.of($0)?.takeElement($1) }
    handlers.pass_over = { Reading.of($0)?.passOver($1, $2) }
    handlers.on_progress = { Reading.of($0)?.takeProgress($1) ?? false }
    handlers.mark = { Reading.of($0)?.mark(level: $1, column: $2, row: $3) }
    var header = cosm_header()
    let keys = selection.keys.merging(gazetteer.keys) { ours, more in
      ours.flatMap { ours in more.map(ours.union) }
    }.merging([BuildingEntrances.key: nil]) { key, _ in key }
    let problem = CKeys(keys).withOptions { keys, count in
      workspace.folder.withCString { folder in
        var options = cosm_options()
        // Its tables take a third more than that together, and the store's cache and batches what is left.
        options.memory = max(0, workspace.memory) / 8 * 3
        options.folder = folder
        options.keys = keys
        options.key_count = count
        return cosm_read(path, &options, &handlers, &header)
      }
    }
    let extract = OSMHeader(header)
    reading.records.extract = extract
    reading.records.dated = extract.time
    return problem
  }
}

/// What becomes of the elements of an extract while it is read.
private final class Reading {
  var records: PlaceRecords
  private let selection: OSMPlaceRule
  private let gazetteer: GazetteerRule
  private let fileSize: Int
  /// The box that its places must be in; `nil` for anywhere.
  private let box: BoundingBox?
  private let take: (inout PlaceRecords) -> Bool
  private var isStopped = false
  private var untaken = 0
  /// How many places the file has only in part, of those that a careful cut keeps whole.
  private var cutPlaces = 0
  var entrances = BuildingEntrances(limit: 0)
  /// For each level the squares in which whole ways lie, each a row in the upper and a column in the lower 16 bits.
  private var squares = [Set<UInt32>](repeating: [], count: Coverage.levelsOfExtract.count)

  /// How many places are handed over at once.
  private static let batch = 1024

  init(
    records: PlaceRecords, selection: OSMPlaceRule, gazetteer: GazetteerRule, fileSize: Int,
    box: BoundingBox?, take: @escaping (inout PlaceRecords) -> Bool
  ) {
    self.records = records
    self.selection = selection
    self.gazetteer = gazetteer
    self.box = box
    self.fileSize = fileSize
    self.take = take
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Reading? {
    context.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
  }

  func wants(_ element: UnsafePointer<cosm_element>?) -> Bool {
    // What is not UTF-8 is wanted, so that it is reported once.
    guard let element, let tags = element.pointee.decodedTags else { return true }
    let isRelation = element.pointee.kind == COSM_RELATION
    return selection.selects(tags, isRelation: isRelation) || gazetteer.selects(tags, isRelation: isRelation)
  }

  func takeElement(_ pointer: UnsafePointer<cosm_element>?) {
    guard !isStopped, let element = pointer?.pointee else { return }
    guard var tags = element.decodedTags else { return skip(element, .notUTF8) }
    if let position = element.position {
      if !entrances.add(position, tags: tags), records.doubt == nil {
        records.raiseDoubt(
          "poi has no memory left for this entrance and later ones, so some buildings have none; give it more with --memory",
          at: element.reference)
      }
      takeFeature(tags, at: position)
    }
    if element.kind == COSM_WAY {
      takeStreet(element, tags)
      takeInterpolation(element, tags)
    }
    let isRelation = element.kind == COSM_RELATION
    let isPlace = selection.selects(tags, isRelation: isRelation)
    let mapKind = element.kind == COSM_NODE ? nil : gazetteer.mapKind(tags, isRelation: isRelation)
    let (isAddress, isArea) = (gazetteer.isAddress(tags), gazetteer.isArea(tags))
    guard isPlace || isAddress || isArea || mapKind != nil else { return }
    let geometry = element.geometry(tags: tags)
    if isAddress { takeAddress(element, tags, geometry) }
    if isArea { takeArea(element, tags, geometry) }
    let extent = isPlace || mapKind != nil ? geometry?.extent : nil
    // Around an island it must stay a line, which knows on which side the land is.
    let isCoast = mapKind == .coast
    let shape = isCoast ? Extent(lines: element.lines.map(\.points))?.simplified : extent
    if let mapKind, let shape, box.map(shape.boundingBox.overlaps) ?? true {
      records.gazetteer.map.append(
        gazetteer.mapEntry(
          way: element.id, isRelation: isRelation, tags, mapKind, shape,
          isStored: isPlace && !isCoast && mapKind != .building))
      countTaken()
    }
    guard isPlace else { return }
    let entrance =
      element.kind == COSM_NODE
      ? nil : entrances.ofBuilding(tags: tags, outline: element.nodes.lazy.map(\.coordinate))
    guard let coordinate = entrance ?? geometry?.representativePoint ?? element.position else {
      return skip(element, .noPosition)
    }
    // Routes, waterways and boundaries go on beyond every extract.
    if element.is_cut, element.kind == COSM_WAY || tags["type"] == "multipolygon",
      cutPlaces > 0 || records.doubt == nil, box?.contains(coordinate) ?? true
    {
      cutPlaces += 1
      records.raiseDoubt(
        "the file lacks nodes or ways of this place, so poi knows only a part of its shape (places like this: \(cutPlaces)); to have them whole, cut the extract with osmium extract --strategy smart",
        at: element.reference)
    }
    // Of several tags of one key, the last one counts.
    records.leftOut += element.tag_count - tags.count
    let name = tags.removeValue(forKey: "name")
    records.add(
      PointOfInterest(
        id: element.reference, name: name, coordinate: coordinate, extent: extent, tags: tags))
    countTaken()
  }

  private func skip(_ element: cosm_element, _ problem: PlaceRecord.Problem) {
    records.add(problem, at: element.reference, id: element.reference)
  }

  private func takeStreet(_ way: cosm_element, _ tags: [String: String]) {
    guard gazetteer.isStreet(tags) else { return }
    for line in way.lines.map(\.points) where line.count > 1 {
      if let box, !line.contains(where: box.contains) { continue }
      if let street = gazetteer.street(id: way.id, tags, line: line) {
        records.gazetteer.streets.append(street)
        let others = gazetteer.otherNames(tags)
        if !others.isEmpty { records.gazetteer.otherNames[way.id] = others }
        gazetteer.mapEntry(street).map { records.gazetteer.map.append($0) }
      }
      countTaken()
    }
  }

  private func takeFeature(_ tags: [String: String], at position: Coordinate) {
    guard box?.contains(position) ?? true, let feature = gazetteer.feature(tags, at: position) else { return }
    records.gazetteer.features.append(feature)
    countTaken()
  }

  private func takeInterpolation(_ way: cosm_element, _ tags: [String: String]) {
    for line in way.lines.map(\.points) where box.map({ line.contains(where: $0.contains) }) ?? true {
      guard let made = gazetteer.interpolation(id: way.id, tags, line: line) else { continue }
      records.gazetteer.interpolations.append(made)
      countTaken()
    }
  }

  private func takeAddress(_ element: cosm_element, _ tags: [String: String], _ geometry: OSMGeometry?) {
    guard let coordinate = geometry?.representativePoint ?? element.position,
      box?.contains(coordinate) ?? true
    else { return }
    gazetteer.address(tags, at: coordinate, geometry).map { records.gazetteer.addresses.append($0) }
    countTaken()
  }

  private func takeArea(_ element: cosm_element, _ tags: [String: String], _ geometry: OSMGeometry?) {
    // Of an area that is cut, nobody knows what is inside.
    guard element.kind != COSM_NODE, !element.is_cut else { return }
    guard let outline = geometry?.outline, outline.isArea else {
      // Its ways have its tags, too, and some relations are lines.
      if element.kind == COSM_RELATION, ["boundary", "multipolygon"].contains(tags["type"]) {
        skip(element, .malformed("its boundary does not close"))
      }
      return
    }
    gazetteer.area(id: element.reference, tags, outline: outline).map { records.gazetteer.areas.append($0) }
    countTaken()
  }

  private func countTaken() {
    untaken += 1
    if untaken >= Self.batch { handOver() }
  }

  func passOver(_ pointer: UnsafePointer<cosm_element>?, _ reason: cosm_reason) {
    guard let element = pointer?.pointee else { return }
    // A border beyond the extract's edge is no loss.
    if element.tag_count > 0, let tags = element.decodedTags,
      !selection.selects(tags, isRelation: element.kind == COSM_RELATION)
    {
      return
    }
    let problem: PlaceRecord.Problem =
      switch reason {
      case COSM_NOWHERE: .malformed("none of its nodes is in the file")
      case COSM_OFF_THE_GLOBE: .malformed("its position is out of range")
      default: .malformed("it has too many tags, members or nodes for --memory")
      }
    skip(element, problem)
  }

  func mark(level: UInt32, column: UInt32, row: UInt32) {
    guard let level = Int(exactly: level), squares.indices.contains(level) else { return }
    squares[level].insert(row << 16 | column)
  }

  /// The coverage that the extract has, by all that was read.
  var coverage: Coverage {
    let coverage = Coverage(ofExtractWithWaysIn: squares)
    return box.map(coverage.within) ?? coverage
  }

  func takeProgress(_ progress: Double) -> Bool {
    records.byteCount = Int(clamping: progress * Double(fileSize))
    handOver()
    return !isStopped
  }

  func handOver() {
    untaken = 0
    if let box { records.keepPlaces { box.contains($0.coordinate) } }
    if !isStopped { isStopped = !take(&records) }
  }
}

extension cosm_problem {
  fileprivate var location: String { "\(position_is_line ? "line" : "byte") \(position)" }

  /// What the file says, or the folder that fails.
  fileprivate var text: String {
    withUnsafeBytes(of: detail) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension cosm_text {
  /// `nil` if it is not UTF-8.
  fileprivate var string: String? {
    String(utf8: UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

extension cosm_element {
  /// `way/123`.
  fileprivate var reference: String {
    switch kind {
    case COSM_NODE: "node/\(id)"
    case COSM_WAY: "way/\(id)"
    default: "relation/\(id)"
    }
  }

  fileprivate var decodedTags: [String: String]? {
    var decoded = [String: String](minimumCapacity: tag_count)
    for tag in UnsafeBufferPointer(start: tags, count: tag_count) {
      guard let key = tag.key.string, let value = tag.value.string else { return nil }
      decoded[key] = value
    }
    return decoded
  }

  fileprivate var nodes: UnsafeBufferPointer<cosm_point> { .init(start: points, count: point_count) }

  fileprivate var position: Coordinate? { kind == COSM_NODE ? nodes.first?.coordinate : nil }

  /// The shape of a way or relation.
  fileprivate func geometry(tags: [String: String]) -> OSMGeometry? {
    guard kind != COSM_NODE else { return nil }
    return kind == COSM_WAY
      ? OSMGeometry(way: lines, tags: tags) : OSMGeometry(relation: lines, isCut: is_cut, tags: tags)
  }

  /// The parts that the file has.
  fileprivate var lines: [OSMGeometry.Line] {
    let points = nodes
    return UnsafeBufferPointer(start: parts, count: part_count).map { part in
      OSMGeometry.Line(
        points: points[part.first..<part.first + part.count].map(\.coordinate), isClosed: part.is_closed)
    }
  }
}

extension cosm_point {
  fileprivate var coordinate: Coordinate {
    Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
  }
}

/// Keys and values as the face takes them.
private final class CKeys {
  private var keys: [cosm_key] = []
  private var texts: [UnsafeMutablePointer<CChar>?] = []
  private var lists: [UnsafeMutableBufferPointer<UnsafePointer<CChar>?>] = []

  init(_ wanted: [String: Set<String>?]) {
    for (key, values) in wanted {
      let list = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: values?.count ?? 0)
      _ = list.initialize(from: (values ?? []).map { UnsafePointer(copy($0)) })
      lists.append(list)
      var made = cosm_key()
      made.key = UnsafePointer(copy(key))
      made.values = UnsafePointer(list.baseAddress)
      made.value_count = list.count
      keys.append(made)
    }
  }

  deinit {
    texts.forEach { free($0) }
    lists.forEach { $0.deallocate() }
  }

  /// Calls `body` with them.
  func withOptions<Result>(_ body: (UnsafePointer<cosm_key>?, Int) -> Result) -> Result {
    withExtendedLifetime(self) { keys.withUnsafeBufferPointer { body($0.baseAddress, $0.count) } }
  }

  private func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    let copied = strdup(text)
    texts.append(copied)
    return copied
  }
}

extension OSMHeader {
  init(_ header: cosm_header) {
    let url = withUnsafeBytes(of: header.base_url) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(
      boundingBox: header.has_box
        ? BoundingBox(
          west: Double(header.south_west.longitude) / 1e7, south: Double(header.south_west.latitude) / 1e7,
          east: Double(header.north_east.longitude) / 1e7, north: Double(header.north_east.latitude) / 1e7)
        : nil,
      time: header.time > 0 ? Date(timeIntervalSince1970: Double(header.time)) : nil,
      replicationURL: url.isEmpty ? nil : url,
      replicationSequence: header.has_sequence ? header.sequence : nil)
  }
}

/// The entrances of an extract, which are nodes of the outlines of its buildings.
struct BuildingEntrances {
  static let key = "entrance"

  private var isMain: [Coordinate: Bool] = [:]
  private let limit: Int

  /// - Parameter limit: how many to keep; without the others, a building's place is inside it.
  init(limit: Int) {
    self.limit = limit
  }

  /// Not for visitors.
  private static let others: Set = ["emergency", "exit", "garage", "no", "service"]

  /// Takes a node, if it is an entrance; `false` if there is no room for it.
  mutating func add(_ position: Coordinate, tags: [String: String]) -> Bool {
    guard let kind = tags[Self.key], !Self.others.contains(kind) else { return true }
    guard isMain.count < limit else { return false }
    // There may be one above the other.
    isMain[position, default: false] = kind == "main" || isMain[position] == true
    return true
  }

  /// The only main entrance on the outline, else the only one; `nil` if it is not clear, or no building.
  func ofBuilding(tags: [String: String], outline: some Sequence<Coordinate>) -> Coordinate? {
    guard !isMain.isEmpty, let building = tags["building"], building != "no" else { return nil }
    let all = Set(outline.filter { isMain[$0] != nil })
    let main = all.filter { isMain[$0] == true }
    let candidates = main.isEmpty ? all : main
    return candidates.count == 1 ? candidates.first : nil
  }
}
