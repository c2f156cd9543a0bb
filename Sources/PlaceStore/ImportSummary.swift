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

/// What was read so far.
struct ImportReading: Sendable {
  var summary = ImportSummary()
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

  mutating func add(_ records: PlaceRecords, of file: SourceFile?) {
    summary.add(records)
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

  public private(set) var read = 0
  /// How many streets, addresses, areas and parts of a map were read; 0 if nothing of them could be kept.
  public internal(set) var entries = 0
  public private(set) var skipped = 0
  /// How many of them had no id that could be read, so that their places may be among those removed.
  public private(set) var unknown = 0
  /// The first of those, and why.
  public private(set) var problems: [RecordProblem] = []
  /// The headings of tables that mean nothing to poi, each once.
  public private(set) var unknownHeadings: [String] = []
  /// Where what was read may be wrong, and why.
  public private(set) var doubt: RecordProblem?
  /// How many values of places were left out.
  public private(set) var leftOut = 0
  /// How many shapes have so many corners that they were made coarser than a metre.
  public private(set) var coarseShapes = 0
  /// How far the edges of those may be off at the most.
  public private(set) var coarseness = Distance.zero
  public internal(set) var counts = Counts()
  /// The paths of the source's earlier files whose place this one takes.
  public internal(set) var replacedFiles: [String] = []
  /// Whether places stay that the file may no longer have, as the source has other files.
  public internal(set) var keepsOthers = false

  private static let problemsKept = 3

  fileprivate mutating func add(_ records: PlaceRecords) {
    read += records.placeCount
    entries += records.entryCount
    skipped += records.problemCount
    unknown += records.unknownCount
    leftOut += records.leftOut
    doubt = records.doubt ?? doubt
    problems += records.problems.prefix(max(0, Self.problemsKept - problems.count))
    unknownHeadings += records.unknownHeadings.filter { !unknownHeadings.contains($0) }
  }

  /// Counts those that were made coarser.
  mutating func note(shapesOf places: [PointOfInterest]) {
    for case let accuracy? in places.lazy.map(\.extent?.accuracy) where accuracy > 0 {
      coarseShapes += 1
      coarseness = max(coarseness, Distance(metres: accuracy))
    }
  }
}
