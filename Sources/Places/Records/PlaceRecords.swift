import FoundationEssentials
import Geography

/// What was read of a file or an answer: the places, and what had to be skipped.
public struct PlaceRecords: Sendable {
  /// The places, in the order of the data.
  public private(set) var places: [PointOfInterest] = []
  /// The streets, addresses and areas that were read, besides places.
  package var gazetteer = GazetteerEntries()
  private var takenEntries = 0
  /// How many of those were read, those that were taken too.
  public var entryCount: Int { takenEntries + gazetteer.count }
  /// The parts of a gazetteer that the data has, if it is an extract of OpenStreetMap.
  public package(set) var gazetteerParts: Set<GazetteerPart> = []
  /// How many places were read, those that were taken too.
  public private(set) var placeCount = 0
  /// How many were read but not wanted.
  public private(set) var unwantedCount = 0
  /// The attribution that the data requires.
  public package(set) var attribution: String?
  /// Metres within which the data is complete, if it says so.
  public package(set) var reach: Double?
  /// What the data says of itself, where it is an extract of OpenStreetMap.
  public package(set) var extract: OSMHeader?
  /// Where the data has every place, if it is an extract of OpenStreetMap; maybe none at all.
  public package(set) var coverage: Coverage?
  /// The date of the data, if it has one.
  public package(set) var dated: Date?
  /// The headings of a table that mean nothing to poi: their cells are kept as tags.
  package var unknownHeadings: [String] = []
  /// Where what was read may be wrong, and why.
  public private(set) var doubt: RecordProblem?
  /// How many values of places were left out: objects, lists of more than texts, long texts, all but one of a key.
  public package(set) var leftOut = 0
  /// How many bytes they were read of.
  public package(set) var byteCount = 0
  /// Where the data breaks off in the middle, if it does.
  public private(set) var cut: RecordProblem?
  /// How many records were skipped.
  public private(set) var problemCount = 0
  /// The first of them, and why.
  public private(set) var problems: [RecordProblem] = []
  /// The ids of those that have one that could be read, but those that were taken.
  package private(set) var skippedIDs: [String] = []
  /// How many were skipped of which nobody knows the id.
  public private(set) var unknownCount = 0

  package init(places: [PointOfInterest] = []) {
    self.places = places
    placeCount = places.count
  }

  private static let problemsKept = 3
  /// Longer ids of skipped records count as unknown, as a stranger's may fill the memory.
  private static let skippedIDLimit = 100

  /// - Parameter read: fills the record, the id first, so that a skipped one is known by it.
  package mutating func add(
    at location: @autoclosure () -> String, _ read: (inout PlaceRecord) throws(PlaceRecord.Problem) -> Void
  ) {
    var record = PlaceRecord()
    do throws(PlaceRecord.Problem) {
      try read(&record)
      places.append(try record.place())
      placeCount += 1
      leftOut += record.leftOut
    } catch {
      add(error, at: location(), id: record.id)
    }
  }

  package typealias Piece = (places: [PointOfInterest], gazetteer: GazetteerEntries, skippedIDs: [String])

  /// Takes out what has been read so far.
  package mutating func take() -> Piece {
    defer {
      places.removeAll(keepingCapacity: true)
      takenEntries += gazetteer.count
      gazetteer = GazetteerEntries()
      skippedIDs = []
    }
    return (places, gazetteer, skippedIDs)
  }

  /// Removes unwanted places, which then count as not read.
  package mutating func keepPlaces(where isWanted: (PointOfInterest) -> Bool) {
    let count = places.count
    places.removeAll { !isWanted($0) }
    placeCount -= count - places.count
    unwantedCount += count - places.count
  }

  /// Removes places that are the same as one before.
  package mutating func removeRepeats() {
    var ids: Set<String> = []
    let repeated = Set(places.lazy.map(\.id).filter { !ids.insert($0).inserted })
    guard !repeated.isEmpty else { return }
    var known: Set<PointOfInterest> = []
    keepPlaces { !repeated.contains($0.id) || known.insert($0).inserted }
  }

  /// Takes back the places that were read, for what stands behind them.
  package mutating func takeBack(for problem: PlaceRecord.Problem, at location: String) {
    problemCount += max(0, places.count - 1)
    placeCount -= places.count
    places = []
    breakOff(problem.description, at: location)
  }

  /// Changes the places that have been read so far.
  package mutating func changePlaces<Failure: Error>(
    _ change: (PointOfInterest) throws(Failure) -> PointOfInterest
  ) throws(Failure) {
    for index in places.indices { places[index] = try change(places[index]) }
  }

  package mutating func add(_ place: PointOfInterest) {
    places.append(place)
    placeCount += 1
  }

  /// Notes where the data cannot be read any further, and why.
  package mutating func breakOff(_ reason: String, at location: String) {
    cut = RecordProblem(location: location, problem: reason)
    add(.malformed(reason), at: location)
  }

  /// Notes where what was read may be wrong, and why.
  package mutating func raiseDoubt(_ reason: String, at location: String) {
    doubt = RecordProblem(location: location, problem: reason)
  }

  package mutating func add(
    _ problem: PlaceRecord.Problem, at location: String, id: String? = nil, times count: Int = 1
  ) {
    problemCount += count
    if let id, id.utf8.count <= Self.skippedIDLimit { skippedIDs.append(id) } else { unknownCount += count }
    guard problems.count < Self.problemsKept else { return }
    problems.append(RecordProblem(location: location, problem: problem.description))
  }
}

/// Why a record was skipped.
public struct RecordProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it stands: `line 12`, `record 3`.
  public let location: String
  public let problem: String

  /// `line 12: no latitude and longitude`.
  public var description: String { "\(location): \(problem)" }
}

/// Reads one format, piece by piece.
package protocol PlaceRecordReading {
  /// Adds the records that end within `piece`.
  mutating func read(_ piece: Span<UInt8>, into records: inout PlaceRecords)

  /// Adds what the end of the data completes, or cuts off.
  mutating func finish(into records: inout PlaceRecords)
}
