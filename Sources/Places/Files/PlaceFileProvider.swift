import Foundation
import Geography
import Synchronization

/// Places from a file, read once and kept in memory.
public actor PlaceFileProvider: PlaceProviding {
  private let file: PlaceFile
  private let read: @Sendable (PlaceFile) async throws(PlacesError) -> PlaceRecords
  private let report: @Sendable (PlaceRecords) -> Void
  private let now: @Sendable () -> Date
  private var records: PlaceRecords?
  /// The index of the places that pass the filter asked for last; a run asks for the same one again and again.
  private var index: (filter: PlaceFilter, index: PlaceIndex)?

  /// - Parameters:
  ///   - report: called once with what the file held, before the first answer.
  ///   - read: reads the file, converting it first if necessary.
  ///   - now: the present, to compute the age of data that has a time.
  public init(
    file: PlaceFile,
    report: @escaping @Sendable (PlaceRecords) -> Void = { _ in },
    read: @escaping @Sendable (PlaceFile) async throws(PlacesError) -> PlaceRecords = {
      file throws(PlacesError) in try file.read()
    },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.file = file
    self.now = now
    self.read = read
    self.report = report
  }

  /// All is in memory already, so an area can be as large as a day's ride.
  public nonisolated var areaRadius: Distance { Distance(metres: 50_000) }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let records = try await loaded()
    let nearest = try index(of: records, for: query.filter)
      .nearest(to: position, for: query)
    return PlaceAnswer(
      places: nearest.places,
      source: PlaceSource(
        name: file.path, attribution: records.attribution, age: age(of: records)), closed: nearest.closed)
  }

  /// In seconds: as the data says, else as its file was last written, which is the rule of an import too.
  private func age(of records: PlaceRecords) -> Double? {
    (records.dated ?? file.file?.dated).map { max(0, now().timeIntervalSince($0)) }
  }

  public func nameWords() async throws(PlacesError) -> [String] {
    var words: Set<String> = []
    for place in try await loaded().places {
      if let name = place.name { words.formUnion(NameWords.found(in: name)) }
      for (key, value) in place.tags where NameWords.isNameKey(key) {
        words.formUnion(NameWords.found(in: value))
      }
    }
    return Array(words)
  }

  func loaded() async throws(PlacesError) -> PlaceRecords {
    if let records { return records }
    let read = try await read(file)
    records = read
    report(read)
    return read
  }

  private func index(of records: PlaceRecords, for filter: PlaceFilter) throws(PlacesError) -> PlaceIndex {
    let isKnown = index?.filter == filter
    if isKnown, let index, index.index.use != .once { return index.index }
    // Arranging them takes longer than looking at each once.
    let made = PlaceIndex(try filter.apply(to: records.places), use: isKnown ? .often : .once)
    index = (filter, made)
    return made
  }
}
