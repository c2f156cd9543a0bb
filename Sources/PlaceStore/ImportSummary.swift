import FoundationEssentials
import Geography
import PlaceFiles
import Places

public enum ImportProgress: Hashable, Sendable {
  /// Reports how many places were read, and of how many bytes.
  case reading(places: Int, bytes: Int)
  /// Everything is read, and is being sorted.
  case writing
}

/// Places already in memory, to be imported.
public struct PlaceList: PlaceStreaming {
  public let name = "the places given"
  private let places: [PointOfInterest]

  /// - Parameter places: in the order in which they count as read.
  public init(places: [PointOfInterest]) {
    self.places = places
  }

  public func read(_ take: (inout PlaceRecords) -> Bool) -> PlaceRecords {
    var records = PlaceRecords(places: places)
    _ = take(&records)
    return records
  }
}

struct ImportReading: Sendable {
  var readCount = 0
  /// How many entries of a gazetteer were read.
  var entryCount = 0
  var skippedCount = 0
  var problems: [RecordProblem] = []
  var unknownHeadings: [String] = []
  var attribution: String?
  /// That of extracts.
  private(set) var licence: String?
  /// The date of the data; `nil` if any of it has none.
  private(set) var dated: Date?
  private var isEmpty = true
  /// Where the data breaks off, if it does.
  var cut: RecordProblem?
  /// The files that can be read again.
  var files: [SourceFile] = []
  /// The coverage that they have together, if any of them says.
  var coverage: Coverage?
  var gazetteerParts: Set<GazetteerPart> = []

  /// How many shapes have so many corners that they were made coarser than a metre.
  private(set) var coarseCount = 0
  /// Metres by which their edges may be off at the most.
  private(set) var coarseness = 0.0

  private static let problemsKept = 3

  /// Counts those that were made coarser.
  mutating func note(shapesOf places: [PointOfInterest]) {
    for case let accuracy? in places.lazy.map(\.extent?.accuracy) where accuracy > 0 {
      coarseCount += 1
      coarseness = max(coarseness, accuracy)
    }
  }

  mutating func add(_ records: PlaceRecords, of file: SourceFile?) {
    readCount += records.placeCount
    entryCount += records.entryCount
    skippedCount += records.problemCount
    problems += records.problems.prefix(max(0, Self.problemsKept - problems.count))
    unknownHeadings += records.unknownHeadings.filter { !unknownHeadings.contains($0) }
    attribution = attribution ?? records.attribution
    if records.extract != nil { licence = SourceDescription.extract(named: "").licence }
    // Together they are as old as the oldest, which may be one without a date.
    dated = isEmpty ? records.dated : dated.flatMap { known in records.dated.map { min(known, $0) } }
    isEmpty = false
    cut = cut ?? records.cut
    if let file { files.append(file) }
    gazetteerParts.formUnion(records.gazetteerParts)
    if let more = records.coverage {
      coverage = coverage ?? Coverage()
      coverage?.formUnion(more)
    }
  }
}

public struct ImportSummary: Hashable, Sendable {
  public struct Counts: Hashable, Sendable {
    public internal(set) var added = 0
    public internal(set) var updated = 0
    public internal(set) var unchanged = 0
    /// Places left out because their id appears before in the data.
    public internal(set) var repeated = 0
    public internal(set) var removed = 0
    /// Streets and addresses left out because a square of some 600 m has too many.
    public internal(set) var crowded = 0

    package init() {}

    package static func += (counts: inout Counts, other: Counts) {
      counts.added += other.added
      counts.updated += other.updated
      counts.unchanged += other.unchanged
      counts.repeated += other.repeated
      counts.crowded += other.crowded
      counts.removed += other.removed
    }
  }

  public let read: Int
  /// How many streets, addresses, areas and parts of a map were read; 0 if nothing of them could be kept.
  public let entries: Int
  public let skipped: Int
  /// The first of those, and why.
  public let problems: [RecordProblem]
  /// The headings of tables that mean nothing to poi, each once.
  public let unknownHeadings: [String]
  /// How many shapes have so many corners that they were made coarser than a metre.
  public let coarseShapes: Int
  /// How far the edges of those may be off at the most.
  public let coarseness: Distance
  public let counts: Counts
  /// The paths of the source's earlier files whose place this one takes.
  public let replacedFiles: [String]
  /// Whether places stay that the file may no longer have, as the source has other files.
  public internal(set) var keepsOthers = false

  init(reading: ImportReading, entries: Int, counts: Counts, replacedFiles: [String]) {
    self.replacedFiles = replacedFiles
    read = reading.readCount
    self.entries = entries
    skipped = reading.skippedCount
    problems = reading.problems
    unknownHeadings = reading.unknownHeadings
    coarseShapes = reading.coarseCount
    coarseness = Distance(metres: reading.coarseness)
    self.counts = counts
  }
}
